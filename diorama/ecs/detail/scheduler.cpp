// SPDX-License-Identifier: MIT
#include "diorama/ecs/detail/scheduler.hpp"

#include <algorithm>

#include "diorama/ecs/error_codes.hpp"

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

bool overlap(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    return std::any_of(a.begin(), a.end(), [&](std::uint32_t type) {
        return std::find(b.begin(), b.end(), type) != b.end();
    });
}

bool conflict(const System& a, const System& b) {
    if (a.access.empty() || b.access.empty()) return true;
    const Access &x = a.access.front(), &y = b.access.front();
    return overlap(x.writes, y.writes) || overlap(x.writes, y.reads) || overlap(x.reads, y.writes);
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

Result<> Scheduler::add(System system, WorldCore& core) {
    for (const std::unique_ptr<Entry>& entry : entries_)
        if (entry->system.name == system.name)
            return fail(codes::system_name_taken,
                        "a system called '" + system.name + "' is already in the schedule");
    entries_.push_back(
        std::make_unique<Entry>(Entry{std::move(system), Commands(core), Result<>{}}));
    Result<> sorted = sort();
    if (!sorted) {
        entries_.pop_back();
        // What was there before could be sorted, so it can be again.
        static_cast<void>(sort());
    }
    return sorted;
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
                return conflict(other->system, entry->system) ||
                       precedes(other->system, entry->system);
            });
        if (!joins) groups_.emplace_back();
        groups_.back().push_back(entry);
    }
    return {};
}

}  // namespace diorama::detail
