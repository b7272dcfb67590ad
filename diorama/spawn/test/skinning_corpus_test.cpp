// SPDX-License-Identifier: MIT
// Skinning matrices of the corpus's skinned models beside the same in double precision.
#include <gtest/gtest.h>

#include <glm/gtc/quaternion.hpp>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "diorama/ecs/world.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/spawn/spawn_gltf.hpp"

namespace diorama::spawn {
namespace {

constexpr const char* kModels[] = {"RiggedSimple/glTF-Binary/RiggedSimple.glb",
                                   "CesiumMan/glTF-Binary/CesiumMan.glb",
                                   "Fox/Fox.glb",
                                   "SimpleSkin/SimpleSkin.gltf",
                                   "KayKitKnight/Knight.glb",
                                   "RobotAnimated/robot.glb",
                                   "AnimationPointer/24_animation_pointer.gltf",
                                   "AssetGenerator/Animation_Skin/Animation_Skin_00.gltf",
                                   "AssetGenerator/Animation_Skin/Animation_Skin_04.gltf",
                                   "AssetGenerator/Animation_Skin/Animation_Skin_06.gltf",
                                   "AssetGenerator/Animation_Skin/Animation_Skin_08.gltf",
                                   "AssetGenerator/Animation_Skin/Animation_Skin_10.gltf",
                                   "AssetGenerator/Animation_SkinType/Animation_SkinType_00.gltf",
                                   "GenericHand/left.glb"};

/// translation * rotation * scale, by GLM's own conversion of the quaternion.
glm::dmat4 matrix_of(const Transform& transform) {
    glm::dmat4 out = glm::mat4_cast(glm::dquat(transform.rotation));
    for (int axis = 0; axis < 3; ++axis)
        out[axis] *= static_cast<double>(transform.scale[axis]);
    out[3] = glm::dvec4(glm::dvec3(transform.translation), 1);
    return out;
}

/// Where \p entity stands, from its Transform and those above it.
glm::dmat4 world_of(const World& world, Entity entity) {
    glm::dmat4 out(1);
    for (; !entity.is_null(); entity = world.parent(entity))
        out = matrix_of(*world.get<Transform>(entity)) * out;
    return out;
}

double greatest(const glm::dmat4& m) {
    double out = 0;
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            out = std::max(out, std::abs(m[column][row]));
    return out;
}

class SkinningCorpus : public testing::TestWithParam<const char*> {};

TEST_P(SkinningCorpus, EqualsDoublePrecisionAtBindAndAtRandomPoses) {
    const char* const corpus = std::getenv("DIORAMA_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "DIORAMA_CORPUS is not set";
    const auto asset =
        gltf::load(std::filesystem::path(corpus) / "valid" / GetParam(), {.images = false});
    ASSERT_TRUE(asset) << to_string(asset.error());
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, *asset).value();
    std::vector<Entity> skinned;
    for (const Entity entity : spawned.primitive_entities) {
        const auto* skin = world.get<motion::Skin>(entity);
        if (skin == nullptr) continue;
        const auto index = static_cast<std::size_t>(skin->skin);
        ASSERT_TRUE(world.add(entity, motion::SkinBinding{asset->skins[index].inverse_bind}));
        skinned.push_back(entity);
    }
    ASSERT_FALSE(skinned.empty());
    std::mt19937 random(7);
    std::uniform_real_distribution<float> unit(-1, 1);
    std::size_t compared = 0;
    for (int pose = 0; pose <= 100; ++pose) {
        propagate_transforms(world);
        motion::update_joint_palettes(world);
        for (const Entity entity : skinned) {
            const motion::Skin& skin = *world.get<motion::Skin>(entity);
            const motion::JointPalette& palette = *world.get<motion::JointPalette>(entity);
            const auto& binds = world.get<motion::SkinBinding>(entity)->inverse_bind;
            ASSERT_EQ(palette.joints.size(), skin.joints.size());
            for (std::size_t j = 0; j < skin.joints.size(); ++j) {
                if (skin.joints[j].is_null()) continue;
                const glm::dmat4 place = world_of(world, skin.joints[j]);
                const glm::dmat4 expected = place * glm::dmat4(binds[j]);
                // Where the two cancel, what was added up sets the precision there is.
                const double scale = std::max(greatest(expected), greatest(place));
                const double off = greatest(expected - glm::dmat4(palette.joints[j]));
                ASSERT_LE(off, 1e-5 * scale) << "pose " << pose << " joint " << j;
                ++compared;
            }
        }
        for (const Entity node : spawned.node_entities) {
            if (node.is_null()) continue;
            Transform* const transform = world.get_mut<Transform>(node);
            transform->rotation =
                glm::normalize(quat(unit(random), unit(random), unit(random), unit(random)));
            transform->translation += 0.1f * vec3(unit(random), unit(random), unit(random));
        }
    }
    EXPECT_GT(compared, 100u);
}
INSTANTIATE_TEST_SUITE_P(Model, SkinningCorpus, testing::ValuesIn(kModels), [](const auto& row) {
    std::string name = std::filesystem::path(row.param).stem().string();
    std::erase_if(name, [](char c) { return c == '_'; });
    return name;
});

}  // namespace
}  // namespace diorama::spawn
