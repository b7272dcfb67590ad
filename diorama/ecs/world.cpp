// SPDX-License-Identifier: MIT
#include "diorama/ecs/world.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <mutex>
#include <span>

#include "diorama/core/expects.hpp"
#include "diorama/core/jobs.hpp"
#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/detail/observers.hpp"
#include "diorama/ecs/detail/scheduler.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama {

struct World::Runtime {
    explicit Runtime(detail::WorldCore& core) : commands(core) {}

    Commands commands;
    detail::Scheduler schedules[2];   // by Schedule
    std::vector<Resource> resources;  // by type
    std::mutex resources_mutex;       // parallel systems may make each their own at once
    std::vector<AnyPlugin> plugins;
    detail::Observers observers;
    std::vector<Diagnostic> diagnostics;
    std::unique_ptr<Jobs> jobs;
    double fixed_step = 1.0 / 60.0;
    double unspent = 0;  // seconds that no fixed step has used yet
    double delta = 0;
    bool updating = false;

    void run_group(World& world, std::span<detail::Scheduler::Entry* const> group);
    [[nodiscard]] Result<> finish(detail::WorldCore& core, detail::Scheduler::Entry& entry);
};

World::World()
    : core_(std::make_unique<detail::WorldCore>()), runtime_(std::make_unique<Runtime>(*core_)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&& other) noexcept {
    // Systems and plugins may hold queries of the core, so they go first.
    runtime_ = std::move(other.runtime_);
    core_ = std::move(other.core_);
    return *this;
}

Result<> World::despawn(Entity entity) {
    return core_->despawn(entity);
}

std::vector<Entity> World::entities() const {
    std::vector<Entity> entities;
    core_->entities_in_order(entities);
    return entities;
}

Result<> World::reparent(Entity child, Entity parent) {
    return add(child, ChildOf{parent});
}

Result<> World::detach(Entity child) {
    if (core_->alive(child) && !core_->has(child, detail::kChildOfId)) return core_->healthy();
    return core_->remove(child, detail::kChildOfId);
}

Result<> World::move_child(Entity child, Entity sibling) {
    return core_->move_child(child, sibling);
}

Result<> World::move_child_to(Entity child, std::size_t at) {
    return core_->move_child_to(child, at);
}

Entity World::parent(Entity entity) const {
    return core_->target(entity, detail::kChildOfId);
}

Children World::children(Entity entity) const {
    return alive(entity) ? Children(*core_, detail::kChildOfRelation, entity.index()) : Children();
}

void* World::make_resource(std::uint32_t type, Resource (*make)()) {
    const std::lock_guard lock(runtime_->resources_mutex);
    std::vector<Resource>& slots = runtime_->resources;
    while (slots.size() <= type)
        slots.push_back(Resource(nullptr, [](void*) {}));
    if (slots[type] == nullptr) slots[type] = make();
    return slots[type].get();
}

void* World::find_resource_slot(std::uint32_t type) const noexcept {
    const std::lock_guard lock(runtime_->resources_mutex);
    return type < runtime_->resources.size() ? runtime_->resources[type].get() : nullptr;
}

Commands& World::commands() noexcept {
    const detail::Permit* const permit = core_->permit();
    return permit != nullptr ? *permit->commands : runtime_->commands;
}

Result<> World::flush(Commands& commands) {
    if (Result<> may = core_->check_structure(); !may) return may;
    const Result<> done = commands.flush(*core_);
    const Result<> told = tell_observers();
    return done ? told : done;
}

ObserverId World::add_observer(ComponentId id, On when, std::function<void(World&, Entity)> call) {
    return runtime_->observers.add(*core_, id, when, std::move(call));
}

bool World::stop_observing(ObserverId id) {
    if (!core_->check_structure()) return false;
    return runtime_->observers.remove(id);
}

Result<> World::tell_observers() {
    if (core_->poison() != nullptr) return {};
    Result<> told = runtime_->observers.tell(*this, *core_);
    if (!told) core_->set_poison(told.error());
    return told;
}

Result<> World::add_system(Schedule schedule, System system) {
    DIORAMA_EXPECTS(!runtime_->updating, "systems are added and removed between updates");
    return runtime_->schedules[static_cast<int>(schedule)].add(std::move(system), *core_);
}

bool World::remove_system(Schedule schedule, std::string_view name) {
    DIORAMA_EXPECTS(!runtime_->updating, "systems are added and removed between updates");
    return runtime_->schedules[static_cast<int>(schedule)].remove(name);
}

Result<> World::add_any_plugin(AnyPlugin plugin) {
    if (has_plugin(plugin.name()))
        return fail(codes::plugin_present,
                    "plugin '" + std::string(plugin.name()) + "' is already installed");
    if (Result<> installed = plugin.install(*this); !installed) return installed;
    runtime_->plugins.push_back(std::move(plugin));
    return {};
}

bool World::has_plugin(std::string_view name) const {
    return std::any_of(runtime_->plugins.begin(), runtime_->plugins.end(),
                       [&](const AnyPlugin& plugin) { return plugin.name() == name; });
}

Result<> World::remove_plugin(std::string_view name) {
    std::vector<AnyPlugin>& plugins = runtime_->plugins;
    const auto found = std::find_if(plugins.begin(), plugins.end(),
                                    [&](const AnyPlugin& plugin) { return plugin.name() == name; });
    if (found == plugins.end())
        return fail(codes::plugin_absent, "no plugin '" + std::string(name) + "' is installed");
    found->remove(*this);
    plugins.erase(found);
    return {};
}

Result<> SystemBody::operator()(World& world, Commands& commands) const {
    if (!run_) return {};
    // A user's exception must not cross the API, nor end a thread of the pool.
    try {
        return run_(world, commands);
    } catch (const std::exception& thrown) {
        return fail(codes::system_failed, std::string("threw: ") + thrown.what());
    } catch (...) {
        return fail(codes::system_failed, "threw something that is not a std::exception");
    }
}

/// Runs the systems of \p group, beside each other where there is more than one worker.
void World::Runtime::run_group(World& world, std::span<detail::Scheduler::Entry* const> group) {
    const auto run = [&](std::size_t begin, std::size_t end, unsigned) {
        for (std::size_t i = begin; i < end; ++i)
            group[i]->run(world);
    };
    world.core().set_side_by_side(!group.front()->exclusive());
    if (jobs != nullptr && group.size() > 1) {
        jobs->for_ranges(group.size(), 1, run);
    } else {
        run(0, group.size(), 0);
    }
    world.core().set_side_by_side(false);
}

/// Ends what \p entry has begun: its error, its notes, its commands.
Result<> World::Runtime::finish(detail::WorldCore& core, detail::Scheduler::Entry& entry) {
    std::move(entry.notes.begin(), entry.notes.end(), std::back_inserter(diagnostics));
    entry.notes.clear();
    if (!entry.result) {
        Error error;
        error.code = codes::system_failed;
        error.message = "system '" + entry.system.name + "' failed";
        error.hint = "discard this world and build a new one";
        error.cause.push_back(std::move(entry.result.error()));
        entry.result = {};
        core.set_poison(error);
        return std::unexpected(std::move(error));
    }
    for (Commands* list : {&entry.commands, &commands}) {
        Result<> flushed = list->flush(core);
        if (flushed) continue;
        // What the World's own list holds may be older than the system.
        std::string whose = list == &commands ? "after system '" : "system '";
        whose.append(entry.system.name).append("', ");
        for (Diagnostic& found : flushed.error().diagnostics) {
            found.message.insert(0, whose);
            diagnostics.push_back(std::move(found));
        }
    }
    return {};
}

Result<> World::run_schedule(Schedule schedule, double seconds) {
    runtime_->delta = seconds;
    for (const auto& group : runtime_->schedules[static_cast<int>(schedule)].groups()) {
        runtime_->run_group(*this, group);
        for (detail::Scheduler::Entry* entry : group)
            if (Result<> done = runtime_->finish(*core_, *entry); !done) return done;
        if (Result<> told = tell_observers(); !told) return told;
    }
    return {};
}

Result<> World::update(double dt) {
    if (Result<> healthy = health(); !healthy) return healthy;
    if (!(dt >= 0) || !std::isfinite(dt))
        return fail(codes::delta_invalid, "a time step of " + std::to_string(dt) +
                                              " seconds, expected a finite number from 0");
    DIORAMA_EXPECTS(!runtime_->updating, "update can't be called from a system");
    for (detail::Scheduler& schedule : runtime_->schedules)
        if (Result<> known = schedule.check_names(); !known) return known;
    runtime_->updating = true;
    runtime_->diagnostics.clear();
    core_->sweep_ticks();
    runtime_->unspent += dt;
    Result<> result = tell_observers();
    for (int step = 0; result && runtime_->unspent >= runtime_->fixed_step; ++step) {
        if (step == kMaxFixedSteps) {
            runtime_->unspent = 0;
            break;
        }
        runtime_->unspent -= runtime_->fixed_step;
        result = run_schedule(Schedule::fixed_update, runtime_->fixed_step);
    }
    if (result) result = run_schedule(Schedule::update, dt);
    runtime_->updating = false;
    return result;
}

const std::vector<Diagnostic>& World::diagnostics() const noexcept {
    return runtime_->diagnostics;
}

void World::note(Diagnostic diagnostic) {
    detail::Permit* const permit = core_->permit();
    (permit != nullptr ? permit->notes : runtime_->diagnostics).push_back(std::move(diagnostic));
}

void World::set_fixed_step(double seconds) {
    DIORAMA_EXPECTS(seconds > 0 && std::isfinite(seconds), "a fixed step is positive and finite");
    if (seconds > 0 && std::isfinite(seconds)) runtime_->fixed_step = seconds;
}

double World::fixed_step() const noexcept {
    return runtime_->fixed_step;
}
double World::delta() const noexcept {
    return runtime_->delta;
}

void World::set_workers(unsigned count) {
    runtime_->jobs = count > 1 ? std::make_unique<Jobs>(count) : nullptr;
}

Jobs* World::jobs() noexcept {
    return runtime_->jobs.get();
}

}  // namespace diorama
