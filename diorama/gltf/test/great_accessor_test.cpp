// SPDX-License-Identifier: MIT
/// \file
/// Accessors of many elements, which are read in runs.
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

using test::glb;
using test::gltf;
using test::parse_text;

/// A GLB of one view, with \p view_members, over all of \p values and one accessor.
template <class C>
Result<Document> document_of(const std::vector<C>& values, const std::string& accessor,
                             const std::string& view_members = "") {
    const std::string bin(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(C));
    const std::string size = std::to_string(bin.size());
    std::string members = R"("buffers":[{"byteLength":)" + size;
    members.append(R"(}],"bufferViews":[{"buffer":0,"byteLength":)").append(size);
    members.append(view_members).append(R"(}],"accessors":[{"bufferView":0,)");
    members.append(accessor).append("}]");
    return parse_text(glb(gltf(members), bin));
}

/// The index of the first element that is not as \p expected says, or the count.
template <class T, class F>
std::size_t first_other(const std::vector<T>& values, F&& expected) {
    std::size_t i = 0;
    while (i < values.size() && values[i] == expected(i))
        ++i;
    return i;
}

TEST(GreatAccessor, OfPackedFloatsIsWholeAndHeldToBeFinite) {
    constexpr std::size_t kCount = 6'000'000;  // enough to be made of pages of every size
    std::vector<float> values(kCount);
    for (std::size_t i = 0; i < kCount; ++i)
        values[i] = static_cast<float>(i);
    const std::string accessor = R"("componentType":5126,"count":6000000,"type":"SCALAR")";
    const auto document = document_of(values, accessor);
    ASSERT_TRUE(document) << to_string(document.error());
    for (int turn = 0; turn < 2; ++turn) {
        const auto read = read_accessor<float>(*document, 0);
        ASSERT_TRUE(read) << to_string(read.error());
        EXPECT_EQ(*read, values);
    }
    for (const float wrong :
         {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
        values[5'999'999] = wrong;
        const auto broken = document_of(values, accessor);
        ASSERT_TRUE(broken);
        const auto refused = read_accessor<float>(*broken, 0);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code.name(), "gltf-accessor-nonfinite");
        EXPECT_NE(refused.error().message.find("element 5999999"), std::string::npos);
    }
}

TEST(GreatAccessor, OfStridedFloatsIsWholeAndHeldToBeFinite) {
    constexpr std::size_t kCount = 20'000;
    std::vector<float> values(kCount * 4, NAN);  // the fourth of each is not the accessor's
    for (std::size_t i = 0; i < kCount; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            values[i * 4 + k] = static_cast<float>(3 * i + k);
    const std::string accessor = R"("componentType":5126,"count":20000,"type":"VEC3")";
    const auto document = document_of(values, accessor, R"(,"byteStride":16)");
    ASSERT_TRUE(document) << to_string(document.error());
    const auto at = [](std::size_t i) { return static_cast<float>(i); };
    const auto read = read_accessor<vec3>(*document, 0);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(read->size(), kCount);
    EXPECT_EQ(
        first_other(*read,
                    [&](std::size_t i) { return vec3(at(3 * i), at(3 * i + 1), at(3 * i + 2)); }),
        kCount);
    const auto colours = read_accessor<vec4>(*document, 0);
    ASSERT_TRUE(colours) << to_string(colours.error());
    EXPECT_EQ(colours->size(), kCount);
    EXPECT_EQ(first_other(
                  *colours,
                  [&](std::size_t i) { return vec4(at(3 * i), at(3 * i + 1), at(3 * i + 2), 1); }),
              kCount);
    const auto flat = read_floats(*document, 0);
    ASSERT_TRUE(flat) << to_string(flat.error());
    EXPECT_EQ(flat->size(), kCount * 3);
    EXPECT_EQ(first_other(*flat, at), kCount * 3);

    values[19'999 * 4] = INFINITY;
    const auto broken = document_of(values, accessor, R"(,"byteStride":16)");
    ASSERT_TRUE(broken);
    const auto refused = read_floats(*broken, 0);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("element 19999"), std::string::npos);
}

TEST(GreatAccessor, OfNormalizedIntegersIsWhole) {
    constexpr std::size_t kCount = 65'536;
    std::vector<std::uint16_t> values(kCount * 2);
    std::iota(values.begin(), values.end(), std::uint16_t{0});
    const auto document = document_of(
        values, R"("componentType":5123,"normalized":true,"count":65536,"type":"VEC2")");
    ASSERT_TRUE(document) << to_string(document.error());
    const auto read = read_accessor<vec2>(*document, 0);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(read->size(), kCount);
    EXPECT_EQ(first_other(*read,
                          [](std::size_t i) {
                              return vec2(static_cast<float>(2 * i % 65'536) / 65'535,
                                          static_cast<float>((2 * i + 1) % 65'536) / 65'535);
                          }),
              kCount);
}

TEST(GreatAccessor, OfIndicesIsWholeAndHeldToBeUnsigned) {
    std::vector<std::int16_t> values(40'000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::int16_t>(i % 32'768);
    const std::string accessor = R"("componentType":5122,"count":40000,"type":"SCALAR")";
    const auto document = document_of(values, accessor);
    ASSERT_TRUE(document) << to_string(document.error());
    const auto read = read_accessor<std::uint32_t>(*document, 0);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(read->size(), 40'000u);
    EXPECT_EQ(first_other(*read, [](std::size_t i) { return i % 32'768; }), 40'000u);
    values[39'999] = -1;
    const auto broken = document_of(values, accessor);
    ASSERT_TRUE(broken);
    const auto refused = read_accessor<std::uint32_t>(*broken, 0);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code.name(), "gltf-accessor-type");
}

TEST(GreatAccessor, MayHaveSparseNumbersInPlaceOfNonFiniteOnes) {
    // 10 000 floats with a NaN at 9000; then the sparse index 9000, and its value.
    std::vector<float> values(10'002, 1.0f);
    values[9'000] = NAN;
    values[10'000] = std::bit_cast<float>(9'000u);
    values[10'001] = 5;
    const auto sparse = [&] {
        return document_of(
            values,
            R"("componentType":5126,"count":10000,"type":"SCALAR","sparse":{"count":1,)"
            R"("indices":{"bufferView":0,"byteOffset":40000,"componentType":5125},"values":{"bufferView":0,"byteOffset":40004}})");
    };
    const auto document = sparse();
    ASSERT_TRUE(document) << to_string(document.error());
    const auto read = read_accessor<float>(*document, 0);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(read->size(), 10'000u);
    EXPECT_EQ(first_other(*read, [](std::size_t i) { return i == 9'000 ? 5.0f : 1.0f; }), 10'000u);
    values[10'000] = std::bit_cast<float>(1u);
    const auto elsewhere = sparse();
    ASSERT_TRUE(elsewhere);
    const auto refused = read_accessor<float>(*elsewhere, 0);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code.name(), "gltf-accessor-nonfinite");
}

}  // namespace
}  // namespace diorama::gltf
