// SPDX-License-Identifier: MIT
#include "diorama/spawn/drawn_bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/null_renderer.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/visibility.hpp"
#include "diorama/spawn/realise.hpp"
#include "diorama/spawn/spawn_gltf.hpp"

namespace diorama::spawn {
namespace {

/// A model of one node, whose mesh has three corners and a fourth vertex that no index names.
gltf::GltfAsset model() {
    gltf::GltfAsset asset;
    asset.meshes.resize(1);
    asset.meshes[0].primitives.resize(1);
    mesh::MeshData& mesh = asset.meshes[0].primitives[0].mesh;
    mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 50)};
    mesh.indices = {0, 1, 2};
    asset.nodes.resize(1);
    asset.nodes[0].mesh = 0;
    asset.roots = {0};
    return asset;
}

/// \p asset spawned, placed and ready to be measured.
class Measured {
  public:
    explicit Measured(gltf::GltfAsset asset) {
        spawned_ = spawn_gltf(world, asset, {.asset = "model.glb"}).value();
        EXPECT_TRUE(models.put("/models/model.glb", std::move(asset)));
        place();
    }

    void place() {
        const RealiseReport report = realise(world, models, {.base = "/models"});
        EXPECT_TRUE(report.diagnostics.empty()) << to_string(report.diagnostics.front());
        propagate_transforms(world);
        motion::update_joint_palettes(world);
    }

    [[nodiscard]] Bounds bounds() { return drawn_bounds(world, models, "/models"); }
    [[nodiscard]] std::vector<vec3> points() { return drawn_points(world, models, "/models"); }
    [[nodiscard]] Entity node(std::int64_t index) const { return spawned_.entity_of_node(index); }

    World world;
    render::NullRenderer renderer;
    Models models{renderer};

  private:
    SpawnedGltf spawned_;
};

TEST(DrawnBounds, LeavesOutVerticesThatNoIndexNames) {
    Measured measured(model());
    EXPECT_EQ(measured.bounds().min, vec3(0));
    EXPECT_EQ(measured.bounds().max, vec3(1, 1, 0));
}

TEST(DrawnBounds, IsThatOfTheTurnedVerticesNotOfTheirTurnedBox) {
    gltf::GltfAsset asset = model();
    asset.nodes[0].rotation = angle_axis(-0.25f * pi, vec3(0, 0, 1));
    Measured measured(std::move(asset));
    const float side = std::sqrt(0.5f);
    EXPECT_NEAR(measured.bounds().max.x, side, 1e-6f) << "the box's corner would be at sqrt 2";
    EXPECT_NEAR(measured.bounds().min.y, -side, 1e-6f);
}

TEST(DrawnBounds, FollowsMorphWeights) {
    gltf::GltfAsset asset = model();
    auto& targets = asset.meshes[0].primitives[0].mesh.morph_targets;
    targets.emplace_back().positions.assign(4, vec3(0, 10, 0));
    asset.nodes[0].weights = {0.5f};
    Measured measured(std::move(asset));
    EXPECT_EQ(measured.bounds().min, vec3(0, 5, 0));
    EXPECT_EQ(measured.bounds().max, vec3(1, 6, 0));
}

TEST(DrawnBounds, LeavesOutWhatIsHidden) {
    Measured measured(model());
    ASSERT_TRUE(measured.world.add(measured.node(0), Visibility{VisibilityMode::hidden}));
    EXPECT_TRUE(measured.bounds().empty());
    EXPECT_TRUE(measured.points().empty());
}

TEST(DrawnPoints, AreThePlacedVerticesThatAnIndexNames) {
    gltf::GltfAsset asset = model();
    asset.nodes[0].translation = {10, 0, 0};
    Measured measured(std::move(asset));
    EXPECT_EQ(measured.points(),
              (std::vector<vec3>{vec3(10, 0, 0), vec3(11, 0, 0), vec3(10, 1, 0)}));
}

}  // namespace
}  // namespace diorama::spawn
