// SPDX-License-Identifier: MIT
/// \file
/// A glTF asset as entities: Instancing, SpawnOptions, SpawnedGltf, check_spawn, spawn_gltf.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/gltf/asset.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama::spawn {

/// What becomes of a node's instances (EXT_mesh_gpu_instancing).
enum class Instancing : std::uint8_t {
    entities,   ///< a child each, which can be moved, hidden and despawned
    renderable  ///< one entity per primitive that is shown at every place: render::Instances
};

/// What to spawn and how.
struct SpawnOptions {
    std::string asset{};         ///< how saved scenes refer to the file: relative, `/` separated
    bool root = true;            ///< false makes the asset's roots roots of the world
    std::string root_name{};     ///< Name of the root entity; none when empty
    Transform root_transform{};  ///< where the whole stands
    std::int32_t scene = -1;     ///< index of the scene; -1 for the asset's default
    std::int32_t variant = -1;  ///< index of the material variant; -1 for the materials as they are
    Instancing instancing = Instancing::entities;  ///< how many entities instances take
    bool cast_shadows = true;                      ///< for every Renderable made
    /// The most primitives that may be drawn at all nodes and instances together, and the most
    /// joints of their skins: a small file can ask for any number by naming one of them often.
    std::uint64_t max_drawn = 1ULL << 22;
    std::uint64_t max_joints = 1ULL << 22;  ///< some 200 bytes each, once drawn
    bool skinned_meshes = true;             ///< false leaves out what bends, as static levels want
};

/// The entities made.
struct SpawnedGltf {
    Entity root = Entity::null();       ///< carries root_transform; parent of every glTF root;
                                        ///< null without SpawnOptions::root
    std::vector<Entity> node_entities;  ///< per glTF node; null outside the scene
    std::vector<Entity>
        primitive_entities;  ///< with a Renderable: by node, then instance, then primitive
    std::vector<Diagnostic> diagnostics;  ///< spawn-node-reached-twice, spawn-joint-outside

    /// Entity of glTF node \p node; null out of range or outside the scene.
    [[nodiscard]] Entity entity_of_node(std::int64_t node) const noexcept;
};

/// Whether spawn_gltf() spawns \p asset with \p options; nothing is spawned.
///
/// Failure: as for spawn_gltf().
[[nodiscard]] Result<> check_spawn(const gltf::GltfAsset& asset, const SpawnOptions& options = {});

/// Spawns \p asset's hierarchy: a root, one entity per node reached, and per primitive a
/// Renderable, on the node itself for a mesh of one primitive, else on one child each after the
/// node's own. Where a node has instances (EXT_mesh_gpu_instancing), each is one more child with
/// what the node would have had, after the node's own children; the node itself draws nothing.
/// With Instancing::renderable the node has what it would have had without instances, and a
/// render::Instances beside each Renderable; the values of instance attributes stay in the asset.
///
/// A node reached more than once is spawned once, where it is reached first, so the links never
/// make a loop; each further reach is a warning. Cameras and lights go on their node's entity; the
/// first camera is active. A node that is not visible gets a Visibility that hides it and all
/// below. Nothing is propagated, and nothing can be drawn before realise(). Order: depth first,
/// children in file order, so that child order and spawn order are the file's. Failure:
/// spawn-scene-range and spawn-variant-range for a scene or variant that is not there,
///          spawn-index-range for indices out of range, spawn-too-many beyond the options' limits;
///          \p world is then untouched.
[[nodiscard]] Result<SpawnedGltf> spawn_gltf(World& world, const gltf::GltfAsset& asset,
                                             const SpawnOptions& options = {});

}  // namespace diorama::spawn
