// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "diorama/core/math.hpp"
#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

std::string matrix_node(const std::string& numbers) {
    return gltf(R"("nodes":[{"name":"lamp","matrix":[)" + numbers + "]}]");
}

/// What the placement of node \p node does to \p point.
vec3 placed(const GltfNode& node, const vec3& point) {
    return vec3(compose(node.translation, node.rotation, node.scale) * vec4(point, 1));
}

void expect_near(const vec3& got, const vec3& expected, float tolerance = 1e-5f) {
    for (int c = 0; c < 3; ++c)
        EXPECT_NEAR(got[c], expected[c], tolerance) << "component " << c;
}

TEST(LoadNode, KeepsTranslationRotationAndScaleAsWritten) {
    const GltfAsset asset = loaded(gltf(
        R"("nodes":[{"translation":[1,2,3],"rotation":[0.5,0.5,0.5,0.5],"scale":[-1,2,0]},{}])"));
    EXPECT_EQ(asset.nodes[0].translation, vec3(1, 2, 3));
    EXPECT_EQ(asset.nodes[0].rotation, quat(0.5f, 0.5f, 0.5f, 0.5f));
    EXPECT_EQ(asset.nodes[0].scale, vec3(-1, 2, 0));
    EXPECT_EQ(asset.nodes[1].rotation, quat(1, 0, 0, 0));
    EXPECT_EQ(asset.nodes[1].scale, vec3(1, 1, 1));
}

TEST(LoadNode, TakesAMatrixApart) {
    // A quarter turn about +Z after a scale of 2, 3, 4, then moved to 5, 6, 7.
    const GltfAsset asset = loaded(matrix_node("0,2,0,0,-3,0,0,0,0,0,4,0,5,6,7,1"));
    const GltfNode& node = asset.nodes[0];
    EXPECT_EQ(node.translation, vec3(5, 6, 7));
    EXPECT_EQ(node.scale, vec3(2, 3, 4));
    expect_near(placed(node, {1, 1, 1}), {2, 8, 11});
}

TEST(LoadNode, ReadsTheIdentityMatrixExactly) {
    const GltfAsset asset = loaded(matrix_node("1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1"));
    EXPECT_EQ(asset.nodes[0].rotation, quat(1, 0, 0, 0));
    EXPECT_EQ(asset.nodes[0].scale, vec3(1, 1, 1));
    EXPECT_EQ(asset.nodes[0].translation, vec3(0, 0, 0));
}

TEST(LoadNode, RefusesAMatrixThatShearsNamingTheNode) {
    const auto asset = load_model(matrix_node("1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1"));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-node-matrix");
    EXPECT_EQ(asset.error().where, "test.glb#/nodes/0/matrix");
    EXPECT_NE(asset.error().message.find("\"lamp\""), std::string::npos);
}

TEST(LoadNode, RefusesAMatrixThatProjects) {
    EXPECT_FALSE(load_model(matrix_node("1,0,0,0,0,1,0,0,0,0,1,-1,0,0,0,0")));
}

TEST(LoadNode, KeepsAMirrorOfAMatrix) {
    for (const char* matrix :
         {"-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1", "1,0,0,0,0,1,0,0,0,0,-1,0,0,0,0,1",
          "-1,0,0,0,0,-1,0,0,0,0,-1,0,0,0,0,1"}) {
        const GltfAsset asset = loaded(matrix_node(matrix));
        const GltfNode& node = asset.nodes[0];
        EXPECT_LT(node.scale.x * node.scale.y * node.scale.z, 0) << matrix;
        const vec3 corner = placed(node, {1, 2, 3});
        const std::string_view text(matrix);
        const float x = text.starts_with("-1") ? -1.0f : 1.0f;
        const float y = text.find("0,-1,0,0,0,0,-1") != std::string_view::npos ? -2.0f : 2.0f;
        const float z = text.find("-1,0,0,0,0,1") == text.size() - 12 ? -3.0f : 3.0f;
        expect_near(corner, {x, y, z});
    }
    EXPECT_EQ(loaded(matrix_node("-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1")).nodes[0].scale,
              vec3(-1, 1, 1));
}

TEST(LoadNode, KeepsAZeroScaleOfAMatrixWithoutNan) {
    for (const char* matrix :
         {"0,0,0,0,0,2,0,0,0,0,3,0,0,0,0,1", "0,0,0,0,0,0,0,0,0,0,3,0,0,0,0,1",
          "0,2,0,0,0,0,0,0,0,0,0,0,1,1,1,1", "0,0,0,0,0,0,0,0,0,0,0,0,4,5,6,1"}) {
        const GltfAsset asset = loaded(matrix_node(matrix));
        const GltfNode& node = asset.nodes[0];
        const quat q = node.rotation;
        EXPECT_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, 1e-5) << matrix;
        const mat4 again = compose(node.translation, node.rotation, node.scale);
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 4; ++row)
                EXPECT_TRUE(std::isfinite(again[column][row]));
    }
    const GltfNode node = loaded(matrix_node("0,0,0,0,0,2,0,0,0,0,3,0,0,0,0,1")).nodes[0];
    EXPECT_EQ(node.scale, vec3(0, 2, 3));
    expect_near(placed(node, {1, 1, 1}), {0, 2, 3});
}

TEST(LoadNode, AcceptsARotationMatrixWithNoise) {
    const GltfAsset asset = loaded(matrix_node(
        "0.8660254,0.5000011,0,0,-0.4999991,0.8660262,0.000001,0,0,-0.000001,1.000001,0,0,0,0,1"));
    expect_near(placed(asset.nodes[0], {1, 0, 0}), {0.8660254f, 0.5f, 0}, 1e-5f);
    expect_near(asset.nodes[0].scale, {1, 1, 1}, 1e-5f);
}

TEST(LoadNode, KeepsNamesByteForByteEmptyAndDuplicateIncluded) {
    const GltfAsset asset =
        loaded(gltf(R"("nodes":[{"name":"a.b/c:\"d\""},{"name":"a.b/c:\"d\""},{"name":""},{},)"
                    R"({"name":"\u732b \ud83d\ude00"}])"));
    EXPECT_EQ(asset.nodes[0].name, "a.b/c:\"d\"");
    EXPECT_EQ(asset.nodes[1].name, asset.nodes[0].name);
    EXPECT_EQ(asset.nodes[2].name, "");
    EXPECT_EQ(asset.nodes[3].name, "");
    EXPECT_EQ(asset.nodes[4].name, "\xe7\x8c\xab \xf0\x9f\x98\x80");
}

TEST(LoadNode, KeepsChildrenInFileOrderLoopsAndSharedOnesIncluded) {
    const auto asset =
        load_model(gltf(R"("nodes":[{"children":[3,1,2]},{"children":[0]},{"children":[3]},{}],)"
                        R"("scenes":[{"nodes":[0]}])"));
    ASSERT_TRUE(asset);
    EXPECT_EQ(asset->nodes[0].children, (std::vector<std::int32_t>{3, 1, 2}));
    EXPECT_EQ(asset->nodes[1].children, (std::vector<std::int32_t>{0}));
    EXPECT_EQ(asset->nodes[2].children, (std::vector<std::int32_t>{3}));
}

TEST(LoadNode, SurvivesAChainOfAHundredThousand) {
    std::string nodes;
    for (int i = 1; i < 100'000; ++i)
        nodes += R"({"children":[)" + std::to_string(i) + "]},";
    const GltfAsset asset =
        loaded(gltf(R"("nodes":[)" + nodes + R"({}],"scenes":[{"nodes":[0]}])"));
    ASSERT_EQ(asset.nodes.size(), 100'000U);
    EXPECT_EQ(asset.nodes[99'998].children, (std::vector<std::int32_t>{99'999}));
}

TEST(LoadScene, ChoosesTheFilesElseTheFirstElseTheParentlessNodes) {
    const GltfAsset said =
        loaded(gltf(R"("scene":1,"nodes":[{},{}],"scenes":[{"nodes":[0]},{"nodes":[1]}])"));
    EXPECT_EQ(said.default_scene, 1);
    EXPECT_EQ(said.roots, (std::vector<std::int32_t>{1}));
    const GltfAsset first =
        loaded(gltf(R"("nodes":[{},{}],"scenes":[{"nodes":[0]},{"nodes":[1]}])"));
    EXPECT_EQ(first.default_scene, -1);
    EXPECT_EQ(first.roots, (std::vector<std::int32_t>{0}));
    const GltfAsset none = loaded(gltf(R"("nodes":[{"children":[2]},{},{}])"));
    EXPECT_EQ(none.roots, (std::vector<std::int32_t>{0, 1}));
}

TEST(LoadScene, MayBeEmpty) {
    const GltfAsset asset = loaded(gltf(R"("nodes":[{}],"scenes":[{"name":"bare"}])"));
    EXPECT_EQ(asset.scenes[0].name, "bare");
    EXPECT_TRUE(asset.scenes[0].roots.empty());
    EXPECT_TRUE(asset.roots.empty());
}

TEST(LoadScene, ThatIsNotThereIsRefused) {
    const auto asset = load_model(gltf(R"("scene":2,"scenes":[{}])"));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-reference-range");
}

TEST(LoadExtras, KeepTheirExactText) {
    const std::string big = R"({ "n" : 9007199254740993, "o":{"a":1.0,"b":[true,null]} })";
    const std::string extras = R"("extras":)" + big;
    Model model;
    const int positions = model.floats({0, 0, 0}, "VEC3");
    const int times = model.floats({0}, "SCALAR");
    const int values = model.floats({0, 0, 0}, "VEC3");
    const GltfAsset asset = loaded(model.file(
        R"("scenes":[{"nodes":[0],)" + extras + R"(}],"nodes":[{"extras":{"xxx":555}},{)" + extras +
        R"(}],"meshes":[{"primitives":[{"mode":0,"attributes":{"POSITION":)" +
        std::to_string(positions) + "}," + extras + "}]," + extras + R"(}],"materials":[{)" +
        extras + R"(}],"textures":[{)" + extras + R"(}],"images":[{"uri":"a.png",)" + extras +
        R"(}],"skins":[{"joints":[0],)" + extras +
        R"(}],"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1},)" + extras +
        R"(}],"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],)"
        R"("samplers":[{"input":)" +
        std::to_string(times) + R"(,"output":)" + std::to_string(values) + "}]," + extras +
        R"(}],"extensionsUsed":["KHR_lights_punctual"],"extensions":{"KHR_lights_punctual":)"
        R"({"lights":[{"type":"point",)" +
        extras + "}]}}"));
    EXPECT_EQ(asset.nodes.at(0).extras, R"({"xxx":555})");
    EXPECT_EQ(asset.nodes.at(1).extras, big);
    EXPECT_EQ(asset.scenes.at(0).extras, big);
    EXPECT_EQ(asset.meshes.at(0).extras, big);
    EXPECT_EQ(asset.meshes.at(0).primitives.at(0).extras, big);
    EXPECT_EQ(asset.materials.at(0).extras, big);
    EXPECT_EQ(asset.textures.at(0).extras, big);
    EXPECT_EQ(asset.images.at(0).extras, big);
    EXPECT_EQ(asset.skins.at(0).extras, big);
    EXPECT_EQ(asset.cameras.at(0).extras, big);
    EXPECT_EQ(asset.lights.at(0).extras, big);
    EXPECT_EQ(asset.animations.at(0).extras, big);

    const GltfAsset whole = loaded(R"({"asset":{"version":"2.0","extras":[1, 2]},"extras":"all"})");
    EXPECT_EQ(whole.asset_extras, "[1, 2]");
    EXPECT_EQ(whole.extras, "\"all\"");
}

TEST(LoadCamera, KeepsBothProjections) {
    const GltfAsset asset = loaded(
        gltf(R"("nodes":[{"camera":1},{"camera":0}],"cameras":[)"
             R"({"name":"eye","type":"perspective","perspective":)"
             R"({"yfov":0.7,"znear":0.1,"zfar":50,"aspectRatio":1.5}},)"
             R"({"type":"perspective","perspective":{"yfov":0.7,"znear":0.1}},)"
             R"({"type":"orthographic","orthographic":{"xmag":2,"ymag":3,"znear":0,"zfar":9}}])"));
    EXPECT_EQ(asset.cameras[0].name, "eye");
    EXPECT_EQ(asset.cameras[0].projection, Projection::perspective);
    EXPECT_EQ(asset.cameras[0].fov_y, 0.7f);
    EXPECT_EQ(asset.cameras[0].aspect, 1.5f);
    EXPECT_EQ(asset.cameras[0].far, 50.0f);
    EXPECT_EQ(asset.cameras[1].far, 0.0f);
    EXPECT_EQ(asset.cameras[1].aspect, 0.0f);
    EXPECT_EQ(asset.cameras[2].projection, Projection::orthographic);
    EXPECT_EQ(asset.cameras[2].x_magnification, 2.0f);
    EXPECT_EQ(asset.cameras[2].y_magnification, 3.0f);
    EXPECT_EQ(asset.cameras[2].near, 0.0f);
    EXPECT_EQ(asset.nodes[0].camera, 1);
}

TEST(LoadLight, KeepsEveryKindAndTheSpecifiedDefaults) {
    const GltfAsset asset = loaded(gltf(
        R"("extensionsUsed":["KHR_lights_punctual"],"extensions":{"KHR_lights_punctual":{"lights":[)"
        R"({"type":"directional","intensity":3,"color":[1,0.5,0]},)"
        R"({"type":"point","range":7},{"type":"spot","spot":{"innerConeAngle":0.1}}]}},)"
        R"("nodes":[{"extensions":{"KHR_lights_punctual":{"light":2}}}])"));
    EXPECT_EQ(asset.lights[0].kind, LightKind::directional);
    EXPECT_EQ(asset.lights[0].intensity, 3.0f);
    EXPECT_EQ(asset.lights[0].color, vec3(1, 0.5f, 0));
    EXPECT_EQ(asset.lights[1].kind, LightKind::point);
    EXPECT_EQ(asset.lights[1].range, 7.0f);
    EXPECT_EQ(asset.lights[1].intensity, 1.0f);
    EXPECT_EQ(asset.lights[2].kind, LightKind::spot);
    EXPECT_EQ(asset.lights[2].inner_angle, 0.1f);
    EXPECT_FLOAT_EQ(asset.lights[2].outer_angle, 0.78539816f);
    EXPECT_EQ(asset.nodes[0].light, 2);
}

/// A skinned point, on nodes and skins given as JSON.
Result<GltfAsset> skinned_point(const std::string& nodes, const std::string& skins,
                                std::uint8_t joint, Model model = {}) {
    const int positions = model.floats({0, 0, 0}, "VEC3");
    const int joints = model.accessor(bytes<std::uint8_t>({joint, 0, 0, 0}), 5121, "VEC4", 1);
    const int weights = model.floats({1, 0, 0, 0}, "VEC4");
    return load_model(model.file(
        R"("meshes":[{"primitives":[{"mode":0,"attributes":{"POSITION":)" +
        std::to_string(positions) + R"(,"JOINTS_0":)" + std::to_string(joints) +
        R"(,"WEIGHTS_0":)" + std::to_string(weights) + R"(}}]}],"nodes":[)" + nodes + "]" + skins));
}

TEST(LoadSkin, KeepsJointsAndInverseBindMatrices) {
    Model model;
    const int matrices = model.floats({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1,  //
                                       2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1},
                                      "MAT4");
    const auto asset = skinned_point(R"({"mesh":0,"skin":0},{"children":[2]},{})",
                                     R"(,"skins":[{"name":"rig","joints":[2,1],"skeleton":1,)"
                                     R"("inverseBindMatrices":)" +
                                         std::to_string(matrices) + "}]",
                                     1, model);
    ASSERT_TRUE(asset) << shown(asset.error().diagnostics);
    EXPECT_EQ(asset->skins[0].name, "rig");
    EXPECT_EQ(asset->skins[0].joints, (std::vector<std::int32_t>{2, 1}));
    EXPECT_EQ(asset->skins[0].skeleton, 1);
    ASSERT_EQ(asset->skins[0].inverse_bind.size(), 2U);
    EXPECT_EQ(asset->skins[0].inverse_bind[0][3], vec4(4, 5, 6, 1));
    EXPECT_EQ(asset->skins[0].inverse_bind[1][0], vec4(2, 0, 0, 0));
    EXPECT_TRUE(asset->diagnostics.empty()) << shown(asset->diagnostics);
}

TEST(LoadSkin, HasIdentitiesWithoutInverseBindMatrices) {
    const auto asset =
        skinned_point(R"({"mesh":0,"skin":0},{},{})", R"(,"skins":[{"joints":[1,2]}])", 1);
    ASSERT_TRUE(asset);
    EXPECT_EQ(asset->skins[0].inverse_bind, std::vector<mat4>(2, mat4(1.0f)));
    EXPECT_EQ(asset->skins[0].skeleton, -1);
}

TEST(LoadSkin, WithFaultyMatricesDoesNotDisturbTheOthers) {
    Model model;
    const int few = model.floats({9, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "MAT4");
    const int good = model.floats({3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "MAT4");
    const auto asset =
        skinned_point(R"({"mesh":0,"skin":1},{},{})",
                      R"(,"skins":[{"joints":[1,2],"inverseBindMatrices":)" + std::to_string(few) +
                          R"(},{"joints":[2],"inverseBindMatrices":)" + std::to_string(good) + "}]",
                      0, model);
    ASSERT_TRUE(asset) << shown(asset.error().diagnostics);
    EXPECT_TRUE(has(asset->diagnostics, "gltf-skin-matrices", "#/skins/0/inverseBindMatrices"));
    EXPECT_FALSE(has(asset->diagnostics, "gltf-skin-matrices", "#/skins/1/inverseBindMatrices"));
    EXPECT_EQ(asset->skins[0].inverse_bind, std::vector<mat4>(2, mat4(1.0f)));
    EXPECT_EQ(asset->skins[1].inverse_bind[0][0], vec4(3, 0, 0, 0));
    EXPECT_EQ(asset->nodes[0].skin, 1);
}

TEST(LoadSkin, AMeshWithJointsOnANodeWithoutSkinIsAWarning) {
    const auto asset = skinned_point(R"({"mesh":0},{})", R"(,"skins":[{"joints":[1]}])", 0);
    ASSERT_TRUE(asset) << shown(asset.error().diagnostics);
    ASSERT_TRUE(has(asset->diagnostics, "gltf-skin-unused", "#/nodes/0"));
    EXPECT_EQ(asset->diagnostics.back().severity, Severity::warning);
    EXPECT_EQ(asset->nodes[0].skin, -1);
}

TEST(LoadSkin, IsDroppedFromANodeWhoseMeshNamesAJointItLacks) {
    const auto asset = skinned_point(R"({"mesh":0,"skin":0},{"mesh":0,"skin":1})",
                                     R"(,"skins":[{"joints":[1]},{"joints":[1,0]}])", 1);
    ASSERT_TRUE(asset) << shown(asset.error().diagnostics);
    EXPECT_TRUE(has(asset->diagnostics, "gltf-joint-range", "#/nodes/0/skin"));
    EXPECT_EQ(asset->nodes[0].skin, -1);
    EXPECT_EQ(asset->nodes[1].skin, 1);
}

}  // namespace
}  // namespace diorama::gltf
