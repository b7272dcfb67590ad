// SPDX-License-Identifier: MIT
#include "diorama/gltf/summary.hpp"

#include <simdjson.h>

#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/test/model.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

using test::gltf;
using test::parse_text;

/// The summary of \p text, which must parse.
Result<Summary> summary_of(const std::string& text, const SummaryOptions& options = {}) {
    const Result<Document> document = parse_text(text);
    if (!document) return std::unexpected(document.error());
    return summarize(*document, options);
}

/// Coordinate \p axis of the corner \p name of \p scene's bounds.
double corner(simdjson::dom::element scene, std::string_view name, int axis) {
    return scene["bounds"][name]
        .get_array()
        .at(static_cast<std::size_t>(axis))
        .get_double()
        .value();
}

/// Compares \p summary with one file's entry of EXPECTED.json.
void expect_facts(const Summary& summary, simdjson::dom::element entry) {
    const std::pair<const char*, std::uint64_t> counts[] = {
        {"/counts/scenes", summary.scenes},
        {"/counts/nodes", summary.nodes},
        {"/counts/meshes", summary.meshes},
        {"/counts/primitives", summary.primitives},
        {"/counts/materials", summary.materials},
        {"/counts/textures", summary.textures},
        {"/counts/images", summary.images},
        {"/counts/skins", summary.skins},
        {"/counts/animations", summary.animations},
        {"/counts/cameras", summary.cameras},
        {"/counts/lights", summary.lights},
        {"/counts/variants", summary.variants},
        {"/info/totalVertexCount", summary.vertices},
        {"/info/totalTriangleCount", summary.triangles}};
    for (const auto& [pointer, found] : counts) {
        EXPECT_EQ(found, entry.at_pointer(pointer).get_uint64().value()) << pointer;
    }
    const simdjson::dom::element content = entry["content"];
    if (content.is_null()) return;
    std::uint64_t targets = 0;
    for (const simdjson::dom::element mesh : content["meshes"].get_array()) {
        for (const simdjson::dom::element primitive : mesh["primitives"].get_array()) {
            targets = std::max(targets, primitive["targets"].get_uint64().value());
        }
    }
    EXPECT_EQ(summary.morph_targets, targets);
    bool compared = false;
    bool first = true;
    const auto scenes = content["scenes"].get_array();
    const bool has_default = [&] {
        for (const simdjson::dom::element scene : scenes) {
            if (scene["default"].get_bool().value()) return true;
        }
        return false;
    }();
    for (const simdjson::dom::element scene : scenes) {
        const bool is_default = has_default ? scene["default"].get_bool().value() : first;
        first = false;
        if (!is_default) continue;
        compared = true;
        EXPECT_EQ(summary.max_depth, scene["maxDepth"].get_uint64().value());
        if (scene["bounds"].is_null()) {
            EXPECT_FALSE(summary.bounds);
            continue;
        }
        ASSERT_TRUE(summary.bounds);
        const vec3 diagonal = summary.bounds->max - summary.bounds->min;
        const double close = 1e-5 * std::sqrt(static_cast<double>(glm::dot(diagonal, diagonal)));
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(summary.bounds->min[axis], corner(scene, "min", axis), close);
            EXPECT_NEAR(summary.bounds->max[axis], corner(scene, "max", axis), close);
        }
    }
    EXPECT_EQ(compared, scenes.size() > 0);
}

TEST(Summary, EqualsTheKnownFactsOfTheCorpus) {
    const std::filesystem::path corpus = test::corpus();
    if (corpus.empty()) GTEST_SKIP() << "DIORAMA_CORPUS names no corpus folder";
    simdjson::dom::parser parser;
    const simdjson::dom::element expected = parser.load((corpus / "EXPECTED.json").string());
    std::size_t compared = 0;
    std::size_t refused = 0;
    for (const auto [name, entry] : expected["files"].get_object()) {
        SCOPED_TRACE(std::string(name));
        const Result<Document> document = parse(corpus / std::string(name));
        if (!document) {
            // Only files that must be refused.
            EXPECT_TRUE(document.error().code == codes::extension_required ||
                        document.error().code == codes::version_unsupported)
                << to_string(document.error());
            ++refused;
            continue;
        }
        const Result<Summary> summary = summarize(*document);
        if (!summary) {
            ADD_FAILURE() << to_string(summary.error());
            continue;
        }
        expect_facts(*summary, entry);
        ++compared;
    }
    EXPECT_GE(compared, 186u);
    EXPECT_LE(refused, 3u);
}

/// A triangle (0,0,0) (1,0,0) (0,2,0) and a fourth vertex far away that no index names.
std::string triangle(const std::string& scenes_and_nodes) {
    const std::string bin = test::bytes<float>({0, 0, 0, 1, 0, 0, 0, 2, 0, 99, 99, 99}) +
                            test::bytes<std::uint16_t>({0, 1, 2});
    return test::glb(gltf(R"("buffers":[{"byteLength":54}],
                "bufferViews":[{"buffer":0,"byteLength":48},
                               {"buffer":0,"byteOffset":48,"byteLength":6}],
                "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
                             {"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],
                "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)" +
                          scenes_and_nodes),
                     bin);
}

TEST(Summary, OfAnEmptyFileHasNoBounds) {
    const Result<Summary> summary = summary_of(gltf());
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->version, "2.0");
    EXPECT_EQ(summary->max_depth, 0u);
    EXPECT_FALSE(summary->bounds);
}

TEST(Summary, BoundsHoldOnlyDrawnVerticesPlacedByTheirNodes) {
    const Result<Summary> summary = summary_of(triangle(
        R"("nodes":[{"translation":[10,0,0],"children":[1]},{"mesh":0,"scale":[2,-1,1]}],
           "scenes":[{"nodes":[0]}])"));
    ASSERT_TRUE(summary) << to_string(summary.error());
    EXPECT_EQ(summary->vertices, 4u);
    EXPECT_EQ(summary->triangles, 1u);
    EXPECT_EQ(summary->max_depth, 2u);
    ASSERT_TRUE(summary->bounds);
    EXPECT_EQ(summary->bounds->min, vec3(10, -2, 0));
    EXPECT_EQ(summary->bounds->max, vec3(12, 0, 0));
}

TEST(Summary, BoundsOfATurnedMeshAreThoseOfItsVertices) {
    // 45 degrees about z: the corner (1, 2) of the box is no vertex, so x stays below sqrt(1/2).
    const Result<Summary> summary = summary_of(triangle(
        R"("nodes":[{"mesh":0,"rotation":[0,0,0.38268343,0.92387953]}],"scenes":[{"nodes":[0]}])"));
    ASSERT_TRUE(summary);
    ASSERT_TRUE(summary->bounds);
    EXPECT_NEAR(summary->bounds->min.x, -std::sqrt(2.0), 1e-6);
    EXPECT_NEAR(summary->bounds->max.x, std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(summary->bounds->max.y, std::sqrt(2.0), 1e-6);
}

TEST(Summary, TakesTheSceneTheRuleNames) {
    const std::string nodes =
        R"("nodes":[{"mesh":0},{"mesh":0,"translation":[5,0,0]},{"children":[0]}])";
    const auto min_x = [&](const std::string& rest) {
        const Result<Summary> summary = summary_of(triangle(nodes + rest));
        return summary && summary->bounds ? summary->bounds->min.x : -99.0f;
    };
    EXPECT_EQ(min_x(R"(,"scenes":[{"nodes":[1]},{"nodes":[2]}],"scene":1)"), 0.0f);
    EXPECT_EQ(min_x(R"(,"scenes":[{"nodes":[1]},{"nodes":[2]}])"), 5.0f);
    EXPECT_EQ(min_x(""), 0.0f) << "the parentless nodes 1 and 2";
    EXPECT_EQ(min_x(R"(,"scenes":[{},{"nodes":[2]}])"), -99.0f) << "an empty scene";
}

TEST(Summary, WithoutBoundsOpensNoBuffer) {
    const std::string text = gltf(
        R"("buffers":[{"byteLength":36,"uri":"missing.bin"}],
           "bufferViews":[{"buffer":0,"byteLength":36}],
           "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
           "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}])");
    EXPECT_TRUE(summary_of(text, {.bounds = false}));
    const Result<Summary> summary = summary_of(text);
    ASSERT_FALSE(summary);
    EXPECT_EQ(summary.error().code, codes::buffer_missing);
    EXPECT_EQ(summary.error().where, "test.gltf#/buffers/0");
}

struct Topology {
    const char* name;
    int mode;
    std::uint64_t triangles;  // of seven vertices
};
constexpr Topology kTopologies[] = {
    {"Points", 0, 0},    {"Lines", 1, 0},         {"LineLoop", 2, 0},   {"LineStrip", 3, 0},
    {"Triangles", 4, 2}, {"TriangleStrip", 5, 5}, {"TriangleFan", 6, 5}};

class SummaryMode : public testing::TestWithParam<Topology> {};

TEST_P(SummaryMode, CountsTriangles) {
    std::string text =
        R"("accessors":[{"componentType":5126,"count":7,"type":"VEC3"}],
           "meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":)";
    text += std::to_string(GetParam().mode) + "}]}]";
    const Result<Summary> summary = summary_of(gltf(text));
    ASSERT_TRUE(summary) << to_string(summary.error());
    EXPECT_EQ(summary->triangles, GetParam().triangles);
    EXPECT_EQ(summary->vertices, 7u);
}

INSTANTIATE_TEST_SUITE_P(Row, SummaryMode, testing::ValuesIn(kTopologies),
                         [](const auto& row) { return row.param.name; });

TEST(Summary, BoundsPassOverTheRestartsOfAStrip) {
    test::Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9}, "VEC3");
    const int indices = model.indices({0, 1, 65535, 1, 2});
    const Result<Summary> summary =
        summary_of(model.file(test::one_mesh(R"("POSITION":)" + std::to_string(positions),
                                             R"(,"mode":3,"indices":)" + std::to_string(indices)) +
                              R"(,"nodes":[{"mesh":0}])"));
    ASSERT_TRUE(summary) << to_string(summary.error());
    ASSERT_TRUE(summary->bounds);
    EXPECT_EQ(summary->bounds->max, vec3(1, 1, 0));
}

TEST(Summary, CountsTheDeepestChain) {
    constexpr int kNodes = 100'000;
    std::string nodes = R"("nodes":[)";
    for (int i = 0; i + 1 < kNodes; ++i) {
        nodes += R"({"children":[)";
        nodes += std::to_string(i + 1) + "]},";
    }
    const Result<Summary> summary = summary_of(gltf(nodes + R"({}],"scenes":[{"nodes":[0]}])"));
    ASSERT_TRUE(summary) << to_string(summary.error());
    EXPECT_EQ(summary->max_depth, 100'000u);
    EXPECT_TRUE(summary->diagnostics.empty()) << test::shown(summary->diagnostics);
}

TEST(Summary, EndsOnLoopsAndSharedNodes) {
    const Result<Summary> summary = summary_of(triangle(
        R"("nodes":[{"mesh":0,"children":[1,2]},{"children":[2,0]},{"children":[1]}],
           "scenes":[{"nodes":[0,2]}])"));
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->max_depth, 3u);
    EXPECT_TRUE(test::has(summary->diagnostics, "gltf-node-loop", "#/nodes/1/children/1"));
    EXPECT_TRUE(test::has(summary->diagnostics, "gltf-node-shared", "#/nodes/1/children/0"));
    EXPECT_TRUE(test::has(summary->diagnostics, "gltf-scene-root", "#/scenes/0/nodes/1"));
}

TEST(Summary, RefusesWorkBeyondReason) {
    // A file of some kilobytes that asks for 2^26 zero vertices, turned, at 200 places.
    std::string text =
        R"("accessors":[{"componentType":5121,"count":67108864,"type":"VEC3"}],
           "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[)";
    for (int i = 0; i < 200; ++i)
        text += R"({"mesh":0,"rotation":[0,0,0.6,0.8]},)";
    const Result<Summary> summary = summary_of(gltf(text + "{}]"));
    ASSERT_FALSE(summary);
    EXPECT_EQ(summary.error().code, codes::work_limit);
}

}  // namespace
}  // namespace diorama::gltf
