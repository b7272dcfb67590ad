// SPDX-License-Identifier: MIT
#include "diorama/spawn/realise.hpp"

#include <gtest/gtest.h>

#include "diorama/ecs/world.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/null_renderer.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

gltf::GltfAsset triangle() {
    gltf::GltfAsset asset;
    asset.meshes.resize(1);
    mesh::MeshData& mesh = asset.meshes[0].primitives.emplace_back().mesh;
    mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
    mesh.indices = {0, 1, 2};
    return asset;
}

TEST(Models, KeepTheModelThatIsThereWhereItsPathIsPutAgain) {
    render::NullRenderer renderer;
    Models models(renderer);
    const Model* const first = models.put("/m/t.glb", triangle()).value();
    const std::size_t meshes = renderer.mesh_count();
    const std::size_t materials = renderer.material_count();
    EXPECT_EQ(models.put("/m/../m/t.glb", triangle()).value(), first);
    EXPECT_EQ(models.get("/m/t.glb").value(), first);
    EXPECT_EQ(first->asset.meshes.size(), 1U);
    EXPECT_EQ(renderer.mesh_count(), meshes);
    EXPECT_EQ(renderer.material_count(), materials);
}

TEST(Realise, NamesEveryPartThatTheModelDoesNotHave) {
    World world;
    render::NullRenderer renderer;
    Models models(renderer);
    ASSERT_TRUE(models.put("/m/t.glb", triangle()));
    world.spawn(render::Renderable{"t.glb", 0, 0, -1, true});
    world.spawn(render::Renderable{"t.glb", 50, 0, -1, true});
    world.spawn(render::Renderable{"t.glb", 0, 1, -1, true});
    world.spawn(render::Renderable{"t.glb", 0, 0, 7, true});
    const RealiseReport report = realise(world, models, {.base = "/m"});
    EXPECT_EQ(report.renderables, 1U);
    ASSERT_EQ(report.diagnostics.size(), 3U);
    for (const Diagnostic& found : report.diagnostics)
        EXPECT_EQ(found.code, codes::index_range);
    EXPECT_NE(report.diagnostics[0].message.find("mesh index is 50, t.glb has 1"),
              std::string::npos);
}

TEST(Realise, SaysHowToAllowAModelOutsideTheScenesFolder) {
    World world;
    render::NullRenderer renderer;
    Models models(renderer);
    ASSERT_TRUE(models.put("/m/t.glb", triangle()));
    world.spawn(render::Renderable{"../m/t.glb", 0, 0, -1, true});
    const RealiseReport refused = realise(world, models, {.base = "/scenes"});
    ASSERT_EQ(refused.diagnostics.size(), 1U);
    EXPECT_EQ(refused.diagnostics[0].code, codes::asset_outside);
    EXPECT_NE(refused.diagnostics[0].hint.find("outside_base"), std::string::npos);
    const RealiseReport allowed = realise(world, models, {.base = "/scenes", .outside_base = true});
    EXPECT_TRUE(allowed.diagnostics.empty());
    EXPECT_EQ(allowed.renderables, 1U);
}

TEST(Realise, RefusesPlacesOfInstancesThatAreNotWhole) {
    World world;
    render::NullRenderer renderer;
    Models models(renderer);
    ASSERT_TRUE(models.put("/m/t.glb", triangle()));
    world.spawn(render::Renderable{"t.glb", 0, 0, -1, true},
                render::Instances{std::vector<float>(20, 1.0f)});
    const Entity odd = world.spawn(render::Renderable{"t.glb", 0, 0, -1, true},
                                   render::Instances{std::vector<float>(21, 1.0f)});
    const RealiseReport report = realise(world, models, {.base = "/m"});
    ASSERT_EQ(report.diagnostics.size(), 1U);
    EXPECT_EQ(report.diagnostics[0].code, codes::instances_shape);
    EXPECT_NE(report.diagnostics[0].message.find("21 numbers"), std::string::npos);
    EXPECT_EQ(report.entities, std::vector<Entity>{odd});
}

TEST(Realise, TellsTheEntityThatEachFindingIsAbout) {
    World world;
    render::NullRenderer renderer;
    Models models(renderer);
    world.spawn(Name{"no part of it"});
    const Entity bare = world.spawn(render::Renderable{"", 0, 0, -1, true});
    world.spawn(render::Renderable{"", 0, 0, -1, true});
    const RealiseReport report = realise(world, models, {.base = "/m"});
    ASSERT_EQ(report.diagnostics.size(), 1U) << "each model is reported once";
    EXPECT_EQ(report.diagnostics[0].code, codes::asset_outside);
    EXPECT_EQ(report.entities, std::vector<Entity>{bare});
    EXPECT_EQ(report.components, std::vector<std::string_view>{"Renderable"});
    EXPECT_EQ(report.diagnostics[0].where, "") << "the world knows no file";
    EXPECT_EQ(report.diagnostics[0].hint, "give `asset` the model's file, relative to the scene's");
}

}  // namespace
}  // namespace diorama::spawn
