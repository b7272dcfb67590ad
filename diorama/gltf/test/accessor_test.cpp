// SPDX-License-Identifier: MIT
#include "diorama/gltf/accessor.hpp"

#include <cmath>
#include <limits>

#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

using test::bytes;
using test::glb;
using test::gltf;
using test::parse_text;

/// A GLB whose accessors are \p accessors over views that \p views lists, of \p bin.
Result<Document> document_of(const std::string& accessors, const std::string& views,
                             const std::string& bin, const ImportLimits& limits = {}) {
    std::string members = R"("buffers":[{"byteLength":)" + std::to_string(bin.size());
    members += R"(}],"bufferViews":[)";
    members += views;
    members += R"(],"accessors":[)";
    members += accessors;
    members += "]";
    return parse_text(glb(gltf(members), bin), limits);
}

/// Accessor 0 of such a GLB with one view over all of \p bin.
template <class T>
Result<std::vector<T>> read_one(const std::string& accessor, const std::string& bin,
                                std::string_view view_members = "") {
    std::string view = R"({"buffer":0,"byteLength":)" + std::to_string(bin.size());
    view.append(view_members);
    view.append("}");
    const Result<Document> document = document_of(accessor, view, bin);
    if (!document) return std::unexpected(document.error());
    return read_accessor<T>(*document, 0);
}

template <class T>
std::string code_of(const Result<T>& result) {
    return result ? "" : std::string(result.error().code.name());
}

struct Kind {
    const char* name;
    int component_type;
    bool normalized;
    std::string bin;
    std::vector<float> values;
};

const Kind kKinds[] = {
    {"Byte", 5120, false, bytes<std::int8_t>({-128, -1, 0, 127}), {-128, -1, 0, 127}},
    {"NormalizedByte", 5120, true, bytes<std::int8_t>({-128, -127, 0, 127}), {-1, -1, 0, 1}},
    {"UnsignedByte", 5121, false, bytes<std::uint8_t>({0, 1, 255}), {0, 1, 255}},
    {"NormalizedUnsignedByte",
     5121,
     true,
     bytes<std::uint8_t>({0, 1, 50, 255}),
     {0, 1 / 255.0f, 50 / 255.0f, 1}},
    {"Short", 5122, false, bytes<std::int16_t>({-32768, 0, 32767}), {-32768, 0, 32767}},
    {"NormalizedShort",
     5122,
     true,
     bytes<std::int16_t>({-32768, -32767, 1, 32767}),
     {-1, -1, 1 / 32767.0f, 1}},
    {"UnsignedShort", 5123, false, bytes<std::uint16_t>({0, 100, 65535}), {0, 100, 65535}},
    {"NormalizedUnsignedShort",
     5123,
     true,
     bytes<std::uint16_t>({0, 1, 65535}),
     {0, 1 / 65535.0f, 1}},
    {"UnsignedInt", 5125, false, bytes<std::uint32_t>({0, 16777216}), {0, 16777216}},
    {"Float", 5126, false, bytes<float>({-0.5f, 1e30f}), {-0.5f, 1e30f}},
};

class AccessorKind : public testing::TestWithParam<Kind> {};

TEST_P(AccessorKind, IsReadAsFloats) {
    const Kind& kind = GetParam();
    std::string accessor = R"({"bufferView":0,"type":"SCALAR","componentType":)";
    accessor += std::to_string(kind.component_type) + R"(,"count":)";
    accessor += std::to_string(kind.values.size());
    accessor += kind.normalized ? R"(,"normalized":true})" : "}";
    const Result<std::vector<float>> read = read_one<float>(accessor, kind.bin);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(*read, kind.values);
}

INSTANTIATE_TEST_SUITE_P(Row, AccessorKind, testing::ValuesIn(kKinds),
                         [](const auto& row) { return row.param.name; });

TEST(Accessor, KeepsTheStrideOfQuantisedPositions) {
    const auto positions = read_one<vec3>(
        R"({"bufferView":0,"componentType":5123,"count":2,"type":"VEC3"})",
        bytes<std::uint16_t>({0, 0, 0, 9, 100, 200, 65535, 9}), R"(,"byteStride":8)");
    ASSERT_TRUE(positions) << to_string(positions.error());
    EXPECT_EQ(*positions, (std::vector<vec3>{{0, 0, 0}, {100, 200, 65535}}));
    const auto normals = read_one<vec3>(
        R"({"bufferView":0,"componentType":5120,"normalized":true,"count":1,"type":"VEC3"})",
        bytes<std::int8_t>({-128, 0, 127, 9}), R"(,"byteStride":4)");
    ASSERT_TRUE(normals);
    EXPECT_EQ(*normals, (std::vector<vec3>{{-1, 0, 1}}));
}

TEST(Accessor, ReadsInterleavedStreamsFromOneView) {
    const std::string bin = bytes<float>({1, 2, 3, 10, 11, 4, 5, 6, 12, 13});
    const Result<Document> document = document_of(
        R"({"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"},
           {"bufferView":0,"byteOffset":12,"componentType":5126,"count":2,"type":"VEC2"})",
        R"({"buffer":0,"byteLength":40,"byteStride":20})", bin);
    ASSERT_TRUE(document);
    EXPECT_EQ(*read_accessor<vec3>(*document, 0), (std::vector<vec3>{{1, 2, 3}, {4, 5, 6}}));
    EXPECT_EQ(*read_accessor<vec2>(*document, 1), (std::vector<vec2>{{10, 11}, {12, 13}}));
}

TEST(Accessor, SparseOverNothingStartsFromZeros) {
    // View 0 belongs to something else: "absent" must not be read as view 0.
    const std::string bin =
        bytes<float>({50, 51, 52, 53}) + bytes<std::uint16_t>({2, 0}) + bytes<float>({7, 8, 9});
    const Result<Document> document = document_of(
        R"({"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":1,
            "indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":2}}})",
        R"({"buffer":0,"byteLength":16},{"buffer":0,"byteOffset":16,"byteLength":2},
           {"buffer":0,"byteOffset":20,"byteLength":12})",
        bin);
    ASSERT_TRUE(document);
    const auto read = read_accessor<vec3>(*document, 0);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(*read, (std::vector<vec3>{{0, 0, 0}, {0, 0, 0}, {7, 8, 9}, {0, 0, 0}}));
}

TEST(Accessor, SparseReplacesElementsOfAStridedBase) {
    const std::string bin = bytes<std::uint16_t>({1, 9, 2, 9, 3, 9}) +
                            bytes<std::uint8_t>({0, 2, 0, 0}) + bytes<std::uint16_t>({100, 300});
    const Result<Document> document = document_of(
        R"({"bufferView":0,"componentType":5123,"count":3,"type":"SCALAR","sparse":{"count":2,
            "indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}}})",
        R"({"buffer":0,"byteLength":12,"byteStride":4},{"buffer":0,"byteOffset":12,"byteLength":2},
           {"buffer":0,"byteOffset":16,"byteLength":4})",
        bin);
    ASSERT_TRUE(document);
    EXPECT_EQ(*read_accessor<std::uint32_t>(*document, 0),
              (std::vector<std::uint32_t>{100, 2, 300}));
    EXPECT_EQ(*read_accessor<float>(*document, 0), (std::vector<float>{100, 2, 300}));
}

TEST(Accessor, WithNeitherViewNorSparseIsZeros) {
    const Result<Document> document =
        parse_text(gltf(R"("accessors":[{"componentType":5126,"count":3,"type":"SCALAR"},
                                        {"componentType":5123,"count":2,"type":"VEC4"}])"));
    ASSERT_TRUE(document);
    EXPECT_EQ(*read_accessor<float>(*document, 0), (std::vector<float>{0, 0, 0}));
    EXPECT_EQ((*read_accessor<std::array<std::uint16_t, 4>>(*document, 1)).size(), 2u);
}

TEST(Accessor, WithoutElementsIsEmpty) {
    const auto read =
        read_one<vec3>(R"({"bufferView":0,"componentType":5126,"count":0,"type":"VEC3"})",
                       bytes<float>({1, 2, 3}));
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_TRUE(read->empty());
    const Result<Document> document = document_of(
        R"({"bufferView":0,"byteOffset":4,"componentType":5126,"count":0,"type":"SCALAR"})",
        R"({"buffer":0,"byteLength":4})", std::string(4, '\0'));
    ASSERT_TRUE(document);
    EXPECT_TRUE(read_floats(*document, 0)->empty());
}

TEST(Accessor, ZerosBeyondTheLimitAreRefused) {
    const std::string text =
        gltf(R"("accessors":[{"componentType":5126,"count":9007199254740991,"type":"MAT4"},
                             {"componentType":5126,"count":4,"type":"VEC4"}])");
    const Result<Document> document = parse_text(text, {.max_zero_bytes = 64});
    ASSERT_TRUE(document);
    EXPECT_EQ(code_of(read_accessor<mat4>(*document, 0)), "gltf-zero-limit");
    EXPECT_TRUE(read_accessor<vec4>(*document, 1));
}

TEST(Accessor, Vec3ColoursGetAnAlphaOfOne) {
    const auto read = read_one<vec4>(
        R"({"bufferView":0,"componentType":5121,"normalized":true,"count":1,"type":"VEC3"})",
        bytes<std::uint8_t>({255, 0, 51}));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->front(), vec4(1, 0, 0.2f, 1));
}

TEST(Accessor, JointsWidenToSixteenBits) {
    const auto read = read_one<std::array<std::uint16_t, 4>>(
        R"({"bufferView":0,"componentType":5121,"count":1,"type":"VEC4"})",
        bytes<std::uint8_t>({1, 2, 3, 255}));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->front(), (std::array<std::uint16_t, 4>{1, 2, 3, 255}));
}

TEST(Accessor, MatrixColumnsAreColumnsAndSkipTheirPadding) {
    std::vector<float> values(16);
    for (std::size_t i = 0; i < 16; ++i)
        values[i] = static_cast<float>(i);
    const std::string bin(reinterpret_cast<const char*>(values.data()), 64);
    const auto matrix =
        read_one<mat4>(R"({"bufferView":0,"componentType":5126,"count":1,"type":"MAT4"})", bin);
    ASSERT_TRUE(matrix);
    EXPECT_EQ(matrix->front()[3], vec4(12, 13, 14, 15));
    const Result<Document> document = document_of(
        R"({"bufferView":0,"componentType":5121,"count":2,"type":"MAT2"},
           {"bufferView":0,"componentType":5121,"count":1,"type":"MAT3"})",
        R"({"buffer":0,"byteLength":16})",
        bytes<std::uint8_t>({1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 7, 8, 0, 0}));
    ASSERT_TRUE(document);
    EXPECT_EQ(*read_floats(*document, 0), (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(*read_floats(*document, 1), (std::vector<float>{1, 2, 0, 3, 4, 0, 5, 6, 0}));
}

TEST(Accessor, PackedFloatsAreViewedInPlace) {
    const std::string bin = bytes<float>({1, 2, 3, 4});
    const Result<Document> document = document_of(
        R"({"bufferView":0,"componentType":5126,"count":2,"type":"VEC2"},
           {"bufferView":0,"componentType":5123,"count":2,"type":"VEC2"},
           {"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR"})",
        R"({"buffer":0,"byteLength":16},{"buffer":0,"byteLength":16,"byteStride":8})", bin);
    ASSERT_TRUE(document);
    const Result<AccessorView> view = view_accessor(*document, 0);
    ASSERT_TRUE(view);
    ASSERT_EQ(view->packed_floats().size(), 4u);
    EXPECT_EQ(view->packed_floats()[3], 4.0f);
    EXPECT_TRUE(view_accessor(*document, 1)->packed_floats().empty()) << "not floats";
    EXPECT_TRUE(view_accessor(*document, 2)->packed_floats().empty()) << "not packed";
}

TEST(Accessor, NonFiniteFloatsAreRefusedWithTheirElement) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto read =
        read_one<vec2>(R"({"bufferView":0,"componentType":5126,"count":2,"type":"VEC2"})",
                       bytes<float>({0, 1, 2, nan}));
    ASSERT_FALSE(read);
    EXPECT_EQ(code_of(read), "gltf-accessor-nonfinite");
    EXPECT_EQ(read.error().where, "test.gltf#/accessors/0");
    EXPECT_NE(read.error().message.find("a NaN in element 1"), std::string::npos);
    EXPECT_FALSE(read.error().hint.empty());
    EXPECT_EQ(code_of(read_one<float>(
                  R"({"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR"})",
                  bytes<float>({-std::numeric_limits<float>::infinity()}))),
              "gltf-accessor-nonfinite");
}

TEST(Accessor, OfAnotherShapeIsRefused) {
    const std::string vec2_accessor =
        R"({"bufferView":0,"componentType":5126,"count":1,"type":"VEC2"})";
    const std::string bin = bytes<float>({1, 2});
    EXPECT_EQ(code_of(read_one<vec3>(vec2_accessor, bin)), "gltf-accessor-type");
    EXPECT_EQ(code_of(read_one<float>(vec2_accessor, bin)), "gltf-accessor-type");
    EXPECT_EQ(code_of(read_one<std::uint32_t>(
                  R"({"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR"})", bin)),
              "gltf-accessor-type")
        << "floats are no indices";
    EXPECT_EQ(code_of(read_one<std::uint32_t>(
                  R"({"bufferView":0,"componentType":5120,"count":1,"type":"SCALAR"})",
                  bytes<std::int8_t>({-1}))),
              "gltf-accessor-type")
        << "a negative index";
    EXPECT_EQ(code_of(read_one<std::array<std::uint16_t, 4>>(
                  R"({"bufferView":0,"componentType":5125,"count":1,"type":"VEC4"})",
                  bytes<std::uint32_t>({1, 2, 3, 65536}))),
              "gltf-accessor-type")
        << "a joint that 16 bits can't hold";
}

struct Hostile {
    const char* name;
    const char* accessor;
    const char* view;
    const char* code;
};

// Every place where a product or a sum of file values could wrap 64 bits or pass the end.
const Hostile kHostile[] = {
    {"CountPastTheView", R"("count":5,"type":"VEC3")", R"("byteLength":48)", "gltf-accessor-range"},
    {"OffsetPastTheView", R"("count":1,"byteOffset":40,"type":"VEC3")", R"("byteLength":48)",
     "gltf-accessor-range"},
    {"OffsetOfEverything", R"("count":1,"byteOffset":9007199254740991,"type":"VEC3")",
     R"("byteLength":48)", "gltf-accessor-range"},
    {"CountTimesSizeWraps", R"("count":9007199254740991,"type":"MAT4")", R"("byteLength":48)",
     "gltf-accessor-range"},
    {"CountTimesStrideWraps", R"("count":9007199254740991,"type":"SCALAR")",
     R"("byteLength":48,"byteStride":4294967292)", "gltf-accessor-range"},
    {"LastElementCut", R"("count":2,"type":"VEC3")", R"("byteLength":48,"byteStride":40)",
     "gltf-accessor-range"},
    {"StrideBelowElement", R"("count":2,"type":"VEC3")", R"("byteLength":48,"byteStride":8)",
     "gltf-accessor-stride"},
    {"ViewPastTheBuffer", R"("count":1,"type":"VEC3")", R"("byteLength":49)",
     "gltf-buffer-view-range"},
    {"ViewOffsetWraps", R"("count":1,"type":"VEC3")",
     R"("byteLength":48,"byteOffset":9007199254740991)", "gltf-buffer-view-range"},
    {"SparseCountPastTheAccessor",
     R"("count":1,"type":"SCALAR","sparse":{"count":2,
        "indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}})",
     R"("byteLength":48)", "gltf-sparse-range"},
    {"SparseIndexPastTheAccessor",
     R"("count":2,"type":"SCALAR","sparse":{"count":1,
        "indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}})",
     R"("byteLength":48)", "gltf-sparse-range"},
    {"SparseIndicesPastTheirView",
     R"("count":12,"type":"SCALAR","sparse":{"count":2,
        "indices":{"bufferView":0,"byteOffset":44,"componentType":5125},
        "values":{"bufferView":0}})",
     R"("byteLength":48)", "gltf-sparse-range"},
    {"SparseIndicesOffsetWraps",
     R"("count":12,"type":"SCALAR","sparse":{"count":2,
        "indices":{"bufferView":0,"byteOffset":9007199254740991,"componentType":5125},
        "values":{"bufferView":0}})",
     R"("byteLength":48)", "gltf-sparse-range"},
    {"SparseValuesPastTheirView",
     R"("count":4,"type":"VEC3","sparse":{"count":2,
        "indices":{"bufferView":0,"componentType":5121},
        "values":{"bufferView":0,"byteOffset":32}})",
     R"("byteLength":48)", "gltf-sparse-range"},
    {"SparseCountWraps",
     R"("count":9007199254740991,"type":"SCALAR","sparse":{"count":9007199254740991,
        "indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}})",
     R"("byteLength":48)", "gltf-accessor-range"},
};

class AccessorHostile : public testing::TestWithParam<Hostile> {};

TEST_P(AccessorHostile, IsRefused) {
    std::string accessor = R"({"bufferView":0,"componentType":5126,)";
    accessor += GetParam().accessor;
    accessor += "}";
    std::string view = R"({"buffer":0,)";
    view += GetParam().view;
    view += "}";
    const std::string bin = bytes<std::uint8_t>({200}) + std::string(47, '\1');
    const Result<Document> document = document_of(accessor, view, bin);
    ASSERT_TRUE(document) << to_string(document.error());
    const Result<AccessorView> viewed = view_accessor(*document, 0);
    EXPECT_EQ(code_of(viewed), GetParam().code);
    EXPECT_EQ(code_of(read_floats(*document, 0)), GetParam().code);
    ASSERT_FALSE(viewed);
    EXPECT_TRUE(viewed.error().where.starts_with("test.gltf#/")) << viewed.error().where;
}

INSTANTIATE_TEST_SUITE_P(Row, AccessorHostile, testing::ValuesIn(kHostile),
                         [](const auto& row) { return row.param.name; });

TEST(Accessor, SparseOverNothingIsHeldToTheZeroLimit) {
    const Result<Document> document = document_of(
        R"({"componentType":5126,"count":4000000000,"type":"VEC4","sparse":{"count":1,
            "indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}})",
        R"({"buffer":0,"byteLength":16})", std::string(16, '\0'));
    ASSERT_TRUE(document);
    EXPECT_EQ(code_of(read_accessor<vec4>(*document, 0)), "gltf-zero-limit");
}

TEST(Accessor, ElementSizesPadMatrixColumns) {
    EXPECT_EQ(element_size(ComponentType::u8, ElementType::vec3), 3u);
    EXPECT_EQ(element_size(ComponentType::u8, ElementType::mat2), 8u);
    EXPECT_EQ(element_size(ComponentType::u8, ElementType::mat3), 12u);
    EXPECT_EQ(element_size(ComponentType::u16, ElementType::mat3), 24u);
    EXPECT_EQ(element_size(ComponentType::f32, ElementType::mat4), 64u);
}

}  // namespace
}  // namespace diorama::gltf
