// SPDX-License-Identifier: MIT
// Propagation against the floor of streaming, or of copying from a list, the same bytes. Floor and
// pass are timed in alternation after two untimed rounds; x_floor is the median of their ratios.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>

#include "diorama/scene/bench/scene.hpp"
#include "diorama/scene/detail/pass.hpp"

namespace diorama::bench {
namespace {

using Clock = std::chrono::steady_clock;

template <class F>
double seconds(F&& run) {
    const auto start = Clock::now();
    run();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The same by the processor time of this thread, so that what else the machine does counts less.
template <class F>
double busy_seconds(F&& run) {
#if defined(CLOCK_THREAD_CPUTIME_ID)
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    run();
    return now() - start;
#else
    return seconds(run);
#endif
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Times of floor and pass, round by round.
class Rounds {
  public:
    void add(double pass, double floor) {
        passes_.push_back(pass);
        floors_.push_back(floor);
        ratios_.push_back(pass / floor);
    }
    /// Reports them, and the counts of the last pass, which has to be right.
    void report(benchmark::State& state, const Scene& scene, const PropagationReport& last) const {
        if (!scene.right()) state.SkipWithError("differs from a walk upwards");
        state.counters["x_floor"] = median(ratios_);
        // Other work on the machine disturbs the quickest rounds least.
        state.counters["x_floor_least"] = *std::min_element(passes_.begin(), passes_.end()) /
                                          *std::min_element(floors_.begin(), floors_.end());
        if (last.recomputed != 0)
            state.counters["ns_per_row"] = median(passes_) * 1e9 / last.recomputed;
        state.counters["rows"] = last.recomputed;
        state.counters["changed"] = last.changed;
    }

  private:
    std::vector<double> passes_, floors_, ratios_;
};

/// Runs edit, floor and pass in turn for as long as \p state wants; \p floor gives its seconds.
template <class Edit, class FloorRun>
PropagationReport alternate(benchmark::State& state, Scene& scene, Edit&& edit, FloorRun&& floor) {
    Rounds rounds;
    PropagationReport last;
    std::uint32_t round = 0;
    const auto once = [&](bool timed) {
        edit();
        const double floor_time = floor(++round);
        const double pass_time = seconds([&] { last = scene.pass(); });
        if (!timed) return;
        rounds.add(pass_time, floor_time);
        state.SetIterationTime(pass_time);
    };
    once(false);
    once(false);
    for (auto _ : state)
        once(true);
    rounds.report(state, scene, last);
    return last;
}

void all_dirty(benchmark::State& state, const SceneKey& key, unsigned workers) {
    Scene& scene = scene_of(key);
    scene.world.set_workers(workers);
    auto query = scene.world.query<Transform>();
    const auto edit = [&] {
        query.each([](Transform& transform) { transform.translation.x += 0.125f; });
    };
    std::vector<double> alone;
    const PropagationReport last = alternate(
        state, scene,
        [&] {
            // The same pass by one worker, in alternation.
            edit();
            if (workers != 1)
                alone.push_back(seconds([&] { detail::place_dirty(scene.world.core(), nullptr); }));
            edit();
        },
        [&](std::uint32_t now) {
            const double plain = seconds([&] { scene.floor->all_plain(now); });
            return std::min(plain, seconds([&] { scene.floor->all_streaming(now); }));
        });
    if (workers != 1) state.counters["one_ns_per_row"] = median(alone) * 1e9 / last.recomputed;
    if (last.recomputed != scene.nodes.size()) state.SkipWithError("not every row was placed");
    scene.world.set_workers(1);
}

/// One in a hundred leaves, or trees by their roots, in eight sets that take turns.
void some_dirty(benchmark::State& state, const SceneKey& key, bool roots) {
    Scene& scene = scene_of(key);
    const auto nodes = static_cast<std::uint32_t>(scene.nodes.size());
    std::vector<std::uint32_t> from = roots ? scene.roots : scene.leaves;
    if (roots && key.shape == Shape::wide && !key.churned) {
        // There is but one root: the nodes two levels below it.
        from.clear();
        for (std::uint32_t i = 17; i < 17 + 256 && i < nodes; ++i)
            from.push_back(i);
    }
    const std::size_t wanted = std::max<std::size_t>(1, (roots ? from.size() : nodes) / 100);
    std::vector<std::vector<std::uint32_t>> sets(8), affected(8);
    for (std::size_t set = 0; set < 8; ++set) {
        std::shuffle(from.begin(), from.end(), scene.random());
        sets[set].assign(from.begin(),
                         from.begin() + static_cast<std::ptrdiff_t>(std::min(wanted, from.size())));
        // A parent may have been spawned after its child, so whole paths are looked at.
        enum : std::uint8_t { unknown, in, out };
        std::vector<std::uint8_t> mark(nodes, unknown);
        for (const std::uint32_t node : sets[set])
            mark[node] = in;
        std::vector<std::uint32_t> path;
        for (std::uint32_t i = 0; i < nodes; ++i) {
            std::uint32_t at = i;
            for (; at != kNoNode && mark[at] == unknown; at = scene.parents[at])
                path.push_back(at);
            const std::uint8_t found = at == kNoNode ? std::uint8_t{out} : mark[at];
            for (; !path.empty(); path.pop_back())
                mark[path.back()] = found;
            if (mark[i] == in) affected[set].push_back(i);
        }
    }
    std::size_t turn = 0;
    const PropagationReport last = alternate(
        state, scene,
        [&] {
            ++turn;
            for (const std::uint32_t node : sets[turn % 8])
                scene.edit(node);
        },
        [&](std::uint32_t now) {
            return seconds([&] { scene.floor->list(affected[turn % 8], now); });
        });
    if (last.recomputed != affected[turn % 8].size())
        state.SkipWithError("other rows were placed than those below the edited ones");
}

/// The floor is to look at one bit a row.
void none(benchmark::State& state, const SceneKey& key) {
    Scene& scene = scene_of(key);
    const std::vector<std::uint64_t> bits(scene.nodes.size() / 64 + 1);
    const PropagationReport last = alternate(
        state, scene, [] {},
        [&](std::uint32_t) {
            return seconds([&] {
                std::uint64_t any = 0;
                for (const std::uint64_t word : bits)
                    any |= word;
                benchmark::DoNotOptimize(any);
            });
        });
    if (last.recomputed != 0) state.SkipWithError("rows were placed that nobody touched");
}

/// The last ten of a chain of a hundred, whose members above stay as they are.
void one_at_depth_10(benchmark::State& state, std::uint32_t nodes) {
    Scene& scene = scene_of({.shape = Shape::chain, .nodes = nodes});
    std::uint32_t chain = 0;
    std::vector<std::uint32_t> affected(10);
    const PropagationReport last = alternate(
        state, scene,
        [&] {
            chain = (chain + 7919) % (nodes / 100);
            for (std::uint32_t i = 0; i < 10; ++i)
                affected[i] = chain * 100 + 90 + i;
            scene.edit(affected[0]);
        },
        [&](std::uint32_t now) { return seconds([&] { scene.floor->list(affected, now); }); });
    if (last.recomputed != 10) state.SkipWithError("not the ten rows at the end of the chain");
}

/// Bringing rows back near their place, by slices of a pass's budget, after so many edits that it
/// is due; no floor.
void restore_order(benchmark::State& state, const SceneKey& key) {
    std::size_t slices = 0;
    double slowest = 0;
    for (auto _ : state) {
        Scene scene(key);
        // Despawned nodes are no rows to restore, and reparents move several.
        const std::uint32_t edits = key.nodes;
        scene.churn(edits, 0);
        scene.world.core().settle_placement();
        detail::place_dirty(scene.world.core(), nullptr);
        auto changed = scene.world.query<Changed<GlobalTransform>>();
        changed.each([](Entity) {});
        double total = 0;
        const std::uint32_t churned = scene.world.core().placement().disorder();
        const std::size_t before = slices;
        for (bool more = true; more; ++slices) {
            const double slice = busy_seconds(
                [&] { more = scene.world.core().restore_order(detail::kRestoredPerPass); });
            slowest = std::max(slowest, slice);
            total += slice;
        }
        state.SetIterationTime(total);
        state.counters["ns_per_edit"] = total * 1e9 / edits;
        // Edits spawn, despawn or move one row or many.
        state.counters["ns_per_churned"] = total * 1e9 / churned;
        if (slices - before < 2) state.SkipWithError("nothing was due");
        if (!changed.empty()) state.SkipWithError("rows were marked as changed");
        if (scene.pass().recomputed != 0) state.SkipWithError("rows were marked as dirty");
    }
    state.counters["slices"] = static_cast<double>(slices);
    state.counters["slowest_slice_us"] = slowest * 1e6;
}

template <class F>
benchmark::internal::Benchmark* add(std::string_view what, const SceneKey& key, F run) {
    const std::string name = "scene/" + std::string(what) + "/" + std::string(name_of(key.shape)) +
                             "/" + std::to_string(key.nodes);
    return benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& s) { run(s, key); })
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
}

void register_all() {
    const auto all = [](benchmark::State& s, const SceneKey& key) { all_dirty(s, key, 1); };
    const auto leaves = [](benchmark::State& s, const SceneKey& key) { some_dirty(s, key, false); };
    const auto roots = [](benchmark::State& s, const SceneKey& key) { some_dirty(s, key, true); };
    constexpr Shape shapes[] = {Shape::flat, Shape::wide, Shape::game, Shape::chain};
    for (const Shape shape : shapes) {
        for (const std::uint32_t nodes : {10'000u, 100'000u, 1'000'000u}) {
            // In an order in which the same scene serves several.
            SceneKey key{.shape = shape, .nodes = nodes};
            add("propagate/all", key, all);
            add("propagate/all2", key,
                [](benchmark::State& s, const SceneKey& k) { all_dirty(s, k, 2); });
            add("propagate/leaves1", key, leaves);
            add("propagate/roots1", key, roots);
            add("propagate/none", key, none);
            key.archetypes = 16;
            add("propagate/all16", key, all);
            key.archetypes = 1;
            key.churned = true;
            add("propagate/all_churned", key, all);
            add("propagate/leaves1_churned", key, leaves);
            add("propagate/roots1_churned", key, roots);
        }
    }
    // What is timed may be next to nothing, while each turn makes and churns a scene: so, few
    // turns.
    for (const Shape shape : shapes)
        for (const std::uint32_t nodes : {100'000u, 1'000'000u})
            add("restore_order/churned", {.shape = shape, .nodes = nodes}, restore_order)
                ->Iterations(3);
    for (const std::uint32_t nodes : {10'000u, 1'000'000u}) {
        const std::string name = "scene/propagate/one/depth10/" + std::to_string(nodes);
        benchmark::RegisterBenchmark(name.c_str(),
                                     [=](benchmark::State& s) { one_at_depth_10(s, nodes); })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
    }
}

const bool registered = (register_all(), true);

}  // namespace
}  // namespace diorama::bench
