// SPDX-License-Identifier: MIT
#include "diorama/gltf/summary.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/detail/modes.hpp"
#include "diorama/gltf/detail/scene_walk.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf {

namespace {

/// Vertices transformed or read before a file counts as hostile; some seconds.
constexpr std::uint64_t kMaxWork = 1ULL << 32;

Index accessor_of(const Document& document, const Primitive& primitive, Semantic semantic) {
    for (const Attribute& each : slice(document.attributes, primitive.attributes)) {
        if (each.semantic == semantic) return each.accessor;
    }
    return kNone;
}

std::uint64_t accessor_count(const Document& document, Index accessor) {
    return accessor == kNone ? 0 : document.accessors[static_cast<std::size_t>(accessor)].count;
}

/// Vertices as the specification counts them: all attributes have as many.
std::uint64_t vertex_count(const Document& document, const Primitive& primitive) {
    const Index position = accessor_of(document, primitive, Semantic::position);
    if (position != kNone) return accessor_count(document, position);
    const auto attributes = slice(document.attributes, primitive.attributes);
    return attributes.empty() ? 0 : accessor_count(document, attributes.front().accessor);
}

std::uint64_t triangle_count(Mode mode, std::uint64_t count) {
    switch (mode) {
        case Mode::triangles:
            return count / 3;
        case Mode::triangle_strip:
        case Mode::triangle_fan:
            return count > 2 ? count - 2 : 0;
        default:
            return 0;
    }
}

void count_primitives(const Document& document, Summary& out) {
    for (const Primitive& primitive : document.primitives) {
        const std::uint64_t vertices = vertex_count(document, primitive);
        const std::uint64_t drawn =
            primitive.indices == kNone ? vertices : accessor_count(document, primitive.indices);
        out.vertices += vertices;
        out.triangles += triangle_count(primitive.mode, drawn);
        out.morph_targets = std::max<std::uint64_t>(out.morph_targets, primitive.targets.count);
    }
}

using Box = std::array<std::array<double, 2>, 3>;  // per axis: least and greatest

constexpr Box kNothing = [] {
    constexpr double kMost = std::numeric_limits<double>::infinity();
    return Box{{{kMost, -kMost}, {kMost, -kMost}, {kMost, -kMost}}};
}();

void add(Box& box, std::size_t axis, double value) {
    box[axis][0] = std::min(box[axis][0], value);
    box[axis][1] = std::max(box[axis][1], value);
}

/// Whether each axis of the result follows one axis alone, so that a box stays a box.
bool keeps_boxes(const glm::dmat4& matrix) {
    for (int row = 0; row < 3; ++row) {
        const int used = (matrix[0][row] != 0) + (matrix[1][row] != 0) + (matrix[2][row] != 0);
        if (used > 1) return false;
    }
    return true;
}

void add_point(Box& box, const glm::dmat4& matrix, const glm::dvec3& point) {
    for (int row = 0; row < 3; ++row) {
        const double value = matrix[0][row] * point.x + matrix[1][row] * point.y +
                             matrix[2][row] * point.z + matrix[3][row];
        add(box, static_cast<std::size_t>(row), value);
    }
}

/// The positions that \p primitive draws, each at least once.
Result<std::vector<vec3>> drawn_positions(const Document& document, const Primitive& primitive) {
    const Index position = accessor_of(document, primitive, Semantic::position);
    if (position == kNone) return std::vector<vec3>();
    Result<std::vector<vec3>> positions = read_accessor<vec3>(document, position);
    if (!positions || primitive.indices == kNone) return positions;
    const Result<std::vector<std::uint32_t>> indices =
        read_accessor<std::uint32_t>(document, primitive.indices);
    if (!indices) return std::unexpected(indices.error());
    std::vector<bool> used(positions->size(), false);
    const std::uint32_t restart = detail::restart_value(
        document.accessors[static_cast<std::size_t>(primitive.indices)].component_type);
    for (const std::uint32_t index : *indices) {
        if (index < used.size()) {
            used[index] = true;
            continue;
        }
        if (index == restart && detail::may_restart(primitive.mode)) continue;
        return fail(codes::index_range,
                    "found the vertex index " + std::to_string(index) + ", expected one below " +
                        std::to_string(used.size()) + ", the count of vertices",
                    where(document, "accessors", primitive.indices));
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) (*positions)[kept++] = (*positions)[i];
    }
    positions->resize(kept);
    return positions;
}

/// Grows \p box by \p points, once per placement.
void add_placed(Box& box, std::span<const vec3> points,
                std::span<const glm::dmat4* const> placements) {
    if (points.empty()) return;
    Box local = kNothing;
    for (const vec3& point : points) {
        for (int axis = 0; axis < 3; ++axis) {
            add(local, static_cast<std::size_t>(axis), static_cast<double>(point[axis]));
        }
    }
    const glm::dvec3 least(local[0][0], local[1][0], local[2][0]);
    const glm::dvec3 greatest(local[0][1], local[1][1], local[2][1]);
    for (const glm::dmat4* const matrix : placements) {
        if (keeps_boxes(*matrix)) {
            add_point(box, *matrix, least);
            add_point(box, *matrix, greatest);
        } else {
            for (const vec3& point : points)
                add_point(box, *matrix, glm::dvec3(point));
        }
    }
}

Result<std::optional<Bounds>> scene_bounds(const Document& document,
                                           std::span<const detail::PlacedNode> placed) {
    std::vector<std::vector<const glm::dmat4*>> placements(document.meshes.size());
    for (const detail::PlacedNode& each : placed) {
        const Index mesh = document.nodes[static_cast<std::size_t>(each.node)].mesh;
        if (mesh != kNone) placements[static_cast<std::size_t>(mesh)].push_back(&each.world);
    }
    Box box = kNothing;
    std::uint64_t work = 0;
    for (std::size_t m = 0; m < placements.size(); ++m) {
        if (placements[m].empty()) continue;
        for (const Primitive& primitive :
             slice(document.primitives, document.meshes[m].primitives)) {
            const std::uint64_t read =
                accessor_count(document, accessor_of(document, primitive, Semantic::position)) +
                accessor_count(document, primitive.indices);
            // Neither factor passes 2^53 and 2^31: a product that wraps is beyond the limit too.
            const std::uint64_t turns = placements[m].size() + 1;
            if (read > kMaxWork / turns || (work += read * turns) > kMaxWork) {
                return fail(codes::work_limit,
                            "found more than " + std::to_string(kMaxWork) +
                                " vertices to place for the bounds",
                            where(document, "meshes", static_cast<Index>(m)),
                            "ask for the facts without bounds");
            }
            const Result<std::vector<vec3>> points = drawn_positions(document, primitive);
            if (!points) return std::unexpected(points.error());
            add_placed(box, *points, placements[m]);
        }
    }
    if (box[0][0] > box[0][1]) return std::optional<Bounds>();
    Bounds out;
    for (int axis = 0; axis < 3; ++axis) {
        const auto& [least, greatest] = box[static_cast<std::size_t>(axis)];
        out.min[axis] = static_cast<float>(least);
        out.max[axis] = static_cast<float>(greatest);
    }
    return std::optional<Bounds>(out);
}

}  // namespace

Result<Summary> summarize(const Document& document, const SummaryOptions& options) {
    Summary out;
    out.file = document.name;
    out.version = document.asset.version;
    out.generator = document.asset.generator;
    out.scenes = document.scenes.size();
    out.nodes = document.nodes.size();
    out.meshes = document.meshes.size();
    out.primitives = document.primitives.size();
    out.materials = document.materials.size();
    out.textures = document.textures.size();
    out.images = document.images.size();
    out.skins = document.skins.size();
    out.animations = document.animations.size();
    out.cameras = document.cameras.size();
    out.lights = document.lights.size();
    out.variants = document.variants.size();
    out.extensions_used.assign(document.extensions_used.begin(), document.extensions_used.end());
    out.extensions_required.assign(document.extensions_required.begin(),
                                   document.extensions_required.end());
    out.diagnostics = document.diagnostics;
    count_primitives(document, out);
    const std::vector<detail::PlacedNode> placed =
        detail::placed_nodes(document, default_scene(document));
    for (const detail::PlacedNode& each : placed) {
        out.max_depth = std::max<std::uint64_t>(out.max_depth, each.depth);
    }
    if (options.bounds) {
        Result<std::optional<Bounds>> bounds = scene_bounds(document, placed);
        if (!bounds) return std::unexpected(std::move(bounds.error()));
        out.bounds = *bounds;
    }
    return out;
}

}  // namespace diorama::gltf
