// SPDX-License-Identifier: MIT
/// \file
/// From a World to a RenderScene: camera_at, RenderBridge, BridgeReport.
#pragma once

#include <cstdint>
#include <vector>

#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/render_scene.hpp"

namespace diorama::render {

/// What is seen through \p lens at \p placement, whose scale does not count.
///
/// Space: world.
[[nodiscard]] Camera camera_at(const CameraComponent& lens, const mat4& placement);

/// What one build put into the scene.
struct BridgeReport {
    std::uint32_t instances = 0;       ///< meshes, each as often as it is shown
    std::uint32_t lights = 0;          ///< lights
    std::uint32_t hidden = 0;          ///< meshes and lights left out by Visibility
    std::uint32_t active_cameras = 0;  ///< more than one is worth telling the author
    Entity camera = Entity::null();    ///< the one seen through; null: the scene's camera was kept
};

/// Turns the world's render components into a renderer's RenderScene, each frame.
///
/// Only entities with a GlobalTransform are seen: propagate first. Skinned meshes need
/// motion::update_joint_palettes() before.
/// Order:   instances and lights in spawn order, whatever the storage order.
/// A mesh that is declared stationary, which is for lights, is drawn as any other and emitted as
/// mobility_invalid_kind to the listeners of subscribe_mobility_diagnostics.
/// Cost:    O(renderables + lights); no allocation once the scene's lists have grown.
/// Threads: call from the thread that owns the world.
class RenderBridge {
  public:
    /// Refills \p scene from \p world.
    ///
    /// The camera is the active CameraComponent of the highest priority, the first in spawn order
    /// among equals. Without one the scene's camera stays as the caller set it.
    BridgeReport build(World& world, RenderScene& scene);

    /// The same seen through the CameraComponent of \p camera, active or not.
    BridgeReport build_from(World& world, Entity camera, RenderScene& scene);

    /// The same seen through \p camera, whose placement and lens the caller chose.
    BridgeReport build_from(World& world, const Camera& camera, RenderScene& scene);

  private:
    void gather(World& world, RenderScene& scene, BridgeReport& report);
    void gather_meshes(World& world, RenderScene& scene, BridgeReport& report);
    void gather_lights(World& world, RenderScene& scene, BridgeReport& report);
    void emit_stationary(World& world);
    void keep_if_visible(World& world, Entity entity, BridgeReport& report);
    void sort_into_spawn_order(World& world);

    std::vector<Entity> order_;  // entities to draw, sorted into spawn order; kept for its capacity
    std::vector<Entity> stationary_,
        were_stationary_;  // meshes, of this build and the last; sorted
};

}  // namespace diorama::render
