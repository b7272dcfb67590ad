// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "diorama/gltf/check.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/test/mesh_fixtures.hpp"
#include "diorama/mesh/topology.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

struct ModeCase {
    const char* name;
    int mode;
    mesh::Topology topology;
    std::vector<std::uint32_t> indices;  ///< of five vertices without an index accessor
};
void PrintTo(const ModeCase& row, std::ostream* out) {
    *out << row.name;
}
const ModeCase kModes[] = {
    {"Points", 0, mesh::Topology::points, {0, 1, 2, 3, 4}},
    {"Lines", 1, mesh::Topology::lines, {0, 1, 2, 3}},
    {"LineLoop", 2, mesh::Topology::lines, {0, 1, 1, 2, 2, 3, 3, 4, 4, 0}},
    {"LineStrip", 3, mesh::Topology::lines, {0, 1, 1, 2, 2, 3, 3, 4}},
    {"Triangles", 4, mesh::Topology::triangles, {0, 1, 2}},
    {"TriangleStrip", 5, mesh::Topology::triangles, {0, 1, 2, 1, 3, 2, 2, 3, 4}},
    {"TriangleFan", 6, mesh::Topology::triangles, {1, 2, 0, 2, 3, 0, 3, 4, 0}}};
class LoadMode : public testing::TestWithParam<ModeCase> {};

TEST_P(LoadMode, BecomesAList) {
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 2, 0}, "VEC3");
    const int normals = model.floats({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    const GltfAsset asset = loaded(model.file(
        one_mesh(R"("POSITION":)" + number(positions) + R"(,"NORMAL":)" + number(normals),
                 R"(,"mode":)" + number(GetParam().mode))));
    EXPECT_EQ(first(asset).topology, GetParam().topology);
    EXPECT_EQ(first(asset).indices, GetParam().indices);
    EXPECT_EQ(first(asset).vertex_count(), 5U);
}
INSTANTIATE_TEST_SUITE_P(Mode, LoadMode, testing::ValuesIn(kModes),
                         [](const auto& row) { return row.param.name; });

struct RestartCase {
    const char* name;
    int mode;
    std::vector<std::uint32_t> indices;
};

void PrintTo(const RestartCase& row, std::ostream* out) {
    *out << row.name;
}

// Of 0 1 2 R R 3 4 0 1 R 2, where R starts anew.
const RestartCase kRestarts[] = {
    {"LineLoop", 2, {0, 1, 1, 2, 2, 0, 3, 4, 4, 0, 0, 1, 1, 3}},
    {"LineStrip", 3, {0, 1, 1, 2, 3, 4, 4, 0, 0, 1}},
    {"TriangleStrip", 5, {0, 1, 2, 3, 4, 0, 4, 1, 0}},
    {"TriangleFan", 6, {1, 2, 0, 4, 0, 3, 0, 1, 3}},
};

class LoadRestart : public testing::TestWithParam<RestartCase> {};

TEST_P(LoadRestart, StartsAnotherStripLoopOrFan) {
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 2, 0}, "VEC3");
    const int normals = model.floats({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    constexpr std::uint16_t kRestart = 65535;
    const int indices = model.indices({0, 1, 2, kRestart, kRestart, 3, 4, 0, 1, kRestart, 2});
    const GltfAsset asset = loaded(model.file(
        one_mesh(R"("POSITION":)" + number(positions) + R"(,"NORMAL":)" + number(normals),
                 R"(,"indices":)" + number(indices) + R"(,"mode":)" + number(GetParam().mode))));
    EXPECT_EQ(first(asset).indices, GetParam().indices);
    EXPECT_TRUE(has(asset.diagnostics, "gltf-index-restart", "#/meshes/0/primitives/0/indices"))
        << shown(asset.diagnostics);
}

INSTANTIATE_TEST_SUITE_P(Mode, LoadRestart, testing::ValuesIn(kRestarts),
                         [](const auto& row) { return row.param.name; });

TEST(LoadMesh, TakesTheGreatestIndexForNoRestart) {
    // In a list nothing starts anew; in a strip it is the greatest of the indices' own type.
    for (const auto& [index, mode] : {std::pair<std::uint16_t, int>{65535, 4}, {255, 5}}) {
        Model model;
        const std::string attributes = position(model);
        const int indices = model.indices({0, 1, 2, index, 0, 1});
        const Result<GltfAsset> asset = load_model(model.file(one_mesh(
            attributes, R"(,"indices":)" + number(indices) + R"(,"mode":)" + number(mode))));
        ASSERT_FALSE(asset) << index;
        EXPECT_EQ(asset.error().code, codes::index_range) << index;
    }
}

TEST(LoadMesh, WarnsOfVerticesThatMakeNoWholeTriangle) {
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, "VEC3");
    const GltfAsset asset = loaded(model.file(one_mesh(R"("POSITION":)" + number(positions))));
    EXPECT_EQ(first(asset).indices.size(), 3U);
    EXPECT_TRUE(has(asset.diagnostics, "gltf-mesh-mode", "#/meshes/0/primitives/0"));
    EXPECT_EQ(asset.diagnostics.back().message,
              "found 4 vertices for a list of triangles, expected a multiple of three");
}

TEST(LoadMesh, GivesFlatNormalsToTrianglesWithoutAny) {
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, "VEC3");
    const int indices = model.indices({0, 1, 2, 2, 1, 3});
    const GltfAsset asset = loaded(model.file(
        one_mesh(R"("POSITION":)" + number(positions), R"(,"indices":)" + number(indices))));
    EXPECT_EQ(first(asset).vertex_count(), 6U);
    EXPECT_EQ(first(asset).normals, std::vector<vec3>(6, vec3(0, 0, 1)));
    EXPECT_TRUE(mesh::check(first(asset)));
}

TEST(LoadMesh, IgnoresTangentsWithoutNormals) {
    Model model;
    const std::string attributes = position(model);
    const int tangents = model.floats({1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}, "VEC4");
    const GltfAsset asset =
        loaded(model.file(one_mesh(attributes + R"(,"TANGENT":)" + number(tangents))));
    EXPECT_TRUE(first(asset).tangents.empty());
}

TEST(LoadMesh, KeepsGivenNormalsTangentsAndSharedVertices) {
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, "VEC3");
    const int normals = model.floats({0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1}, "VEC3");
    const int tangents = model.floats({1, 0, 0, -1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}, "VEC4");
    const int indices = model.indices({0, 1, 2, 2, 1, 3});
    const GltfAsset asset =
        loaded(model.file(one_mesh(R"("POSITION":)" + number(positions) + R"(,"NORMAL":)" +
                                       number(normals) + R"(,"TANGENT":)" + number(tangents),
                                   R"(,"indices":)" + number(indices))));
    EXPECT_EQ(first(asset).vertex_count(), 4U);
    EXPECT_EQ(first(asset).normals[3], vec3(0, 0, 1));
    EXPECT_EQ(first(asset).tangents[0], vec4(1, 0, 0, -1));
    EXPECT_EQ(first(asset).bounds.max, vec3(1, 1, 0));
}

/// A normal-mapped triangle; its texture coordinates are in set 1.
std::string normal_mapped(Model& model, std::string_view slot) {
    const std::string attributes = position(model);
    const int normals = model.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    const int uvs = model.floats({0, 1, 1, 1, 0, 0}, "VEC2");
    return one_mesh(
               attributes + R"(,"NORMAL":)" + number(normals) + R"(,"TEXCOORD_1":)" + number(uvs),
               R"(,"material":0)") +
           R"(,"textures":[{}],"materials":[{)" + std::string(slot) + "}]";
}

TEST(LoadMesh, MakesTangentsForTheNormalMapsTextureCoordinates) {
    Model model;
    const std::string members = normal_mapped(model, R"("normalTexture":{"index":0,"texCoord":1})");
    const GltfAsset asset = loaded(model.file(members));
    ASSERT_EQ(first(asset).tangents.size(), 3U);
    EXPECT_EQ(first(asset).tangents[0], vec4(1, 0, 0, 1));
}

TEST(LoadMesh, MakesNoTangentsWithoutANormalMapOrItsTextureCoordinates) {
    for (const char* slot :
         {R"("emissiveTexture":{"index":0,"texCoord":1})", R"("normalTexture":{"index":0})"}) {
        Model model;
        const std::string members = normal_mapped(model, slot);
        EXPECT_TRUE(first(loaded(model.file(members))).tangents.empty()) << slot;
    }
}

TEST(LoadMesh, MakesTangentsForTheMaterialsOfVariantsAndForCoats) {
    const auto made = [](const char* material, const char* variant) {
        Model model;
        const std::string attributes = position(model);
        const int normals = model.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
        const int upright = model.floats({0, 1, 1, 1, 0, 0}, "VEC2");
        const int turned = model.floats({0, 0, 0, 1, 1, 0}, "VEC2");
        return loaded(model.file(
            one_mesh(attributes + R"(,"NORMAL":)" + number(normals) + R"(,"TEXCOORD_0":)" +
                         number(upright) + R"(,"TEXCOORD_1":)" + number(turned),
                     R"(,"material":0,"extensions":{"KHR_materials_variants":{"mappings":[)"
                     R"({"material":1,"variants":[0]}]}})") +
            R"(,"textures":[{}],"extensions":{"KHR_materials_variants":{"variants":[{"name":"v"}]}},)"
            R"("extensionsUsed":["KHR_materials_variants","KHR_materials_clearcoat"],"materials":[{)" +
            std::string(material) + "},{" + variant + "}]"));
    };
    const char* const kFirst = R"("normalTexture":{"index":0})";
    const char* const kSecond = R"("normalTexture":{"index":0,"texCoord":1})";
    const char* const kCoat =
        R"("extensions":{"KHR_materials_clearcoat":{"clearcoatNormalTexture":{"index":0}}})";
    const GltfAsset variant = made("", kSecond);
    ASSERT_EQ(first(variant).tangents.size(), 3U);
    EXPECT_EQ(first(variant).tangents[0], vec4(0, 1, 0, 1));
    EXPECT_FALSE(has(variant.diagnostics, "gltf-mesh-tangent-sets"));
    const GltfAsset coat = made(kCoat, "");
    ASSERT_EQ(first(coat).tangents.size(), 3U);
    EXPECT_EQ(first(coat).tangents[0], vec4(1, 0, 0, 1));
    const GltfAsset both = made(kFirst, kSecond);
    ASSERT_EQ(first(both).tangents.size(), 3U);
    EXPECT_EQ(first(both).tangents[0], vec4(1, 0, 0, 1)) << "the material's own come first";
    EXPECT_TRUE(has(both.diagnostics, "gltf-mesh-tangent-sets", "#/meshes/0/primitives/0"));
    EXPECT_TRUE(first(made("", "")).tangents.empty());
}

TEST(LoadMesh, WarnsOfTangentsThatAreTooManyToMake) {
    Model model;
    std::vector<float> positions{0, 0, 0};
    std::vector<std::uint16_t> indices;
    constexpr int kAround = 1100;
    for (int i = 0; i <= kAround; ++i) {
        positions.insert(positions.end(), {1, static_cast<float>(i), 0});
        if (i < kAround)
            for (const int index : {0, i + 1, i + 2})
                indices.push_back(static_cast<std::uint16_t>(index));
    }
    const std::size_t count = positions.size() / 3;
    const auto raw = [](const auto& values) {
        return std::string_view(reinterpret_cast<const char*>(values.data()),
                                values.size() * sizeof(values[0]));
    };
    const int position = model.accessor(raw(positions), 5126, "VEC3", count);
    std::vector<float> units;
    for (std::size_t i = 0; i < count; ++i)
        units.insert(units.end(), {0, 0, 1});
    const int normal = model.accessor(raw(units), 5126, "VEC3", count);
    const std::vector<float> zeros(2 * count, 0.5f);
    const int uv = model.accessor(raw(zeros), 5126, "VEC2", count);
    const int index = model.accessor(raw(indices), 5123, "SCALAR", indices.size());
    const GltfAsset asset =
        loaded(model.file(one_mesh(R"("POSITION":)" + number(position) + R"(,"NORMAL":)" +
                                       number(normal) + R"(,"TEXCOORD_0":)" + number(uv),
                                   R"(,"material":0,"indices":)" + number(index)) +
                          R"(,"textures":[{}],"materials":[{"normalTexture":{"index":0}}])"));
    EXPECT_TRUE(first(asset).tangents.empty());
    ASSERT_TRUE(has(asset.diagnostics, "gltf-mesh-tangent-limit", "#/meshes/0/primitives/0"));
    for (const Diagnostic& each : asset.diagnostics)
        EXPECT_EQ(each.severity, Severity::warning) << to_string(each);
}

TEST(LoadMesh, ReadsVertexColoursOfEveryType) {
    Model model;
    const std::string attributes = position(model);
    const int color =
        model.accessor(bytes<std::uint8_t>({255, 1, 0, 50, 0, 0, 0, 255, 0, 0, 0, 255}), 5121,
                       "VEC4", 3, R"(,"normalized":true)");
    const GltfAsset bytes_asset =
        loaded(model.file(one_mesh(attributes + R"(,"COLOR_0":)" + number(color))));
    const vec4 got = first(bytes_asset).colors.at(0);
    EXPECT_EQ(got.x, 1);
    EXPECT_NEAR(got.y, 0.00392157, 1e-8);
    EXPECT_EQ(got.z, 0);
    EXPECT_NEAR(got.w, 0.19607843, 1e-8);

    Model shorts;
    const std::string positions = position(shorts);
    const int rgb = shorts.accessor(bytes<std::uint16_t>({65535, 0, 32768, 0, 0, 0, 0, 0, 0}), 5123,
                                    "VEC3", 3, R"(,"normalized":true)");
    const GltfAsset shorts_asset =
        loaded(shorts.file(one_mesh(positions + R"(,"COLOR_0":)" + number(rgb))));
    EXPECT_EQ(first(shorts_asset).colors.at(0).x, 1);
    EXPECT_NEAR(first(shorts_asset).colors.at(0).z, 32768.0 / 65535, 1e-7);
    EXPECT_EQ(first(shorts_asset).colors.at(0).w, 1);

    Model floats;
    const std::string more = position(floats);
    const int plain = floats.floats({2.5f, 0, 0.25f, 0, 0, 0, 0, 0, 0}, "VEC3");
    const GltfAsset floats_asset =
        loaded(floats.file(one_mesh(more + R"(,"COLOR_0":)" + number(plain))));
    EXPECT_EQ(first(floats_asset).colors.at(0), vec4(2.5f, 0, 0.25f, 1));
}

TEST(LoadMesh, ReadsSparsePositionsOverNothing) {
    Model model;
    model.view("not these bytes!");
    const int indices = model.view(bytes<std::uint16_t>({2}));
    const int values = model.view(bytes<float>({7, 8, 9}));
    const int positions = model.accessor(
        R"("componentType":5126,"count":4,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":)" +
        number(indices) + R"(,"componentType":5123},"values":{"bufferView":)" + number(values) +
        "}}");
    const GltfAsset asset =
        loaded(model.file(one_mesh(R"("POSITION":)" + number(positions), R"(,"mode":0)")));
    EXPECT_EQ(first(asset).positions,
              (std::vector<vec3>{{0, 0, 0}, {0, 0, 0}, {7, 8, 9}, {0, 0, 0}}));
}

TEST(LoadMesh, KeepsAPrimitiveWithoutPositionsAsOneThatDrawsNothing) {
    Model model;
    const int normals = model.floats({0, 0, 1}, "VEC3");
    const GltfAsset asset = loaded(model.file(one_mesh(R"("NORMAL":)" + number(normals))));
    EXPECT_EQ(first(asset).vertex_count(), 0U);
    EXPECT_TRUE(first(asset).indices.empty());
    EXPECT_TRUE(has(asset.diagnostics, "gltf-mesh-no-positions"));
}

TEST(LoadMesh, KeepsAPrimitiveWithoutVerticesAsOneThatDrawsNothing) {
    Model model;
    const int positions = model.accessor(R"("componentType":5126,"count":0,"type":"VEC3")");
    const GltfAsset asset = loaded(model.file(one_mesh(R"("POSITION":)" + number(positions))));
    EXPECT_EQ(first(asset).vertex_count(), 0U);
    EXPECT_TRUE(first(asset).indices.empty());
    EXPECT_TRUE(has(asset.diagnostics, "gltf-mesh-no-positions", "#/meshes/0/primitives/0"));
}

TEST(LoadMesh, GivesTheSameResultEveryTime) {
    Model model;
    const std::string members = normal_mapped(model, R"("normalTexture":{"index":0,"texCoord":1})");
    const std::string file = model.file(members);
    const GltfAsset one = loaded(file);
    const GltfAsset two = loaded(file);
    EXPECT_EQ(first(one).positions, first(two).positions);
    EXPECT_EQ(first(one).tangents, first(two).tangents);
    EXPECT_EQ(first(one).indices, first(two).indices);
}

TEST(LoadMesh, CountsTheVerticesThatFlatNormalsAddAgainstTheLimit) {
    // Three points, and 60,000 indices of one byte each.
    Model model;
    const std::string attributes = position(model);
    const int indices = model.accessor(std::string(60'000, '\1'), 5121, "SCALAR", 60'000);
    const std::string file = model.file(one_mesh(attributes, R"(,"indices":)" + number(indices)));
    LoadOptions options;
    options.limits.max_decoded_bytes = 1'000'000;
    const auto asset = load_model(file, options);
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-decode-limit");
    EXPECT_TRUE(load_model(file));
}

TEST(LoadMesh, RefusesAnIndexBeyondTheVertices) {
    Model model;
    const std::string attributes = position(model);
    const int indices = model.indices({0, 1, 3});
    const auto asset =
        load_model(model.file(one_mesh(attributes, R"(,"indices":)" + number(indices))));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-index-range");
    EXPECT_EQ(asset.error().where, "test.glb#/meshes/0/primitives/0/indices");
    EXPECT_EQ(
        asset.error().message,
        "out of range: found index 3 at place 2, expected one below 3, the number of vertices");
}

TEST(LoadMesh, RefusesStreamsOfSeveralLengths) {
    Model model;
    const std::string attributes = position(model);
    const int uvs = model.floats({0, 0, 1, 1}, "VEC2");
    const auto asset =
        load_model(model.file(one_mesh(attributes + R"(,"TEXCOORD_0":)" + number(uvs))));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-mesh-counts");
}

TEST(LoadMesh, RefusesNanAndNamesTheAccessorOnceForAllItsUsers) {
    Model model;
    const int positions = model.accessor(bytes<float>({0, 0, 0, 1, 0}) + kNan, 5126, "VEC3", 2);
    const std::string primitive =
        R"({"attributes":{"POSITION":)" + number(positions) + R"(},"mode":0})";
    const auto asset = load_model(
        model.file(R"("meshes":[{"primitives":[)" + primitive + "," + primitive + "]}]"));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-accessor-nonfinite");
    EXPECT_EQ(asset.error().where, "test.glb#/accessors/0");
    EXPECT_EQ(asset.error().diagnostics.size(), 1U) << shown(asset.error().diagnostics);
}

TEST(LoadMesh, ReportsEveryFaultOfAFileInOneRun) {
    Model model;
    const std::string attributes = position(model);
    const int indices = model.indices({0, 1, 9});
    const int uvs = model.floats({0, 0}, "VEC2");
    const auto asset =
        load_model(model.file(one_mesh(attributes + R"(,"TEXCOORD_0":)" + number(uvs),
                                       R"(,"indices":)" + number(indices)) +
                              R"(,"nodes":[{"matrix":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]}])"));
    ASSERT_FALSE(asset);
    EXPECT_TRUE(has(asset.error().diagnostics, "gltf-index-range"));
    EXPECT_TRUE(has(asset.error().diagnostics, "gltf-mesh-counts"));
    EXPECT_TRUE(has(asset.error().diagnostics, "gltf-node-matrix", "#/nodes/0/matrix"));
}

TEST(LoadMesh, RefusesToDecodeMoreThanTheLimitHoweverSmallTheFile) {
    // 200 primitives that share one accessor of 300 points.
    Model model;
    const int positions = model.accessor(std::string(300 * 12, '\0'), 5126, "VEC3", 300);
    std::string primitives;
    for (int i = 0; i < 200; ++i)
        primitives += R"({"mode":0,"attributes":{"POSITION":)" + number(positions) + "}},";
    primitives.pop_back();
    const std::string file = model.file(R"("meshes":[{"primitives":[)" + primitives + "]}]");
    EXPECT_TRUE(load_model(file));
    LoadOptions options;
    options.limits.max_decoded_bytes = 100'000;
    const auto asset = load_model(file, options);
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-decode-limit");
    EXPECT_EQ(asset.error().diagnostics.size(), 1U);
}

TEST(LoadMesh, MayDecodeMoreOfALargerFile) {
    // 200 primitives that share one accessor of 300 points: at least 720,000 bytes of a file of
    // some 11,000.
    Model model;
    const int positions = model.accessor(std::string(300 * 12, '\0'), 5126, "VEC3", 300);
    std::string primitives;
    for (int i = 0; i < 200; ++i)
        primitives += R"({"mode":0,"attributes":{"POSITION":)" + number(positions) + "}},";
    primitives.pop_back();
    const std::string file = model.file(R"("meshes":[{"primitives":[)" + primitives + "]}]");
    LoadOptions options;
    options.limits.max_decoded_start = 100'000;
    options.limits.max_growth = 1;
    const auto refused = load_model(file, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code.name(), "gltf-decode-limit");
    options.limits.max_growth = 1000;
    EXPECT_TRUE(load_model(file, options));
}

}  // namespace
}  // namespace diorama::gltf
