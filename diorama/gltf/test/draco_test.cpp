// SPDX-License-Identifier: MIT
// KHR_draco_mesh_compression: meshes made by Draco's own encoder, and bytes that are none.
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>

#include <array>
#include <cmath>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/detail/compression.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

constexpr std::uint32_t kPosition = 0;  // the unique ids that the builder gives
constexpr std::uint32_t kColor = 1;

/// The corners of a bent sheet of 2 * \p n triangles per row, in \p n rows.
std::vector<vec3> sheet_corners(int n) {
    std::vector<vec3> out;
    const auto at = [](int x, int y) {
        return vec3(static_cast<float>(x), static_cast<float>(y),
                    std::sin(static_cast<float>(x * y)));
    };
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x)
            for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}})
                out.push_back(at(x + dx, y + dy));
    return out;
}

struct Packed {
    std::string data;
    std::size_t vertices = 0;
    std::size_t indices = 0;
};

Packed pack(const std::vector<vec3>& corners, draco::MeshEncoderMethod method) {
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(static_cast<int>(corners.size() / 3));
    const int position =
        builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
    const int color = builder.AddAttribute(draco::GeometryAttribute::COLOR, 4, draco::DT_UINT8);
    for (std::size_t f = 0; f < corners.size() / 3; ++f) {
        const draco::FaceIndex face(static_cast<std::uint32_t>(f));
        std::array<std::array<std::uint8_t, 4>, 3> colors{};
        for (std::size_t c = 0; c < 3; ++c)
            colors[c] = {static_cast<std::uint8_t>(corners[f * 3 + c].x), 1, 2, 255};
        builder.SetAttributeValuesForFace(position, face, &corners[f * 3], &corners[f * 3 + 1],
                                          &corners[f * 3 + 2]);
        builder.SetAttributeValuesForFace(color, face, &colors[0], &colors[1], &colors[2]);
    }
    const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
    draco::Encoder encoder;
    encoder.SetTrackEncodedProperties(true);  // or it counts no points and faces
    encoder.SetEncodingMethod(method);
    encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 14);
    draco::EncoderBuffer buffer;
    EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
    return {std::string(buffer.data(), buffer.size()), encoder.num_encoded_points(),
            encoder.num_encoded_faces() * 3};
}

/// A GLB with \p packed as its one primitive: indices 0, POSITION 1, COLOR_0 2.
std::string file_of(const Packed& packed, std::uint32_t color_id = kColor,
                    const std::string& color_type = R"("componentType":5121,"normalized":true)") {
    const std::string vertices = std::to_string(packed.vertices);
    return glb(
        gltf(R"("extensionsUsed":["KHR_draco_mesh_compression"],
            "extensionsRequired":["KHR_draco_mesh_compression"],)" +
             whole_view(packed.data.size()) + R"(,"accessors":[
            {"count":)" +
             std::to_string(packed.indices) +
             R"(,"componentType":5125,"type":"SCALAR"},
            {"count":)" +
             vertices + R"(,"componentType":5126,"type":"VEC3",
             "min":[0,0,-1],"max":[9,9,1]},
            {"count":)" +
             vertices + R"(,"type":"VEC4",)" + color_type + R"(}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":1,"COLOR_0":2},"indices":0,
              "extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":
                {"POSITION":)" +
             std::to_string(kPosition) + R"(,"COLOR_0":)" + std::to_string(color_id) + "}}}}]}]"),
        packed.data);
}

class DracoMethod : public testing::TestWithParam<draco::MeshEncoderMethod> {};

TEST_P(DracoMethod, GivesEveryCornerWithinItsQuantisation) {
    const std::vector<vec3> corners = sheet_corners(9);
    const Packed packed = pack(corners, GetParam());
    const GltfAsset asset = loaded(file_of(packed));
    ASSERT_EQ(asset.meshes.size(), 1u);
    const mesh::MeshData& mesh = asset.meshes[0].primitives[0].mesh;
    ASSERT_EQ(mesh.indices.size(), corners.size());
    // Each corner has one close to it, and each vertex the colour of its x.
    for (const std::uint32_t index : mesh.indices) {
        const vec3& p = mesh.positions[index];
        const bool known = std::ranges::any_of(
            corners, [&](const vec3& c) { return glm::length(c - p) < 9.0f / 8192; });
        EXPECT_TRUE(known) << p.x << " " << p.y << " " << p.z;
        EXPECT_FLOAT_EQ(mesh.colors[index].x, std::round(p.x) / 255);
        EXPECT_FLOAT_EQ(mesh.colors[index].w, 1.0f);
    }
    double area = 0;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const vec3& a = mesh.positions[mesh.indices[i]];
        const vec3& b = mesh.positions[mesh.indices[i + 1]];
        const vec3& c = mesh.positions[mesh.indices[i + 2]];
        area += static_cast<double>(glm::cross(b - a, c - a).z) / 2;
    }
    EXPECT_NEAR(area, 81, 0.05);  // seen from above every triangle turns the same way
}
TEST_P(DracoMethod, GivesTheFacesOfAStripAsTheyAre) {
    const Packed packed = pack(sheet_corners(4), GetParam());
    const std::string list = file_of(packed);
    std::string strip = list;
    // Of the same length, so that the lengths of the chunks stay right.
    const std::string_view indices = R"("indices":0,
              "extensions")";
    strip.replace(strip.find(indices), indices.size(),
                  R"("indices":0,"mode":5 ,     "extensions")");
    ASSERT_EQ(strip.size(), list.size());
    const GltfAsset plain = loaded(list);
    const mesh::MeshData& faces = plain.meshes.at(0).primitives[0].mesh;
    const GltfAsset asset = loaded(strip);
    EXPECT_EQ(asset.meshes.at(0).primitives[0].mesh.topology, mesh::Topology::triangles);
    EXPECT_EQ(asset.meshes[0].primitives[0].mesh.indices, faces.indices);
}
INSTANTIATE_TEST_SUITE_P(Row, DracoMethod,
                         testing::Values(draco::MESH_SEQUENTIAL_ENCODING,
                                         draco::MESH_EDGEBREAKER_ENCODING));

TEST(Draco, ReadsAnAttributeAsTheNumbersItsAccessorSays) {
    const Packed packed = pack(sheet_corners(2), draco::MESH_EDGEBREAKER_ENCODING);
    const auto document = parse_text(file_of(packed, kColor, R"("componentType":5123)"));
    ASSERT_TRUE(document);
    const auto read = read_accessor<std::array<std::uint16_t, 4>>(*document, 2);
    ASSERT_TRUE(read) << to_string(read.error());
    for (const auto& each : *read) {
        EXPECT_LE(each[0], 2);
        EXPECT_EQ(each[3], 255);
    }
}

TEST(Draco, PrefersDataThatIsThereUncompressed) {
    // Both POSITION and indices have views of their own; the compressed bytes are rubbish.
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    const int rubbish = model.view("no mesh");
    const GltfAsset asset = loaded(
        model.file(R"("extensionsUsed":["KHR_draco_mesh_compression"],)" +
                   one_mesh(R"("POSITION":)" + std::to_string(positions),
                            R"(,"extensions":{"KHR_draco_mesh_compression":{"bufferView":)" +
                                std::to_string(rubbish) + R"(,"attributes":{"POSITION":0}}})")));
    EXPECT_EQ(asset.meshes[0].primitives[0].mesh.positions[1], vec3(1, 0, 0));
}

std::string failure_of(const std::string& file, const LoadOptions& options = {}) {
    const auto asset = load_model(file, options);
    return asset ? "" : std::string(asset.error().code.name());
}

TEST(Draco, RefusesEveryTruncation) {
    const Packed whole = pack(sheet_corners(3), draco::MESH_EDGEBREAKER_ENCODING);
    for (std::size_t n = 1; n < whole.data.size(); ++n) {
        Packed cut = whole;
        cut.data.resize(n);
        EXPECT_NE(failure_of(file_of(cut)), "") << n;
    }
}

TEST(Draco, SurvivesEveryByteChanged) {
    const Packed whole = pack(sheet_corners(3), draco::MESH_EDGEBREAKER_ENCODING);
    std::size_t refused = 0;
    for (std::size_t n = 0; n < whole.data.size(); ++n) {
        Packed changed = whole;
        changed.data[n] = static_cast<char>(changed.data[n] ^ 0x55);
        if (!failure_of(file_of(changed)).empty()) ++refused;
    }
    EXPECT_GT(refused, 15u);  // the header and the counts at least
}

TEST(Draco, RefusesOtherCountsThanTheAccessorsSay) {
    const Packed whole = pack(sheet_corners(3), draco::MESH_EDGEBREAKER_ENCODING);
    for (const int more : {-1, 1}) {
        Packed lie = whole;
        lie.vertices += static_cast<std::size_t>(more);
        EXPECT_EQ(failure_of(file_of(lie)), "gltf-draco-counts") << more;
        lie = whole;
        lie.indices += static_cast<std::size_t>(more * 3);
        EXPECT_EQ(failure_of(file_of(lie)), "gltf-draco-counts") << more;
    }
}

TEST(Draco, RefusesAnAttributeThatIsNotThere) {
    const Packed packed = pack(sheet_corners(2), draco::MESH_SEQUENTIAL_ENCODING);
    EXPECT_EQ(failure_of(file_of(packed, 7)), "gltf-draco-data");
    EXPECT_EQ(failure_of(file_of(packed, kPosition)), "gltf-draco-data");  // three, not four
}

TEST(Draco, CountsAreKnownBeforeDecoding) {
    for (const auto method : {draco::MESH_SEQUENTIAL_ENCODING, draco::MESH_EDGEBREAKER_ENCODING}) {
        const Packed packed = pack(sheet_corners(4), method);
        const auto counts = detail::peek_draco(std::as_bytes(std::span(packed.data)));
        ASSERT_TRUE(counts);
        EXPECT_EQ(counts->faces * 3, packed.indices);
        EXPECT_LE(counts->vertices, packed.vertices);
        EXPECT_GT(counts->vertices, 0u);
    }
}

TEST(Draco, RefusesClaimsBeyondTheLimitsBeforeDecoding) {
    // A header of bitstream 2.2, sequential, that claims 2^30 triangles and as many vertices.
    const std::string huge("\x80\x80\x80\x80\x04", 5);
    const Packed lie{std::string("DRACO\x02\x02\x01\x00\x00\x00", 11) + huge + huge + "\x01",
                     1u << 30, 3u << 30};
    EXPECT_EQ(failure_of(file_of(lie), {.limits = {.max_decoded_bytes = 1u << 20}}),
              "gltf-decode-limit");
}

}  // namespace
}  // namespace diorama::gltf
