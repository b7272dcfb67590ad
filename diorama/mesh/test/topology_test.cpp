// SPDX-License-Identifier: MIT
#include "diorama/mesh/topology.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "diorama/mesh/error_codes.hpp"

namespace diorama::mesh {
namespace {

using Indices = std::vector<std::uint32_t>;

struct Case {
    const char* name;
    Assembly assembly;
    Topology topology;
    Indices in;
    Indices out;
};
void PrintTo(const Case& row, std::ostream* out) {
    *out << row.name;
}

const Case kCases[] = {
    {"Points", Assembly::points, Topology::points, {3, 1, 2}, {3, 1, 2}},
    {"Lines", Assembly::lines, Topology::lines, {0, 1, 2, 3}, {0, 1, 2, 3}},
    {"LinesWithOneLeftOver", Assembly::lines, Topology::lines, {0, 1, 2}, {0, 1}},
    {"LineStrip", Assembly::line_strip, Topology::lines, {5, 6, 7}, {5, 6, 6, 7}},
    {"LineLoop", Assembly::line_loop, Topology::lines, {5, 6, 7}, {5, 6, 6, 7, 7, 5}},
    {"LineLoopOfOne", Assembly::line_loop, Topology::lines, {5}, {}},
    {"Triangles", Assembly::triangles, Topology::triangles, {0, 1, 2, 2, 1, 3}, {0, 1, 2, 2, 1, 3}},
    {"TrianglesWithTwoLeftOver",
     Assembly::triangles,
     Topology::triangles,
     {0, 1, 2, 3, 4},
     {0, 1, 2}},
    {"TriangleStrip",
     Assembly::triangle_strip,
     Topology::triangles,
     {0, 1, 2, 3, 4},
     {0, 1, 2, 1, 3, 2, 2, 3, 4}},
    {"TriangleStripOfTwo", Assembly::triangle_strip, Topology::triangles, {0, 1}, {}},
    {"TriangleFan", Assembly::triangle_fan, Topology::triangles, {9, 1, 2, 3}, {1, 2, 9, 2, 3, 9}},
    {"TriangleFanOfNone", Assembly::triangle_fan, Topology::triangles, {}, {}}};

class ListIndices : public testing::TestWithParam<Case> {};

TEST_P(ListIndices, AreWhatTheSpecificationSays) {
    EXPECT_EQ(topology_of(GetParam().assembly), GetParam().topology);
    EXPECT_EQ(list_indices(GetParam().assembly, GetParam().in), GetParam().out);
}
INSTANTIATE_TEST_SUITE_P(Assembly, ListIndices, testing::ValuesIn(kCases),
                         [](const auto& row) { return row.param.name; });

TEST(SequentialIndices, CountUp) {
    EXPECT_EQ(sequential_indices(4), (Indices{0, 1, 2, 3}));
    EXPECT_TRUE(sequential_indices(0).empty());
}

MeshData triangle() {
    MeshData mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.indices = {0, 1, 2};
    return mesh;
}

TEST(CheckMesh, AcceptsWhatFits) {
    EXPECT_TRUE(check(triangle()));
    EXPECT_TRUE(check(MeshData{}));
}

TEST(CheckMesh, NamesAnIndexBeyondTheVertices) {
    MeshData mesh = triangle();
    mesh.indices[1] = 3;
    const auto result = check(mesh);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, codes::index_range);
    EXPECT_EQ(result.error().message, "index 1 is 3, expected below 3");
}

TEST(CheckMesh, HoldsOtherAttributesToTheVertices) {
    MeshData mesh;
    mesh.positions.resize(3);
    mesh.indices = {0, 1, 2};
    mesh.others.push_back({.name = "_ID", .component_type = 5123, .element_bytes = 2, .data = {}});
    mesh.others[0].data.resize(6);
    EXPECT_TRUE(check(mesh));
    mesh.others[0].data.resize(5);
    const auto refused = check(mesh);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, codes::stream_length);
    EXPECT_EQ(refused.error().message, "_ID has 5 bytes, expected 2 for each of 3 vertices");
    mesh.others[0].element_bytes = 0;
    EXPECT_FALSE(check(mesh));
}

TEST(CheckMesh, NamesAStreamOfAnotherLength) {
    MeshData mesh = triangle();
    mesh.uvs[1] = {{0, 0}};
    EXPECT_EQ(check(mesh).error().message, "uvs has 1 elements, expected 3 as in positions");
    mesh = triangle();
    mesh.morph_targets.resize(1);
    mesh.morph_targets[0].normals = {{0, 0, 1}};
    EXPECT_EQ(check(mesh).error().code, codes::stream_length);
    mesh = triangle();
    mesh.joints.resize(3);
    EXPECT_EQ(check(mesh).error().message, "3 joints but 0 weights, expected as many");
    mesh = triangle();
    mesh.indices.push_back(0);
    EXPECT_EQ(check(mesh).error().message, "4 indices, expected a multiple of 3");
}

}  // namespace
}  // namespace diorama::mesh
