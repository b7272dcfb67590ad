// SPDX-License-Identifier: MIT
// Shapes made by moving a curve: lathe, tube, sweep and patch.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "shapes.hpp"

namespace diorama::demo {
namespace {

constexpr float kCreaseCosine = 0.766f;  ///< of 40 degrees

/// One row of the surface between two profile points, or both sides of a sharp one.
struct Ring {
    vec2 point;
    vec2 normal;
    float along = 0;
    bool joins_next = false;  ///< a strip of quads leads to the next ring
};

/// Rings of \p profile with the normals on its right; sharp corners give two rings.
std::vector<Ring> rings_of(std::span<const vec2> profile) {
    std::vector<Ring> rings;
    float along = 0;
    vec2 before(0);
    for (std::size_t i = 0; i < profile.size(); ++i) {
        vec2 after = before;
        if (i + 1 < profile.size()) {
            const vec2 way = glm::normalize(profile[i + 1] - profile[i]);
            after = vec2(way.y, -way.x);
        }
        if (i == 0) before = after;
        const bool last = i + 1 == profile.size();
        if (glm::dot(before, after) > kCreaseCosine) {
            rings.push_back({profile[i], glm::normalize(before + after), along, !last});
        } else {
            rings.push_back({profile[i], before, along, false});
            rings.push_back({profile[i], after, along, true});
        }
        if (!last) along += glm::length(profile[i + 1] - profile[i]);
        before = after;
    }
    return rings;
}

/// One column of a sweep: where the profile stands and which way its x points.
struct Column {
    vec3 at;
    vec3 right;   ///< mitre: longer than 1 at a corner
    vec3 normal;  ///< unit, what a profile normal's x turns into
    float along = 0;
    bool joins_next = false;
};

std::vector<Column> columns_of(std::span<const vec3> path, bool closed) {
    const std::size_t count = path.size();
    const auto right_of = [&](std::size_t i) {
        const vec3 way = path[(i + 1) % count] - path[i];
        return glm::normalize(vec3(-way.z, 0, way.x));
    };
    std::vector<Column> columns;
    float along = 0;
    const std::size_t stops = closed ? count + 1 : count;
    for (std::size_t i = 0; i < stops; ++i) {
        const vec3 before = right_of(i > 0 ? i - 1 : closed ? count - 1 : 0);
        const vec3 after = i + 1 < count || closed ? right_of(i % count) : before;
        const vec3 middle = glm::normalize(before + after);
        const vec3 mitre = middle / glm::dot(middle, before);
        const bool last = i + 1 == stops;
        if (glm::dot(before, after) > kCreaseCosine) {
            columns.push_back({path[i % count], mitre, middle, along, !last});
        } else {
            columns.push_back({path[i % count], mitre, before, along, false});
            columns.push_back({path[i % count], mitre, after, along, !last});
        }
        along += glm::length(path[(i + 1) % count] - path[i % count]);
    }
    return columns;
}

}  // namespace

Shape lathe(std::span<const vec2> profile, const LatheOptions& options) {
    Shape shape;
    float widest = 0;
    for (const vec2 p : profile)
        widest = std::max(widest, p.x);
    float repeats = options.sweep * widest * options.density;
    if (options.sweep > 6.28f) repeats = std::max(1.0f, std::round(repeats));
    const auto stride = static_cast<std::uint32_t>(options.segments) + 1;
    for (const Ring& ring : rings_of(profile)) {
        const auto first = static_cast<std::uint32_t>(shape.positions.size());
        for (std::uint32_t i = 0; i < stride; ++i) {
            const float part = static_cast<float>(i) / static_cast<float>(options.segments);
            const SinCos turn = sin_cos(static_cast<double>(options.begin) +
                                        static_cast<double>(options.sweep * part));
            const vec3 out(static_cast<float>(turn.cos), 0, -static_cast<float>(turn.sin));
            add_vertex(shape, out * ring.point.x + vec3(0, ring.point.y, 0),
                       out * ring.normal.x + vec3(0, ring.normal.y, 0),
                       {repeats * part, -ring.along * options.density});
        }
        if (!ring.joins_next) continue;
        for (std::uint32_t i = first; i + 1 < first + stride; ++i)
            add_quad(shape, i, i + 1, i + 1 + stride, i + stride);
    }
    // A ring of radius 0 is a point, and half of its quads are lines.
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i < shape.indices.size(); i += 3) {
        const vec3 a = shape.positions[shape.indices[i]], b = shape.positions[shape.indices[i + 1]],
                   c = shape.positions[shape.indices[i + 2]];
        if (a != b && b != c && c != a)
            kept.insert(kept.end(), &shape.indices[i], &shape.indices[i] + 3);
    }
    shape.indices = std::move(kept);
    return shape;
}

Shape tube(std::span<const vec3> path, std::span<const float> radii, int sides) {
    Shape shape;
    const auto stride = static_cast<std::uint32_t>(sides) + 1;
    vec3 across(0);
    float along = 0;
    const auto add_ring = [&](vec3 at, vec3 way, float radius, vec3 cap) {
        for (std::uint32_t i = 0; i < stride; ++i) {
            const float part = static_cast<float>(i) / static_cast<float>(sides);
            const SinCos turn = sin_cos(static_cast<double>(part) * 2.0 * static_cast<double>(pi));
            const vec3 out = across * static_cast<float>(turn.cos) +
                             glm::cross(way, across) * static_cast<float>(turn.sin);
            add_vertex(shape, at + radius * out, cap == vec3(0) ? out : cap, {part, -along});
        }
    };
    const std::size_t last = path.size() - 1;
    for (std::size_t i = 0; i <= last; ++i) {
        const vec3 before = path[i] - path[i > 0 ? i - 1 : 0];
        const vec3 after = path[std::min(i + 1, last)] - path[i];
        const vec3 way = glm::normalize(before + after);
        // The frame is carried along the path, so that it never twists.
        if (i == 0) across = std::fabs(way.y) < 0.9f ? vec3(0, 1, 0) : vec3(1, 0, 0);
        across = glm::normalize(across - way * glm::dot(across, way));
        along += glm::length(before);
        if (i == 0) add_ring(path[i], way, radii[i], -way);
        add_ring(path[i], way, radii[i], vec3(0));
        if (i == last) add_ring(path[i], way, radii[i], way);
    }
    for (std::uint32_t ring = 1; ring <= last; ++ring)
        for (std::uint32_t i = ring * stride; i + 1 < (ring + 1) * stride; ++i)
            add_quad(shape, i, i + 1, i + 1 + stride, i + stride);
    const auto end = static_cast<std::uint32_t>(shape.positions.size()) - stride;
    for (std::uint32_t i = 1; i + 2 < stride; ++i) {
        add_triangle(shape, 0, i + 1, i);
        add_triangle(shape, end, end + i, end + i + 1);
    }
    return shape;
}

Shape tube(std::span<const vec3> path, float radius, int sides) {
    return tube(path, std::vector<float>(path.size(), radius), sides);
}

Shape sweep(std::span<const vec3> path, std::span<const vec2> profile, bool closed) {
    Shape shape;
    const std::vector<Ring> rings = rings_of(profile);
    const auto stride = static_cast<std::uint32_t>(rings.size());
    for (const Column& column : columns_of(path, closed)) {
        const auto first = static_cast<std::uint32_t>(shape.positions.size());
        for (const Ring& ring : rings) {
            // rings_of() puts normals on the right of the profile; here outside is its left.
            const vec3 normal = -ring.normal.x * column.normal - ring.normal.y * vec3(0, 1, 0);
            add_vertex(shape, column.at + ring.point.x * column.right + vec3(0, ring.point.y, 0),
                       normal, {column.along, ring.along});
        }
        if (!column.joins_next) continue;
        for (std::uint32_t i = 0; i + 1 < stride; ++i)
            if (rings[i].joins_next)
                add_quad(shape, first + i, first + i + 1, first + i + 1 + stride,
                         first + i + stride);
    }
    return shape;
}

Shape patch(const std::function<vec3(vec2)>& at, const PatchOptions& options) {
    Shape shape;
    const int columns = options.columns, rows = options.rows;
    std::vector<vec3> points;
    const auto stride = static_cast<std::size_t>(columns) + 1;
    for (int row = 0; row <= rows; ++row)
        for (int column = 0; column <= columns; ++column)
            points.push_back(at(vec2(static_cast<float>(column) / static_cast<float>(columns),
                                     static_cast<float>(row) / static_cast<float>(rows))));
    const auto point = [&](int column, int row) {
        if (options.wraps) column = (column + columns) % columns;
        column = std::clamp(column, 0, columns);
        row = std::clamp(row, 0, rows);
        return points[static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(column)];
    };
    for (int row = 0; row <= rows; ++row) {
        for (int column = 0; column <= columns; ++column) {
            const vec3 right = point(column + 1, row) - point(column - 1, row);
            const vec3 down = point(column, row + 1) - point(column, row - 1);
            const vec3 normal = glm::cross(down, right);
            const float length = glm::length(normal);
            const vec2 uv(static_cast<float>(column) / static_cast<float>(columns),
                          static_cast<float>(row) / static_cast<float>(rows));
            add_vertex(
                shape,
                points[static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(column)],
                length > 0 ? normal / length : vec3(0, 1, 0), uv * options.uv_size);
        }
    }
    const auto step = static_cast<std::uint32_t>(stride);
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(rows); ++row)
        for (std::uint32_t column = 0; column + 1 < step; ++column) {
            const std::uint32_t i = row * step + column;
            add_quad(shape, i, i + step, i + step + 1, i + 1);
        }
    return shape;
}

}  // namespace diorama::demo
