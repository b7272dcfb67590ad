// SPDX-License-Identifier: MIT
/// \file
/// The worlds that propagation is timed on: SceneKey, Scene, scene_of.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "bench/scenes/forest.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/bench/floor.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama::bench {

/// Which world.
struct SceneKey {
    Shape shape = Shape::flat;
    std::uint32_t nodes = 0;
    int archetypes = 1;    ///< 1 or 16
    bool churned = false;  ///< whether as many random edits as nodes have gone over it

    friend bool operator==(const SceneKey&, const SceneKey&) = default;
};

template <int>
struct Kind {};

/// A forest in a World, placed and in hierarchy order as far as passes alone bring it there.
class Scene {
  public:
    explicit Scene(const SceneKey& key) : key_(key), random_(1) {
        world.reserve(key.nodes);
        const std::vector<std::uint32_t> above = parents_of(key.shape, key.nodes);
        for (std::uint32_t i = 0; i < key.nodes; ++i) {
            const Entity entity = above[i] == kNoNode
                                      ? world.spawn(local_of(random_))
                                      : world.spawn(local_of(random_), ChildOf{nodes[above[i]]});
            nodes.push_back(entity);
            if (key.archetypes == 16) spread(entity, static_cast<unsigned>(random_()));
        }
        if (key.churned) {
            pass();
            churn(key.nodes, 4096);
        }
        // A pass that changes nothing still brings rows near their place.
        for (int idle = 0; idle < 8; idle = world.core().placement().restoring() ? 0 : idle + 1)
            pass();
        look();
    }

    /// Carries out \p edits random ones: spawns, as many as keep the number of nodes, and despawns
    /// and reparents of subtrees of 32 nodes at most. With a pass each \p frame edits; never where
    /// that is 0.
    void churn(std::uint32_t edits, std::uint32_t frame) {
        for (std::uint32_t edit = 0; edit < edits; ++edit) {
            if (frame != 0 && edit % frame == frame - 1) pass();
            const std::size_t at = random_() % nodes.size();
            const Entity other = nodes[random_() % nodes.size()];
            const bool flat = key_.shape == Shape::flat;
            if (!world.alive(nodes[at])) {
                nodes[at] = nodes.back();
                nodes.pop_back();
            } else if (const auto what = random_() % (flat ? 2 : 3);
                       what == 0 || world.entity_count() < key_.nodes) {
                nodes.push_back(flat || !world.alive(other)
                                    ? world.spawn(local_of(random_))
                                    : world.spawn(local_of(random_), ChildOf{other}));
            } else if (below(nodes[at], 32) > 32) {
                continue;
            } else if (what == 1) {
                static_cast<void>(world.despawn(nodes[at]));
            } else {
                // Refused where it would close a loop, or the other is no more.
                static_cast<void>(world.reparent(nodes[at], other));
            }
        }
    }

    /// Propagates.
    PropagationReport pass() { return propagate_transforms(world); }

    /// Moves \p node a little.
    void edit(std::uint32_t node) {
        world.get_mut<Transform>(nodes[node])->translation.x += 0.125f;
    }

    /// Whether every placement is what a walk upwards gives; looks at 1000 of them.
    [[nodiscard]] bool right() const {
        for (std::size_t i = 0; i < nodes.size(); i += 1 + nodes.size() / 1000)
            if (world.get<GlobalTransform>(nodes[i])->matrix() != world_matrix_now(world, nodes[i]))
                return false;
        return true;
    }

    [[nodiscard]] std::mt19937& random() noexcept { return random_; }

    World world;
    std::vector<Entity> nodes;                 ///< in the order they were spawned
    std::vector<std::uint32_t> parents;        ///< of each, or kNoNode
    std::vector<std::uint32_t> roots, leaves;  ///< some of them
    std::unique_ptr<Floor> floor;

  private:
    void spread(Entity entity, unsigned bits) {
        if (bits & 1) static_cast<void>(world.add(entity, Kind<0>{}));
        if (bits & 2) static_cast<void>(world.add(entity, Kind<1>{}));
        if (bits & 4) static_cast<void>(world.add(entity, Kind<2>{}));
        if (bits & 8) static_cast<void>(world.add(entity, Kind<3>{}));
    }

    /// Number of nodes of the subtree, or more than \p most.
    [[nodiscard]] std::size_t below(Entity top, std::size_t most) const {
        std::size_t count = 1;
        for (const Entity child : world.children(top)) {
            if (count > most) break;
            count += below(child, most - count);
        }
        return count;
    }

    /// Writes down what the World holds.
    void look() {
        nodes = world.entities();
        std::vector<std::uint32_t> number;
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].index() >= number.size()) number.resize(nodes[i].index() + 1);
            number[nodes[i].index()] = i;
        }
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            const Entity parent = world.parent(nodes[i]);
            parents.push_back(parent.is_null() ? kNoNode : number[parent.index()]);
            if (parent.is_null()) roots.push_back(i);
            if (world.children(nodes[i]).empty()) leaves.push_back(i);
        }
        floor = std::make_unique<Floor>(static_cast<std::uint32_t>(nodes.size()));
    }

    SceneKey key_;
    std::mt19937 random_;
};

/// The scene of \p key; the last one is kept, as the library asks for it several times.
inline Scene& scene_of(const SceneKey& key) {
    static SceneKey made;
    static std::unique_ptr<Scene> scene;
    if (scene == nullptr || made != key) {
        scene.reset();
        scene = std::make_unique<Scene>(key);
        made = key;
    }
    return *scene;
}

}  // namespace diorama::bench
