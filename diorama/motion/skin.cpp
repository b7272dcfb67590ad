// SPDX-License-Identifier: MIT
#include "diorama/motion/skin.hpp"

#include "diorama/ecs/world.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama::motion {
namespace {

/// Entities that have what a palette is made from but no JointPalette to hold it yet.
std::vector<Entity> without_palette(World& world) {
    std::vector<Entity> result;
    world.query<const Skin, const SkinBinding, Without<JointPalette>>().each(
        [&](Entity entity, const Skin&, const SkinBinding&) { result.push_back(entity); });
    return result;
}

}  // namespace

PaletteReport update_joint_palettes(World& world) {
    PaletteReport report;
    for (const Entity entity : without_palette(world))
        (void)world.add(entity, JointPalette{});

    world.query<const Skin, const SkinBinding, JointPalette>().each(
        [&](Entity entity, const Skin& skin, const SkinBinding& binding, JointPalette& palette) {
            const std::size_t count = std::min(skin.joints.size(), binding.inverse_bind.size());
            palette.joints.resize(count);
            for (std::size_t j = 0; j < count; ++j) {
                const auto* placement = world.get<GlobalTransform>(skin.joints[j]);
                if (placement != nullptr) {
                    palette.joints[j] =
                        affine_product(placement->matrix(), binding.inverse_bind[j]);
                    continue;
                }
                ++report.missing_joints;
                const auto* own = world.get<GlobalTransform>(entity);
                palette.joints[j] = own != nullptr ? own->matrix() : mat4(1);
            }
            ++report.palettes;
        });
    return report;
}

}  // namespace diorama::motion
