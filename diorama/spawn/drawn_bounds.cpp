// SPDX-License-Identifier: MIT
#include "diorama/spawn/drawn_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/mesh/mesh_data.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/scene/visibility.hpp"
#include "diorama/spawn/asset_path.hpp"

namespace diorama::spawn {
namespace {

vec3 moved(const mat4& matrix, const vec3& p) {
    vec3 result;
    for (int row = 0; row < 3; ++row)
        result[row] =
            matrix[0][row] * p.x + matrix[1][row] * p.y + matrix[2][row] * p.z + matrix[3][row];
    return result;
}

vec3 morphed(const mesh::MeshData& mesh, std::size_t vertex, const std::vector<float>* weights) {
    vec3 position = mesh.positions[vertex];
    if (weights == nullptr) return position;
    const std::size_t count = std::min(weights->size(), mesh.morph_targets.size());
    for (std::size_t target = 0; target < count; ++target) {
        const std::vector<vec3>& deltas = mesh.morph_targets[target].positions;
        if (!deltas.empty()) position += (*weights)[target] * deltas[vertex];
    }
    return position;
}

vec3 skinned(const mesh::MeshData& mesh, std::size_t vertex, const vec3& position,
             const std::vector<mat4>& joints) {
    vec3 result(0);
    for (int k = 0; k < 4; ++k) {
        const std::size_t joint = mesh.joints[vertex][static_cast<std::size_t>(k)];
        if (mesh.weights[vertex][k] != 0 && joint < joints.size())
            result += mesh.weights[vertex][k] * moved(joints[joint], position);
    }
    return result;
}

/// The mesh that \p source refers to; null where the reference leads nowhere.
const mesh::MeshData* mesh_of(const render::Renderable& source, const Models& models,
                              const std::filesystem::path& base) {
    const Result<std::filesystem::path> path = asset_path(base, source.asset, true);
    const Model* const model = path ? models.find(*path) : nullptr;
    if (model == nullptr || source.mesh < 0 || source.primitive < 0) return nullptr;
    const auto mesh = static_cast<std::size_t>(source.mesh);
    const auto primitive = static_cast<std::size_t>(source.primitive);
    if (mesh >= model->asset.meshes.size()) return nullptr;
    const auto& primitives = model->asset.meshes[mesh].primitives;
    return primitive < primitives.size() ? &primitives[primitive].mesh : nullptr;
}

/// Calls \p visit with the world position of every vertex that an index of something visible names.
template <class Visit>
void for_each_drawn_point(World& world, const Models& models, const std::filesystem::path& base,
                          Visit visit) {
    std::vector<bool> used;
    world.for_each_entity([&](Entity entity) {
        const auto* const source = world.get<render::Renderable>(entity);
        const auto* const placement = world.get<GlobalTransform>(entity);
        if (source == nullptr || placement == nullptr || !world.has<render::MeshRenderer>(entity) ||
            !resolve_visibility(world, entity).visible)
            return;
        const mesh::MeshData* const mesh = mesh_of(*source, models, base);
        if (mesh == nullptr) return;
        // Primitives may share one list of vertices and draw a part of it each.
        used.assign(mesh->vertex_count(), false);
        for (const std::uint32_t index : mesh->indices)
            used[index] = true;
        const auto* const morph = world.get<motion::MorphWeights>(entity);
        const std::vector<float>* const weights = morph != nullptr ? &morph->weights : nullptr;
        const auto* const palette = world.get<motion::JointPalette>(entity);
        const bool bends = palette != nullptr && mesh->skinned();
        const mat4 matrix = placement->matrix();
        const auto* const instances = bends ? nullptr : world.get<render::Instances>(entity);
        for (std::size_t v = 0; v < mesh->vertex_count(); ++v) {
            if (!used[v]) continue;
            const vec3 position = morphed(*mesh, v, weights);
            if (instances == nullptr) {
                visit(bends ? skinned(*mesh, v, position, palette->joints)
                            : moved(matrix, position));
                continue;
            }
            for (std::size_t i = 0; i < instances->count(); ++i)
                visit(moved(matrix, moved(instance_matrix(*instances, i), position)));
        }
    });
}

}  // namespace

Bounds drawn_bounds(World& world, const Models& models, const std::filesystem::path& base) {
    Bounds result;
    for_each_drawn_point(world, models, base, [&](const vec3& point) { result.add(point); });
    return result;
}

std::vector<vec3> drawn_points(World& world, const Models& models,
                               const std::filesystem::path& base) {
    std::vector<vec3> result;
    for_each_drawn_point(world, models, base, [&](const vec3& point) {
        if (std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z))
            result.push_back(point);
    });
    return result;
}

}  // namespace diorama::spawn
