// SPDX-License-Identifier: MIT
#include "occlusion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "noise.hpp"

namespace diorama::demo {
namespace {

constexpr int kRays = 32;
constexpr float kNear = 0.002f;   ///< metres a ray must travel, so that a face misses itself
constexpr float kDarkest = 0.3f;  ///< what is left in a closed corner: light bounces

/// Directions above the xy plane, crowded towards +Z by the cosine, on a golden spiral.
const std::array<vec3, kRays>& sky() {
    static const std::array<vec3, kRays> directions = [] {
        std::array<vec3, kRays> result;
        for (int i = 0; i < kRays; ++i) {
            const float part = (static_cast<float>(i) + 0.5f) / kRays;
            const float radius = std::sqrt(part);
            const SinCos turn = sin_cos(2.399963229728653 * i);
            result[static_cast<std::size_t>(i)] = {radius * static_cast<float>(turn.cos),
                                                   radius * static_cast<float>(turn.sin),
                                                   std::sqrt(1 - part)};
        }
        return result;
    }();
    return directions;
}

}  // namespace

void Occluders::add(const Shape& shape, const mat4& placement) {
    const auto point = [&](std::uint32_t index) {
        return vec3(placement * vec4(shape.positions[index], 1));
    };
    for (std::size_t i = 0; i + 2 < shape.indices.size(); i += 3) {
        const vec3 a = point(shape.indices[i]);
        triangles_.push_back({a, point(shape.indices[i + 1]) - a, point(shape.indices[i + 2]) - a});
    }
}

void Occluders::add_ground(float y, float half) {
    const vec3 corner(-half, y, -half), x(2 * half, 0, 0), z(0, 0, 2 * half);
    triangles_.push_back({corner, z, x + z});
    triangles_.push_back({corner, x + z, x});
}

void Occluders::build() {
    boxes_.clear();
    if (!triangles_.empty()) build_box(0, static_cast<std::uint32_t>(triangles_.size()));
}

std::uint32_t Occluders::build_box(std::uint32_t first, std::uint32_t count) {
    const auto index = static_cast<std::uint32_t>(boxes_.size());
    vec3 min(1e9f), max(-1e9f);
    const auto begin = triangles_.begin() + first, end = begin + count;
    for (auto t = begin; t != end; ++t) {
        min = glm::min(min, glm::min(t->a, glm::min(t->a + t->ab, t->a + t->ac)));
        max = glm::max(max, glm::max(t->a, glm::max(t->a + t->ab, t->a + t->ac)));
    }
    boxes_.push_back({min, max, first, count});
    if (count <= 6) return index;
    const vec3 size = max - min;
    const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
    const auto centre = [axis](const Triangle& t) {
        return 3 * t.a[axis] + t.ab[axis] + t.ac[axis];
    };
    const auto half = static_cast<std::int32_t>(count / 2);
    std::nth_element(begin, begin + half, end,
                     [&](const Triangle& a, const Triangle& b) { return centre(a) < centre(b); });
    build_box(first, count / 2);
    const std::uint32_t right = build_box(first + count / 2, count - count / 2);
    boxes_[index].first = right;
    boxes_[index].count = 0;
    return index;
}

bool Occluders::blocked(vec3 from, vec3 direction, float reach) const {
    const vec3 inverse = 1.0f / direction;
    std::array<std::uint32_t, 64> stack;
    std::size_t depth = 0;
    if (!boxes_.empty()) stack[depth++] = 0;
    while (depth > 0) {
        const std::uint32_t index = stack[--depth];
        const Box& box = boxes_[index];
        const vec3 t0 = (box.min - from) * inverse, t1 = (box.max - from) * inverse;
        const vec3 low = glm::min(t0, t1), high = glm::max(t0, t1);
        const float enter = std::max(std::max(low.x, low.y), std::max(low.z, 0.0f));
        const float leave = std::min(std::min(high.x, high.y), std::min(high.z, reach));
        if (!(enter <= leave)) continue;
        if (box.count == 0) {
            stack[depth++] = index + 1;
            stack[depth++] = box.first;
            continue;
        }
        for (std::uint32_t i = box.first; i < box.first + box.count; ++i) {
            // Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997.
            const Triangle& t = triangles_[i];
            const vec3 p = glm::cross(direction, t.ac);
            const float determinant = glm::dot(t.ab, p);
            if (std::fabs(determinant) < 1e-12f) continue;
            const float scale = 1 / determinant;
            const vec3 s = from - t.a;
            const float u = scale * glm::dot(s, p);
            if (u < 0 || u > 1) continue;
            const vec3 q = glm::cross(s, t.ab);
            const float v = scale * glm::dot(direction, q);
            if (v < 0 || u + v > 1) continue;
            const float distance = scale * glm::dot(t.ac, q);
            if (distance > kNear && distance < reach) return true;
        }
    }
    return false;
}

void bake_occlusion(Shape& shape, const Occluders& occluders, const mat4& placement, float reach) {
    const Shape world = moved(shape, placement);
    for (std::size_t i = 0; i < world.positions.size(); ++i) {
        const vec3 normal = world.normals[i];
        const vec3 side = std::fabs(normal.y) < 0.9f ? vec3(0, 1, 0) : vec3(1, 0, 0);
        const vec3 x = glm::normalize(glm::cross(side, normal)), y = glm::cross(normal, x);
        const vec3 from = world.positions[i] + 0.004f * normal;
        int open = 0;
        for (const vec3 d : sky())
            if (!occluders.blocked(from, x * d.x + y * d.y + normal * d.z, reach)) ++open;
        const float light = mix(kDarkest, 1, static_cast<float>(open) / kRays);
        shape.colors[i] *= vec4(vec3(light), 1);
    }
}

}  // namespace diorama::demo
