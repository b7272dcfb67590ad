// SPDX-License-Identifier: MIT
#include <cmath>
#include <glm/geometric.hpp>

#include "shapes.hpp"

namespace diorama::demo {

void add_tangents(Shape& shape) {
    // Lengyel, "Foundations of Game Engine Development", volume 2, section 7.5. The normal maps are
    // painted in texture space, not baked from a finer mesh, so any frame along u and v is theirs.
    std::vector<vec3> along_u(shape.positions.size(), vec3(0)), along_v = along_u;
    for (std::size_t i = 0; i + 2 < shape.indices.size(); i += 3) {
        const std::uint32_t* t = &shape.indices[i];
        const vec3 p1 = shape.positions[t[1]] - shape.positions[t[0]];
        const vec3 p2 = shape.positions[t[2]] - shape.positions[t[0]];
        const vec2 w1 = shape.uvs[0][t[1]] - shape.uvs[0][t[0]];
        const vec2 w2 = shape.uvs[0][t[2]] - shape.uvs[0][t[0]];
        const float area = w1.x * w2.y - w2.x * w1.y;
        if (area == 0) continue;
        // Only directions count: the sign of the area, not its size, weighs a triangle.
        const float sign = area > 0 ? 1.0f : -1.0f;
        const vec3 u = sign * (p1 * w2.y - p2 * w1.y), v = sign * (p2 * w1.x - p1 * w2.x);
        for (int k = 0; k < 3; ++k) {
            along_u[t[k]] += u;
            along_v[t[k]] += v;
        }
    }
    for (std::size_t i = 0; i < shape.positions.size(); ++i) {
        const vec3 n = shape.normals[i];
        vec3 tangent = along_u[i] - n * glm::dot(n, along_u[i]);
        if (glm::dot(tangent, tangent) < 1e-16f)
            tangent = glm::cross(n, std::fabs(n.y) < 0.9f ? vec3(0, 1, 0) : vec3(1, 0, 0));
        tangent = glm::normalize(tangent);
        // glTF's bitangent points up the picture, against v.
        const float sign = glm::dot(glm::cross(n, tangent), along_v[i]) > 0 ? -1.0f : 1.0f;
        shape.tangents.emplace_back(tangent, sign);
    }
}

}  // namespace diorama::demo
