// SPDX-License-Identifier: MIT
/// \file
/// Choosing what a picture is seen through: frame, find_camera.
#pragma once

#include <optional>
#include <string_view>

#include "diorama/core/error.hpp"
#include "diorama/core/math.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/render/render_scene.hpp"

namespace diorama::cli {

/// A camera a little above and to the right of +Z that shows all of \p bounds as large as fits.
[[nodiscard]] render::Camera frame(const Bounds& bounds, float aspect);

/// A camera at \p eye that looks at \p target, near plane chosen for their distance.
[[nodiscard]] render::Camera look_at(const vec3& eye, const vec3& target);

/// The entity of the camera called \p wanted or, failing that, of that index in file order.
///
/// Failure: cli-no-such-camera, listing those there are.
[[nodiscard]] Result<Entity> find_camera(const World& world, std::string_view wanted);

}  // namespace diorama::cli
