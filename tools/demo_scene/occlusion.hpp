// SPDX-License-Identifier: MIT
/// \file
/// How much of the sky each vertex sees, by casting rays: Occluders, bake_occlusion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shapes.hpp"

namespace diorama::demo {

/// Triangles that stand in the light, in a tree of boxes.
class Occluders {
  public:
    /// Adds the triangles of \p shape moved by \p placement.
    void add(const Shape& shape, const mat4& placement = mat4(1));
    /// Adds level ground at height \p y, \p half metres to each side.
    void add_ground(float y, float half);
    /// Sorts the triangles into the tree; call once, after the last add.
    void build();
    /// Whether a triangle lies between 2 mm and \p reach along the unit vector \p direction.
    [[nodiscard]] bool blocked(vec3 from, vec3 direction, float reach) const;

  private:
    struct Triangle {
        vec3 a, ab, ac;
    };
    struct Box {
        vec3 min, max;
        std::uint32_t first = 0;  // triangle of a leaf, right child of a branch
        std::uint32_t count = 0;  // triangles of a leaf; 0 for a branch
    };
    std::uint32_t build_box(std::uint32_t first, std::uint32_t count);

    std::vector<Triangle> triangles_;
    std::vector<Box> boxes_;  // a branch's left child follows it
};

/// Multiplies the vertex colours of \p shape, standing at \p placement, by the share of the sky
/// that \p occluders leave open within \p reach metres; the lightest is 1.
void bake_occlusion(Shape& shape, const Occluders& occluders, const mat4& placement, float reach);

}  // namespace diorama::demo
