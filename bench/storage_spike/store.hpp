// SPDX-License-Identifier: MIT
/// \file
/// 256-row placement blocks and ways to lay a forest out in them.
///
/// Row 0 is the identity, the parent of every root; rows 8 to 15 are scratch for idle lanes.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "forest.hpp"

namespace spike {

/// A world matrix and what a pass needs beside it, in one cache line (columns apart with
/// SPIKE_COLUMNS).
struct alignas(64) World {
    float m[12];
    u32 parent, tick, first, next;
};

struct alignas(64) Block {
    float local[256 * 10];  ///< t.xyz q.xyzw s.xyz a row, or the same eight rows wide
#ifndef SPIKE_COLUMNS
    World packed[256];  ///< what the passes touch of a row, in one cache line
#else
    float world_[256 * 12];  ///< three rows of a 3 x 4 matrix
    u32 parent_[256];        ///< row, 0 for a root
    u32 first_[256];         ///< row of the first child, 0 for none
    u32 next_[256];          ///< row of the next sibling, 0 for the last
    u32 world_tick_[256];
#endif
    u32 prev[256];    ///< row of the previous sibling; the first child holds the last
    u32 entity[256];  ///< kNone for a hole
    u32 local_tick[256];
    u64 dirty[4];  ///< rows written since the last pass
    u64 live[4];   ///< rows in use
    u32 local_max, world_max;
    u32 island;     ///< island the block belongs to
    u32 slot;       ///< its place in the island
    u32 position;   ///< its place in the pass order; the bit in `summary`
    u32 free_link;  ///< unused blocks form a list

#ifndef SPIKE_COLUMNS
    float* world(u32 r) { return packed[r].m; }
    const float* world(u32 r) const { return packed[r].m; }
    u32& parent(u32 r) { return packed[r].parent; }
    u32& first(u32 r) { return packed[r].first; }
    u32& next(u32 r) { return packed[r].next; }
    u32& world_tick(u32 r) { return packed[r].tick; }
#else
    float* world(u32 r) { return world_ + r * 12; }
    const float* world(u32 r) const { return world_ + r * 12; }
    u32& parent(u32 r) { return parent_[r]; }
    u32& first(u32 r) { return first_[r]; }
    u32& next(u32 r) { return next_[r]; }
    u32& world_tick(u32 r) { return world_tick_[r]; }
#endif
};

struct Run {
    u32 begin, count;  ///< rows; begin is a multiple of 8 and a run stays in one block
};

inline bool large_pages = true;  ///< ask for 2 MiB pages for the blocks

class Store {
  public:
    explicit Store(u32 blocks) : capacity_(blocks) {
        const std::size_t bytes =
            (std::size_t(blocks) * sizeof(Block) + 0x1fffff) & ~std::size_t(0x1fffff);
        base_ = static_cast<Block*>(std::aligned_alloc(0x200000, bytes));
#ifdef __linux__
        if (large_pages) madvise(base_, bytes, MADV_HUGEPAGE);
#endif
        std::memset(static_cast<void*>(base_), 0, bytes);
        for (u32 b = 0; b < blocks; ++b) {
            std::fill_n(base_[b].entity, 256, kNone);
            base_[b].position = b;
            order.push_back(b);
        }
        for (const u32 k : {0u, 5u, 10u})
            base_[0].world(0)[k] = 1;
        summary.assign(blocks / 64 + 1, 0);
    }
    ~Store() { std::free(base_); }
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    Block& block(u32 row) { return base_[row >> 8]; }
    Block* base() { return base_; }
    u32 capacity() const { return capacity_; }

    std::vector<Run> runs;     ///< pass order: parents before children
    std::vector<u32> row_of;   ///< by entity
    std::vector<u64> summary;  ///< one bit a block in pass order: dirty is not empty
    std::vector<u32> order;    ///< block of a position
    u32 used = 1;              ///< blocks handed out

    void mark(u32 row, u32 tick) {
        Block& b = block(row);
        b.local_tick[row & 255] = tick;
        b.local_max = tick;
        b.dirty[(row & 255) >> 6] |= u64(1) << (row & 63);
        summary[b.position >> 6] |= u64(1) << (b.position & 63);
    }

  private:
    Block* base_;
    u32 capacity_;
};

template <bool Wide>
float* local_of(Store& s, u32 row, u32 k) {
    Block& b = s.block(row);
    const u32 r = row & 255;
    return Wide ? b.local + (r >> 3) * 80 + k * 8 + (r & 7) : b.local + r * 10 + k;
}

/// The seeded local placement of an entity: near-unit rotation, scale near 1.
inline void local_value(u32 e, float* t) {
    u32 h = e * 2654435761u + 12345u;
    const auto next = [&] {
        h ^= h << 13;
        h ^= h >> 17;
        h ^= h << 5;
        return static_cast<float>(h >> 8) * (1.0f / 16777216.0f);
    };
    for (u32 k = 0; k < 3; ++k)
        t[k] = next() * 2 - 1;
    float q[4], length = 0;
    for (float& x : q) {
        x = next() - 0.5f;
        length += x * x;
    }
    length = 1.0f / __builtin_sqrtf(length + 1e-6f);
    for (u32 k = 0; k < 4; ++k)
        t[3 + k] = q[k] * length;
    for (u32 k = 0; k < 3; ++k)
        t[7 + k] = 0.99f + 0.02f * next();
}

/// A group of entities that goes to one table as one run.
struct Group {
    u32 table;
    std::vector<u32> entities;
};

/// Lays out \p groups in order, each table in its own chain of blocks, each group aligned to \p
/// align rows.
template <bool Wide>
std::unique_ptr<Store> lay_out(const Forest& f, std::span<const Group> groups, u32 align) {
    struct Cursor {
        u32 block = 0, row = 256;
    } cursors[16];
    std::size_t rows = 0;
    for (const Group& g : groups)
        rows += g.entities.size() + align;
    auto s = std::make_unique<Store>(static_cast<u32>(rows / 256 * 3 / 2 + 64));
    s->row_of.assign(f.size(), 0);
    for (const Group& g : groups) {
        Cursor& c = cursors[g.table];
        c.row = (c.row + align - 1) / align * align;
        bool fresh = true;
        for (const u32 e : g.entities) {
            if (c.row == 256) {
                c = {s->used++, 0};
                fresh = true;
            }
            const u32 row = c.block * 256 + c.row++;
            if (fresh) s->runs.push_back({row, 0});
            fresh = false;
            ++s->runs.back().count;
            s->row_of[e] = row;
            float t[10];
            local_value(e, t);
            for (u32 k = 0; k < 10; ++k)
                *local_of<Wide>(*s, row, k) = t[k];
            s->block(row).entity[row & 255] = e;
            s->block(row).live[(row & 255) >> 6] |= u64(1) << (row & 63);
        }
    }
    const Children kids = children_of(f);
    for (u32 e = 0; e < f.size(); ++e) {
        if (f.dead[e]) continue;
        Block& b = s->block(s->row_of[e]);
        const u32 r = s->row_of[e] & 255, lo = kids.begin[e], hi = kids.begin[e + 1];
        b.parent(r) = f.parent[e] == kNone ? 0 : s->row_of[f.parent[e]];
        b.first(r) = lo == hi ? 0 : s->row_of[kids.child[lo]];
        for (u32 i = lo; i < hi; ++i) {
            const u32 row = s->row_of[kids.child[i]];
            s->block(row).next(row & 255) = i + 1 < hi ? s->row_of[kids.child[i + 1]] : 0;
            s->block(row).prev[row & 255] = s->row_of[kids.child[i > lo ? i - 1 : hi - 1]];
        }
    }
    return s;
}

/// Global level order, one group a level (and a table when \p tables).
inline std::vector<Group> level_groups(const Forest& f, bool tables) {
    std::vector<u32> depth;
    std::vector<u32> order = pre_order(f, depth);
    u32 deepest = 0;
    for (const u32 e : order)
        deepest = std::max(deepest, depth[e]);
    const u32 width = tables ? 16 : 1;
    std::vector<Group> groups((std::size_t(deepest) + 1) * width);
    for (u32 g = 0; g < groups.size(); ++g)
        groups[g].table = g % width;
    for (const u32 e : order)
        groups[std::size_t(depth[e]) * width + (tables ? f.table[e] : 0)].entities.push_back(e);
    return groups;
}

/// Pre-order cut into islands of \p island rows, each sorted by depth; island 1 is pre-order
/// itself.
inline std::vector<Group> island_groups(const Forest& f, u32 island) {
    std::vector<u32> depth;
    std::vector<u32> order = pre_order(f, depth);
    std::vector<u64> keys;  // depth, then the place in pre-order
    for (std::size_t at = 0; island > 1 && at < order.size(); at += island) {
        const std::size_t end = std::min(order.size(), at + island);
        const std::vector<u32> part(order.begin() + std::ptrdiff_t(at),
                                    order.begin() + std::ptrdiff_t(end));
        keys.clear();
        for (std::size_t i = 0; i < part.size(); ++i)
            keys.push_back(u64(depth[part[i]]) << 32 | i);
        std::sort(keys.begin(), keys.end());
        for (std::size_t i = 0; i < part.size(); ++i)
            order[at + i] = part[u32(keys[i])];
    }
    return {{0, std::move(order)}};
}

}  // namespace spike
