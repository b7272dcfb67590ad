// SPDX-License-Identifier: MIT
/// \file
/// 2D nodes in a picture: Box2, Scene2dBridge, flat_bounds, flat_camera.
///
/// Here, and nowhere before, fixed-point placements become floats.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "diorama/core/component.hpp"
#include "diorama/core/math.hpp"
#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/render/render_scene.hpp"
#include "diorama/render/renderer.hpp"

namespace diorama::render {

/// What a 2D node shows: a box of one colour with its centre at the node's Global2.
struct Box2 {
    vec2 size{1, 1};         ///< metres along the node's axes
    vec4 color{1, 1, 1, 1};  ///< linear, straight alpha
    std::int32_t layer = 0;  ///< higher layers are in front
};
DIORAMA_COMPONENT(Box2, size, color, layer);

/// Adds a world's boxes to a RenderScene, each frame.
///
/// Space:   the plane z = 0 of the world, x to the right and y up; each box is kOrderStep nearer to
///          +Z than the one that is drawn before it.
/// Order:   by layer, then by spawn order: a later box covers an earlier one.
/// Cost:    O(n log n) for n boxes; no allocation once its lists and the scene's have grown and
///          every colour has been seen.
/// Threads: call from the thread that owns the world and the renderer.
class Scene2dBridge {
  public:
    static constexpr float kOrderStep = 1.0f / 256;  ///< metres

    /// A bridge to \p renderer, which must outlive it, and which keeps a mesh and a material for
    /// each colour.
    explicit Scene2dBridge(Renderer& renderer) noexcept : renderer_(&renderer) {}

    /// Appends an instance to \p scene for every visible box of \p world that has a Global2, and
    /// returns how many. Propagate first; the scene's camera must be set.
    ///
    /// Failure: what the renderer answers to a mesh or material.
    Result<std::uint32_t> build(World& world, RenderScene& scene);

  private:
    Result<std::uint32_t> material_of(const vec4& color);

    Renderer* renderer_;
    bool has_mesh_ = false;
    std::uint32_t mesh_ = 0;                                 // a square of one metre
    std::vector<std::pair<vec4, std::uint32_t>> materials_;  // by colour
    std::vector<Entity> order_;                              // kept for its capacity
};

/// The box around all boxes of \p world, hidden ones included; empty where there are none.
[[nodiscard]] Bounds flat_bounds(World& world);

/// An orthographic camera that looks down -Z at all of \p bounds, as large as fits a target of
/// \p aspect (width over height).
[[nodiscard]] Camera flat_camera(const Bounds& bounds, float aspect);

}  // namespace diorama::render
