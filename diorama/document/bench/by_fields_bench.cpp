// SPDX-License-Identifier: MIT
/// \file
/// What members that go through fields cost: a scene of Name, Transform and ChildOf against the
/// same with one more component on every entity, or three.
///
/// `ns_per_entity` is the plain scene's time, `more_ns` what the component adds, and `x_plain` the
/// time with it over the time without: medians of contenders that run in turn. What is loaded must
/// be saved as the same bytes again.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "diorama/document/bench/peers.hpp"
#include "diorama/document/bench/scene_columns.hpp"

namespace diorama::document::bench {
namespace {

struct Charge {
    std::optional<int> shots;
};
DIORAMA_COMPONENT(Charge, shots);

struct Item {
    std::string label;
    int count = 1;
};
DIORAMA_COMPONENT(Item, label, count);

struct Bag {
    std::vector<Item> items;
};
DIORAMA_COMPONENT(Bag, items);

struct Skills {
    std::map<std::string, int> level_of;
};
DIORAMA_COMPONENT(Skills, level_of);

enum class More { direct, optional, structs, map, three };

SceneRegistry registry_of_all() {
    SceneRegistry registry = make_registry();
    (void)registry.add<Charge>();
    (void)registry.add<Bag>();
    (void)registry.add<Skills>();
    return registry;
}

void add_more(World& world, More more) {
    int number = 0;
    for (const Entity entity : world.entities()) {
        const int i = number++;
        const bool three = more == More::three;
        if (more == More::direct) (void)world.add(entity, Health{1.5f, i % 7});
        if (more == More::optional || three)
            (void)world.add(entity, Charge{i % 2 == 0 ? std::optional(i) : std::nullopt});
        if (more == More::structs || three)
            (void)world.add(entity, Bag{{{"rope", i % 5}, {"lantern", 1}}});
        if (more == More::map || three)
            (void)world.add(entity, Skills{{{"climb", i % 9}, {"swim", 2}}});
    }
}

/// Saves and loads a scene, in either format.
class Contender {
  public:
    Contender(const Columns& columns, const SceneRegistry& registry, bool binary)
        : registry_(registry), binary_(binary), world_(make_world(columns)) {}

    World& world() { return world_; }
    void save() {
        const double start = thread_seconds();
        if (binary_)
            (void)registry_.save_binary_into(bytes_, world_);
        else
            text_ = *registry_.save_text(world_);
        save_times_.push_back(thread_seconds() - start);
    }
    void load() {
        World world;  // neither its making nor its end is timed
        const double start = thread_seconds();
        (void)registry_.load(world, saved(), "bench");
        load_times_.push_back(thread_seconds() - start);
    }
    /// Whether what is loaded is saved as the same again.
    [[nodiscard]] bool comes_back() const {
        World world;
        if (!registry_.load(world, saved(), "bench")) return false;
        if (binary_) return *registry_.save_binary(world) == bytes_;
        return *registry_.save_text(world) == text_;
    }
    [[nodiscard]] double median(bool loading) const {
        std::vector<double> times = loading ? load_times_ : save_times_;
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }

  private:
    [[nodiscard]] std::span<const std::byte> saved() const {
        return binary_ ? std::span<const std::byte>(bytes_) : std::as_bytes(std::span(text_));
    }

    const SceneRegistry& registry_;
    const bool binary_;
    World world_;
    SceneBytes bytes_;
    std::string text_;
    std::vector<double> save_times_, load_times_;
};

void by_fields(benchmark::State& state, More more, bool binary, bool loading) {
    const Columns columns = make_columns(Shape::game, static_cast<std::size_t>(state.range(0)));
    const SceneRegistry registry = registry_of_all();
    Contender plain(columns, registry, binary), with(columns, registry, binary);
    add_more(with.world(), more);
    plain.save(), with.save();
    for (auto _ : state) {
        const double start = thread_seconds();
        for (Contender* contender : {&plain, &with})
            loading ? contender->load() : contender->save();
        state.SetIterationTime(thread_seconds() - start);
    }
    if (!with.comes_back()) state.SkipWithError("what was loaded is saved as something else");
    const double least = plain.median(loading), most = with.median(loading);
    const double nanoseconds = 1e9 / static_cast<double>(state.range(0));
    state.counters["ns_per_entity"] = least * nanoseconds;
    state.counters["more_ns"] = (most - least) * nanoseconds;
    state.counters["x_plain"] = most / least;
}

#define DIORAMA_BENCH(operation, more, binary, loading)                           \
    BENCHMARK_CAPTURE(by_fields, operation##_##more, More::more, binary, loading) \
        ->Name("document/by_fields_" #operation "/" #more)                        \
        ->Arg(20'000)                                                             \
        ->UseManualTime()                                                         \
        ->Unit(benchmark::kMillisecond)
#define DIORAMA_BENCHES(more)                      \
    DIORAMA_BENCH(binary_save, more, true, false); \
    DIORAMA_BENCH(binary_load, more, true, true);  \
    DIORAMA_BENCH(text_save, more, false, false);  \
    DIORAMA_BENCH(text_load, more, false, true)
DIORAMA_BENCHES(direct);
DIORAMA_BENCHES(optional);
DIORAMA_BENCHES(structs);
DIORAMA_BENCHES(map);
DIORAMA_BENCHES(three);
#undef DIORAMA_BENCHES
#undef DIORAMA_BENCH

}  // namespace
}  // namespace diorama::document::bench
