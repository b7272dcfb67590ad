// SPDX-License-Identifier: MIT
/// \file
/// The solids that props are made of, as mesh data with normals and texture coordinates: box,
/// prism, lathe, tube, sweep, patch, blob, and append() to join them.
///
/// Units: metres. A shape stands on y = 0 around the y axis unless its function says otherwise.
/// Texture coordinates run in metres too (one repeat a metre), v downwards.
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <vector>

#include "diorama/core/math.hpp"
#include "diorama/mesh/mesh_data.hpp"

namespace diorama::demo {

/// A piece of geometry under construction.
using Shape = mesh::MeshData;

/// A placement from its parts.
[[nodiscard]] mat4 placed(vec3 translation, quat rotation = {1, 0, 0, 0}, vec3 scale = vec3(1));
/// A turn by \p radians about +Y.
[[nodiscard]] quat turn_y(float radians);
/// A turn by \p radians about +X.
[[nodiscard]] quat turn_x(float radians);
/// A turn by \p radians about +Z.
[[nodiscard]] quat turn_z(float radians);

/// Adds a vertex and returns its index.
std::uint32_t add_vertex(Shape& shape, vec3 position, vec3 normal, vec2 uv);
/// Adds the triangle \p a, \p b, \p c, counter-clockwise seen from its front.
void add_triangle(Shape& shape, std::uint32_t a, std::uint32_t b, std::uint32_t c);
/// Adds the quad \p a, \p b, \p c, \p d, counter-clockwise seen from its front.
void add_quad(Shape& shape, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);

/// Adds the convex polygon \p ring, counter-clockwise seen from its front. A list in braces is
/// evaluated from left to right, so its vertices may be added in place, in the same order with
/// every compiler; arguments of a call are not.
void add_polygon(Shape& shape, std::initializer_list<std::uint32_t> ring);

/// Adds a copy of \p part, moved by \p placement, to \p into.
void append(Shape& into, const Shape& part, const mat4& placement = mat4(1));
/// \p shape moved by \p placement.
[[nodiscard]] Shape moved(const Shape& shape, const mat4& placement);
/// Gives every vertex of \p shape the linear colour \p color.
[[nodiscard]] Shape painted(Shape shape, vec3 color);
/// Multiplies the texture coordinates of \p shape by \p factor.
[[nodiscard]] Shape with_uv_scale(Shape shape, vec2 factor);

/// \p shape with every edge longer than \p longest metres split, so that vertex colours can vary
/// over large faces.
[[nodiscard]] Shape refined(Shape shape, float longest);

/// \p shape with its texture turned a quarter, so that the grain of boards runs up, and moved so
/// that a beam up to 0.2 wide shows one board.
[[nodiscard]] Shape with_grain_up(Shape shape);

/// Adds tangents along growing u to \p shape, from its normals and texture coordinates.
void add_tangents(Shape& shape);

/// A box of \p size whose edges are cut by \p bevel and shaded round.
[[nodiscard]] Shape box(vec3 size, float bevel);

/// The convex outline \p outline (x right, y up, counter-clockwise) drawn out along z, centred.
[[nodiscard]] Shape prism(std::span<const vec2> outline, float depth);

/// How a profile is spun.
struct LatheOptions {
    int segments = 24;        ///< around
    float begin = 0;          ///< radians from +X towards -Z where the spin starts
    float sweep = 2.0f * pi;  ///< radians that it covers
    float density = 1;        ///< texture repeats a metre
};

/// The profile \p profile (x radius, y height; outside on its right) spun about the y axis.
/// Corners sharper than 40 degrees stay sharp.
[[nodiscard]] Shape lathe(std::span<const vec2> profile, const LatheOptions& options = {});

/// A round rod along \p path with one radius a point; ends are capped.
[[nodiscard]] Shape tube(std::span<const vec3> path, std::span<const float> radii, int sides);
/// The same with one radius.
[[nodiscard]] Shape tube(std::span<const vec3> path, float radius, int sides);

/// The profile \p profile (x to the right of the way, y up; outside on its left) along the level
/// polyline \p path, with mitred corners.
[[nodiscard]] Shape sweep(std::span<const vec3> path, std::span<const vec2> profile, bool closed);

/// What a patch is made of.
struct PatchOptions {
    int columns = 8;     ///< quads along u
    int rows = 8;        ///< quads along v
    vec2 uv_size{1, 1};  ///< texture repeats over the whole patch
    bool wraps = false;  ///< column 0 continues the last one
};

/// The surface \p at (u and v in [0, 1], v downwards in the texture), normals on the side from
/// which u runs right and v down.
[[nodiscard]] Shape patch(const std::function<vec3(vec2)>& at, const PatchOptions& options = {});

/// The closed surface \p radius (unit direction to distance) around the origin; each of six sides
/// has \p subdivisions squared quads.
[[nodiscard]] Shape blob(const std::function<float(vec3)>& radius, int subdivisions);

/// Two crossed upright cards, seen from both sides, of \p width and \p height; the picture once
/// on each. Normals point up, so that cards take the light of the ground they stand on.
[[nodiscard]] Shape crossed_cards(float width, float height);

}  // namespace diorama::demo
