// SPDX-License-Identifier: MIT
// EXT_meshopt_compression and KHR_meshopt_compression: streams made by meshoptimizer's own encoder.
#include <meshoptimizer.h>

#include <array>
#include <cmath>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// One compressed stream and what its file says of it.
struct Stream {
    std::string data;                 // compressed
    std::size_t count = 0;            // elements
    std::size_t stride = 4;           // bytes of each
    std::string mode = "ATTRIBUTES";  //
    std::string filter = "NONE";      //
    std::string accessor;             // members of the accessor beside view and count
    std::string extension = "EXT_meshopt_compression";
};

/// A GLB with \p stream as view 0, behind a fallback buffer without data, and an accessor over it.
std::string file_of(const Stream& stream) {
    const std::string length = std::to_string(stream.count * stream.stride);
    const std::string count = std::to_string(stream.count);
    const std::string json =
        R"("extensionsUsed":[")" + stream.extension + R"("],"extensionsRequired":[")" +
        stream.extension + R"("],"buffers":[{"byteLength":)" + std::to_string(stream.data.size()) +
        R"(},{"byteLength":)" + length + R"(}],"bufferViews":[{"buffer":1,"byteLength":)" + length +
        R"(,"extensions":{")" + stream.extension + R"(":{"buffer":0,"byteLength":)" +
        std::to_string(stream.data.size()) + R"(,"byteStride":)" + std::to_string(stream.stride) +
        R"(,"count":)" + count + R"(,"mode":")" + stream.mode + R"(","filter":")" + stream.filter +
        R"("}}}],"accessors":[{"bufferView":0,"count":)" + count + "," + stream.accessor + "}]";
    return glb(gltf(json), stream.data);
}

std::string encode_vertices(const void* vertices, std::size_t count, std::size_t stride,
                            int version) {
    std::string out(meshopt_encodeVertexBufferBound(count, stride), '\0');
    out.resize(meshopt_encodeVertexBufferLevel(reinterpret_cast<unsigned char*>(out.data()),
                                               out.size(), vertices, count, stride, 2, version));
    return out;
}

/// Points on a wavy sheet, more than one block of 256.
std::vector<vec3> wave(std::size_t count) {
    std::vector<vec3> out;
    for (std::size_t i = 0; i < count; ++i) {
        const auto x = static_cast<float>(i);
        out.emplace_back(x * 0.25f, std::sin(x * 0.1f), std::cos(x * 0.2f) * 3);
    }
    return out;
}

std::vector<std::uint32_t> strip_of_quads(std::uint32_t quads) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < quads; ++i) {
        const std::uint32_t a = i * 2;
        out.insert(out.end(), {a, a + 1, a + 2, a + 2, a + 1, a + 3});
    }
    return out;
}

class MeshoptVersion : public testing::TestWithParam<int> {};

TEST_P(MeshoptVersion, AttributesComeBackBitForBit) {
    const std::vector<vec3> points = wave(700);
    for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
        const auto document =
            parse_text(file_of({.data = encode_vertices(points.data(), 700, 12, GetParam()),
                                .count = 700,
                                .stride = 12,
                                .accessor = R"("componentType":5126,"type":"VEC3")",
                                .extension = name}));
        ASSERT_TRUE(document) << to_string(document.error());
        const auto read = read_accessor<vec3>(*document, 0);
        ASSERT_TRUE(read) << to_string(read.error());
        EXPECT_EQ(*read, points);
    }
}
INSTANTIATE_TEST_SUITE_P(Codec, MeshoptVersion, testing::Values(0, 1));

TEST(Meshopt, TrianglesKeepTheirCornersUpToRotation) {
    const std::vector<std::uint32_t> indices = strip_of_quads(90);
    std::string data(meshopt_encodeIndexBufferBound(indices.size(), 200), '\0');
    data.resize(meshopt_encodeIndexBuffer(reinterpret_cast<unsigned char*>(data.data()),
                                          data.size(), indices.data(), indices.size()));
    for (const auto& [stride, component] : {std::pair{2u, "5123"}, std::pair{4u, "5125"}}) {
        std::string accessor(R"("type":"SCALAR","componentType":)");
        accessor += component;
        const auto document = parse_text(file_of({.data = data,
                                                  .count = indices.size(),
                                                  .stride = stride,
                                                  .mode = "TRIANGLES",
                                                  .accessor = accessor}));
        ASSERT_TRUE(document) << to_string(document.error());
        const auto read = read_accessor<std::uint32_t>(*document, 0);
        ASSERT_TRUE(read) << to_string(read.error());
        ASSERT_EQ(read->size(), indices.size());
        const auto first_least = [](std::array<std::uint32_t, 3> t) {
            std::ranges::rotate(t, std::ranges::min_element(t));
            return t;
        };
        for (std::size_t i = 0; i < indices.size(); i += 3)
            EXPECT_EQ(first_least({(*read)[i], (*read)[i + 1], (*read)[i + 2]}),
                      first_least({indices[i], indices[i + 1], indices[i + 2]}));
    }
}

TEST(Meshopt, IndexSequencesComeBackExactly) {
    const std::vector<std::uint32_t> indices{0, 5, 1, 1, 7, 300, 2, 2, 0, 65534};
    std::string data(meshopt_encodeIndexSequenceBound(indices.size(), 65535), '\0');
    data.resize(meshopt_encodeIndexSequence(reinterpret_cast<unsigned char*>(data.data()),
                                            data.size(), indices.data(), indices.size()));
    const auto document =
        parse_text(file_of({.data = data,
                            .count = indices.size(),
                            .stride = 4,
                            .mode = "INDICES",
                            .accessor = R"("type":"SCALAR","componentType":5125)"}));
    ASSERT_TRUE(document) << to_string(document.error());
    const auto read = read_accessor<std::uint32_t>(*document, 0);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(*read, indices);
}

/// Unit vectors, w 1, spread over the sphere.
std::vector<vec4> directions() {
    std::vector<vec4> out;
    for (const vec3& point : wave(64))
        out.emplace_back(glm::normalize(point + vec3(0.5f, 0.25f, -1.0f)), 1.0f);
    return out;
}

/// Decodes \p encoded, filtered elements of \p stride bytes, as VEC4.
std::vector<vec4> filtered(const std::vector<std::byte>& encoded, std::size_t stride,
                           const std::string& filter, const std::string& component) {
    const std::size_t count = encoded.size() / stride;
    const auto document =
        parse_text(file_of({.data = encode_vertices(encoded.data(), count, stride, 1),
                            .count = count,
                            .stride = stride,
                            .filter = filter,
                            .accessor = R"("type":"VEC4","componentType":)" + component,
                            .extension = "KHR_meshopt_compression"}));
    if (!document) return {};
    auto read = read_accessor<vec4>(*document, 0);
    return read ? *read : std::vector<vec4>();
}

TEST(Meshopt, OctahedralFilterGivesUnitVectors) {
    const std::vector<vec4> source = directions();
    for (const auto& [stride, component, bits] : {std::tuple{4u, "5120,\"normalized\":true", 8},
                                                  std::tuple{8u, "5122,\"normalized\":true", 12}}) {
        std::vector<std::byte> encoded(source.size() * stride);
        meshopt_encodeFilterOct(encoded.data(), source.size(), stride, bits, &source[0].x);
        const std::vector<vec4> read = filtered(encoded, stride, "OCTAHEDRAL", component);
        ASSERT_EQ(read.size(), source.size());
        for (std::size_t i = 0; i < read.size(); ++i)
            EXPECT_LT(glm::length(vec3(read[i]) - vec3(source[i])), bits == 8 ? 0.03f : 0.002f);
    }
}

TEST(Meshopt, QuaternionFilterGivesTheSameTurns) {
    const std::vector<vec4> source = [] {
        std::vector<vec4> out = directions();
        for (vec4& each : out)
            each = glm::normalize(each);
        return out;
    }();
    std::vector<std::byte> encoded(source.size() * 8);
    meshopt_encodeFilterQuat(encoded.data(), source.size(), 8, 16, &source[0].x);
    const std::vector<vec4> read = filtered(encoded, 8, "QUATERNION", "5122,\"normalized\":true");
    ASSERT_EQ(read.size(), source.size());
    for (std::size_t i = 0; i < read.size(); ++i)
        EXPECT_GT(std::abs(glm::dot(read[i], source[i])), 0.9999f);  // q and -q turn alike
}

TEST(Meshopt, ExponentialFilterKeepsItsBits) {
    const std::vector<vec3> points = wave(64);
    std::vector<std::byte> encoded(points.size() * 12);
    meshopt_encodeFilterExp(encoded.data(), points.size(), 12, 15, &points[0].x,
                            meshopt_EncodeExpSeparate);
    const auto document =
        parse_text(file_of({.data = encode_vertices(encoded.data(), points.size(), 12, 0),
                            .count = points.size(),
                            .stride = 12,
                            .filter = "EXPONENTIAL",
                            .accessor = R"("type":"VEC3","componentType":5126)"}));
    ASSERT_TRUE(document);
    const auto read = read_accessor<vec3>(*document, 0);
    ASSERT_TRUE(read);
    for (std::size_t i = 0; i < points.size(); ++i)
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_NEAR((*read)[i][axis], points[i][axis],
                        std::abs(points[i][axis]) * std::ldexp(1.0f, -13));
}

TEST(Meshopt, ColorFilterGivesTheColours) {
    const std::vector<vec4> source{{1, 0, 0, 1}, {0, 1, 0.5f, 0.25f}, {0.2f, 0.3f, 0.9f, 0}};
    for (const auto& [stride, component, close] :
         {std::tuple{4u, "5121,\"normalized\":true", 0.02f},
          std::tuple{8u, "5123,\"normalized\":true", 0.0005f}}) {
        std::vector<std::byte> encoded(source.size() * stride);
        meshopt_encodeFilterColor(encoded.data(), source.size(), stride, stride == 4 ? 8 : 16,
                                  &source[0].x);
        const std::vector<vec4> read = filtered(encoded, stride, "COLOR", component);
        ASSERT_EQ(read.size(), source.size());
        for (std::size_t i = 0; i < read.size(); ++i)
            EXPECT_LT(glm::length(read[i] - source[i]), close) << i;
    }
}

/// The code that parsing or reading \p file fails with; empty where neither does.
std::string failure_of(const std::string& file, const ImportLimits& limits = {}) {
    const auto document = parse_text(file, limits);
    if (!document) return std::string(document.error().code.name());
    const auto read = view_accessor(*document, 0);
    return read ? "" : std::string(read.error().code.name());
}

TEST(Meshopt, RefusesEveryTruncation) {
    const std::vector<vec3> points = wave(300);
    const std::string whole = encode_vertices(points.data(), 300, 12, 1);
    for (std::size_t n = 1; n < whole.size(); n += n < 64 ? 1 : 37) {
        const Stream cut{.data = whole.substr(0, n),
                         .count = 300,
                         .stride = 12,
                         .accessor = R"("componentType":5126,"type":"VEC3")"};
        EXPECT_EQ(failure_of(file_of(cut)), "gltf-meshopt-data") << n;
    }
}

TEST(Meshopt, RefusesACountThatTheBytesCannotHold) {
    const Stream lie{.data = std::string(64, '\xa0'),
                     .count = 1u << 30,
                     .stride = 4,
                     .accessor = R"("componentType":5121,"type":"VEC4")"};
    EXPECT_EQ(failure_of(file_of(lie)), "gltf-meshopt-data");
}

TEST(Meshopt, HoldsWhatIsDecodedAgainstTheLimits) {
    const std::vector<vec3> points = wave(300);
    const Stream stream{.data = encode_vertices(points.data(), 300, 12, 0),
                        .count = 300,
                        .stride = 12,
                        .accessor = R"("componentType":5126,"type":"VEC3")"};
    EXPECT_EQ(failure_of(file_of(stream), {.max_decoded_bytes = 3600}), "");
    EXPECT_EQ(failure_of(file_of(stream), {.max_decoded_bytes = 3599}), "gltf-decode-limit");
}

struct Layout {
    const char* name;
    std::size_t count;
    std::size_t stride;
    const char* mode;
    const char* filter;
    const char* code;
};
void PrintTo(const Layout& row, std::ostream* out) {
    *out << row.name;
}
constexpr Layout kLayouts[]{
    {"UnevenStride", 3, 6, "ATTRIBUTES", "NONE", "gltf-meshopt-layout"},
    {"LongStride", 3, 260, "ATTRIBUTES", "NONE", "gltf-meshopt-layout"},
    {"ByteIndices", 3, 1, "TRIANGLES", "NONE", "gltf-meshopt-layout"},
    {"FourCorners", 4, 2, "TRIANGLES", "NONE", "gltf-meshopt-layout"},
    {"FilteredIndices", 3, 4, "INDICES", "EXPONENTIAL", "gltf-meshopt-layout"},
    {"LongOctahedral", 3, 12, "ATTRIBUTES", "OCTAHEDRAL", "gltf-meshopt-layout"},
    {"ShortQuaternion", 3, 4, "ATTRIBUTES", "QUATERNION", "gltf-meshopt-layout"},
    {"UnknownMode", 3, 4, "VOXELS", "NONE", "gltf-value-unknown"},
    {"UnknownFilter", 3, 4, "ATTRIBUTES", "SHARPEN", "gltf-value-unknown"},
};
class MeshoptLayout : public testing::TestWithParam<Layout> {};

TEST_P(MeshoptLayout, IsRefused) {
    const Layout& row = GetParam();
    EXPECT_EQ(failure_of(file_of({.data = std::string(400, '\0'),
                                  .count = row.count,
                                  .stride = row.stride,
                                  .mode = row.mode,
                                  .filter = row.filter,
                                  .accessor = R"("componentType":5121,"type":"SCALAR")"})),
              row.code);
}
INSTANTIATE_TEST_SUITE_P(Row, MeshoptLayout, testing::ValuesIn(kLayouts),
                         [](const auto& row) { return row.param.name; });

TEST(Meshopt, RefusesAViewOfAnotherLength) {
    const std::vector<vec3> points = wave(4);
    std::string json = file_of({.data = encode_vertices(points.data(), 4, 12, 0),
                                .count = 4,
                                .stride = 12,
                                .accessor = R"("componentType":5126,"type":"VEC3")"});
    const std::string from = R"("buffer":1,"byteLength":48)";
    json.replace(json.find(from), from.size(), R"("buffer":1,"byteLength":47)");
    EXPECT_EQ(failure_of(json), "gltf-meshopt-layout");
}

TEST(Meshopt, ReadsCompressedDataOfAnExternalFileOnlyWhenItIsUsed) {
    const Folder folder;
    const std::vector<vec3> points = wave(3);
    const std::string data = encode_vertices(points.data(), 3, 12, 0);
    folder.write("packed.bin", data);
    const std::string length = std::to_string(data.size());
    const std::string json = gltf(
        R"("extensionsUsed":["EXT_meshopt_compression"],
           "extensionsRequired":["EXT_meshopt_compression"],
           "buffers":[{"byteLength":)" +
        length + R"(,"uri":"packed.bin"},
                      {"byteLength":36,"uri":"not_there.bin",
                       "extensions":{"EXT_meshopt_compression":{"fallback":true}}}],
           "bufferViews":[{"buffer":1,"byteLength":36,"extensions":{"EXT_meshopt_compression":
              {"buffer":0,"byteLength":)" +
        length + R"(,"byteStride":12,"count":3,"mode":"ATTRIBUTES"}}}],
           "accessors":[{"bufferView":0,"count":3,"componentType":5126,"type":"VEC3",
                         "min":[0,0,0],"max":[1,1,3]}],
           "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])");
    const auto asset = load(folder.write("packed.gltf", json));
    ASSERT_TRUE(asset) << to_string(asset.error());
    EXPECT_EQ(asset->meshes[0].primitives[0].mesh.positions, points);
}

}  // namespace
}  // namespace diorama::gltf
