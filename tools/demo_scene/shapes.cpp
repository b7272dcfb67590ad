// SPDX-License-Identifier: MIT
#include "shapes.hpp"

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <map>

namespace diorama::demo {
namespace {

/// Corner of a box: one of three vertices, the one that lies in the face across \p axis.
std::uint32_t corner_id(int axis, const std::array<bool, 3>& positive) {
    return static_cast<std::uint32_t>(axis * 8 + (positive[0] ? 1 : 0) + (positive[1] ? 2 : 0) +
                                      (positive[2] ? 4 : 0));
}

/// Adds the polygon facing \p outward, whichever way round its corners were given.
void add_facing(Shape& shape, std::span<const std::uint32_t> ring, vec3 outward) {
    const vec3 a = shape.positions[ring[0]], b = shape.positions[ring[1]],
               c = shape.positions[ring[2]];
    const bool flip = glm::dot(glm::cross(b - a, c - a), outward) < 0;
    for (std::size_t i = 1; i + 1 < ring.size(); ++i)
        add_triangle(shape, ring[0], flip ? ring[i + 1] : ring[i], flip ? ring[i] : ring[i + 1]);
}

vec2 face_uv(int axis, float sign, vec3 p) {
    if (axis == 0) return {-sign * p.z, -p.y};
    if (axis == 1) return {p.x, sign * p.z};
    return {sign * p.x, -p.y};
}

void add_box_vertices(Shape& shape, vec3 half, float bevel) {
    for (int axis = 0; axis < 3; ++axis) {
        for (int corner = 0; corner < 8; ++corner) {
            vec3 p;
            for (int k = 0; k < 3; ++k) {
                const float extent = half[k] - (k == axis ? 0 : bevel);
                p[k] = (corner >> k & 1) != 0 ? extent : -extent;
            }
            const float sign = p[axis] > 0 ? 1.0f : -1.0f;
            vec3 normal(0);
            normal[axis] = sign;
            p.y += half.y;
            add_vertex(shape, p, normal, face_uv(axis, sign, p));
        }
    }
}

void add_box_edges(Shape& shape) {
    for (int along = 0; along < 3; ++along) {
        const int e = (along + 1) % 3, f = (along + 2) % 3;
        for (int signs = 0; signs < 4; ++signs) {
            std::array<bool, 3> low{}, high{};
            low[static_cast<std::size_t>(e)] = (signs & 1) != 0;
            low[static_cast<std::size_t>(f)] = (signs & 2) != 0;
            high = low;
            high[static_cast<std::size_t>(along)] = true;
            vec3 outward(0);
            outward[e] = (signs & 1) != 0 ? 1.0f : -1.0f;
            outward[f] = (signs & 2) != 0 ? 1.0f : -1.0f;
            const std::uint32_t ring[4] = {corner_id(e, low), corner_id(e, high),
                                           corner_id(f, high), corner_id(f, low)};
            add_facing(shape, ring, outward);
        }
    }
}

}  // namespace

mat4 placed(vec3 translation, quat rotation, vec3 scale) {
    return compose(translation, rotation, scale);
}

quat turn_y(float radians) {
    return angle_axis(radians, vec3(0, 1, 0));
}
quat turn_x(float radians) {
    return angle_axis(radians, vec3(1, 0, 0));
}
quat turn_z(float radians) {
    return angle_axis(radians, vec3(0, 0, 1));
}

std::uint32_t add_vertex(Shape& shape, vec3 position, vec3 normal, vec2 uv) {
    shape.positions.push_back(position);
    shape.normals.push_back(normal);
    shape.uvs[0].push_back(uv);
    shape.colors.emplace_back(1.0f);
    return static_cast<std::uint32_t>(shape.positions.size() - 1);
}

void add_triangle(Shape& shape, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    shape.indices.insert(shape.indices.end(), {a, b, c});
}

void add_quad(Shape& shape, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    add_triangle(shape, a, b, c);
    add_triangle(shape, a, c, d);
}

void add_polygon(Shape& shape, std::initializer_list<std::uint32_t> ring) {
    for (const std::uint32_t* i = ring.begin() + 1; i + 1 < ring.end(); ++i)
        add_triangle(shape, *ring.begin(), i[0], i[1]);
}

void append(Shape& into, const Shape& part, const mat4& placement) {
    const auto first = static_cast<std::uint32_t>(into.positions.size());
    // Normals follow the cofactors, which stay right under uneven scale and need no inverse.
    const vec3 x(placement[0]), y(placement[1]), z(placement[2]);
    const mat3 cofactors(glm::cross(y, z), glm::cross(z, x), glm::cross(x, y));
    const bool mirrored = glm::dot(glm::cross(x, y), z) < 0;
    for (std::size_t i = 0; i < part.positions.size(); ++i) {
        const vec3 normal = glm::normalize(cofactors * part.normals[i]);
        add_vertex(into, vec3(placement * vec4(part.positions[i], 1)), mirrored ? -normal : normal,
                   part.uvs[0][i]);
        into.colors.back() = part.colors[i];
    }
    for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
        const std::uint32_t a = first + part.indices[i], b = first + part.indices[i + 1],
                            c = first + part.indices[i + 2];
        add_triangle(into, a, mirrored ? c : b, mirrored ? b : c);
    }
}

Shape moved(const Shape& shape, const mat4& placement) {
    Shape result;
    append(result, shape, placement);
    return result;
}

Shape painted(Shape shape, vec3 color) {
    for (vec4& c : shape.colors)
        c = vec4(color, 1);
    return shape;
}

Shape with_uv_scale(Shape shape, vec2 factor) {
    for (vec2& uv : shape.uvs[0])
        uv *= factor;
    return shape;
}

Shape with_grain_up(Shape shape) {
    for (vec2& uv : shape.uvs[0])
        uv = vec2(uv.y, uv.x + 0.125f);
    return shape;
}

Shape refined(Shape shape, float longest) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto squared = [&](std::uint32_t a, std::uint32_t b) {
        const vec3 way = shape.positions[a] - shape.positions[b];
        return glm::dot(way, way);
    };
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
        const auto [entry, added] = middles.try_emplace(std::minmax(a, b), 0);
        if (added)
            entry->second = add_vertex(shape, 0.5f * (shape.positions[a] + shape.positions[b]),
                                       glm::normalize(shape.normals[a] + shape.normals[b]),
                                       0.5f * (shape.uvs[0][a] + shape.uvs[0][b]));
        return entry->second;
    };
    std::vector<std::uint32_t> waiting = std::move(shape.indices);
    shape.indices.clear();
    while (!waiting.empty()) {
        std::array<std::uint32_t, 3> t{};
        std::copy_n(waiting.end() - 3, 3, t.begin());
        waiting.resize(waiting.size() - 3);
        // The longest edge comes first: a triangle and its neighbour then agree on where to split.
        for (int turn = 0; turn < 2; ++turn)
            if (squared(t[1], t[2]) > squared(t[0], t[1]) ||
                squared(t[2], t[0]) > squared(t[0], t[1]))
                std::rotate(t.begin(), t.begin() + 1, t.end());
        if (squared(t[0], t[1]) <= longest * longest) {
            add_triangle(shape, t[0], t[1], t[2]);
            continue;
        }
        const std::uint32_t m = middle(t[0], t[1]);
        waiting.insert(waiting.end(), {t[0], m, t[2], m, t[1], t[2]});
    }
    return shape;
}

Shape box(vec3 size, float bevel) {
    Shape shape;
    add_box_vertices(shape, 0.5f * size, bevel);
    for (int axis = 0; axis < 3; ++axis) {
        for (const bool positive : {false, true}) {
            const auto a = static_cast<std::size_t>(axis), u = (a + 1) % 3, v = (a + 2) % 3;
            std::uint32_t ring[4];
            for (std::size_t i = 0; i < 4; ++i) {
                std::array<bool, 3> sign{};
                sign[a] = positive;
                sign[u] = i == 1 || i == 2;
                sign[v] = i >= 2;
                ring[i] = corner_id(axis, sign);
            }
            vec3 outward(0);
            outward[axis] = positive ? 1.0f : -1.0f;
            add_facing(shape, ring, outward);
        }
    }
    if (bevel <= 0) return shape;
    add_box_edges(shape);
    for (int corner = 0; corner < 8; ++corner) {
        const std::array<bool, 3> sign{(corner & 1) != 0, (corner & 2) != 0, (corner & 4) != 0};
        const vec3 outward(sign[0] ? 1 : -1, sign[1] ? 1 : -1, sign[2] ? 1 : -1);
        const std::uint32_t ring[3] = {corner_id(0, sign), corner_id(1, sign), corner_id(2, sign)};
        add_facing(shape, ring, outward);
    }
    return shape;
}

Shape prism(std::span<const vec2> outline, float depth) {
    Shape shape;
    const float half = 0.5f * depth;
    for (const float side : {1.0f, -1.0f}) {
        std::vector<std::uint32_t> ring;
        for (const vec2 p : outline)
            ring.push_back(
                add_vertex(shape, vec3(p, side * half), {0, 0, side}, {side * p.x, -p.y}));
        add_facing(shape, ring, {0, 0, side});
    }
    float along = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const vec2 a = outline[i], b = outline[(i + 1) % outline.size()];
        const float length = glm::length(b - a);
        const vec3 normal((b.y - a.y) / length, (a.x - b.x) / length, 0);
        add_polygon(shape, {add_vertex(shape, vec3(a, half), normal, {-half, -along}),
                            add_vertex(shape, vec3(a, -half), normal, {half, -along}),
                            add_vertex(shape, vec3(b, -half), normal, {half, -along - length}),
                            add_vertex(shape, vec3(b, half), normal, {-half, -along - length})});
        along += length;
    }
    return shape;
}

Shape blob(const std::function<float(vec3)>& radius, int subdivisions) {
    Shape shape;
    const auto point = [&](vec3 direction) {
        const vec3 unit = glm::normalize(direction);
        return unit * radius(unit);
    };
    constexpr float step = 0.02f;
    for (int side = 0; side < 6; ++side) {
        const int axis = side / 2;
        vec3 out(0), right(0), up(0);
        out[axis] = side % 2 == 0 ? 1.0f : -1.0f;
        up[axis == 1 ? 2 : 1] = 1;
        right = glm::cross(up, out);
        std::vector<std::uint32_t> ids;
        for (int row = 0; row <= subdivisions; ++row) {
            for (int column = 0; column <= subdivisions; ++column) {
                const vec2 uv = vec2(column, row) / static_cast<float>(subdivisions);
                const vec3 d = glm::normalize(out + right * (2 * uv.x - 1) + up * (1 - 2 * uv.y));
                const vec3 a = glm::normalize(glm::cross(up, d)), b = glm::cross(d, a);
                const vec3 normal = glm::cross(point(d + step * a) - point(d - step * a),
                                               point(d + step * b) - point(d - step * b));
                ids.push_back(add_vertex(shape, point(d), glm::normalize(normal), uv));
            }
        }
        const auto stride = static_cast<std::size_t>(subdivisions) + 1;
        for (std::size_t row = 0; row + 1 < stride; ++row)
            for (std::size_t column = 0; column + 1 < stride; ++column) {
                const std::size_t i = row * stride + column;
                add_quad(shape, ids[i], ids[i + stride], ids[i + stride + 1], ids[i + 1]);
            }
    }
    return shape;
}

Shape crossed_cards(float width, float height) {
    Shape shape;
    for (const vec3 right : {vec3(0.5f * width, 0, 0), vec3(0, 0, 0.5f * width)}) {
        const vec3 up(0, height, 0);
        add_polygon(shape, {add_vertex(shape, -right, {0, 1, 0}, {0, 1}),
                            add_vertex(shape, right, {0, 1, 0}, {1, 1}),
                            add_vertex(shape, right + up, {0, 1, 0}, {1, 0}),
                            add_vertex(shape, up - right, {0, 1, 0}, {0, 0})});
    }
    return shape;
}

}  // namespace diorama::demo
