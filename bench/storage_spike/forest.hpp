// SPDX-License-Identifier: MIT
/// \file
/// The logical scenes of the storage spike: four shapes, an edit history, and orders of a forest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace spike {

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
inline constexpr u32 kNone = 0xffffffffu;

/// Entities 0..n-1 in creation (depth-first) order with parents; `dead` ones are skipped.
struct Forest {
    std::vector<u32> parent;  ///< kNone for a root
    std::vector<u8> table;    ///< archetype of the entity, 0..15
    std::vector<u8> dead;     ///< 1 once despawned

    u32 size() const { return static_cast<u32>(parent.size()); }
};

/// Children of every entity in compressed rows, in entity order.
struct Children {
    std::vector<u32> begin, child, roots;
};

inline Children children_of(const Forest& f) {
    Children c;
    const u32 n = f.size();
    c.begin.assign(n + 1, 0);
    for (u32 e = 0; e < n; ++e)
        if (!f.dead[e] && f.parent[e] != kNone) ++c.begin[f.parent[e] + 1];
    for (u32 e = 0; e < n; ++e)
        c.begin[e + 1] += c.begin[e];
    c.child.resize(c.begin[n]);
    std::vector<u32> at(c.begin.begin(), c.begin.end() - 1);
    for (u32 e = 0; e < n; ++e) {
        if (f.dead[e]) continue;
        if (f.parent[e] == kNone)
            c.roots.push_back(e);
        else
            c.child[at[f.parent[e]]++] = e;
    }
    return c;
}

/// Live entities in pre-order; \p depth gets each entity's depth.
inline std::vector<u32> pre_order(const Forest& f, std::vector<u32>& depth) {
    const Children c = children_of(f);
    depth.assign(f.size(), 0);
    std::vector<u32> out, stack;
    for (const u32 root : c.roots) {
        stack.push_back(root);
        while (!stack.empty()) {
            const u32 e = stack.back();
            stack.pop_back();
            out.push_back(e);
            for (u32 i = c.begin[e + 1]; i-- > c.begin[e];) {
                depth[c.child[i]] = depth[e] + 1;
                stack.push_back(c.child[i]);
            }
        }
    }
    return out;
}

/// flat, wide, game or chain of about \p n nodes, as PEERS part A defines them.
inline Forest make_forest(std::string_view shape, u32 n, u32 seed) {
    Forest f;
    if (shape == "flat") {
        f.parent.assign(n, kNone);
    } else if (shape == "chain") {
        for (u32 e = 0; e < n; ++e)
            f.parent.push_back(e % 100 == 0 ? kNone : e - 1);
    } else if (shape == "game") {
        static constexpr u32 kLevels[] = {1, 2, 6, 10, 12};
        Forest tree;  // level by level, children dealt evenly over the level above
        for (u32 level = 0, first = 0, above = 0; level < 5; ++level) {
            for (u32 i = 0; i < kLevels[level]; ++i)
                tree.parent.push_back(level == 0 ? kNone
                                                 : above + i * kLevels[level - 1] / kLevels[level]);
            above = first;
            first += kLevels[level];
        }
        tree.dead.assign(31, 0);
        std::vector<u32> depth;
        const std::vector<u32> order = pre_order(tree, depth);
        std::vector<u32> at(31);
        for (u32 i = 0; i < 31; ++i)
            at[order[i]] = i;
        for (u32 base = 0; base + 31 <= n; base += 31)
            for (const u32 e : order)
                f.parent.push_back(tree.parent[e] == kNone ? kNone : base + at[tree.parent[e]]);
    } else {  // wide: one 16-ary tree filled level by level, then numbered depth first
        Forest tree;
        for (u32 e = 0; e < n; ++e)
            tree.parent.push_back(e == 0 ? kNone : (e - 1) / 16);
        tree.dead.assign(n, 0);
        std::vector<u32> depth;
        const std::vector<u32> order = pre_order(tree, depth);
        std::vector<u32> at(n);
        for (u32 i = 0; i < n; ++i)
            at[order[i]] = i;
        for (const u32 e : order)
            f.parent.push_back(tree.parent[e] == kNone ? kNone : at[tree.parent[e]]);
    }
    std::mt19937 random(seed);
    f.dead.assign(f.parent.size(), 0);
    f.table.resize(f.parent.size());
    for (u8& t : f.table)
        t = static_cast<u8>(random() & 15u);
    return f;
}

/// One edit of a history.
struct Edit {
    enum Kind : u32 { spawn, despawn, reparent } kind;
    u32 entity, parent;
};

/// Applies \p count random spawns, despawns of leaves and reparents of subtrees of at most 32
/// nodes to \p f; returns them in order. Slots are reused.
inline std::vector<Edit> churn(Forest& f, u32 count, u32 seed) {
    std::mt19937 random(seed);
    std::vector<std::vector<u32>> kids(f.size());
    std::vector<u32> place(f.size(), 0), free_slots;
    for (u32 e = 0; e < f.size(); ++e)
        if (f.parent[e] != kNone) {
            place[e] = static_cast<u32>(kids[f.parent[e]].size());
            kids[f.parent[e]].push_back(e);
        }
    const auto unlink = [&](u32 e) {
        if (f.parent[e] == kNone) return;
        auto& list = kids[f.parent[e]];
        list[place[e]] = list.back();
        place[list.back()] = place[e];
        list.pop_back();
    };
    const auto link = [&](u32 e, u32 p) {
        f.parent[e] = p;
        if (p == kNone) return;
        place[e] = static_cast<u32>(kids[p].size());
        kids[p].push_back(e);
    };
    const auto live = [&] {
        for (;;)
            if (const u32 e = static_cast<u32>(random()) % f.size(); !f.dead[e]) return e;
    };
    const auto small = [&](u32 e) {
        u32 seen = 0;
        std::vector<u32> todo{e};
        while (!todo.empty() && seen <= 32) {
            const u32 x = todo.back();
            todo.pop_back();
            ++seen;
            if (kids[x].size() > 32) return false;
            todo.insert(todo.end(), kids[x].begin(), kids[x].end());
        }
        return seen <= 32;
    };
    const bool flat =
        std::all_of(f.parent.begin(), f.parent.end(), [](u32 p) { return p == kNone; });
    std::vector<Edit> edits;
    while (edits.size() < count) {
        const u32 kind = static_cast<u32>(random()) % (flat ? 2u : 3u);
        if (kind == Edit::spawn && !free_slots.empty()) {
            const u32 e = free_slots.back(), p = flat ? kNone : live();
            free_slots.pop_back();
            f.dead[e] = 0;
            f.table[e] = static_cast<u8>(random() & 15u);
            link(e, p);
            edits.push_back({Edit::spawn, e, p});
        } else if (kind == Edit::despawn || kind == Edit::spawn) {
            const u32 e = live();
            if (!kids[e].empty() || free_slots.size() > f.size() / 16) continue;
            unlink(e);
            f.parent[e] = kNone;
            f.dead[e] = 1;
            free_slots.push_back(e);
            edits.push_back({Edit::despawn, e, kNone});
        } else {
            const u32 e = live(), p = live();
            if (!small(e)) continue;
            bool loop = false;
            for (u32 a = p; a != kNone && !loop; a = f.parent[a])
                loop = a == e;
            if (loop) continue;
            unlink(e);
            link(e, p);
            edits.push_back({Edit::reparent, e, p});
        }
    }
    return edits;
}

}  // namespace spike
