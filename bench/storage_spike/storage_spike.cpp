// SPDX-License-Identifier: MIT
/// \file
/// Times placement layouts against the floors of the performance goals;
/// docs/design/placement-storage.md holds what came out. Usage: storage_spike [part] [nodes]
/// [shape]
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>

#include "islands.hpp"
#include "sparse.hpp"

namespace spike {
namespace {

u32 g_tick = 1;

double now_ns() {
    return double(std::chrono::duration_cast<std::chrono::nanoseconds>(
                      std::chrono::steady_clock::now().time_since_epoch())
                      .count());
}

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v.empty() ? 0 : v[v.size() / 2];
}

struct Timing {
    double ns, ratio,
        least;  ///< median of the pass, of the ratio, and the best pass over the best floor
};

using Step = std::function<void()>;

/// Two untimed rounds, then floor and pass in alternation.
Timing alternate(const Step& floor, const Step& prepare, const Step& pass, u32 rounds) {
    std::vector<double> times, floors, ratios;
    for (u32 i = 0; i < rounds + 2; ++i) {
        double t = now_ns();
        floor();
        const double f = now_ns() - t;
        prepare();
        t = now_ns();
        pass();
        const double p = now_ns() - t;
        if (i < 2) continue;
        times.push_back(p);
        floors.push_back(f);
        ratios.push_back(p / f);
    }
    return {median(times), median(ratios),
            *std::min_element(times.begin(), times.end()) /
                *std::min_element(floors.begin(), floors.end())};
}

void naive(const float* t, const float* p, float* g) {
    const float x2 = t[3] + t[3], y2 = t[4] + t[4], z2 = t[5] + t[5];
    const float xx = t[3] * x2, xy = t[3] * y2, xz = t[3] * z2, yy = t[4] * y2, yz = t[4] * z2,
                zz = t[5] * z2;
    const float wx = t[6] * x2, wy = t[6] * y2, wz = t[6] * z2;
    const float l[12] = {
        (1 - (yy + zz)) * t[7], (xy - wz) * t[8],       (xz + wy) * t[9],       t[0],
        (xy + wz) * t[7],       (1 - (xx + zz)) * t[8], (yz - wx) * t[9],       t[1],
        (xz - wy) * t[7],       (yz + wx) * t[8],       (1 - (xx + yy)) * t[9], t[2]};
    for (u32 i = 0; i < 3; ++i)
        for (u32 j = 0; j < 4; ++j)
            g[i * 4 + j] = p == nullptr
                               ? l[i * 4 + j]
                               : p[i * 4] * l[j] + p[i * 4 + 1] * l[4 + j] +
                                     p[i * 4 + 2] * l[8 + j] + (j == 3 ? p[i * 4 + 3] : 0.0f);
}

/// Compares every world matrix with a plain recomputation, bit for bit.
template <bool Wide>
void check(const Forest& f, Store& s, const char* what) {
    std::vector<u32> depth;
    std::vector<float> world(std::size_t(f.size()) * 12);
    u32 wrong = 0;
    for (const u32 e : pre_order(f, depth)) {
        float t[10];
        for (u32 k = 0; k < 10; ++k)
            t[k] = *local_of<Wide>(s, s.row_of[e], k);
        naive(t, f.parent[e] == kNone ? nullptr : &world[f.parent[e] * 12u], &world[e * 12u]);
        const float* g = s.block(s.row_of[e]).world(s.row_of[e] & 255);
        wrong += std::memcmp(g, &world[e * 12u], 48) != 0;
    }
    if (wrong != 0) {
        std::printf("WRONG %s: %u rows\n", what, wrong);
        std::exit(1);
    }
}

template <bool Wide>
void nudge_all(Store& s) {
    for (const u32 row : s.row_of)
        if (row != 0) *local_of<Wide>(s, row, 0) += 0.001f;
}

Step best_floor(FloorArrays& a) {
    double plain = 1e30, stream = 1e30;
    for (u32 i = 0; i < 7; ++i) {
        double t = now_ns();
        floor_all<false>(a, ++g_tick);
        plain = std::min(plain, now_ns() - t);
        t = now_ns();
        floor_all<true>(a, ++g_tick);
        stream = std::min(stream, now_ns() - t);
    }
    std::printf("# floor: plain %.2f, streaming %.2f ns an entity\n", plain / a.count,
                stream / a.count);
    if (stream < plain) return [&a] { floor_all<true>(a, ++g_tick); };
    return [&a] { floor_all<false>(a, ++g_tick); };
}

template <bool Wide>
void full(const char* name, const Forest& f, Store& s, const Step& floor, u32 rounds) {
    pass_all<Wide>(s, ++g_tick);
    check<Wide>(f, s, name);
    const Timing t =
        alternate(floor, [&] { nudge_all<Wide>(s); }, [&] { pass_all<Wide>(s, ++g_tick); }, rounds);
    check<Wide>(f, s, name);
    std::printf("full   %-22s %8.0f us  %5.2fx  (least %4.2fx)\n", name, t.ns / 1e3, t.ratio,
                t.least);
}

template <bool Wide>
void full_list(const char* name, const Forest& f, Store& s, const Step& floor, u32 rounds,
               bool by_row) {
    std::vector<u32> depth, rows;
    const std::vector<u32> order = pre_order(f, depth);
    std::vector<std::pair<u64, u32>> keys;  // depth, then the row or the place in pre-order
    for (std::size_t i = 0; i < order.size(); ++i)
        keys.emplace_back(u64(depth[order[i]]) << 32 | (by_row ? s.row_of[order[i]] : i), order[i]);
    std::sort(keys.begin(), keys.end());
    for (const auto& [key, e] : keys)
        rows.push_back(s.row_of[e]);
    const Timing t = alternate(
        floor, [&] { nudge_all<Wide>(s); }, [&] { pass_list<Wide>(s, rows, ++g_tick); }, rounds);
    check<Wide>(f, s, name);
    std::printf("full   %-22s %8.0f us  %5.2fx  (least %4.2fx)\n", name, t.ns / 1e3, t.ratio,
                t.least);
}

/// Sets of entities for the sparse passes, and what each affects in creation order.
struct Sets {
    std::vector<std::vector<u32>> marked, affected;
};

Sets sparse_sets(const Forest& f, bool leaves, bool wide) {
    const Children c = children_of(f);
    std::vector<u32> depth, from;
    const std::vector<u32> order = pre_order(f, depth);
    for (const u32 e : order) {
        const bool leaf = c.begin[e] == c.begin[e + 1];
        if (leaves ? leaf : wide ? depth[e] == 2 : depth[e] == 0) from.push_back(e);
    }
    std::mt19937 random(7);
    const u32 count = leaves ? f.size() / 100 : std::max<u32>(1, u32(from.size()) / 100);
    Sets sets;
    for (u32 i = 0; i < 8; ++i) {
        std::shuffle(from.begin(), from.end(), random);
        sets.marked.emplace_back(
            from.begin(),
            from.begin() + std::min<std::ptrdiff_t>(count, std::ptrdiff_t(from.size())));
        std::vector<u32> all = sets.marked.back();
        for (std::size_t k = 0; k < all.size(); ++k)
            all.insert(all.end(), c.child.begin() + c.begin[all[k]],
                       c.child.begin() + c.begin[all[k] + 1]);
        std::sort(all.begin(), all.end());
        sets.affected.push_back(std::move(all));
    }
    return sets;
}

template <bool Wide>
void sparse(const char* kind, const char* name, const Forest& f, Store& s, FloorArrays& a,
            const Sets& sets, u32 rounds) {
    SparsePass pass;
    std::vector<double> marks;
    u32 round = 0, wrote = 0;
    const auto set = [&] { return round % sets.marked.size(); };
    pass_all<Wide>(s, ++g_tick);
    const Timing t = alternate([&] { floor_list(a, sets.affected[set()], ++g_tick); },
                               [&] {
                                   const auto& list = sets.marked[set()];
                                   const double from = now_ns();
                                   for (const u32 e : list) {
                                       *local_of<Wide>(s, s.row_of[e], 0) += 0.001f;
                                       s.mark(s.row_of[e], g_tick);
                                   }
                                   marks.push_back((now_ns() - from) / double(list.size()));
                               },
                               [&] {
                                   wrote = pass.run<Wide>(s, ++g_tick);
                                   ++round;
                               },
                               rounds);
    check<Wide>(f, s, name);
    std::printf("%-6s %-22s %8.1f us  %5.2fx  (least %4.2fx)  mark %.1f ns  rows %u of %zu\n", kind,
                name, t.ns / 1e3, t.ratio, t.least, median(marks), wrote,
                sets.affected[(round - 1) % 8].size());
}

template <bool Wide>
void everything(const char* name, const Forest& f, Store& s, FloorArrays& a, const Step& floor,
                const Sets& leaves, const Sets& roots, u32 rounds) {
    full<Wide>(name, f, s, floor, rounds);
    sparse<Wide>("leaves", name, f, s, a, leaves, rounds * 2);
    sparse<Wide>("roots", name, f, s, a, roots, rounds * 2);
}

std::vector<Group> cut(std::vector<Group> one, u32 rows) {
    std::vector<Group> out;
    const auto& order = one[0].entities;
    for (std::size_t at = 0; at < order.size(); at += rows)
        out.push_back({0,
                       {order.begin() + std::ptrdiff_t(at),
                        order.begin() + std::ptrdiff_t(std::min(order.size(), at + rows))}});
    return out;
}

void orders(const char* shape, u32 n) {
    const Forest f = make_forest(shape, n, 1);
    const bool wide = std::string_view(shape) == "wide";
    const u32 rounds = n > 300000 ? 9 : 31;
    FloorArrays a(f.size());
    std::printf("== %s %u nodes\n", shape, f.size());
    const Step floor = best_floor(a);
    const Sets leaves = sparse_sets(f, true, wide), roots = sparse_sets(f, false, wide);
    const auto run = [&](const char* name, const std::vector<Group>& groups, u32 align) {
        everything<false>(name, f, *lay_out<false>(f, groups, align), a, floor, leaves, roots,
                          rounds);
    };
    run("A 16 tables, level", level_groups(f, true), 8);
    run("B level", level_groups(f, false), 8);
    run("B pre-order", island_groups(f, 1), 1);
    for (const u32 k : {256u, 1024u, 4096u, 65536u})
        run(("B islands " + std::to_string(k)).c_str(), island_groups(f, k), 1);
    everything<true>("B level, wide rows", f, *lay_out<true>(f, level_groups(f, false), 8), a,
                     floor, leaves, roots, rounds);
    everything<true>("B islands 4096, wide", f, *lay_out<true>(f, island_groups(f, 4096), 1), a,
                     floor, leaves, roots, rounds);
}

void churned(const char* shape, u32 n) {
    Forest f = make_forest(shape, n, 1);
    const Forest before = f;
    const bool wide = std::string_view(shape) == "wide";
    const u32 rounds = n > 300000 ? 9 : 31;
    FloorArrays a(f.size());
    std::printf("== churned %s %u nodes\n", shape, f.size());
    const Step floor = best_floor(a);
    const std::vector<Edit> edits = churn(f, n, 3);
    const Sets leaves = sparse_sets(f, true, wide), roots = sparse_sets(f, false, wide);
    {  // tables and one store with swap-removal and appends only
        for (const bool tables : {true, false}) {
            std::vector<Group> g(tables ? 16 : 1);
            std::vector<u32> at(f.size());
            std::vector<u8> table(f.size());
            for (u32 t = 0; t < g.size(); ++t)
                g[t].table = t;
            for (const Group& l : level_groups(before, tables))
                for (const u32 e : l.entities) {
                    table[e] = u8(l.table);
                    at[e] = u32(g[l.table].entities.size());
                    g[l.table].entities.push_back(e);
                }
            for (const Edit& d : edits) {
                if (d.kind == Edit::spawn) {
                    table[d.entity] = tables ? u8(d.entity * 7 & 15) : u8(0);
                    auto& list = g[table[d.entity]].entities;
                    at[d.entity] = u32(list.size());
                    list.push_back(d.entity);
                } else if (d.kind == Edit::despawn) {
                    auto& list = g[table[d.entity]].entities;
                    list[at[d.entity]] = list.back();
                    at[list.back()] = at[d.entity];
                    list.pop_back();
                }
            }
            const auto s = lay_out<false>(f, g, 8);
            full_list<false>(tables ? "A tables, never sorted" : "B never sorted", f, *s, floor,
                             rounds, false);
            full_list<false>("  same, by row", f, *s, floor, rounds, true);
        }
    }
    for (const u32 each : {8u, 16u}) {
        const u32 rows = each * 244;  // a twentieth is left free
        const auto s = lay_out<false>(before, cut(island_groups(before, rows), rows), 256);
        Islands live(*s, each);
        live.number();
        pass_all<false>(*s, ++g_tick);
        double editing = 0, tidying = 0, worst = 0;
        for (std::size_t i = 0; i < edits.size();) {
            double t = now_ns();
            for (const std::size_t end = std::min(edits.size(), i + 10000); i < end; ++i) {
                const Edit& d = edits[i];
                if (d.kind == Edit::spawn) live.spawn(d.entity, d.parent);
                if (d.kind == Edit::despawn) live.despawn(d.entity);
                if (d.kind == Edit::reparent) live.reparent(d.entity, d.parent);
            }
            editing += now_ns() - t;
            t = now_ns();
            live.tidy(15000);
            const double took = now_ns() - t;
            tidying += took;
            worst = std::max(worst, took);
        }
        std::printf(
            "churn  islands of %u blocks: edit %.0f ns, tidy %.0f ns an edit (worst frame %.1f "
            "ms); %.2f rows moved an "
            "edit by reparents, %.2f by tidying, %u splits, %u forced, %u blocks for %u\n",
            each, editing / double(edits.size()), tidying / double(edits.size()), worst / 1e6,
            double(live.moved) / double(edits.size()),
            double(live.rebuilt_rows) / double(edits.size()), live.splits, live.forced,
            live.blocks_in_use(), f.size() / 256);
        for (u32 e = 0; e < f.size(); ++e)
            if (f.dead[e]) s->row_of[e] = 0;
        const std::string name = "B kept, " + std::to_string(each) + " blocks";
        everything<false>(name.c_str(), f, *s, a, floor, leaves, roots, rounds);
        double t = now_ns();
        const u32 was = live.rebuilt_rows;
        live.queue_all();
        while (live.tidy(40000)) {
        }
        std::printf("       then all tidied: %.1f ms, %u rows, %u blocks\n", (now_ns() - t) / 1e6,
                    live.rebuilt_rows - was, live.blocks_in_use());
        everything<false>((name + ", tidy").c_str(), f, *s, a, floor, leaves, roots, rounds);
    }
    const auto s = lay_out<false>(f, island_groups(f, 1024), 1);
    everything<false>("B laid out anew 1024", f, *s, a, floor, leaves, roots, rounds);
}

/// Velocity and bridge over archetype queries: rows in place, or found through a row link.
void queries(const char* shape, u32 n) {
    Forest f = make_forest(shape, n, 1);
    const u32 rounds = n > 300000 ? 9 : 31;
    std::printf("== queries %s %u nodes\n", shape, f.size());
    std::vector<std::vector<u32>> tables(16);
    std::vector<u32> at(f.size());
    for (u32 e = 0; e < f.size(); ++e) {
        at[e] = u32(tables[f.table[e]].size());
        tables[f.table[e]].push_back(e);
    }
    for (const bool after : {false, true}) {
        if (after) {
            std::vector<u8> table = f.table;
            for (const Edit& d : churn(f, n, 3)) {
                if (d.kind == Edit::despawn) {
                    auto& list = tables[table[d.entity]];
                    list[at[d.entity]] = list.back();
                    at[list.back()] = at[d.entity];
                    list.pop_back();
                } else if (d.kind == Edit::spawn) {
                    table[d.entity] = u8(d.entity * 7 & 15);
                    at[d.entity] = u32(tables[table[d.entity]].size());
                    tables[table[d.entity]].push_back(d.entity);
                }
            }
            for (u32 e = 0; e < f.size(); ++e)
                f.table[e] = table[e];
        }
        std::vector<Group> columns(16);
        for (u32 t = 0; t < 16; ++t)
            columns[t] = {t, tables[t]};
        const auto in_place = lay_out<false>(f, columns, 8);
        const auto shared = lay_out<false>(f, island_groups(f, 1024), 1);
        std::vector<std::vector<u32>> rows(16), sorted(16);
        std::vector<std::vector<float>> velocity(
            16, std::vector<float>(std::size_t(f.size()) * 3 / 8, 0.1f));
        std::vector<std::vector<u64>> mesh(16, std::vector<u64>(f.size() / 8, 5));
        for (u32 t = 0; t < 16; ++t) {
            for (const u32 e : tables[t])
                rows[t].push_back(shared->row_of[e]);
            sorted[t] = rows[t];
            std::sort(sorted[t].begin(), sorted[t].end());
        }
        std::vector<float> out(std::size_t(f.size()) * 14 + 64);  // both stores on equal pages
        const auto step = [](float* t, const float* v) {
            for (u32 k = 0; k < 3; ++k)
                t[k] += v[k] * 0.016f;
        };
        for (const u32 count : {1u, 16u}) {
            std::size_t total = 0;
            for (u32 t = 0; t < count; ++t)
                total += tables[t].size();
            const Step velocity_in_place = [&] {
                ++g_tick;
                std::size_t i[16] = {};
                for (const Run& r : in_place->runs) {
                    const u32 t = f.table[in_place->block(r.begin).entity[r.begin & 255]];
                    if (t >= count) continue;
                    Block& b = in_place->block(r.begin);
                    for (u32 k = 0; k < r.count; ++k)
                        step(b.local + ((r.begin & 255) + k) * 10, &velocity[t][3 * i[t]++]);
                    std::fill_n(b.local_tick + (r.begin & 255), r.count, g_tick);
                    std::fill_n(b.dirty, 4, ~u64(0));
                    b.local_max = g_tick;
                }
            };
            // Tables one after the other, or 256-row pieces of all of them in turn.
            const auto pieces = [&](const std::vector<std::vector<u32>>& links, bool in_turn,
                                    const auto& visit) {
                const std::size_t piece = in_turn ? 256 : std::size_t(-1) / 2;
                bool more = true;
                for (std::size_t from = 0; more; from += piece) {
                    more = false;
                    for (u32 t = 0; t < count; ++t) {
                        const std::size_t end = std::min(links[t].size(), from + piece);
                        more |= end < links[t].size();
                        for (std::size_t i = from; i < end; ++i)
                            visit(t, i, links[t][i],
                                  links[t][std::min(i + 16, links[t].size() - 1)]);
                    }
                }
            };
            const auto fetch = [](const float* first, u32 last) {
                _mm_prefetch(reinterpret_cast<const char*>(first), _MM_HINT_T0);
                _mm_prefetch(reinterpret_cast<const char*>(first + last), _MM_HINT_T0);
            };
            const auto velocity_linked = [&](const std::vector<std::vector<u32>>& links,
                                             bool in_turn) {
                ++g_tick;
                pieces(links, in_turn, [&](u32 t, std::size_t i, u32 row, u32 next) {
                    fetch(shared->block(next).local + (next & 255) * 10, 9);
                    step(shared->block(row).local + (row & 255) * 10, &velocity[t][3 * i]);
                    shared->mark(row, g_tick);
                });
            };
            const Step bridge_in_place = [&] {
                std::size_t i[16] = {}, o = 0;
                for (const Run& r : in_place->runs) {
                    const u32 t = f.table[in_place->block(r.begin).entity[r.begin & 255]];
                    if (t >= count) continue;
                    const Block& b = in_place->block(r.begin);
                    for (u32 k = 0; k < r.count; ++k, o += 14) {
                        std::memcpy(&out[o], b.world((r.begin & 255) + k), 48);
                        std::memcpy(&out[o + 12], &mesh[t][i[t]++], 8);
                    }
                }
            };
            const auto bridge_linked = [&](const std::vector<std::vector<u32>>& links,
                                           bool in_turn) {
                std::size_t o = 0;
                pieces(links, in_turn, [&](u32 t, std::size_t i, u32 row, u32 next) {
                    fetch(shared->block(next).world(next & 255), 11);
                    std::memcpy(&out[o], shared->block(row).world(row & 255), 48);
                    std::memcpy(&out[o + 12], &mesh[t][i], 8);
                    o += 14;
                });
            };
            const Step nothing = [] {};
            const auto report = [&](const char* what, const char* how, const Step& base,
                                    const Step& linked) {
                const Timing t = alternate(base, nothing, linked, rounds);
                std::printf("%-8s %2u of 16 tables, %s %-24s %6.2f ns an entity, %.2fx in place\n",
                            what, count, after ? "churned" : "fresh", how, t.ns / double(total),
                            t.ratio);
            };
            report("velocity", "in place", velocity_in_place, velocity_in_place);
            for (const bool turn : {false, true}) {
                const char* how = turn ? "linked, in turn" : "linked";
                const char* how2 = turn ? "linked, sorted, in turn" : "linked, sorted";
                report("velocity", how, velocity_in_place, [&] { velocity_linked(rows, turn); });
                report("velocity", how2, velocity_in_place, [&] { velocity_linked(sorted, turn); });
                report("bridge", how, bridge_in_place, [&] { bridge_linked(rows, turn); });
                report("bridge", how2, bridge_in_place, [&] { bridge_linked(sorted, turn); });
            }
            report("bridge", "in place", bridge_in_place, bridge_in_place);
        }
    }
}

/// Nothing changed, and one change at depth 10.
void single(const char* shape, u32 n) {
    const Forest f = make_forest(shape, n, 1);
    const auto s = lay_out<false>(f, island_groups(f, 1024), 1);
    pass_all<false>(*s, ++g_tick);
    SparsePass pass;
    std::vector<double> none, one;
    std::vector<u32> depth;
    const std::vector<u32> order = pre_order(f, depth);
    u32 deepest = 0;
    for (const u32 d : depth)
        deepest = std::max(deepest, d);
    std::vector<u32> at;
    for (const u32 e : order)
        if (depth[e] == std::min(10u, deepest)) at.push_back(e);
    for (u32 i = 0; i < 200; ++i) {
        double t = now_ns();
        pass.run<false>(*s, ++g_tick);
        none.push_back(now_ns() - t);
        const u32 e = at[i * 7919u % at.size()];
        s->block(s->row_of[e]).local[(s->row_of[e] & 255) * 10] += 0.001f;
        s->mark(s->row_of[e], g_tick);
        t = now_ns();
        pass.run<false>(*s, ++g_tick);
        one.push_back(now_ns() - t);
    }
    check<false>(f, *s, "single");
    std::printf("single %-6s %u: nothing %.2f us, one change at depth %u %.2f us\n", shape,
                f.size(), median(none) / 1e3, std::min(10u, deepest), median(one) / 1e3);
}

}  // namespace
}  // namespace spike

int main(int argc, char** argv) {
    const std::string_view part = argc > 1 ? argv[1] : "all";
    if (argc > 4) spike::large_pages = std::string_view(argv[4]) != "small-pages";
    const spike::u32 n = argc > 2 ? spike::u32(std::atoi(argv[2])) : 100000;
    for (const char* shape : {"flat", "wide", "game", "chain"}) {
        if (argc > 3 && std::string_view(shape) != argv[3]) continue;
        if (part == "orders" || part == "all") spike::orders(shape, n);
        if (part == "churned" || part == "all") spike::churned(shape, n);
        if (part == "queries" || part == "all") spike::queries(shape, n);
        if (part == "single" || part == "all") spike::single(shape, n);
        std::fflush(stdout);
    }
}
