// SPDX-License-Identifier: MIT
/// \file
/// Worlds to bytes and back, in both formats, against floors over the same data.
///
/// Entities have a Name, a ChildOf and a Transform. Floors (PEERS.md, part C): `binary_floor`
/// writes and reads the same CSCN bytes from and to flat columns, with no world and no checks;
/// `json_floor` is a compact hand-written JSON writer with shortest floats, and simdjson on demand.
#include <benchmark/benchmark.h>

#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/name.hpp"

namespace diorama::document {
namespace {

constexpr std::uint32_t kNoParent = 0xffffffffu;

/// The same scene as flat columns.
struct Columns {
    std::vector<std::uint32_t> parent;
    std::vector<Transform> transform;
    std::vector<std::string> name;
};

/// About \p count entities: `game` is trees of 31 with 1, 2, 6, 10 and 12 nodes on levels 0 to 4;
/// `wide` is parents with 99 children each.
Columns make_columns(bool game, std::size_t count) {
    constexpr std::uint32_t kGameParent[31] = {kNoParent, 0,  0,  1,  1,  1,  2,  2,  2, 3, 3,
                                               4,         4,  5,  5,  6,  6,  7,  7,  9, 9, 10,
                                               10,        11, 11, 12, 12, 13, 13, 14, 14};
    Columns columns;
    std::uint64_t state = 1;
    const auto next = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<float>(static_cast<std::int32_t>(state >> 32)) / 16777216.0f;
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t tree = game ? 31 : 100;
        const std::uint32_t in_tree = i % tree;
        const std::uint32_t above = game ? kGameParent[in_tree] : in_tree == 0 ? kNoParent : 0;
        columns.parent.push_back(above == kNoParent ? kNoParent : i - in_tree + above);
        columns.transform.push_back(
            {{next(), next(), next()}, {next(), next(), next(), next()}, vec3(1)});
        char name[16];
        std::snprintf(name, sizeof(name), "Node_%06u", i);
        columns.name.emplace_back(name);
    }
    return columns;
}

World make_world(const Columns& columns) {
    World world;
    std::vector<Entity> entities;
    for (std::size_t i = 0; i < columns.parent.size(); ++i) {
        const std::uint32_t above = columns.parent[i];
        if (above == kNoParent)
            entities.push_back(world.spawn(Name{columns.name[i]}, columns.transform[i]));
        else
            entities.push_back(
                world.spawn(Name{columns.name[i]}, columns.transform[i], ChildOf{entities[above]}));
    }
    return world;
}

SceneRegistry make_registry() {
    SceneRegistry registry;
    register_scene_components(registry);
    return registry;
}

// The floor: the bytes of each component but its values never change, so they are copied whole.

struct Layout {
    std::string name_head, name_middle, link, transform;  // as the writer makes them
};

std::string u32(std::uint32_t value) {
    std::string bytes(4, '\0');
    std::memcpy(bytes.data(), &value, 4);
    return bytes;
}

std::string text(std::string_view value) {
    return u32(static_cast<std::uint32_t>(value.size())) + std::string(value);
}

Layout make_layout() {
    Layout layout;
    layout.name_head = text("Name") + u32(1) + text("value") + '\4';
    layout.link = text("ChildOf") + u32(1) + text("parent") + '\5' + std::string(8, '\0');
    layout.transform = text("Transform") + u32(3) + text("translation") + '\6' + u32(3) +
                       std::string(12, '\0') + text("rotation") + '\6' + u32(4) +
                       std::string(16, '\0') + text("scale") + '\6' + u32(3) +
                       std::string(12, '\0');
    return layout;
}

void floor_save(const Columns& columns, const Layout& layout, std::vector<char>& result) {
    std::vector<char> out;  // in fresh memory, as a save's result is
    out.resize(12 + columns.parent.size() * 256);
    char* to = out.data();
    const auto put = [&](const void* from, std::size_t size) {
        std::memcpy(to, from, size);
        to += size;
    };
    const auto count = static_cast<std::uint32_t>(columns.parent.size());
    const std::uint32_t version = 2;
    put("CSCN", 4), put(&version, 4), put(&count, 4);
    for (std::size_t i = 0; i < columns.parent.size(); ++i) {
        const bool root = columns.parent[i] == kNoParent;
        const std::uint32_t components = root ? 2 : 3;
        const auto size = static_cast<std::uint32_t>(columns.name[i].size());
        put(&components, 4);
        put(layout.name_head.data(), layout.name_head.size());
        put(&size, 4), put(columns.name[i].data(), size);
        if (!root) {
            const std::int64_t parent = columns.parent[i];
            put(layout.link.data(), layout.link.size());
            std::memcpy(to - 8, &parent, 8);
        }
        put(layout.transform.data(), layout.transform.size());
        std::memcpy(to - layout.transform.size() + 37, &columns.transform[i].translation, 12);
        std::memcpy(to - layout.transform.size() + 66, &columns.transform[i].rotation, 16);
        std::memcpy(to - 12, &columns.transform[i].scale, 12);
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
    result.swap(out);
}

void floor_load(const SceneBytes& bytes, const Layout& layout, Columns& columns) {
    const std::byte* from = bytes.data() + 8;
    std::uint32_t count = 0;
    std::memcpy(&count, from, 4), from += 4;
    columns = {};
    columns.parent.resize(count), columns.transform.resize(count), columns.name.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t components = 0, size = 0;
        std::memcpy(&components, from, 4), from += 4 + layout.name_head.size();
        std::memcpy(&size, from, 4), from += 4;
        columns.name[i].assign(reinterpret_cast<const char*>(from), size), from += size;
        std::int64_t parent = kNoParent;
        if (components == 3) {
            from += layout.link.size();
            std::memcpy(&parent, from - 8, 8);
        }
        columns.parent[i] = static_cast<std::uint32_t>(parent);
        std::memcpy(&columns.transform[i].translation, from + 37, 12);
        std::memcpy(&columns.transform[i].rotation, from + 66, 16);
        from += layout.transform.size();
        std::memcpy(&columns.transform[i].scale, from - 12, 12);
    }
}

/// Processor time of this thread, so that other work on the machine does not count.
double seconds(auto&& work) {
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    work();
    return now() - start;
}

double median(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/// Runs \p ours and \p floor in turn, and reports the medians' ratio beside \p bytes.
void compare(benchmark::State& state, std::size_t bytes, auto&& ours, auto&& floor) {
    std::vector<double> our_times, floor_times;
    ours(), floor(), ours(), floor();
    for (auto _ : state) {
        our_times.push_back(seconds(ours));
        floor_times.push_back(seconds(floor));
        state.SetIterationTime(our_times.back());
    }
    state.counters["x_floor"] = median(our_times) / median(floor_times);
    state.counters["bytes"] = static_cast<double>(bytes);
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
}

void binary_save(benchmark::State& state, bool game) {
    const Columns columns = make_columns(game, static_cast<std::size_t>(state.range(0)));
    const World world = make_world(columns);
    const SceneRegistry registry = make_registry();
    const Layout layout = make_layout();
    SceneBytes bytes;
    std::vector<char> floor_bytes;
    compare(
        state, registry.save_binary(world)->size(), [&] { bytes = *registry.save_binary(world); },
        [&] { floor_save(columns, layout, floor_bytes); });
    if (bytes.size() != floor_bytes.size() ||
        std::memcmp(bytes.data(), floor_bytes.data(), bytes.size()) != 0)
        state.SkipWithError("differs from the floor's bytes");
}

void binary_load(benchmark::State& state, bool game) {
    const Columns columns = make_columns(game, static_cast<std::size_t>(state.range(0)));
    const SceneRegistry registry = make_registry();
    const Layout layout = make_layout();
    const SceneBytes bytes = *registry.save_binary(make_world(columns));
    Columns back;
    std::vector<double> our_times, floor_times;
    for (auto _ : state) {
        World world;  // neither its making nor its end is timed
        our_times.push_back(seconds([&] { (void)registry.load(world, bytes, "bench"); }));
        floor_times.push_back(seconds([&] { floor_load(bytes, layout, back); }));
        state.SetIterationTime(our_times.back());
        if (world.entity_count() != columns.parent.size()) state.SkipWithError("lost entities");
    }
    if (back.parent != columns.parent) state.SkipWithError("the floor read something else");
    state.counters["x_floor"] = median(our_times) / median(floor_times);
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes.size()) * state.iterations());
}

void text_save(benchmark::State& state, bool game) {
    const World world = make_world(make_columns(game, static_cast<std::size_t>(state.range(0))));
    const SceneRegistry registry = make_registry();
    std::string written;
    for (auto _ : state) {
        state.SetIterationTime(seconds([&] { written = *registry.save_text(world); }));
    }
    if (written != *write_text(*registry.to_doc(world))) state.SkipWithError("differs");
    state.SetBytesProcessed(static_cast<std::int64_t>(written.size()) * state.iterations());
    state.SetItemsProcessed(state.range(0) * state.iterations());
}

void text_load(benchmark::State& state, bool game) {
    const SceneRegistry registry = make_registry();
    const std::string written = *registry.save_text(
        make_world(make_columns(game, static_cast<std::size_t>(state.range(0)))));
    for (auto _ : state) {
        World world;
        state.SetIterationTime(seconds(
            [&] { (void)registry.load(world, std::as_bytes(std::span(written)), "bench"); }));
        if (world.entity_count() != static_cast<std::size_t>(state.range(0)))
            state.SkipWithError("lost entities");
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(written.size()) * state.iterations());
    state.SetItemsProcessed(state.range(0) * state.iterations());
}

/// A document alone, of either format, in MB/s.
void document_codec(benchmark::State& state, bool binary, bool write) {
    const SceneRegistry registry = make_registry();
    const World world = make_world(make_columns(true, static_cast<std::size_t>(state.range(0))));
    const SceneDoc doc = *registry.to_doc(world);
    const std::string as_text = *write_text(doc);
    const SceneBytes as_binary = *write_binary(doc);
    for (auto _ : state) {
        if (write && binary) benchmark::DoNotOptimize(write_binary(doc));
        if (write && !binary) benchmark::DoNotOptimize(write_text(doc));
        if (!write && binary) benchmark::DoNotOptimize(read_binary(as_binary, "bench"));
        if (!write && !binary) benchmark::DoNotOptimize(read_text(as_text, "bench"));
    }
    const std::size_t bytes = binary ? as_binary.size() : as_text.size();
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
}

#define DIORAMA_BENCH(function, name, game) \
    BENCHMARK_CAPTURE(function, game, game) \
        ->Name(name)                        \
        ->Arg(100'000)                      \
        ->UseManualTime()                   \
        ->Unit(benchmark::kMillisecond)
DIORAMA_BENCH(binary_save, "document/save_binary/game", true);
DIORAMA_BENCH(binary_save, "document/save_binary/wide", false);
DIORAMA_BENCH(binary_load, "document/load_binary/game", true);
DIORAMA_BENCH(binary_load, "document/load_binary/wide", false);
DIORAMA_BENCH(text_save, "document/save_text/game", true);
DIORAMA_BENCH(text_load, "document/load_text/game", true);
#undef DIORAMA_BENCH

void write_binary_doc(benchmark::State& state) {
    document_codec(state, true, true);
}
void write_text_doc(benchmark::State& state) {
    document_codec(state, false, true);
}
void read_binary_doc(benchmark::State& state) {
    document_codec(state, true, false);
}
void read_text_doc(benchmark::State& state) {
    document_codec(state, false, false);
}
BENCHMARK(write_binary_doc)
    ->Name("document/write/binary")
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(write_text_doc)->Name("document/write/text")->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(read_binary_doc)
    ->Name("document/read/binary")
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(read_text_doc)->Name("document/read/text")->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace diorama::document
