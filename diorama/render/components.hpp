// SPDX-License-Identifier: MIT
/// \file
/// The components a scene is drawn from: Renderable, Instances, MeshRenderer, LightSource,
/// CameraComponent.
///
/// Renderable, Instances, LightSource and CameraComponent are authored and saved. MeshRenderer
/// holds run-time indices and is derived from Renderable when assets are realised; it is never
/// saved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/component.hpp"
#include "diorama/core/math.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/render/render_scene.hpp"

namespace diorama::render {

DIORAMA_ENUM(Projection, perspective, orthographic);
DIORAMA_ENUM(LightKind, directional, point, spot);

/// What an entity shows, as a reference that survives a save.
struct Renderable {
    std::string asset;           ///< path of the model, relative to the scene file, `/` separated
    std::int32_t mesh = 0;       ///< which mesh of the model
    std::int32_t primitive = 0;  ///< which primitive of the mesh
    std::int32_t material = -1;  ///< which material of the model; -1 for its default one
    bool cast_shadows = true;    ///< whether lights see it
};
DIORAMA_COMPONENT(Renderable, asset, mesh, primitive, material, cast_shadows);

/// Shows what the entity's Renderable says once at each of several places below the entity, and not
/// at the entity itself: many trees, one entity. A mesh that joints bend is placed by them alone
/// and is shown once.
struct Instances {
    static constexpr std::size_t kNumbers = 10;  ///< of one place in `places`

    /// kNumbers for each place, in the entity's space: translation x y z, rotation x y z w (unit
    /// length), scale x y z; a place that is not whole is none.
    std::vector<float> places;

    /// Number of whole places.
    [[nodiscard]] std::size_t count() const noexcept { return places.size() / kNumbers; }
};
DIORAMA_COMPONENT(Instances, places);

/// What an entity shows, as indices of the one renderer that draws it.
struct MeshRenderer {
    std::uint32_t mesh = 0;      ///< from Renderer::add_mesh
    std::uint32_t material = 0;  ///< from Renderer::add_material
    bool cast_shadows = true;    ///< whether lights see it
};

/// A light at the entity's GlobalTransform, shining down its local -Z.
struct LightSource {
    LightKind kind = LightKind::directional;  ///< which way it shines
    vec3 color{1, 1, 1};                      ///< linear
    float intensity = 1;                      ///< lux (directional) or candela
    float range = 0;                          ///< metres; 0: infinite
    float inner_angle = 0;                    ///< radians from the axis, spot
    float outer_angle = 0.78539816339f;       ///< radians from the axis, spot
    bool cast_shadows = true;                 ///< whether instances block it
};
DIORAMA_COMPONENT(LightSource, kind, color, intensity, range, inner_angle, outer_angle,
                  cast_shadows);

/// A camera at the entity's GlobalTransform, looking down its -Z with +Y up.
struct CameraComponent {
    Projection projection = Projection::perspective;  ///< which of the fields below count
    float fov_y = 0.8f;                               ///< radians, perspective
    float aspect = 0;                                 ///< width over height; 0: the target's own
    float near = 0.05f;                               ///< metres
    float far = 0;                                    ///< metres; 0: infinite, perspective only
    float half_width = 1;                             ///< metres, orthographic
    float half_height = 1;                            ///< metres, orthographic
    std::int32_t priority = 0;  ///< among active cameras the highest is seen through
    bool active = true;         ///< whether it may be seen through
};
DIORAMA_COMPONENT(CameraComponent, projection, fov_y, aspect, near, far, half_width, half_height,
                  priority, active);

/// The matrix of place \p index of \p instances, to the entity's space.
///
/// Expects: \p index is below instances.count().
[[nodiscard]] mat4 instance_matrix(const Instances& instances, std::size_t index) noexcept;

}  // namespace diorama::render

/// The identity of MeshRenderer in a World: it is not described, because it is never saved.
template <>
struct diorama::ComponentName<diorama::render::MeshRenderer> {
    static constexpr std::string_view value = "MeshRenderer";  ///< the name
};
