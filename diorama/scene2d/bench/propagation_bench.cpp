// SPDX-License-Identifier: MIT
/// \file
/// The pass, snapshots and hashes of a Space2, and the pass over a World beside the float one.
///
/// Floors: a pass reads 24 bytes of each row (generation, parent, its generation, local) and writes
/// 12, so its floor is a loop that adds the six columns up into three; a snapshot's is memcpy of as
/// many bytes. Each iteration times ours and the floor in turn, and the ratio is of the medians.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <ctime>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/scene2d/detail/pass.hpp"
#include "diorama/scene2d/test/reference.hpp"

namespace diorama::scene2d {
namespace {

/// Seconds of this program's processor time, so that what else the machine does is left out.
double seconds(auto&& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Runs \p ours and \p theirs in turn; counter \p name is ours over theirs, or the reverse.
void in_turn(benchmark::State& state, const char* name, bool ours_over, auto&& ours,
             auto&& theirs) {
    std::vector<double> a, b;
    for (auto _ : state) {
        a.push_back(seconds(ours));
        state.PauseTiming();
        b.push_back(seconds(theirs));
        state.ResumeTiming();
    }
    const double x = median(a), y = median(b);
    state.counters[name] = ours_over ? x / y : y / x;
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

std::vector<int> order_of(std::size_t count, bool shuffled) {
    std::vector<int> order(count);
    for (std::size_t i = 0; i < count; ++i)
        order[i] = static_cast<int>(i);
    Numbers numbers(3);
    for (std::size_t i = count; shuffled && i > 1; --i)
        std::swap(order[i - 1], order[numbers.below(static_cast<std::uint32_t>(i))]);
    return order;
}

/// The bytes that a pass over \p rows must touch, touched.
class Stream {
  public:
    explicit Stream(std::size_t rows) {
        for (auto& column : in_)
            column.assign(rows, 1);
        for (auto& column : out_)
            column.assign(rows, 1);
    }
    void operator()() {
        const std::size_t rows = out_[0].size();
        for (int c = 0; c < 3; ++c)
            benchmark::DoNotOptimize(out_[c].data());
        const std::uint32_t *a = in_[0].data(), *b = in_[1].data(), *d = in_[2].data(),
                            *e = in_[3].data(), *f = in_[4].data(), *g = in_[5].data();
        std::uint32_t *__restrict x = out_[0].data(), *__restrict y = out_[1].data(),
                                  *__restrict z = out_[2].data();
        for (std::size_t i = 0; i < rows; ++i) {
            x[i] = a[i] + b[i];
            y[i] = d[i] + e[i];
            z[i] = f[i] + g[i];
        }
        benchmark::ClobberMemory();
    }

  private:
    std::vector<std::uint32_t> in_[6], out_[3];
};

void propagate(benchmark::State& state, Shape shape, bool shuffled) {
    const auto nodes = make_nodes(shape, static_cast<int>(state.range(0)), 18, 1);
    Space2 space;
    Scratch2 scratch;
    space.reserve(static_cast<std::uint32_t>(nodes.size()) + 1);
    build_space(space, nodes, order_of(nodes.size(), shuffled));
    Stream stream(nodes.size());
    propagate2(scratch, space);
    in_turn(state, "x_floor", true, [&] { propagate2(scratch, space); }, stream);
    // The row-at-a-time kernel is the reference here; it is held against 128 bits in the tests.
    const std::uint64_t hash = space.state_hash(scratch);
    detail::propagate_by(scratch, space, detail::kBaseline.place);
    if (space.state_hash(scratch) != hash) state.SkipWithError("differs from the baseline kernel");
    state.counters["rows"] = static_cast<double>(nodes.size());
}

void propagate_world(benchmark::State& state) {
    const auto nodes = make_nodes(Shape::tree, static_cast<int>(state.range(0)), 18, 1);
    World flat, deep;
    std::vector<Entity> in_flat, in_deep;
    for (const PlainNode& node : nodes) {
        const auto parent = static_cast<std::size_t>(node.parent);
        const Transform transform{.translation = {1, 2, 3}};
        if (node.parent < 0) {
            in_flat.push_back(flat.spawn(node.local));
            in_deep.push_back(deep.spawn(transform));
        } else {
            in_flat.push_back(flat.spawn(node.local, Parent2{in_flat[parent]}));
            in_deep.push_back(deep.spawn(transform, ChildOf{in_deep[parent]}));
        }
    }
    Scratch2 scratch;
    propagate2(scratch, flat);
    propagate_transforms(deep);
    auto move_flat = flat.query<Local2>();
    auto move_deep = deep.query<Transform>();
    std::uint32_t placed = 0, placed_deep = 0;
    std::vector<double> a, b;
    for (auto _ : state) {
        state.PauseTiming();
        // Everything moves, so that both passes have everything to do.
        move_flat.each([](Local2& local) { local.translation.x += Fixed::from_raw(1); });
        move_deep.each([](Transform& transform) { transform.translation.x += 0.001f; });
        b.push_back(seconds([&] { placed_deep = propagate_transforms(deep).recomputed; }));
        state.ResumeTiming();
        a.push_back(seconds([&] { placed = propagate2(scratch, flat).recomputed; }));
    }
    if (placed != nodes.size() || placed_deep != nodes.size())
        state.SkipWithError("not every node was placed");
    state.counters["x_float3d"] = median(b) / median(a);
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

Space2 make_space(std::int64_t count) {
    const auto nodes = make_nodes(Shape::tree, static_cast<int>(count), 18, 1);
    Space2 space;
    build_space(space, nodes, order_of(nodes.size(), false));
    return space;
}

void save(benchmark::State& state) {
    Space2 space = make_space(state.range(0));
    std::vector<std::byte> bytes, from, to;
    space.save(bytes);
    from = to = bytes;
    in_turn(
        state, "x_floor", true, [&] { space.save(bytes); },
        [&] {
            std::memcpy(to.data(), from.data(), from.size());
            benchmark::ClobberMemory();
        });
    if (bytes != from) state.SkipWithError("two snapshots of one state differ");
    state.counters["bytes"] = static_cast<double>(bytes.size());
}

void restore(benchmark::State& state) {
    Space2 space = make_space(state.range(0));
    std::vector<std::byte> bytes, after, to;
    space.save(bytes);
    to = bytes;
    bool whole = true;
    in_turn(
        state, "x_floor", true, [&] { whole = whole && space.restore(bytes).has_value(); },
        [&] {
            std::memcpy(to.data(), bytes.data(), bytes.size());
            benchmark::ClobberMemory();
        });
    space.save(after);
    if (!whole || after != bytes) state.SkipWithError("restored another state");
    state.counters["bytes"] = static_cast<double>(bytes.size());
}

void state_hash(benchmark::State& state) {
    Space2 space = make_space(state.range(0));
    Scratch2 scratch;
    const std::uint64_t expected = space.state_hash(scratch);
    std::uint64_t hash = 0;
    for (auto _ : state)
        hash = space.state_hash(scratch);
    if (hash != expected) state.SkipWithError("hashed another state");
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

#define DIORAMA_SIZES ->Arg(10'000)->Arg(100'000)->Arg(1'000'000)
BENCHMARK_CAPTURE(propagate, flat, Shape::flat, false)
    ->Name("scene2d/propagate/flat") DIORAMA_SIZES;
BENCHMARK_CAPTURE(propagate, game, Shape::tree, false)
    ->Name("scene2d/propagate/game") DIORAMA_SIZES;
BENCHMARK_CAPTURE(propagate, wide, Shape::wide, false)
    ->Name("scene2d/propagate/wide") DIORAMA_SIZES;
BENCHMARK_CAPTURE(propagate, chain, Shape::chain, false)
    ->Name("scene2d/propagate/chain") DIORAMA_SIZES;
BENCHMARK_CAPTURE(propagate, shuffled, Shape::tree, true)
    ->Name("scene2d/propagate/shuffled_game") DIORAMA_SIZES;
BENCHMARK(propagate_world)->Name("scene2d/propagate_world/game") DIORAMA_SIZES;
BENCHMARK(save)->Name("scene2d/save/game") DIORAMA_SIZES;
BENCHMARK(restore)->Name("scene2d/restore/game") DIORAMA_SIZES;
BENCHMARK(state_hash)->Name("scene2d/state_hash/game")->Arg(10'000)->Arg(1'000'000);

}  // namespace
}  // namespace diorama::scene2d
