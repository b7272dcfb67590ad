// SPDX-License-Identifier: MIT
/// \file
/// A model's triangles as a level in Bullet, and a ball that falls on it and comes to rest:
/// `bullet_level`. It makes the level's model itself and fails where the ball does not rest on it.
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/mobility.hpp"
#include "diorama/scene/mobility_diagnostics.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/spawn/collision.hpp"
#include "diorama/spawn/spawn_gltf.hpp"

using namespace diorama;

namespace {

/// A floor 10 metres square below a mirrored and scaled node, so that placement and winding count.
gltf::GltfAsset make_level() {
    gltf::GltfAsset level;
    mesh::MeshData& floor = level.meshes.emplace_back().primitives.emplace_back().mesh;
    floor.positions = {{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}};
    floor.indices = {0, 1, 2, 0, 2, 3};
    level.nodes.resize(2);
    level.nodes[0].scale = {-5, 1, 5};
    level.nodes[0].children = {1};
    level.nodes[1].mesh = 0;
    level.roots = {0};
    return level;
}

// [level]
/// The level as a body that never moves; \p triangles and \p mesh must outlive it.
btRigidBody make_ground(const spawn::CollisionTriangles& triangles, btTriangleMesh& mesh,
                        std::unique_ptr<btBvhTriangleMeshShape>& shape) {
    const auto corner = [&](std::size_t i) {
        const vec3& p = triangles.positions[triangles.indices[i]];
        return btVector3(p.x, p.y, p.z);
    };
    for (std::size_t i = 0; i + 2 < triangles.indices.size(); i += 3)
        mesh.addTriangle(corner(i), corner(i + 1), corner(i + 2));
    shape = std::make_unique<btBvhTriangleMeshShape>(&mesh, true);
    return btRigidBody(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, shape.get()));
}

/// Says so where a body that moves belongs to an entity that promised not to.
void check_promise(World& world, Entity entity, const btRigidBody& body) {
    const auto* mobility = world.get<Mobility>(entity);
    if (body.isStaticObject() || mobility == nullptr || mobility->kind != MobilityKind::fixed)
        return;
    emit_mobility_diagnostic(world, {.code = codes::mobility_physics_conflict,
                                     .entity = entity,
                                     .message = "a dynamic body moves a static entity",
                                     .expected = "a movable entity, or a body without mass",
                                     .hint = "make the entity movable"});
}
// [level]

}  // namespace

int main() {
    const gltf::GltfAsset level = make_level();
    const mat4 placement = local_matrix(Transform{.translation = {0, 2, 0}});
    World world;
    if (!spawn::spawn_gltf(world, level, {.root_transform = {.translation = {0, 2, 0}}})) return 1;
    const auto triangles = spawn::collision_triangles(level, placement);
    if (!triangles) return 1;

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld physics(&dispatcher, &broadphase, &solver, &configuration);
    physics.setGravity({0, -9.81f, 0});
    btTriangleMesh mesh;
    std::unique_ptr<btBvhTriangleMeshShape> ground_shape;
    btRigidBody ground = make_ground(*triangles, mesh, ground_shape);
    physics.addRigidBody(&ground);

    constexpr float kRadius = 0.5f;
    btSphereShape ball_shape(kRadius);
    btVector3 inertia;
    ball_shape.calculateLocalInertia(1, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(1, nullptr, &ball_shape, inertia);
    info.m_rollingFriction = 0.1f;
    info.m_startWorldTransform.setOrigin({1, 6, 1});
    btRigidBody ball(info);
    physics.addRigidBody(&ball);

    // The ball's entity promises to stand still, which its body can't keep: one report, not a stop.
    const Entity entity =
        world.spawn(Transform{.translation = {1, 6, 1}}, Mobility{MobilityKind::fixed});
    int conflicts = 0;
    subscribe_mobility_diagnostics(world, [&](const MobilityDiagnostic& found) {
        ++conflicts;
        std::printf("%s: %s\n", std::string(found.code.name()).c_str(), found.message.c_str());
    });
    for (int step = 0; step < 600; ++step) {
        check_promise(world, entity, ball);
        physics.stepSimulation(1.0f / 60, 0);
        const btVector3& at = ball.getWorldTransform().getOrigin();
        world.get_mut<Transform>(entity)->translation = {at.x(), at.y(), at.z()};
    }
    propagate_transforms(world);
    const vec3 at = world.get<GlobalTransform>(entity)->translation();
    std::printf("the ball rests at (%.2f, %.2f, %.2f)\n", at.x, at.y, at.z);
    const bool rests =
        std::abs(at.y - (2 + kRadius)) < 0.05f && ball.getLinearVelocity().length() < 0.05f;
    physics.removeRigidBody(&ball);
    physics.removeRigidBody(&ground);
    return rests && conflicts == 1 ? 0 : 1;
}
