// SPDX-License-Identifier: MIT
/// \file
/// Bending meshes in a world: Skin, SkinBinding, MorphWeights, JointPalette, update_joint_palettes.
/// Design page: docs/design/skinning.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/component.hpp"
#include "diorama/core/math.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/fwd.hpp"

namespace diorama::motion {

/// Which skin bends the entity's mesh, and the entities that are its joints here.
struct Skin {
    std::string asset;           ///< path of the model, relative to the scene file
    std::int32_t skin = 0;       ///< which skin of the model
    std::vector<Entity> joints;  ///< one per joint of the skin, in its order
};
DIORAMA_COMPONENT(Skin, asset, skin, joints);

/// The bind pose of the entity's Skin, taken from its asset. Derived; never saved.
struct SkinBinding {
    std::vector<mat4> inverse_bind;  ///< one per joint: mesh-local at bind pose to joint-local
};

/// How far each morph target of the entity's mesh is blended in.
struct MorphWeights {
    std::vector<float> weights;  ///< one per target
};
DIORAMA_COMPONENT(MorphWeights, weights);

/// Skinning matrices of the entity's mesh, derived each frame; never saved.
struct JointPalette {
    std::vector<mat4> joints;  ///< one per joint: mesh-local at bind pose to world
};

/// What update_joint_palettes() did.
struct PaletteReport {
    std::uint32_t palettes = 0;        ///< palettes written
    std::uint32_t missing_joints = 0;  ///< joints that are dead or unplaced
};

/// Writes the JointPalette of every entity with a Skin and a SkinBinding:
/// world(joint) * inverse_bind. The entity's own placement plays no part, as glTF asks.
///
/// A dead or unplaced joint leaves its part of the mesh where the entity itself is placed, rather
/// than at the world's origin.
/// Order:   after propagate_transforms().
/// Cost:    O(joints); no allocation once each palette has its size.
/// Threads: call from the thread that owns \p world.
/// Source:  glTF 2.0 section 3.7.3.3 (Skinned Mesh Attributes).
PaletteReport update_joint_palettes(World& world);

}  // namespace diorama::motion

/// The identity of SkinBinding in a World: it is not described, because it is never saved.
template <>
struct diorama::ComponentName<diorama::motion::SkinBinding> {
    static constexpr std::string_view value = "SkinBinding";  ///< the name
};

/// The identity of JointPalette in a World: it is not described, because it is never saved.
template <>
struct diorama::ComponentName<diorama::motion::JointPalette> {
    static constexpr std::string_view value = "JointPalette";  ///< the name
};
