// SPDX-License-Identifier: MIT
/// \file
/// Worlds to bytes and back, in both formats, against floors and peers over the same data; and
/// documents alone.
///
/// Entities have a Name, a Transform and, below a root, a ChildOf; `rich` ones Health and Velocity
/// too. `x_floor` is our time over the floor's, see scene_columns.hpp; `x_entt` and `x_json` are
/// the peer's time over ours, see peers.hpp. Contenders run in turn, and medians are compared.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "diorama/document/bench/peers.hpp"
#include "diorama/document/bench/scene_columns.hpp"
#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_text.hpp"

namespace diorama::document::bench {
namespace {

double seconds(auto&& work) {
    const double start = thread_seconds();
    work();
    return thread_seconds() - start;
}

double median(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// The times of one contender.
struct Times {
    std::vector<double> all;

    void add(double time) { all.push_back(time); }
    [[nodiscard]] double over(const Times& other) const { return median(all) / median(other.all); }
};

void report(benchmark::State& state, std::size_t bytes, const Times& ours) {
    state.counters["bytes"] = static_cast<double>(bytes);
    state.counters["ns_per_entity"] = median(ours.all) * 1e9 / static_cast<double>(state.range(0));
}

/// \p again: each save into the memory of the one before, else into fresh memory.
void binary_save(benchmark::State& state, Shape shape, bool again) {
    const Columns columns = make_columns(shape, static_cast<std::size_t>(state.range(0)));
    const World world = make_world(columns);
    const SceneRegistry registry = make_registry();
    const Layout layout;
    SceneBytes bytes, floor_bytes;
    std::vector<char> entt_bytes;
    const EnttScene entt(columns);
    Times ours, floor, peer;
    int untimed = 2;
    for (auto _ : state) {
        do {
            if (!again) {
                SceneBytes().swap(bytes);
                SceneBytes().swap(floor_bytes);
                std::vector<char>().swap(entt_bytes);
                (void)::malloc_trim(0);  // or whose memory is at hand would be chance
            }
            const double time = seconds([&] { (void)registry.save_binary_into(bytes, world); });
            const double least = seconds([&] { floor_save(columns, layout, floor_bytes); });
            const double theirs = seconds([&] { entt.save(entt_bytes); });
            state.SetIterationTime(time);
            if (untimed > 0) continue;
            ours.add(time), floor.add(least), peer.add(theirs);
        } while (untimed-- > 0);
    }
    if (bytes.size() != floor_bytes.size() ||
        std::memcmp(bytes.data(), floor_bytes.data(), bytes.size()) != 0)
        state.SkipWithError("differs from the floor's bytes");
    report(state, bytes.size(), ours);
    state.counters["x_floor"] = ours.over(floor);
    if (EnttScene::kAvailable) state.counters["x_entt"] = peer.over(ours);
}

void binary_load(benchmark::State& state, Shape shape) {
    const Columns columns = make_columns(shape, static_cast<std::size_t>(state.range(0)));
    const SceneRegistry registry = make_registry();
    const Layout layout;
    const SceneBytes bytes = *registry.save_binary(make_world(columns));
    std::vector<char> entt_bytes;
    EnttScene(columns).save(entt_bytes);
    Columns back;
    Times ours, floor, peer;
    int untimed = 2;
    for (auto _ : state) {
        do {
            World world;  // neither its making nor its end is timed
            const double time = seconds([&] { (void)registry.load(world, bytes, "bench"); });
            const double least =
                seconds([&] { floor_load(bytes, layout, shape == Shape::rich, back); });
            double theirs = 0;
            const std::size_t loaded = EnttScene::load(entt_bytes, theirs);
            if (world.entity_count() != columns.parent.size() ||
                (EnttScene::kAvailable && loaded != columns.parent.size()))
                state.SkipWithError("lost entities");
            state.SetIterationTime(time);
            if (untimed > 0) continue;
            ours.add(time), floor.add(least), peer.add(theirs);
        } while (untimed-- > 0);
    }
    World world;
    (void)registry.load(world, bytes, "bench");
    if (*registry.save_binary(world) != bytes) state.SkipWithError("the world is another");
    if (back.parent != columns.parent) state.SkipWithError("the floor read something else");
    report(state, bytes.size(), ours);
    state.counters["x_floor"] = ours.over(floor);
    if (EnttScene::kAvailable) state.counters["x_entt"] = peer.over(ours);
}

void text_save(benchmark::State& state, Shape shape) {
    const Columns columns = make_columns(shape, static_cast<std::size_t>(state.range(0)));
    const World world = make_world(columns);
    const SceneRegistry registry = make_registry();
    std::string written, json;
    Times ours, peer;
    int untimed = 2;
    for (auto _ : state) {
        do {
            const double time = seconds([&] { written = *registry.save_text(world); });
            const double theirs = seconds([&] { json_save(columns, json); });
            state.SetIterationTime(time);
            if (untimed > 0) continue;
            ours.add(time), peer.add(theirs);
        } while (untimed-- > 0);
    }
    if (written != *write_text(*registry.to_doc(world))) state.SkipWithError("differs");
    report(state, written.size(), ours);
    state.counters["x_json"] = peer.over(ours);
}

void text_load(benchmark::State& state, Shape shape) {
    const Columns columns = make_columns(shape, static_cast<std::size_t>(state.range(0)));
    const SceneRegistry registry = make_registry();
    const std::string written = *registry.save_text(make_world(columns));
    std::string json;
    json_save(columns, json);
    json.reserve(json.size() + 64);
    Columns back;
    Times ours, peer;
    int untimed = 2;
    for (auto _ : state) {
        do {
            World world;
            const auto bytes = std::as_bytes(std::span(written));
            const double time = seconds([&] { (void)registry.load(world, bytes, "bench"); });
            const double theirs = seconds([&] { json_load(json, shape == Shape::rich, back); });
            if (world.entity_count() != columns.parent.size()) state.SkipWithError("lost entities");
            state.SetIterationTime(time);
            if (untimed > 0) continue;
            ours.add(time), peer.add(theirs);
        } while (untimed-- > 0);
    }
    World world;
    (void)registry.load(world, std::as_bytes(std::span(written)), "bench");
    if (*registry.save_text(world) != written) state.SkipWithError("the world is another");
    if (back.parent != columns.parent || back.name != columns.name ||
        (shape == Shape::rich && back.health.back().lives != columns.health.back().lives))
        state.SkipWithError("the JSON pair read something else");
    report(state, written.size(), ours);
    state.counters["x_json"] = peer.over(ours);
}

/// A document alone, of either format, in MB/s, beside copying the same bytes and beside simdjson's
/// parse of JSON of the same scene.
void document_codec(benchmark::State& state, bool binary, bool write) {
    const SceneRegistry registry = make_registry();
    const Columns columns = make_columns(Shape::game, static_cast<std::size_t>(state.range(0)));
    const World world = make_world(columns);
    const SceneDoc doc = *registry.to_doc(world);
    const std::string as_text = *write_text(doc);
    const SceneBytes as_binary = *write_binary(doc);
    std::string json, copy;
    json_save(columns, json);
    const std::size_t bytes = binary ? as_binary.size() : as_text.size();
    const char* const source =
        binary ? reinterpret_cast<const char*>(as_binary.data()) : as_text.data();
    Times ours, copying, parsing;
    bool right = true;
    for (auto _ : state) {
        const double time = seconds([&] {
            if (write && binary) right = right && *write_binary(doc) == as_binary;
            if (write && !binary) right = right && *write_text(doc) == as_text;
            if (!write && binary) right = right && read_binary(as_binary, "bench").has_value();
            if (!write && !binary) right = right && read_text(as_text, "bench").has_value();
        });
        ours.add(time);
        state.SetIterationTime(time);
        copying.add(seconds([&] {
            copy.assign(source, bytes);
            benchmark::DoNotOptimize(copy.data());
        }));
        parsing.add(seconds([&] { benchmark::DoNotOptimize(json_parse(json)); }));
    }
    if (!right) state.SkipWithError("differs");
    const auto rate = [](std::size_t size, const Times& times) {
        return static_cast<double>(size) * 1e-6 / median(times.all);
    };
    state.counters["MB_per_s"] = rate(bytes, ours);
    state.counters["memcpy_MB_per_s"] = rate(bytes, copying);
    state.counters["simdjson_MB_per_s"] = rate(json.size(), parsing);
}

#define DIORAMA_BENCH_SAVE(name, shape, again, ...)                       \
    BENCHMARK_CAPTURE(binary_save, shape, Shape::shape, again)            \
        ->Name("document/" #name "/" #shape) __VA_ARGS__->UseManualTime() \
        ->Unit(benchmark::kMillisecond)
DIORAMA_BENCH_SAVE(binary_save, game, false, ->Arg(10'000)->Arg(100'000)->Arg(200'000));
DIORAMA_BENCH_SAVE(binary_save, wide, false, ->Arg(100'000));
DIORAMA_BENCH_SAVE(binary_save, rich, false, ->Arg(10'000)->Arg(1'000'000));
DIORAMA_BENCH_SAVE(binary_save_again, game, true, ->Arg(10'000)->Arg(100'000)->Arg(200'000));
DIORAMA_BENCH_SAVE(binary_save_again, wide, true, ->Arg(100'000));
DIORAMA_BENCH_SAVE(binary_save_again, rich, true, ->Arg(10'000)->Arg(1'000'000));
#undef DIORAMA_BENCH_SAVE
#define DIORAMA_BENCH(name, shape, ...)                                   \
    BENCHMARK_CAPTURE(name, shape, Shape::shape)                          \
        ->Name("document/" #name "/" #shape) __VA_ARGS__->UseManualTime() \
        ->Unit(benchmark::kMillisecond)
DIORAMA_BENCH(binary_load, game, ->Arg(10'000)->Arg(100'000)->Arg(200'000));
DIORAMA_BENCH(binary_load, wide, ->Arg(100'000));
DIORAMA_BENCH(binary_load, rich, ->Arg(10'000)->Arg(1'000'000));
DIORAMA_BENCH(text_save, game, ->Arg(10'000)->Arg(100'000)->Arg(200'000));
DIORAMA_BENCH(text_save, wide, ->Arg(100'000));
DIORAMA_BENCH(text_save, rich, ->Arg(1'000'000));
DIORAMA_BENCH(text_load, game, ->Arg(10'000)->Arg(100'000)->Arg(200'000));
DIORAMA_BENCH(text_load, wide, ->Arg(100'000));
DIORAMA_BENCH(text_load, rich, ->Arg(1'000'000));
#undef DIORAMA_BENCH

#define DIORAMA_BENCH(name, binary, write)                 \
    BENCHMARK_CAPTURE(document_codec, name, binary, write) \
        ->Name("document/" #name)                          \
        ->Arg(100'000)                                     \
        ->UseManualTime()                                  \
        ->Unit(benchmark::kMillisecond)
DIORAMA_BENCH(write_binary, true, true);
DIORAMA_BENCH(write_text, false, true);
DIORAMA_BENCH(read_binary, true, false);
DIORAMA_BENCH(read_text, false, false);
#undef DIORAMA_BENCH

}  // namespace
}  // namespace diorama::document::bench
