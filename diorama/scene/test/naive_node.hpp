// SPDX-License-Identifier: MIT
/// \file
/// The naive reference of the hierarchy's property test: Node, Matrix, local_of, product. It shares
/// no code with what it judges.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "diorama/ecs/entity.hpp"
#include "diorama/scene/visibility.hpp"

namespace diorama {

/// What the reference knows of one entity.
struct Node {
    bool placed = false;
    float values[10] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};  // t, q (x y z w), s
    bool child = false;
    int parent = -1;  // index into the reference; -1 for a dead one
    std::vector<int> children;
    VisibilityMode mode = VisibilityMode::inherited;
    bool alive = true;
    bool touched = false;      // written, linked or new since the last pass
    bool became_root = false;  // its last link since then was taken away
    Entity entity;
    unsigned order = 0;
};

using Matrix = std::array<float, 12>;

/// The documented arithmetic, written out entry by entry.
inline Matrix local_of(const Node& n) {
    const float x = n.values[3], y = n.values[4], z = n.values[5], w = n.values[6];
    const auto f = [](float v) { return v; };
    const float x2 = f(x + x), y2 = f(y + y), z2 = f(z + z);
    const float sx = n.values[7], sy = n.values[8], sz = n.values[9];
    Matrix m{};
    m[0] = (1 - (y * y2 + z * z2)) * sx;
    m[1] = (x * y2 - w * z2) * sy;
    m[2] = (x * z2 + w * y2) * sz;
    m[3] = n.values[0];
    m[4] = (x * y2 + w * z2) * sx;
    m[5] = (1 - (x * x2 + z * z2)) * sy;
    m[6] = (y * z2 - w * x2) * sz;
    m[7] = n.values[1];
    m[8] = (x * z2 - w * y2) * sx;
    m[9] = (y * z2 + w * x2) * sy;
    m[10] = (1 - (x * x2 + y * y2)) * sz;
    m[11] = n.values[2];
    return m;
}

inline Matrix product(const Matrix& p, const Matrix& l) {
    Matrix m{};
    for (std::size_t r = 0; r < 12; r += 4)
        for (std::size_t c = 0; c < 4; ++c) {
            float sum = p[r] * l[c];
            sum = sum + p[r + 1] * l[4 + c];
            sum = sum + p[r + 2] * l[8 + c];
            m[r + c] = sum + (c == 3 ? p[r + 3] : 0.0f);
        }
    return m;
}

}  // namespace diorama
