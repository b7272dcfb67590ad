// SPDX-License-Identifier: MIT
// Shifting every root in the middle of a frame and propagating at once: 200,000 entities in 5,000
// trees. The floor is copying the bytes of all of them; p999_over_median is how far the slowest in
// a thousand stands out.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

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

constexpr std::uint32_t kTrees = 5000, kNodesOfTree = 40;

void origin_shift(benchmark::State& state) {
    constexpr std::uint32_t nodes = kTrees * kNodesOfTree;
    World world;
    std::vector<Entity> made(nodes);
    std::mt19937 random(1);
    static_cast<void>(world.spawn_batch(made, [&](std::uint32_t i) {
        // A heap of three children each, every tree after the other.
        const std::uint32_t in_tree = i % kNodesOfTree;
        return std::tuple(local_of(random),
                          in_tree == 0
                              ? std::nullopt
                              : std::optional(ChildOf{made[i - in_tree + (in_tree - 1) / 3]}));
    }));
    propagate_transforms(world);
    auto roots = world.query<Transform, Without<ChildOf>>();
    Floor floor(nodes);
    std::vector<std::uint32_t> all(nodes);
    std::iota(all.begin(), all.end(), 0u);
    std::vector<double> times, floor_times;
    std::uint32_t round = 0;
    for (auto _ : state) {
        auto start = Clock::now();
        floor.list(all, ++round);
        floor_times.push_back(seconds_since(start));
        start = Clock::now();
        const float step = round % 2 == 0 ? 1000.0f : -1000.0f;
        roots.each([step](Transform& local) { local.translation.x += step; });
        const PropagationReport shifted = propagate_transforms(world);
        const double time = seconds_since(start);
        times.push_back(time);
        state.SetIterationTime(time);
        if (shifted.recomputed != nodes || propagate_transforms(world).recomputed != 0)
            state.SkipWithError("does not place all once, then none");
    }
    for (std::uint32_t i = 0; i < nodes; i += 997)
        if (world.get<GlobalTransform>(made[i])->matrix() != world_matrix_now(world, made[i]))
            state.SkipWithError("differs from a walk upwards");
    std::sort(times.begin(), times.end());
    std::sort(floor_times.begin(), floor_times.end());
    const double median = times[times.size() / 2];
    state.counters["x_floor"] = median / floor_times[floor_times.size() / 2];
    state.counters["p999_over_median"] = times[times.size() * 999 / 1000] / median;
    state.counters["rows"] = nodes;
}

BENCHMARK(origin_shift)
    ->Name("scene/propagate/origin_shift/200000")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->MinTime(2);

}  // namespace
}  // namespace diorama::bench
