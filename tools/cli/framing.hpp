// SPDX-License-Identifier: MIT
/// \file
/// Choosing what a picture is seen through: frame, look_at, FoundCamera, find_camera.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "diorama/core/error.hpp"
#include "diorama/core/math.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/render/render_scene.hpp"
#include "diorama/spawn/model.hpp"

namespace diorama::cli {

/// A camera a little above and to the right of +Z that shows all of \p points in the middle of the
/// picture, as large as fits with a small margin.
///
/// Space: world, metres, finite; without any point it shows two metres about the origin.
[[nodiscard]] render::Camera frame(std::span<const vec3> points, float aspect);

/// frame() of all that \p world shows of \p models, whose references are relative to \p base; of
/// boxes in two dimensions alone, a view straight on.
[[nodiscard]] render::Camera framing_camera(World& world, const spawn::Models& models,
                                            const std::filesystem::path& base, float aspect);

/// A camera at \p eye that looks at \p target, near plane chosen for their distance.
[[nodiscard]] render::Camera look_at(const vec3& eye, const vec3& target);

/// A camera of a world.
struct FoundCamera {
    Entity entity = Entity::null();  ///< with the CameraComponent
    std::size_t index = 0;           ///< among the cameras, in file order
    std::string name;                ///< of the entity; may be empty
};

/// The camera called \p wanted or, failing that, of that index in file order.
///
/// Failure: cli-no-such-camera, listing those there are.
[[nodiscard]] Result<FoundCamera> find_camera(const World& world, std::string_view wanted);

}  // namespace diorama::cli
