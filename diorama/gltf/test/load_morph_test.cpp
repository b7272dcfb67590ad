// SPDX-License-Identifier: MIT
// Morph targets as loaded.
#include <gtest/gtest.h>

#include "diorama/gltf/test/mesh_fixtures.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// A triangle with two morph targets; \p mesh_more are members of the mesh.
std::string morphed(Model& model, std::string_view mesh_more,
                    std::string_view primitive_more = {}) {
    const std::string attributes = position(model);
    const int moves = model.floats({0, 0, 1, 0, 0, 2, 0, 0, 3}, "VEC3");
    const std::string target = R"({"POSITION":)" + number(moves) + "}";
    const std::string primitive = R"({"attributes":{)" + attributes + R"(},"targets":[)" + target +
                                  "," + target + "]" + std::string(primitive_more) + "}";
    return R"("meshes":[{"primitives":[)" + primitive + "," + primitive + "," + primitive + "]" +
           std::string(mesh_more) + "}]";
}

TEST(LoadMorphTargets, MoveEveryVertexAndKeepDefaultWeights) {
    Model model;
    const std::string members = morphed(model, R"(,"weights":[0.25,0.5])");
    const GltfAsset asset = loaded(model.file(members));
    ASSERT_EQ(first(asset).morph_targets.size(), 2U);
    EXPECT_EQ(first(asset).morph_targets[1].positions,
              (std::vector<vec3>{{0, 0, 1}, {0, 0, 2}, {0, 0, 3}}));
    EXPECT_EQ(asset.meshes[0].weights, (std::vector<float>{0.25f, 0.5f}));
}

TEST(LoadMorphTargets, HaveZeroWeightsWhereTheFileHasNone) {
    Model model;
    const std::string members = morphed(model, "");
    EXPECT_EQ(loaded(model.file(members)).meshes[0].weights, (std::vector<float>{0, 0}));
}

TEST(LoadMorphTargets, OfANodeHaveAsManyWeightsAsItsMeshHasTargets) {
    Model model;
    const std::string members =
        morphed(model, "") + R"(,"nodes":[{"mesh":0,"weights":[0.5]},{"mesh":0,"weights":[1,2,3]},)"
                             R"({"mesh":0,"weights":[0.25,0.75]},{"mesh":0}])";
    const GltfAsset asset = loaded(model.file(members));
    EXPECT_EQ(asset.nodes[0].weights, (std::vector<float>{0.5f, 0}));
    EXPECT_EQ(asset.nodes[1].weights, (std::vector<float>{1, 2}));
    EXPECT_EQ(asset.nodes[2].weights, (std::vector<float>{0.25f, 0.75f}));
    EXPECT_TRUE(asset.nodes[3].weights.empty());
    EXPECT_TRUE(has(asset.diagnostics, "gltf-mesh-targets", "#/nodes/0/weights"));
    EXPECT_TRUE(has(asset.diagnostics, "gltf-mesh-targets", "#/nodes/1/weights"));
    EXPECT_FALSE(has(asset.diagnostics, "gltf-mesh-targets", "#/nodes/2/weights"));
}

TEST(LoadMorphTargets, OfAMeshWithoutNormalsTurnThemFlat) {
    Model model;
    const std::string attributes = position(model);
    const int lift = model.floats({0, 0, 0, 0, 0, 0, 0, -1, 1}, "VEC3");
    const int wrong = model.floats({9, 9, 9, 9, 9, 9, 9, 9, 9}, "VEC3");
    const GltfAsset asset =
        loaded(model.file(one_mesh(attributes, R"(,"targets":[{"POSITION":)" + number(lift) +
                                                   R"(,"NORMAL":)" + number(wrong) + "}]")));
    ASSERT_EQ(first(asset).morph_targets.at(0).normals.size(), 3U);
    EXPECT_EQ(first(asset).normals[0] + first(asset).morph_targets[0].normals[0], vec3(0, -1, 0));
}

TEST(LoadMorphTargets, TakeTheirNamesFromTheMeshesExtras) {
    Model model;
    const std::string members = morphed(
        model, R"(,"extras":{"a":[1,{"targetNames":1}],"targetNames":["smile","Bl\u00f6d"]})");
    const GltfAsset asset = loaded(model.file(members));
    for (const GltfPrimitive& primitive : asset.meshes[0].primitives) {
        EXPECT_EQ(primitive.mesh.morph_targets[0].name, "smile");
        EXPECT_EQ(primitive.mesh.morph_targets[1].name,
                  "Bl\xc3\xb6"
                  "d");
    }
    EXPECT_TRUE(asset.diagnostics.empty()) << shown(asset.diagnostics);
    EXPECT_EQ(asset.meshes[0].extras,
              R"({"a":[1,{"targetNames":1}],"targetNames":["smile","Bl\u00f6d"]})");
}

struct NamesCase {
    const char* name;
    const char* mesh_more;
    const char* primitive_more;
};
void PrintTo(const NamesCase& row, std::ostream* out) {
    *out << row.name;
}
constexpr NamesCase kNames[] = {{"TooFew", R"(,"extras":{"targetNames":["a"]})", ""},
                                {"TooMany", R"(,"extras":{"targetNames":["a","b","c"]})", ""},
                                {"NotAnArray", R"(,"extras":{"targetNames":"ab"})", ""},
                                {"NotStrings", R"(,"extras":{"targetNames":["a",2]})", ""},
                                {"OnThePrimitive", "", R"(,"extras":{"targetNames":["a","b"]})"}};
class LoadMorphTargetNames : public testing::TestWithParam<NamesCase> {};

TEST_P(LoadMorphTargetNames, AreNumbersAndAWarningWhereTheyDoNotFit) {
    Model model;
    const std::string members = morphed(model, GetParam().mesh_more, GetParam().primitive_more);
    const GltfAsset asset = loaded(model.file(members));
    for (const GltfPrimitive& primitive : asset.meshes[0].primitives) {
        EXPECT_EQ(primitive.mesh.morph_targets[0].name, "target_0");
        EXPECT_EQ(primitive.mesh.morph_targets[1].name, "target_1");
    }
    EXPECT_TRUE(has(asset.diagnostics, "gltf-mesh-target-names")) << shown(asset.diagnostics);
    const bool on_mesh = std::string_view(GetParam().mesh_more).size() > 0;
    EXPECT_NE(on_mesh ? asset.meshes[0].extras : asset.meshes[0].primitives[0].extras, "");
}
INSTANTIATE_TEST_SUITE_P(Case, LoadMorphTargetNames, testing::ValuesIn(kNames),
                         [](const auto& row) { return row.param.name; });

TEST(LoadMorphTargets, OfAnotherLengthAreLeftOutWithAnError) {
    Model model;
    const std::string attributes = position(model);
    const int moves = model.floats({0, 0, 1}, "VEC3");
    const GltfAsset asset = loaded(
        model.file(one_mesh(attributes, R"(,"targets":[{"POSITION":)" + number(moves) + "}]")));
    ASSERT_EQ(first(asset).morph_targets.size(), 1U);
    EXPECT_TRUE(first(asset).morph_targets[0].positions.empty());
    EXPECT_TRUE(has(asset.diagnostics, "gltf-mesh-targets", "/targets/0"));
}

}  // namespace
}  // namespace diorama::gltf
