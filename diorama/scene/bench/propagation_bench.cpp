// SPDX-License-Identifier: MIT
// Propagation against the floor of streaming the same bytes. Each iteration times floor and pass in
// turn, after two untimed rounds; x_floor is the ratio of their medians.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>

#include "bench/scenes/forest.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/bench/floor.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

template <int>
struct Kind {};

/// A forest in a World, over 1 or 16 archetypes, settled in hierarchy order.
struct Scene {
    Scene(Shape shape, std::uint32_t nodes, int archetypes, unsigned workers)
        : parents(parents_of(shape, nodes)), floor(nodes), random(1) {
        world.set_workers(workers);
        world.reserve(nodes);
        for (std::uint32_t i = 0; i < nodes; ++i) {
            const Entity entity =
                parents[i] == kNoNode
                    ? world.spawn(local_of(random))
                    : world.spawn(local_of(random), ChildOf{entities[parents[i]]});
            entities.push_back(entity);
            if (archetypes == 16) spread(entity, static_cast<unsigned>(random()));
            (parents[i] == kNoNode ? roots : leaves).push_back(i);
        }
        std::vector<bool> above(nodes, false);
        for (const std::uint32_t parent : parents)
            if (parent != kNoNode) above[parent] = true;
        leaves.clear();
        for (std::uint32_t i = 0; i < nodes; ++i)
            if (!above[i]) leaves.push_back(i);
        propagate_transforms(world);
        while (world.core().restore_order(nodes)) {
        }
        propagate_transforms(world);
    }

    void spread(Entity entity, unsigned bits) {
        if (bits & 1) static_cast<void>(world.add(entity, Kind<0>{}));
        if (bits & 2) static_cast<void>(world.add(entity, Kind<1>{}));
        if (bits & 4) static_cast<void>(world.add(entity, Kind<2>{}));
        if (bits & 8) static_cast<void>(world.add(entity, Kind<3>{}));
    }

    void edit(std::uint32_t node) {
        world.get_mut<Transform>(entities[node])->translation.x += 0.125f;
    }

    /// Whether every placement is what a walk upwards gives; looks at some.
    bool right() {
        for (std::size_t i = 0; i < entities.size(); i += 1 + entities.size() / 1000)
            if (world.get<GlobalTransform>(entities[i])->matrix() !=
                world_matrix_now(world, entities[i]))
                return false;
        return true;
    }

    World world;
    std::vector<std::uint32_t> parents;
    std::vector<Entity> entities;
    std::vector<std::uint32_t> roots, leaves;
    Floor floor;
    std::mt19937 random;
};

/// Runs floor, edit and pass in turn for as long as \p state wants.
template <class Edit, class FloorRun>
void alternate(benchmark::State& state, Scene& scene, Edit&& edit, FloorRun&& floor) {
    std::vector<double> pass_times, floor_times;
    PropagationReport report;
    std::uint32_t round = 0;
    const auto once = [&](bool timed) {
        ++round;
        edit();
        const double floor_time = floor(round);
        const auto start = Clock::now();
        report = propagate_transforms(scene.world);
        const double pass_time = seconds_since(start);
        if (!timed) return;
        pass_times.push_back(pass_time);
        floor_times.push_back(floor_time);
        state.SetIterationTime(pass_time);
    };
    once(false);
    once(false);
    for (auto _ : state)
        once(true);
    if (!scene.right()) state.SkipWithError("differs from a walk upwards");
    state.counters["x_floor"] = median(pass_times) / median(floor_times);
    // Other work on the machine disturbs the quickest rounds least.
    state.counters["x_floor_least"] = *std::min_element(pass_times.begin(), pass_times.end()) /
                                      *std::min_element(floor_times.begin(), floor_times.end());
    state.counters["ns_per_row"] =
        median(pass_times) * 1e9 / std::max<std::uint32_t>(1, report.recomputed);
    state.counters["rows"] = report.recomputed;
    state.counters["changed"] = report.changed;
}

void all_dirty(benchmark::State& state, Shape shape, std::uint32_t nodes, int archetypes,
               unsigned workers) {
    Scene scene(shape, nodes, archetypes, workers);
    auto query = scene.world.query<Transform>();
    alternate(
        state, scene,
        [&] { query.each([](Transform& transform) { transform.translation.x += 0.125f; }); },
        [&](std::uint32_t now) {
            const auto plain = Clock::now();
            scene.floor.all_plain(now);
            const double plain_time = seconds_since(plain);
            const auto streaming = Clock::now();
            scene.floor.all_streaming(now);
            return std::min(plain_time, seconds_since(streaming));
        });
}

/// One in a hundred of \p nodes, and all below them, in eight sets that take turns.
void some_dirty(benchmark::State& state, Shape shape, std::uint32_t nodes, bool roots) {
    Scene scene(shape, nodes, 1, 1);
    std::vector<std::uint32_t> from = roots ? scene.roots : scene.leaves;
    if (roots && shape == Shape::wide) {
        from.clear();
        for (std::uint32_t i = 17; i < 17 + 256 && i < nodes; ++i)
            from.push_back(i);
    }
    const std::size_t wanted = std::max<std::size_t>(1, (roots ? from.size() : nodes) / 100);
    std::vector<std::vector<std::uint32_t>> sets(8), affected(8);
    for (std::size_t set = 0; set < 8; ++set) {
        std::shuffle(from.begin(), from.end(), scene.random);
        sets[set].assign(from.begin(),
                         from.begin() + static_cast<std::ptrdiff_t>(std::min(wanted, from.size())));
        std::vector<bool> in(nodes, false);
        for (const std::uint32_t node : sets[set])
            in[node] = true;
        for (std::uint32_t i = 0; i < nodes; ++i) {
            if (scene.parents[i] != kNoNode && in[scene.parents[i]]) in[i] = true;
            if (in[i]) affected[set].push_back(i);
        }
    }
    std::size_t turn = 0;
    alternate(
        state, scene,
        [&] {
            ++turn;
            for (const std::uint32_t node : sets[turn % 8])
                scene.edit(node);
        },
        [&](std::uint32_t now) {
            const auto start = Clock::now();
            scene.floor.list(affected[turn % 8], now);
            return seconds_since(start);
        });
}

void none(benchmark::State& state, Shape shape, std::uint32_t nodes) {
    Scene scene(shape, nodes, 1, 1);
    for (auto _ : state)
        benchmark::DoNotOptimize(propagate_transforms(scene.world));
}

void one_at_depth_10(benchmark::State& state, std::uint32_t nodes) {
    Scene scene(Shape::chain, nodes, 1, 1);
    std::uint32_t chain = 0;
    PropagationReport report;
    for (auto _ : state) {
        // The last ten of a chain, whose members above stay as they are.
        chain = (chain + 7919) % (nodes / 100);
        scene.edit(chain * 100 + 90);
        const auto start = Clock::now();
        report = propagate_transforms(scene.world);
        state.SetIterationTime(seconds_since(start));
    }
    state.counters["rows"] = report.recomputed;
}

void register_all() {
    constexpr Shape shapes[] = {Shape::flat, Shape::wide, Shape::game, Shape::chain};
    const auto name = [](std::string_view what, Shape shape, std::uint32_t nodes) {
        return std::string("scene/propagate/") + std::string(what) + "/" +
               std::string(name_of(shape)) + "/" + std::to_string(nodes);
    };
    const auto add = [](const std::string& label, auto run) {
        return benchmark::RegisterBenchmark(label.c_str(), run);
    };
    for (const Shape shape : shapes) {
        for (const std::uint32_t nodes : {10'000u, 100'000u, 1'000'000u}) {
            const auto timed = [&](std::string_view what, auto run) {
                add(name(what, shape, nodes), run)
                    ->UseManualTime()
                    ->Unit(benchmark::kMicrosecond)
                    ->MinTime(0.3);
            };
            timed("all", [=](benchmark::State& s) { all_dirty(s, shape, nodes, 1, 1); });
            timed("all16", [=](benchmark::State& s) { all_dirty(s, shape, nodes, 16, 1); });
            timed("all2", [=](benchmark::State& s) { all_dirty(s, shape, nodes, 1, 2); });
            timed("leaves1", [=](benchmark::State& s) { some_dirty(s, shape, nodes, false); });
            timed("roots1", [=](benchmark::State& s) { some_dirty(s, shape, nodes, true); });
            add(name("none", shape, nodes), [=](benchmark::State& s) { none(s, shape, nodes); });
        }
    }
    add("scene/propagate/one/depth10/1000000", [](benchmark::State& s) {
        one_at_depth_10(s, 1'000'000);
    })->UseManualTime();
}

const bool registered = (register_all(), true);

}  // namespace
}  // namespace diorama::bench
