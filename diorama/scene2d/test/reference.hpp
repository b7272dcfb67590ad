// SPDX-License-Identifier: MIT
/// \file
/// A hierarchy placed from the top down in 128-bit integers, to hold passes against. It shares with
/// them only direction(), which is measured by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "diorama/scene2d/propagation.hpp"

namespace diorama::scene2d {

/// One node as a test sees it.
struct PlainNode {
    static constexpr int kRoot = -1;    ///< no parent
    static constexpr int kOrphan = -2;  ///< a parent that is no node

    Local2 local;
    int parent = kRoot;  ///< position of the parent
};

/// A placement as plain numbers.
struct PlainPlace {
    std::int64_t x = 0, y = 0;
    std::uint32_t turn = 0;
    friend bool operator==(const PlainPlace&, const PlainPlace&) = default;
};

/// What the pass should say and give.
struct Expected {
    std::vector<PlainPlace> places;
    Propagated2 report;
};

/// \p below from \p above, in division and comparison instead of shifts.
inline PlainPlace placed_below(const PlainPlace& above, const Local2& below,
                               std::uint64_t& saturated) {
    using Wide = detail::Int128;
    const Direction turn = direction(Angle::from_raw(above.turn));
    const Wide x = below.translation.x.raw(), y = below.translation.y.raw();
    const auto coordinate = [&](std::int64_t base, Wide product) {
        constexpr Wide kOne = Wide{1} << 30;
        const Wide size = product < 0 ? -product : product;
        const Wide steps = size / kOne + (size % kOne * 2 >= kOne ? 1 : 0);
        const Wide sum = base + (product < 0 ? -steps : steps);
        if (sum >= INT32_MIN && sum <= INT32_MAX) return static_cast<std::int64_t>(sum);
        ++saturated;
        return static_cast<std::int64_t>(sum < 0 ? INT32_MIN : INT32_MAX);
    };
    return {coordinate(above.x, x * turn.cos.raw() - y * turn.sin.raw()),
            coordinate(above.y, x * turn.sin.raw() + y * turn.cos.raw()),
            above.turn + below.rotation.raw()};
}

/// Places \p nodes from their roots down.
inline Expected expected_of(const std::vector<PlainNode>& nodes) {
    Expected expected;
    expected.places.resize(nodes.size());
    std::vector<std::vector<int>> children(nodes.size());
    std::vector<int> level;
    std::vector<bool> done(nodes.size(), false);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const int parent = nodes[i].parent;
        if (parent >= 0) children[static_cast<std::size_t>(parent)].push_back(static_cast<int>(i));
        expected.report.orphaned += parent == PlainNode::kOrphan;
        // A member of a loop meets itself within as many steps as there are nodes.
        int at = parent;
        for (std::size_t step = 0; at >= 0 && at != static_cast<int>(i) && step < nodes.size();
             ++step)
            at = nodes[static_cast<std::size_t>(at)].parent;
        const bool cyclic = at == static_cast<int>(i);
        expected.report.cyclic += cyclic;
        if (parent >= 0 && !cyclic) continue;
        expected.places[i] = {nodes[i].local.translation.x.raw(),
                              nodes[i].local.translation.y.raw(), nodes[i].local.rotation.raw()};
        done[i] = true;
        level.push_back(static_cast<int>(i));
    }
    while (!level.empty()) {
        const auto node = static_cast<std::size_t>(level.back());
        level.pop_back();
        for (const int child : children[node]) {
            const auto i = static_cast<std::size_t>(child);
            if (done[i]) continue;
            done[i] = true;
            expected.places[i] =
                placed_below(expected.places[node], nodes[i].local, expected.report.saturated);
            level.push_back(child);
        }
    }
    expected.report.nodes = expected.report.recomputed = static_cast<std::uint32_t>(nodes.size());
    return expected;
}

/// A small generator of numbers, the same everywhere (SplitMix64).
class Numbers {
  public:
    explicit Numbers(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    /// Below \p limit.
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); }
    /// Any placement with coordinates up to 2^bits steps from nought.
    Local2 local(int bits) {
        const auto coordinate = [&] {
            return Fixed::from_raw(static_cast<std::int32_t>(static_cast<std::uint32_t>(next())) >>
                                   (31 - bits));
        };
        const Fixed x = coordinate(), y = coordinate();
        return {{x, y}, Angle::from_raw(static_cast<std::uint32_t>(next()))};
    }

  private:
    std::uint64_t state_;
};

/// The shapes that hierarchies are tested in.
enum class Shape { flat, chain, tree, wide, backwards, tangle };

/// \p count nodes; in a tangle, with loops and orphans.
inline std::vector<PlainNode> make_nodes(Shape shape, int count, int bits, std::uint64_t seed) {
    Numbers numbers(seed);
    std::vector<PlainNode> nodes(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        PlainNode& node = nodes[static_cast<std::size_t>(i)];
        node.local = numbers.local(bits);
        const auto any = static_cast<int>(numbers.below(static_cast<std::uint32_t>(count)));
        switch (shape) {
            case Shape::flat:
                break;
            case Shape::chain:
                node.parent = i - 1;
                break;
            case Shape::tree:
                if (i % 40 != 0)
                    node.parent = i - 1 -
                                  static_cast<int>(numbers.below(
                                      static_cast<std::uint32_t>(i % 40 < 5 ? i % 40 : 5)));
                break;
            case Shape::wide:
                node.parent = i == 0 ? PlainNode::kRoot : (i - 1) / 8;
                break;
            case Shape::backwards:
                node.parent = i + 1 < count ? i + 1 : PlainNode::kRoot;
                break;
            case Shape::tangle:
                node.parent = any % 10 == 0   ? PlainNode::kRoot
                              : any % 10 == 1 ? PlainNode::kOrphan
                                              : any;
                break;
        }
    }
    return nodes;
}

/// \p nodes in a space, node i spawned as the \p order[i]-th; returns their handles by node.
inline std::vector<Entity> build_space(Space2& space, const std::vector<PlainNode>& nodes,
                                       const std::vector<int>& order) {
    std::vector<int> node_at(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        node_at[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    std::vector<Entity> handles(nodes.size());
    for (const int node : node_at)
        handles[static_cast<std::size_t>(node)] =
            space.spawn(nodes[static_cast<std::size_t>(node)].local);
    const Entity gone = space.spawn({});
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent == PlainNode::kRoot) continue;
        const Entity parent = nodes[i].parent == PlainNode::kOrphan
                                  ? gone
                                  : handles[static_cast<std::size_t>(nodes[i].parent)];
        (void)space.set_parent(handles[i], {parent});
    }
    (void)space.despawn(gone);
    return handles;
}

/// A placement as plain numbers.
inline PlainPlace plain(const Global2& global) {
    return {global.translation().x.raw(), global.translation().y.raw(), global.rotation().raw()};
}

}  // namespace diorama::scene2d
