// SPDX-License-Identifier: MIT
// Skinning matrices of the corpus's skinned models beside the same in double precision.
#include <gtest/gtest.h>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "diorama/ecs/world.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/spawn/spawn_gltf.hpp"

namespace diorama::spawn {
namespace {

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

/// Compares the skinning matrices of \p asset at bind pose and at a hundred random poses with the
/// same in double precision; how many were compared.
std::size_t compare(const gltf::GltfAsset& asset) {
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset).value();
    std::vector<Entity> skinned;
    for (const Entity entity : spawned.primitive_entities) {
        const auto* skin = world.get<motion::Skin>(entity);
        if (skin == nullptr) continue;
        const auto index = static_cast<std::size_t>(skin->skin);
        EXPECT_TRUE(world.add(entity, motion::SkinBinding{asset.skins[index].inverse_bind}));
        skinned.push_back(entity);
    }
    std::mt19937 random(7);
    std::uniform_real_distribution<float> unit(-1, 1);
    std::size_t compared = 0;
    double worst = 0;
    for (int pose = 0; pose <= 100; ++pose) {
        propagate_transforms(world);
        motion::update_joint_palettes(world);
        for (const Entity entity : skinned) {
            const motion::Skin& skin = *world.get<motion::Skin>(entity);
            const motion::JointPalette& palette = *world.get<motion::JointPalette>(entity);
            const auto& binds = world.get<motion::SkinBinding>(entity)->inverse_bind;
            EXPECT_EQ(palette.joints.size(), skin.joints.size());
            for (std::size_t j = 0; j < std::min(palette.joints.size(), skin.joints.size()); ++j) {
                if (skin.joints[j].is_null()) continue;
                const glm::dmat4 place = world_of(world, skin.joints[j]);
                const glm::dmat4 expected = place * glm::dmat4(binds[j]);
                // Where the two cancel, what was added up sets the precision there is.
                const double scale = std::max(greatest(expected), greatest(place));
                worst = std::max(worst, greatest(expected - glm::dmat4(palette.joints[j])) / scale);
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
    EXPECT_LE(worst, 1e-5);
    return compared;
}

TEST(SkinningCorpus, EqualsDoublePrecisionAtBindAndAtRandomPoses) {
    const char* const corpus = std::getenv("DIORAMA_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "DIORAMA_CORPUS is not set";
    std::size_t models = 0;
    for (const auto& file :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(corpus) / "valid")) {
        const std::filesystem::path extension = file.path().extension();
        if (extension != ".gltf" && extension != ".glb") continue;
        const auto document = gltf::parse(file.path());
        if (!document || document->skins.empty()) continue;
        SCOPED_TRACE(file.path().string());
        const auto asset = gltf::decode(*document, {.images = false});
        ASSERT_TRUE(asset) << to_string(asset.error());
        EXPECT_GT(compare(*asset), 100U);
        ++models;
    }
    EXPECT_EQ(models, 19U) << "every model of the corpus with a skin";
}

/// Two chains of joints below nodes that are none, one of them mirrored and scaled, and a mesh that
/// is bent by both.
gltf::GltfAsset chains() {
    gltf::GltfAsset asset;
    gltf::GltfPrimitive& primitive = asset.meshes.emplace_back().primitives.emplace_back();
    primitive.mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
    primitive.mesh.joints.assign(3, {0, 1, 2, 0});
    primitive.mesh.weights.assign(3, vec4(0.5f, 0.25f, 0.25f, 0));
    primitive.mesh.indices = {0, 1, 2};
    asset.nodes.resize(10);
    asset.nodes[0].translation = {0, 3, 0};
    asset.nodes[0].scale = {-2, 2, 0.5f};
    asset.nodes[0].children = {1, 2};
    asset.nodes[1].children = {3};  // a joint; 3 is none, 4 is one below it
    asset.nodes[1].translation = {1000, 0, 0};
    asset.nodes[3].children = {4};
    asset.nodes[3].scale = {1, 3, 1};
    asset.nodes[5].children = {6};  // the other chain, under another root
    asset.nodes[6].children = {7};
    asset.nodes[6].translation = {0, 0.001f, 0};
    for (const std::int32_t node : {8, 9}) {
        asset.nodes[static_cast<std::size_t>(node)].mesh = 0;
        asset.nodes[static_cast<std::size_t>(node)].skin = node - 8;
        asset.nodes[static_cast<std::size_t>(node)].translation = {5, 6, 7};
    }
    asset.skins.resize(2);
    asset.skins[0].joints = {1, 4, 2};
    asset.skins[1].joints = {7, 6, 5};
    for (gltf::GltfSkin& skin : asset.skins)
        for (int j = 0; j < 3; ++j)
            skin.inverse_bind.push_back(
                compose(vec3(-j, 1, 0.5f), quat(0.8f, 0.6f, 0, 0), vec3(1, 2, 1)));
    asset.roots = {0, 5, 8, 9};
    return asset;
}

TEST(Skinning, EqualsDoublePrecisionUnderMirroredScaledAndForeignParents) {
    EXPECT_EQ(compare(chains()), 101U * 6U);
}

}  // namespace
}  // namespace diorama::spawn
