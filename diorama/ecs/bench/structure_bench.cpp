// SPDX-License-Identifier: MIT
// Structural operations against the least that data of the same kind could cost: the same values
// written to flat arrays, a bare doubly linked list. Each iteration times both in turn; x_floor is
// the ratio of their medians. Where one size is twice another, x_half is the ratio of the times for
// all of its entities: what doubling costs.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <unistd.h>
#endif

#include "bench/scenes/forest.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::bench {
namespace {

/// Seconds of processor time of this thread, so that what else the machine does counts little.
double now() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
#else
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
#endif
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Gives freed memory back to the system, so that the next World meets fresh pages.
void forget_memory() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

/// Median times of one benchmark, ours and the floor's, and its counters.
class Times {
  public:
    void add(benchmark::State& state, double ours, double floor) {
        ours_.push_back(ours);
        floor_.push_back(floor);
        state.SetIterationTime(ours);
    }
    /// Reports for \p operations of one size of the group \p name, in which sizes grow.
    void report(benchmark::State& state, const std::string& name, std::uint32_t size,
                double operations) const {
        const double ours = median(ours_);
        state.counters["ns_per_entity"] = 1e9 * ours / operations;
        state.counters["x_floor"] = ours / median(floor_);
        static std::map<std::pair<std::string, std::uint32_t>, double> each;
        each[{name, size}] = ours / operations;
        const auto half = each.find({name, size / 2});
        if (half != each.end()) state.counters["x_half"] = 2 * (ours / operations) / half->second;
    }

  private:
    std::vector<double> ours_, floor_;
};

// Building.

enum class How { single, batch };

/// The values a hierarchy of placed entities can't do without, in flat arrays.
struct FlatScene {
    explicit FlatScene(std::size_t nodes) {
        handles.reserve(nodes);
        locals.reserve(nodes);
        links.reserve(nodes);
        worlds.reserve(nodes);
    }
    void build(const std::vector<std::uint32_t>& parents, const Transform& local) {
        for (std::uint32_t i = 0; i < parents.size(); ++i) {
            handles.emplace_back(i, 1u);
            locals.push_back(local);
            links.push_back({parents[i] == kNoNode ? Entity::null() : handles[parents[i]]});
            worlds.push_back({});
        }
        benchmark::DoNotOptimize(worlds.data());
    }
    struct Matrix {
        float values[12] = {};
    };
    std::vector<Entity> handles;
    std::vector<Transform> locals;
    std::vector<ChildOf> links;
    std::vector<Matrix> worlds;
};

void build_in(World& world, How how, const std::vector<std::uint32_t>& parents,
              const Transform& local, std::vector<Entity>& made) {
    if (how == How::batch) {
        static_cast<void>(world.spawn_batch(made, [&](std::uint32_t i) {
            return std::tuple(local, parents[i] == kNoNode
                                         ? std::nullopt
                                         : std::optional(ChildOf{made[parents[i]]}));
        }));
        return;
    }
    for (std::uint32_t i = 0; i < parents.size(); ++i)
        made[i] = parents[i] == kNoNode ? world.spawn(local)
                                        : world.spawn(local, ChildOf{made[parents[i]]});
}

bool is_built(World& world, const std::vector<std::uint32_t>& parents,
              const std::vector<Entity>& made) {
    std::vector<std::size_t> seen(parents.size(), 0);
    for (std::uint32_t i = 0; i < parents.size(); ++i) {
        if (parents[i] == kNoNode) {
            if (!world.parent(made[i]).is_null()) return false;
            continue;
        }
        if (world.parent(made[i]) != made[parents[i]]) return false;
        // Children come in the order they were made.
        if (i % 101 == 0 && world.children(made[parents[i]])[seen[parents[i]]] != made[i])
            return false;
        ++seen[parents[i]];
    }
    return world.entity_count() == parents.size();
}

void build(benchmark::State& state, const std::string& name, Shape shape, std::uint32_t nodes,
           How how, bool reserved) {
    const std::vector<std::uint32_t> parents = parents_of(shape, nodes);
    std::vector<Entity> made(nodes);
    std::mt19937 random(1);
    const Transform local = local_of(random);
    Times times;
    const auto floor_time = [&] {
        FlatScene flat(nodes);
        if (reserved) {
            flat.build(parents, local);
            flat.handles.clear();
            flat.locals.clear();
            flat.links.clear();
            flat.worlds.clear();
        }
        const auto start = now();
        flat.build(parents, local);
        return now() - start;
    };
    const auto our_time = [&](bool check) {
        World world;
        if (reserved) {
            world.reserve<Transform>(nodes);
            if (shape != Shape::flat) world.reserve<Transform, ChildOf>(nodes);
        }
        const auto start = now();
        build_in(world, how, parents, local, made);
        const double time = now() - start;
        if (check && !is_built(world, parents, made)) state.SkipWithError("is not what was asked");
        return time;
    };
    our_time(true);
    for (auto _ : state) {
        forget_memory();
        const double floor = floor_time();
        forget_memory();
        times.add(state, our_time(false), floor);
    }
    times.report(state, name, nodes, nodes);
}

// Memory.

/// Bytes of memory the program holds: what it has asked for and never touched is none.
double held() {
    double pages = 0;
#if defined(__linux__)
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        long all = 0, resident = 0;
        if (std::fscanf(file, "%ld %ld", &all, &resident) == 2)
            pages = static_cast<double>(resident);
        std::fclose(file);
    }
    pages *= static_cast<double>(sysconf(_SC_PAGESIZE));
#endif
    return pages;
}

/// What a World of \p nodes placed entities takes, everything counted but the list of handles.
void memory(benchmark::State& state, Shape shape, std::uint32_t nodes, How how) {
    const std::vector<std::uint32_t> parents = parents_of(shape, nodes);
    std::vector<Entity> made(nodes);
    std::mt19937 random(1);
    const Transform local = local_of(random);
    double taken = 0;
    for (auto _ : state) {
        forget_memory();
        const double before = held(), start = now();
        World world;
        build_in(world, how, parents, local, made);
        state.SetIterationTime(now() - start);
        // What growing vectors have left behind is not the World's.
        forget_memory();
        taken = held() - before;
        if (!is_built(world, parents, made)) state.SkipWithError("is not what was asked");
    }
    state.counters["bytes_per_entity"] = taken / nodes;
}

// Marking.

/// Writes the Transforms of \p count random ones of \p nodes, each once.
void mark(benchmark::State& state, std::uint32_t nodes, std::uint32_t count) {
    World world;
    std::vector<Entity> made(nodes);
    static_cast<void>(
        world.spawn_batch(made, [](std::uint32_t) { return std::tuple(Transform{}); }));
    struct Flat {
        Transform local;
        Tick changed;
    };
    std::vector<Flat> flat(nodes);
    std::mt19937 random(1);
    std::shuffle(made.begin(), made.end(), random);
    auto changed = world.query<Changed<Transform>>();
    changed.each([](Entity) {});
    detail::PlacementStore& store = world.core().placement();
    Times times;
    std::uint32_t at = 0;
    for (auto _ : state) {
        // As propagation leaves it.
        for (std::uint32_t id = 1; id < store.block_ids(); ++id)
            store.block(id).dirty = {};
        std::fill(store.dirty_blocks().begin(), store.dirty_blocks().end(), 0);
        changed.each([](Entity) {});
        if (at + count > nodes) at = 0;
        const auto list = std::span(made).subspan(at, count);
        at += count;
        const float value = static_cast<float>(at);
        auto start = now();
        for (const Entity entity : list) {
            flat[entity.index()].local.translation.x = value;
            flat[entity.index()].changed = at;
        }
        const double floor = now() - start;
        benchmark::DoNotOptimize(flat.data());
        start = now();
        for (const Entity entity : list)
            world.get_mut<Transform>(entity)->translation.x = value;
        times.add(state, now() - start, floor);
    }
    if (changed.count() != count) state.SkipWithError("marks other rows than were written");
    times.report(state, "mark", nodes, count);
}

// Many children of one parent.

void spawn_children(benchmark::State& state, std::uint32_t count) {
    std::vector<Entity> made(count);
    Times times;
    for (auto _ : state) {
        double time[2];
        for (const bool under_one : {false, true}) {
            forget_memory();
            World world;
            const Entity parent = world.spawn(Transform{});
            const auto start = now();
            for (std::uint32_t i = 0; i < count; ++i)
                made[i] = under_one ? world.spawn(Transform{}, ChildOf{parent})
                                    : world.spawn(Transform{});
            time[under_one] = now() - start;
            if (!under_one) continue;
            const Children children = world.children(parent);
            if (children.size() != count || children[count / 2] != made[count / 2])
                state.SkipWithError("children are not in order");
        }
        // What it costs more than spawning the same free.
        times.add(state, time[1], time[0]);
    }
    times.report(state, "spawn_children", count, count);
    state.counters["x_free"] = state.counters["x_floor"];
    state.counters.erase("x_floor");
}

/// A doubly linked list over flat arrays and a dense list of members: the floor for one child.
struct BareList {
    explicit BareList(std::uint32_t count) : links(count), places(count), dense(count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            links[i] = {i == 0 ? count - 1 : i - 1, i + 1 == count ? 0 : i + 1};
            places[i] = dense[i] = i;
        }
    }
    void take_out(std::uint32_t i) {
        links[links[i].prev].next = links[i].next;
        links[links[i].next].prev = links[i].prev;
    }
    void put_before(std::uint32_t i, std::uint32_t sibling) {
        links[i] = {links[sibling].prev, sibling};
        links[links[i].prev].next = i;
        links[sibling].prev = i;
    }
    void end(std::uint32_t i) {
        take_out(i);
        dense[places[i]] = dense.back();
        places[dense.back()] = places[i];
        dense.pop_back();
    }
    struct Link {
        std::uint32_t prev, next;
    };
    std::vector<Link> links;
    std::vector<std::uint32_t> places, dense;
};

/// One parent with many children, in a World and bare.
struct Family {
    explicit Family(std::uint32_t count) : made(count), bare(count) {
        parent = world.spawn(Transform{});
        static_cast<void>(world.spawn_batch(
            made, [&](std::uint32_t) { return std::tuple(Transform{}, ChildOf{parent}); }));
        first = made.front().index();
        std::mt19937 random(1);
        std::shuffle(made.begin(), made.end(), random);
    }
    World world;
    Entity parent;
    std::vector<Entity> made;  // shuffled
    BareList bare;
    std::uint32_t first;  // index of the first child
};

/// Times \p ours and \p floor, called for random children, in turn.
void one_child(benchmark::State& state, const std::string& name, std::uint32_t count,
               bool (*ours)(Family&, Entity), void (*floor)(BareList&, std::uint32_t)) {
    auto family = std::make_unique<Family>(count);
    const std::uint32_t round = std::min(10'000u, count / 4);
    Times times;
    bool right = true;
    std::size_t at = 0;
    for (auto _ : state) {
        if (at + round > count / 2) {
            at = 0;
            if (name == "despawn") {
                // Half are gone: a new family, untimed.
                family = nullptr;
                family = std::make_unique<Family>(count);
            }
        }
        const auto list = std::span(family->made).subspan(at, round);
        at += round;
        auto start = now();
        for (const Entity child : list)
            floor(family->bare, child.index() - family->first);
        const double floor_time = now() - start;
        start = now();
        for (const Entity child : list)
            right = ours(*family, child) && right;
        times.add(state, now() - start, floor_time);
    }
    const Children children = family->world.children(family->parent);
    const Entity middle = children[children.size() / 2];
    if (!right || children.index_of(middle) != children.size() / 2)
        state.SkipWithError("the list is not what was asked");
    times.report(state, name, count, round);
}

void register_all() {
    const auto timed = [](const std::string& label, auto run) {
        return benchmark::RegisterBenchmark(("ecs/" + label).c_str(), run)
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
    };
    for (const Shape shape : {Shape::flat, Shape::wide, Shape::game, Shape::chain}) {
        for (const auto& [how, word] : {std::pair(How::single, "single"), {How::batch, "batch"}}) {
            for (const bool reserved : {true, false}) {
                const std::string name = std::string("build/") + word +
                                         (reserved ? "_reserved/" : "_fresh/") +
                                         std::string(name_of(shape));
                for (const std::uint32_t nodes :
                     {10'000u, 500'000u, 1'000'000u, 2'000'000u, 4'000'000u}) {
                    // Doubling is looked at where memory is fresh.
                    if (reserved && nodes != 10'000 && nodes != 1'000'000) continue;
                    timed(name + "/" + std::to_string(nodes), [=, how = how](benchmark::State& s) {
                        build(s, name, shape, nodes, how, reserved);
                    });
                }
            }
        }
    }
    for (const Shape shape : {Shape::flat, Shape::wide, Shape::game, Shape::chain})
        for (const auto& [how, word] : {std::pair(How::single, "single"), {How::batch, "batch"}})
            // Once: what an earlier round leaves in the allocator is not the World's.
            timed(std::string("memory/") + word + "/" + std::string(name_of(shape)) + "/1000000",
                  [=, how = how](benchmark::State& s) { memory(s, shape, 1'000'000, how); })
                ->Iterations(1);
    timed("mark/all/10000", [](benchmark::State& s) { mark(s, 10'000, 10'000); });
    timed("mark/random1/1000000", [](benchmark::State& s) { mark(s, 1'000'000, 10'000); });
    for (const std::uint32_t count : {10'000u, 320'000u, 640'000u, 1'280'000u})
        timed("spawn_children/" + std::to_string(count),
              [=](benchmark::State& s) { spawn_children(s, count); });
    const auto each_size = [&](const std::string& name, auto ours, auto floor) {
        for (const std::uint32_t count :
             {10'000u, 1'000'000u, 2'000'000u, 4'000'000u, 10'000'000u}) {
            // So large a family takes two gigabytes and a second to make: once is enough.
            if (count == 10'000'000 && name != "despawn") continue;
            timed(name + "_one_child/" + std::to_string(count),
                  [=](benchmark::State& s) { one_child(s, name, count, ours, floor); });
        }
    };
    const auto move = [](BareList& bare, std::uint32_t i) {
        bare.take_out(i);
        bare.put_before(i, i == 0 ? 1 : 0);
    };
    each_size(
        "despawn", [](Family& f, Entity child) { return f.world.despawn(child).has_value(); },
        [](BareList& bare, std::uint32_t i) { bare.end(i); });
    each_size(
        "reparent",
        [](Family& f, Entity child) {
            return f.world.detach(child) && f.world.reparent(child, f.parent);
        },
        move);
    each_size(
        "reorder",
        [](Family& f, Entity child) {
            return f.world.move_child_to(child, f.made.size() / 2).has_value();
        },
        move);
    each_size(
        "find",
        [](Family& f, Entity child) {
            const Children children = f.world.children(f.parent);
            return children[children.index_of(child)] == child;
        },
        move);
}

const bool registered = (register_all(), true);

}  // namespace
}  // namespace diorama::bench
