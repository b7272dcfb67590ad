// SPDX-License-Identifier: MIT
#include "diorama/render/scene2d_bridge.hpp"

#include <algorithm>

#include "diorama/ecs/world.hpp"
#include "diorama/mesh/material.hpp"
#include "diorama/mesh/mesh_data.hpp"
#include "diorama/scene/visibility.hpp"
#include "diorama/scene2d/placement.hpp"

namespace diorama::render {
namespace {

constexpr double kSteps = 65536;                 // of a Fixed
constexpr double kUnitSteps = 1024.0 * 1048576;  // of a Unit
constexpr float kMargin = 1.06f;                 // so that nothing touches the edge

double metres(scene2d::Fixed value) {
    return value.raw() / kSteps;
}

/// \p box at \p place and height \p z, camera-relative. Coordinates and eye subtract exactly in
/// double precision, before the one rounding to float.
mat4 matrix_of(const Box2& box, const scene2d::Global2& place, double z, const vec3& eye) {
    const scene2d::Direction turn = scene2d::direction(place.rotation());
    const auto c = static_cast<float>(turn.cos.raw() / kUnitSteps);
    const auto s = static_cast<float>(turn.sin.raw() / kUnitSteps);
    const scene2d::Vec2 at = place.translation();
    return {vec4(c * box.size.x, s * box.size.x, 0, 0), vec4(-s * box.size.y, c * box.size.y, 0, 0),
            vec4(0, 0, 1, 0),
            vec4(static_cast<float>(metres(at.x) - static_cast<double>(eye.x)),
                 static_cast<float>(metres(at.y) - static_cast<double>(eye.y)),
                 static_cast<float>(z - static_cast<double>(eye.z)), 1)};
}

mesh::MeshData unit_square() {
    mesh::MeshData mesh;
    mesh.positions = {{-0.5f, -0.5f, 0}, {0.5f, -0.5f, 0}, {0.5f, 0.5f, 0}, {-0.5f, 0.5f, 0}};
    mesh.normals.assign(4, vec3(0, 0, 1));
    mesh.indices = {0, 1, 2, 0, 2, 3};
    for (const vec3& position : mesh.positions)
        mesh.bounds.add(position);
    return mesh;
}

}  // namespace

Result<std::uint32_t> Scene2dBridge::build(World& world, RenderScene& scene) {
    order_.clear();
    world.query<const Box2, const scene2d::Global2>().each(
        [&](Entity entity, const Box2&, const scene2d::Global2&) {
            if (resolve_visibility(world, entity).visible) order_.push_back(entity);
        });
    if (order_.empty()) return 0;
    std::sort(order_.begin(), order_.end(), [&](Entity a, Entity b) {
        const std::int32_t under = world.get<Box2>(a)->layer, over = world.get<Box2>(b)->layer;
        return under != over ? under < over : world.spawned_before(a, b);
    });
    if (!has_mesh_) {
        const Result<std::uint32_t> mesh = renderer_->add_mesh(unit_square());
        if (!mesh) return std::unexpected(mesh.error());
        mesh_ = *mesh;
        has_mesh_ = true;
    }
    const std::size_t before = scene.instances.size();
    double z = 0;
    for (const Entity entity : order_) {
        const Box2& box = *world.get<Box2>(entity);
        const Result<std::uint32_t> material = material_of(box.color);
        if (!material) {
            scene.instances.resize(before);
            return std::unexpected(material.error());
        }
        RenderInstance instance;
        instance.mesh = mesh_;
        instance.material = *material;
        instance.cast_shadows = false;
        instance.transform =
            matrix_of(box, *world.get<scene2d::Global2>(entity), z, scene.camera.eye);
        instance.flip_winding = (box.size.x < 0) != (box.size.y < 0);
        scene.instances.push_back(instance);
        z += static_cast<double>(kOrderStep);
    }
    return static_cast<std::uint32_t>(order_.size());
}

Result<std::uint32_t> Scene2dBridge::material_of(const vec4& color) {
    const auto less = [](const vec4& a, const vec4& b) {
        return std::lexicographical_compare(&a.x, &a.x + 4, &b.x, &b.x + 4);
    };
    const auto at = std::lower_bound(
        materials_.begin(), materials_.end(), color,
        [&](const auto& entry, const vec4& key) { return less(entry.first, key); });
    if (at != materials_.end() && at->first == color) return at->second;
    mesh::Material material;
    material.name = "box";
    material.base_color = color;
    material.unlit = true;
    if (color.a < 1) material.alpha_mode = mesh::AlphaMode::blend;
    const Result<std::uint32_t> index = renderer_->add_material(material);
    if (index) materials_.insert(at, {color, *index});
    return index;
}

Bounds flat_bounds(World& world) {
    Bounds bounds;
    std::uint32_t count = 0;
    world.query<const Box2, const scene2d::Global2>().each(
        [&](const Box2& box, const scene2d::Global2& place) {
            const mat4 matrix = matrix_of(box, place, 0, vec3(0));
            for (const float x : {-0.5f, 0.5f})
                for (const float y : {-0.5f, 0.5f})
                    bounds.add(vec3(matrix * vec4(x, y, 0, 1)));
            ++count;
        });
    if (count > 0)
        bounds.add(vec3(bounds.min.x, bounds.min.y,
                        static_cast<float>(count - 1) * Scene2dBridge::kOrderStep));
    return bounds;
}

Camera flat_camera(const Bounds& bounds, float aspect) {
    const vec3 low = bounds.empty() ? vec3(-1) : bounds.min;
    const vec3 high = bounds.empty() ? vec3(1) : bounds.max;
    const vec3 half = 0.5f * (high - low);
    Camera camera;
    camera.projection = Projection::orthographic;
    camera.near = 0.5f;
    camera.eye = vec3(0.5f * (low.x + high.x), 0.5f * (low.y + high.y), high.z + 1);
    camera.far = high.z - low.z + 2;
    camera.half_height = std::max({half.y, half.x / aspect, 1e-3f}) * kMargin;
    camera.half_width = camera.half_height * aspect;
    return camera;
}

}  // namespace diorama::render
