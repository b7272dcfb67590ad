// SPDX-License-Identifier: MIT
#include "diorama/render/render_bridge.hpp"

#include <algorithm>
#include <cmath>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/mobility_diagnostics.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/scene/visibility.hpp"

namespace diorama::render {
namespace {

/// \p matrix with its origin moved to the eye. The difference is taken in double precision, where
/// two floats subtract exactly, before the result is rounded once.
mat4 relative_to(const vec3& eye, mat4 matrix) {
    for (int axis = 0; axis < 3; ++axis)
        matrix[3][axis] = static_cast<float>(static_cast<double>(matrix[3][axis]) -
                                             static_cast<double>(eye[axis]));
    return matrix;
}

double determinant3(const mat4& m) {
    const glm::dvec3 a(m[0]), b(m[1]), c(m[2]);
    return a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) +
           a.z * (b.x * c.y - b.y * c.x);
}

vec3 unit(const vec3& v, const vec3& fallback) {
    const double length =
        std::sqrt(static_cast<double>(v.x) * v.x + static_cast<double>(v.y) * v.y +
                  static_cast<double>(v.z) * v.z);
    if (!(length > 0) || !std::isfinite(length)) return fallback;
    return {static_cast<float>(v.x / length), static_cast<float>(v.y / length),
            static_cast<float>(v.z / length)};
}

/// The rotation of \p matrix without its scale; a mirrored one is turned about, since an eye can't
/// be mirrored.
quat rotation_of(const mat4& matrix) {
    const vec3 back = unit(vec3(matrix[2]), vec3(0, 0, 1));
    const mat4 upright = look_at_placement(vec3(0), -back, unit(vec3(matrix[1]), vec3(0, 1, 0)));
    return glm::normalize(glm::quat_cast(mat3(upright)));
}

RenderLight light_at(const LightSource& source, const vec3& eye, const mat4& placement) {
    RenderLight light;
    light.kind = source.kind;
    light.position = vec3(relative_to(eye, placement)[3]);
    light.direction = unit(-vec3(placement[2]), vec3(0, 0, -1));
    light.color = source.color;
    light.intensity = source.intensity;
    light.range = source.range;
    light.inner_angle = source.inner_angle;
    light.outer_angle = source.outer_angle;
    light.cast_shadows = source.cast_shadows;
    return light;
}

/// \p outer * \p inner, both affine.
mat4 product(const mat4& outer, const mat4& inner) {
    mat4 out(1);
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row) {
            float sum = column == 3 ? outer[3][row] : 0.0f;
            for (int k = 0; k < 3; ++k)
                sum += outer[k][row] * inner[column][k];
            out[column][row] = sum;
        }
    return out;
}

/// Adds \p instance once for each of \p places below \p placement.
void add_instances(const Instances& places, const mat4& placement, RenderInstance instance,
                   RenderScene& scene) {
    for (std::size_t i = 0; i < places.count(); ++i) {
        const mat4 matrix = product(placement, instance_matrix(places, i));
        instance.transform = relative_to(scene.camera.eye, matrix);
        instance.flip_winding = determinant3(matrix) < 0;
        scene.instances.push_back(instance);
    }
}

/// Says where \p instance of \p entity is: by its joints where it bends, else by its own placement.
void place(World& world, Entity entity, RenderScene& scene, RenderInstance& instance) {
    const vec3 eye = scene.camera.eye;
    const auto* const palette = world.get<motion::JointPalette>(entity);
    if (palette == nullptr || palette->joints.empty()) {
        const mat4 placement = world.get<GlobalTransform>(entity)->matrix();
        instance.transform = relative_to(eye, placement);
        instance.flip_winding = determinant3(placement) < 0;
        return;
    }
    instance.joint_offset = static_cast<std::uint32_t>(scene.joints.size());
    instance.joint_count = static_cast<std::uint32_t>(palette->joints.size());
    instance.flip_winding = determinant3(palette->joints.front()) < 0;
    for (const mat4& joint : palette->joints)
        scene.joints.push_back(relative_to(eye, joint));
}

}  // namespace

Camera camera_at(const CameraComponent& lens, const mat4& placement) {
    Camera camera;
    camera.eye = vec3(placement[3]);
    camera.rotation = rotation_of(placement);
    camera.projection = lens.projection;
    camera.fov_y = lens.fov_y;
    camera.aspect = lens.aspect;
    camera.near = lens.near;
    camera.far = lens.far;
    camera.half_width = lens.half_width;
    camera.half_height = lens.half_height;
    return camera;
}

mat4 instance_matrix(const Instances& instances, std::size_t index) noexcept {
    const float* const n = instances.places.data() + index * Instances::kNumbers;
    return local_matrix({.translation = {n[0], n[1], n[2]},
                         .rotation = quat(n[6], n[3], n[4], n[5]),
                         .scale = {n[7], n[8], n[9]}});
}

BridgeReport RenderBridge::build(World& world, RenderScene& scene) {
    BridgeReport report;
    std::int32_t best = 0;
    world.query<const CameraComponent, const GlobalTransform>().each(
        [&](Entity entity, const CameraComponent& lens, const GlobalTransform&) {
            if (!lens.active) return;
            ++report.active_cameras;
            const bool wins =
                report.camera.is_null() || lens.priority > best ||
                (lens.priority == best && world.spawned_before(entity, report.camera));
            if (!wins) return;
            report.camera = entity;
            best = lens.priority;
        });
    if (!report.camera.is_null())
        scene.camera = camera_at(*world.get<CameraComponent>(report.camera),
                                 world.get<GlobalTransform>(report.camera)->matrix());
    gather(world, scene, report);
    return report;
}

BridgeReport RenderBridge::build_from(World& world, Entity camera, RenderScene& scene) {
    BridgeReport report;
    const auto* const lens = world.get<CameraComponent>(camera);
    const auto* const placement = world.get<GlobalTransform>(camera);
    if (lens != nullptr && placement != nullptr) {
        scene.camera = camera_at(*lens, placement->matrix());
        report.camera = camera;
    }
    gather(world, scene, report);
    return report;
}

BridgeReport RenderBridge::build_from(World& world, const Camera& camera, RenderScene& scene) {
    BridgeReport report;
    scene.camera = camera;
    gather(world, scene, report);
    return report;
}

void RenderBridge::gather(World& world, RenderScene& scene, BridgeReport& report) {
    gather_meshes(world, scene, report);
    gather_lights(world, scene, report);
}

void RenderBridge::gather_meshes(World& world, RenderScene& scene, BridgeReport& report) {
    scene.instances.clear();
    scene.joints.clear();
    scene.morph_weights.clear();
    order_.clear();
    stationary_.clear();
    world.query<const MeshRenderer, const GlobalTransform, Optional<const Mobility>>().each(
        [&](Entity entity, const MeshRenderer&, const GlobalTransform&, const Mobility* mobility) {
            keep_if_visible(world, entity, report);
            if (mobility != nullptr && mobility->kind == MobilityKind::stationary)
                stationary_.push_back(entity);
        });
    sort_into_spawn_order(world);
    for (const Entity entity : order_) {
        const MeshRenderer& mesh = *world.get<MeshRenderer>(entity);
        RenderInstance instance;
        instance.mesh = mesh.mesh;
        instance.material = mesh.material;
        instance.cast_shadows = mesh.cast_shadows;
        place(world, entity, scene, instance);
        if (const auto* morph = world.get<motion::MorphWeights>(entity); morph != nullptr) {
            instance.morph_offset = static_cast<std::uint32_t>(scene.morph_weights.size());
            instance.morph_count = static_cast<std::uint32_t>(morph->weights.size());
            scene.morph_weights.insert(scene.morph_weights.end(), morph->weights.begin(),
                                       morph->weights.end());
        }
        const auto* const places = world.get<Instances>(entity);
        if (places != nullptr && instance.joint_count == 0)
            add_instances(*places, world.get<GlobalTransform>(entity)->matrix(), instance, scene);
        else
            scene.instances.push_back(instance);
    }
    report.instances = static_cast<std::uint32_t>(scene.instances.size());
    emit_stationary(world);
}

/// Last, because a listener may change the world. The World tells each entity once, so those of the
/// last build are passed over only to spare their messages.
void RenderBridge::emit_stationary(World& world) {
    std::sort(stationary_.begin(), stationary_.end());
    for (const Entity entity : stationary_)
        if (!std::binary_search(were_stationary_.begin(), were_stationary_.end(), entity))
            emit_mobility_diagnostic(
                world, {codes::mobility_invalid_kind, entity,
                        detail::describe(entity) + " has a mesh and is declared stationary",
                        "a stationary light, or a mesh that is static or movable",
                        "declare it static or movable"});
    std::swap(stationary_, were_stationary_);
}

void RenderBridge::gather_lights(World& world, RenderScene& scene, BridgeReport& report) {
    scene.lights.clear();
    order_.clear();
    world.query<const LightSource, const GlobalTransform>().each(
        [&](Entity entity, const LightSource&, const GlobalTransform&) {
            keep_if_visible(world, entity, report);
        });
    sort_into_spawn_order(world);
    for (const Entity entity : order_)
        scene.lights.push_back(light_at(*world.get<LightSource>(entity), scene.camera.eye,
                                        world.get<GlobalTransform>(entity)->matrix()));
    report.lights = static_cast<std::uint32_t>(scene.lights.size());
}

void RenderBridge::keep_if_visible(World& world, Entity entity, BridgeReport& report) {
    if (resolve_visibility(world, entity).visible)
        order_.push_back(entity);
    else
        ++report.hidden;
}

void RenderBridge::sort_into_spawn_order(World& world) {
    std::sort(order_.begin(), order_.end(),
              [&](Entity a, Entity b) { return world.spawned_before(a, b); });
}

}  // namespace diorama::render
