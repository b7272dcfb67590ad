// SPDX-License-Identifier: MIT
#include "diorama/ecs/detail/scheduler.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "diorama/core/spelling.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::detail {
namespace {

bool answers_to(const System& system, std::string_view name) {
    return system.name == name ||
           std::find(system.sets.begin(), system.sets.end(), name) != system.sets.end();
}

bool names(const std::vector<std::string>& list, const System& system) {
    return std::any_of(list.begin(), list.end(),
                       [&](const std::string& name) { return answers_to(system, name); });
}

/// Whether \p a has to end before \p b starts, by what either says.
bool precedes(const System& a, const System& b) {
    if (&a == &b) return false;
    return a.stage < b.stage || names(a.before, b) || names(b.after, a);
}

bool overlap(const std::vector<ComponentId>& a, const std::vector<ComponentId>& b) {
    return std::any_of(a.begin(), a.end(),
                       [&](ComponentId id) { return std::binary_search(b.begin(), b.end(), id); });
}

bool conflict(const Scheduler::Entry& a, const Scheduler::Entry& b) {
    if (a.exclusive() || b.exclusive()) return true;
    return overlap(a.writes, b.writes) || overlap(a.writes, b.reads) || overlap(a.reads, b.writes);
}

/// Writes the ids of \p types to \p ids, which stay sorted, each once.
Result<> collect(const std::vector<ComponentType>& types, WorldCore& core,
                 std::vector<ComponentId>& ids) {
    for (const ComponentType type : types) {
        const ComponentId id = type(core);
        if (id == kNone)
            return fail(codes::component_name_taken,
                        "the name of a component it declares belongs to another type");
        const auto at = std::lower_bound(ids.begin(), ids.end(), id);
        if (at == ids.end() || *at != id) ids.insert(at, id);
    }
    return {};
}

/// A loop among \p waiting, each of which waits for another of them: each for the next, the last
/// for the first.
std::vector<const Scheduler::Entry*> loop_among(const std::vector<Scheduler::Entry*>& waiting) {
    std::vector<const Scheduler::Entry*> path{waiting.front()};
    for (;;) {
        const Scheduler::Entry* awaited =
            *std::find_if(waiting.begin(), waiting.end(), [&](const Scheduler::Entry* other) {
                return precedes(other->system, path.back()->system);
            });
        const auto seen = std::find(path.begin(), path.end(), awaited);
        if (seen != path.end()) return {seen, path.end()};
        path.push_back(awaited);
    }
}

}  // namespace

void Scheduler::Entry::run(World& world) {
    if (exclusive()) {
        result = system.run(world, commands);
        return;
    }
    Permit permit{&world.core(), reads, writes, &commands};
    Permit* const before = WorldCore::exchange_permit(&permit);
    result = system.run(world, commands);
    WorldCore::exchange_permit(before);
    notes = std::move(permit.notes);
    if (result && !permit.breach.empty())
        result = fail(codes::system_access, permit.breach, {},
                      "declare it in the system's access, or give it none, so that it runs alone");
}

Result<> Scheduler::add(System system, WorldCore& core) {
    if (system.name.empty() || system.run.empty())
        return fail(codes::system_invalid,
                    system.name.empty() ? std::string("a system without a name")
                                        : "system '" + system.name + "' has nothing to run",
                    {}, "set its name and its run");
    for (const std::unique_ptr<Entry>& entry : entries_)
        if (entry->system.name == system.name)
            return fail(codes::system_name_taken,
                        "a system called '" + system.name + "' is already in the schedule");
    auto entry =
        std::make_unique<Entry>(Entry{.system = std::move(system), .commands = Commands(core)});
    for (const Access& access : entry->system.access) {
        if (Result<> known = collect(access.reads, core, entry->reads); !known) return known;
        if (Result<> known = collect(access.writes, core, entry->writes); !known) return known;
    }
    std::erase_if(entry->reads, [&](ComponentId id) {
        return std::binary_search(entry->writes.begin(), entry->writes.end(), id);
    });
    entries_.push_back(std::move(entry));
    Result<> sorted = sort();
    if (!sorted) {
        entries_.pop_back();
        // What was there before could be sorted, so it can be again.
        static_cast<void>(sort());
        return sorted;
    }
    const System& added = entries_.back()->system;
    known_.insert(added.name);
    known_.insert(added.sets.begin(), added.sets.end());
    checked_ = false;
    return {};
}

Result<> Scheduler::check_names() {
    if (checked_) return {};
    for (const std::unique_ptr<Entry>& entry : entries_) {
        for (const std::vector<std::string>* names :
             {&entry->system.before, &entry->system.after}) {
            for (const std::string& name : *names) {
                if (known_.contains(name)) continue;
                const std::vector<std::string_view> words(known_.begin(), known_.end());
                const std::string_view near = nearest_word(name, words);
                return fail(codes::system_unknown,
                            "system '" + entry->system.name + "' is ordered by '" + name +
                                "', which no system or set of its schedule is called",
                            {},
                            near.empty() ? "add that system, or take the name out"
                                         : "did you mean '" + std::string(near) + "'?");
            }
        }
    }
    checked_ = true;
    return {};
}

bool Scheduler::remove(std::string_view name) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const auto& entry) { return entry->system.name == name; });
    if (found == entries_.end()) return false;
    entries_.erase(found);
    static_cast<void>(sort());
    return true;
}

Result<> Scheduler::sort() {
    groups_.clear();
    std::vector<Entry*> waiting;
    for (const std::unique_ptr<Entry>& entry : entries_)
        waiting.push_back(entry.get());
    std::vector<Entry*> order;
    while (!waiting.empty()) {
        // The first added of those that wait for nothing, so that the order is one of many only
        // where the user asked for none.
        const auto ready = std::find_if(waiting.begin(), waiting.end(), [&](const Entry* entry) {
            return std::none_of(waiting.begin(), waiting.end(), [&](const Entry* other) {
                return precedes(other->system, entry->system);
            });
        });
        if (ready == waiting.end()) {
            std::string loop;
            for (const Entry* entry : loop_among(waiting))
                loop += (loop.empty() ? "'" : ", '") + entry->system.name + "'";
            return fail(codes::schedule_cycle, "systems wait for each other: " + loop, {},
                        "take out one of their before, after or stage");
        }
        order.push_back(*ready);
        waiting.erase(ready);
    }
    for (Entry* entry : order) {
        const bool joins =
            !groups_.empty() &&
            std::none_of(groups_.back().begin(), groups_.back().end(), [&](const Entry* other) {
                return conflict(*other, *entry) || precedes(other->system, entry->system);
            });
        if (!joins) groups_.emplace_back();
        groups_.back().push_back(entry);
    }
    return {};
}

}  // namespace diorama::detail
