// SPDX-License-Identifier: MIT
#include "diorama/texture/ktx2.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "diorama/texture/error_codes.hpp"
#include "diorama/texture/test/ktx2_builder.hpp"

namespace diorama::texture {
namespace {

using test::build_ktx2;
using test::Bytes;
using test::Ktx2Spec;

/// 8 x 4 texels with all levels: 4 x 2, 2 x 1, 1 x 1.
Ktx2Spec four_levels() {
    return test::rgba8_spec(8, 4, {Bytes(128), Bytes(32), Bytes(8), Bytes(4)});
}

template <class T>
void put(Bytes& file, std::size_t at, T value) {
    std::memcpy(file.data() + at, &value, sizeof value);
}

TEST(ReadKtx2, TakesARightFileWithoutAWord) {
    const Bytes file = build_ktx2(four_levels());
    const Result<Ktx2> k = read_ktx2(file, "a.ktx2");
    ASSERT_TRUE(k) << to_string(k.error());
    EXPECT_TRUE(k->warnings.empty());
    EXPECT_EQ(k->format_name(), "R8G8B8A8_UNORM");
    EXPECT_EQ(k->width, 8u);
    EXPECT_EQ(k->height, 4u);
    EXPECT_EQ(k->color_space(), ColorSpace::linear);
    EXPECT_EQ(k->text("KTXwriter"), "a test");
    EXPECT_EQ(k->text("KTXswizzle"), "");
    ASSERT_EQ(k->levels.size(), 4u);
    EXPECT_EQ(k->levels[0].length, 128u);
    EXPECT_EQ(k->levels[3].offset + 4, k->levels[2].offset);
    ASSERT_EQ(k->descriptor.samples.size(), 4u);
    EXPECT_EQ(k->descriptor.samples[3].channel, 15);
    EXPECT_TRUE(check_ktx2(file, "a.ktx2").empty());
}

/// One fault, and how it is reported.
struct FaultRow {
    const char* name;
    std::function<void(Ktx2Spec&)> change;
    ErrorCode code;
    Severity severity = Severity::error;
};

const FaultRow kSpecFaults[] = {
    {"ScaledFormat", [](Ktx2Spec& s) { s.format = 39; }, codes::ktx2_format},
    {"NumberOfNoFormat", [](Ktx2Spec& s) { s.format = 199; }, codes::ktx2_format},
    {"FormatOfUnknownExtension", [](Ktx2Spec& s) { s.format = 1000999000; },
     codes::ktx2_format_unknown, Severity::warning},
    {"TypeSize", [](Ktx2Spec& s) { s.type_size = 4; }, codes::ktx2_type_size},
    {"NoWidth", [](Ktx2Spec& s) { s.width = 0; }, codes::ktx2_dimensions},
    {"CubeThatIsNotSquare", [](Ktx2Spec& s) { s.faces = 6; }, codes::ktx2_dimensions},
    {"TwoFaces", [](Ktx2Spec& s) { s.faces = 2; }, codes::ktx2_face_count},
    {"LevelsBelowOneTexel", [](Ktx2Spec& s) { s.width = s.height = 4; }, codes::ktx2_level_count},
    {"NoScheme", [](Ktx2Spec& s) { s.scheme = 9; }, codes::ktx2_scheme},
    {"VendorsScheme", [](Ktx2Spec& s) { s.scheme = 0x10000; }, codes::ktx2_scheme_vendor,
     Severity::warning},
    {"BasisLzWithoutGlobalData", [](Ktx2Spec& s) { s.scheme = 1; }, codes::ktx2_index},
    {"GlobalDataWithoutUse", [](Ktx2Spec& s) { s.global = Bytes(8); }, codes::ktx2_index},
    {"LevelTooLong", [](Ktx2Spec& s) { s.levels[0] = Bytes(132); }, codes::ktx2_level_length},
    {"LengthOfAnUnknownFormatThatChanges",
     [](Ktx2Spec& s) {
         s.format = 1000999000;
         s.inflated = {256, 32, 8, 4};
     },
     codes::ktx2_level_length},
    {"LevelsInWrongOrder", [](Ktx2Spec& s) { std::swap(s.levels[0], s.levels[1]); },
     codes::ktx2_level_order},
    {"SrgbTransferOfUnorm", [](Ktx2Spec& s) { s.transfer = 2; }, codes::ktx2_transfer},
    {"NoTransfer", [](Ktx2Spec& s) { s.transfer = 0x14; }, codes::ktx2_transfer},
    {"NoPrimaries", [](Ktx2Spec& s) { s.primaries = 13; }, codes::ktx2_primaries},
    {"OtherModel", [](Ktx2Spec& s) { s.model = 15; }, codes::ktx2_model},
    {"OtherBlock", [](Ktx2Spec& s) { s.block[0] = 2; }, codes::ktx2_block},
    {"OtherPlanes", [](Ktx2Spec& s) { s.planes[1] = 4; }, codes::ktx2_planes},
    {"SampleMissing", [](Ktx2Spec& s) { s.samples.pop_back(); }, codes::ktx2_samples},
    {"SampleElsewhere", [](Ktx2Spec& s) { s.samples[1].bit_offset = 9; }, codes::ktx2_sample},
    {"SampleOfOtherRange", [](Ktx2Spec& s) { s.samples[2].upper = 127; }, codes::ktx2_sample},
    {"LinearColourInLinear", [](Ktx2Spec& s) { s.samples[0].qualifiers = 1; }, codes::ktx2_sample},
    {"EmptyKey", [](Ktx2Spec& s) { s.metadata[0].first = ""; }, codes::ktx2_entry},
    {"ReservedKey", [](Ktx2Spec& s) { s.metadata.insert(s.metadata.begin(), {"KTXcolour", "x"}); },
     codes::ktx2_key},
    {"KeyThatIsNotUtf8", [](Ktx2Spec& s) { s.metadata.push_back({"a\xc0", "x"}); },
     codes::ktx2_key},
    {"KeyTwice", [](Ktx2Spec& s) { s.metadata.push_back(s.metadata[0]); }, codes::ktx2_key},
    {"KeysUnsorted", [](Ktx2Spec& s) { s.metadata.push_back({"A", "x"}); }, codes::ktx2_key_order},
    {"WriterWithoutNul", [](Ktx2Spec& s) { s.metadata[0].second = "me"; }, codes::ktx2_value},
    {"OrientationOfOtherAxes",
     [](Ktx2Spec& s) {
         s.metadata.insert(s.metadata.begin(), {"KTXorientation", std::string("r\0", 2)});
     },
     codes::ktx2_value},
    {"SwizzleOfNoChannel",
     [](Ktx2Spec& s) {
         s.metadata.insert(s.metadata.begin(), {"KTXswizzle", std::string("rgbx\0", 5)});
     },
     codes::ktx2_value},
    {"NoWriter", [](Ktx2Spec& s) { s.metadata.clear(); }, codes::ktx2_writer_missing,
     Severity::warning},
};

class Ktx2Fault : public testing::TestWithParam<FaultRow> {};

TEST_P(Ktx2Fault, IsReportedWithItsCode) {
    Ktx2Spec spec = four_levels();
    GetParam().change(spec);
    const Bytes file = build_ktx2(spec);
    const std::vector<Diagnostic> found = check_ktx2(file, "a.ktx2");
    const auto row = std::ranges::find(found, GetParam().code, &Diagnostic::code);
    ASSERT_NE(row, found.end());
    EXPECT_EQ(row->severity, GetParam().severity);
    EXPECT_TRUE(row->where.starts_with("a.ktx2@")) << row->where;
    const Result<Ktx2> k = read_ktx2(file, "a.ktx2");
    EXPECT_EQ(k.has_value(), GetParam().severity == Severity::warning);
}

INSTANTIATE_TEST_SUITE_P(Spec, Ktx2Fault, testing::ValuesIn(kSpecFaults),
                         [](const auto& row) { return std::string(row.param.name); });

struct ByteRow {
    const char* name;
    void (*change)(Bytes& file, std::size_t descriptor);
    ErrorCode code;
};

const ByteRow kByteFaults[] = {
    {"LevelElsewhere",
     [](Bytes& file, std::size_t) { put(file, 80, std::uint64_t{file.size() - 64}); },
     codes::ktx2_level_offset},
    {"DescriptorOfAnotherLength",
     [](Bytes& file, std::size_t at) { put(file, at, std::uint32_t{4096}); },
     codes::ktx2_descriptor_size},
    {"BlockBeyondTheDescriptor",
     [](Bytes& file, std::size_t at) { put(file, at + 10, std::uint16_t{4096}); },
     codes::ktx2_descriptor_size},
    {"DescriptorOfAnotherVersion",
     [](Bytes& file, std::size_t at) { put(file, at + 8, std::uint16_t{1}); },
     codes::ktx2_descriptor_version},
    {"DescriptorOfAnotherVendor",
     [](Bytes& file, std::size_t at) { put(file, at + 4, std::uint32_t{77}); },
     codes::ktx2_descriptor_ignored},
    {"NoBasicDescriptor", [](Bytes& file, std::size_t at) { put(file, at + 4, std::uint32_t{77}); },
     codes::ktx2_descriptor_missing},
};

class Ktx2ByteFault : public testing::TestWithParam<ByteRow> {};

TEST_P(Ktx2ByteFault, IsReportedWithItsCodeAndRefused) {
    Bytes file = build_ktx2(four_levels());
    std::uint32_t descriptor = 0;
    std::memcpy(&descriptor, file.data() + 48, sizeof(descriptor));
    ASSERT_TRUE(check_ktx2(file, "a.ktx2").empty());
    GetParam().change(file, descriptor);
    const std::vector<Diagnostic> found = check_ktx2(file, "a.ktx2");
    EXPECT_NE(std::ranges::find(found, GetParam().code, &Diagnostic::code), found.end());
    EXPECT_FALSE(read_ktx2(file, "a.ktx2"));
}

INSTANTIATE_TEST_SUITE_P(Byte, Ktx2ByteFault, testing::ValuesIn(kByteFaults),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(ReadKtx2, WarnsOfWhatHasNoEffect) {
    const auto warned = [](const Ktx2Spec& spec, ErrorCode code) {
        for (const Diagnostic& each : check_ktx2(build_ktx2(spec), "a.ktx2"))
            if (each.code == code) return each.severity == Severity::warning;
        return false;
    };
    Ktx2Spec mode = four_levels();
    mode.metadata.insert(mode.metadata.begin(), {"KTXastcDecodeMode", std::string("rgb9e5\0", 7)});
    EXPECT_TRUE(warned(mode, codes::ktx2_value_ignored));
    Ktx2Spec array = four_levels();
    array.depth = 4;
    array.layers = 2;
    EXPECT_TRUE(warned(array, codes::ktx2_array_3d));
    Ktx2Spec unsized = four_levels();
    unsized.scheme = 2;
    unsized.planes = {};
    EXPECT_TRUE(warned(unsized, codes::ktx2_planes_unsized));
}

TEST(ReadKtx2, SaysAtWhichByteAndWhatWasExpected) {
    Ktx2Spec spec = four_levels();
    spec.type_size = 3;
    const Result<Ktx2> k = read_ktx2(build_ktx2(spec), "a.ktx2");
    ASSERT_FALSE(k);
    EXPECT_EQ(to_string(as_diagnostic(k.error())),
              "a.ktx2@16: error[ktx2-type-size]: found typeSize 3, expected 1 for R8G8B8A8_UNORM");
}

TEST(ReadKtx2, ReportsAllFaultsInOnePass) {
    Ktx2Spec spec = four_levels();
    spec.type_size = 2;
    spec.primaries = 13;
    spec.planes[0] = 3;
    spec.metadata[0].second = "x";
    Bytes file = build_ktx2(spec);
    put(file, 80 + 8, std::uint64_t{127});  // the length of level 0
    const Result<Ktx2> k = read_ktx2(file, "a.ktx2");
    ASSERT_FALSE(k);
    std::set<std::string_view> found;
    for (const Diagnostic& each : k.error().diagnostics)
        found.insert(each.code.name());
    EXPECT_THAT(found,
                testing::UnorderedElementsAre("ktx2-type-size", "ktx2-primaries", "ktx2-planes",
                                              "ktx2-value", "ktx2-level-length"));
}

TEST(ReadKtx2, FindsWhatIsHiddenInThePadding) {
    Bytes file = build_ktx2(test::uastc_spec(4, 4, 3, {test::uastc_solid(1, {1, 2, 3, 4})}));
    const std::size_t level = file.size() - 16;
    ASSERT_EQ(file[level - 1], std::byte{0});  // levels are at multiples of 16
    file[level - 1] = std::byte{42};
    const Result<Ktx2> k = read_ktx2(file, "a.ktx2");
    ASSERT_FALSE(k);
    EXPECT_EQ(k.error().code, codes::ktx2_padding);
    EXPECT_EQ(k.error().where, "a.ktx2@" + std::to_string(level - 1));
}

TEST(ReadKtx2, RejectsEveryTruncation) {
    const Bytes whole = build_ktx2(four_levels());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        const Result<Ktx2> k = read_ktx2(cut, "a.ktx2");
        ASSERT_FALSE(k) << size;
        EXPECT_EQ(k.error().code, size < 12 ? codes::ktx2_identifier : codes::ktx2_truncated);
    }
}

TEST(ReadKtx2, TakesNothingFromCountsThatTheBytesDoNotBack) {
    const Bytes good = build_ktx2(four_levels());
    constexpr std::size_t kFields[] = {20, 24, 28, 32, 36, 40, 48, 52,
                                       56, 60, 64, 68, 72, 76, 84, 92};
    for (const std::size_t field : kFields)
        for (const std::uint32_t value : {0xffffffffu, 0x80000000u, 0x7fffffffu}) {
            Bytes file = good;
            put(file, field, value);
            EXPECT_FALSE(read_ktx2(file, "a.ktx2")) << field << " " << value;
        }
}

TEST(ReadKtx2, HoldsSlicesAgainstTheirLevel) {
    std::array<test::Color5, 16> colors{};
    const Bytes slice = test::basis_slice(8, 8, 3);
    const auto length = static_cast<std::uint32_t>(slice.size());
    const auto file = [&](test::BasisImage image) {
        return build_ktx2(
            test::basis_spec(8, 8, {0}, test::basis_global_data(colors, {image}), {slice}));
    };
    EXPECT_TRUE(read_ktx2(file({0, length}), "a.ktx2"));
    for (const test::BasisImage& wrong : std::vector<test::BasisImage>{
             {0, length + 1}, {length, 1}, {0xffffffff, 2}, {0, 0}, {0, length, 0, length}}) {
        const Result<Ktx2> k = read_ktx2(file(wrong), "a.ktx2");
        ASSERT_FALSE(k);
        EXPECT_EQ(k.error().code, codes::ktx2_slice);
    }
}

TEST(ReadKtx2, HoldsTheGlobalDataAgainstItsImages) {
    std::array<test::Color5, 16> colors{};
    const Bytes slice = test::basis_slice(8, 8, 3);
    const auto length = static_cast<std::uint32_t>(slice.size());
    Bytes global = test::basis_global_data(colors, {{0, length}});
    global.push_back(std::byte{0});
    const Result<Ktx2> k =
        read_ktx2(build_ktx2(test::basis_spec(8, 8, {0}, std::move(global), {slice})), "a.ktx2");
    ASSERT_FALSE(k);
    EXPECT_EQ(k.error().code, codes::ktx2_global_data);
}

TEST(CheckKtx2, HoldsAFileAgainstGltfWhereAsked) {
    Ktx2Spec spec = test::uastc_spec(4, 4, 3, {test::uastc_solid(1, {1, 2, 3, 255})});
    spec.transfer = 2;
    EXPECT_TRUE(check_ktx2(build_ktx2(spec), "a", Ktx2Profile::gltf_basis).empty());
    spec.metadata.insert(spec.metadata.begin(), {"KTXswizzle", std::string("bgra\0", 5)});
    EXPECT_TRUE(check_ktx2(build_ktx2(spec), "a").empty());
    const auto found = check_ktx2(build_ktx2(spec), "a", Ktx2Profile::gltf_basis);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].code, codes::ktx2_gltf);
    Ktx2Spec plain = four_levels();
    EXPECT_FALSE(check_ktx2(build_ktx2(plain), "a", Ktx2Profile::gltf_basis).empty());
}

}  // namespace
}  // namespace diorama::texture
