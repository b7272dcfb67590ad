// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

using test::bytes;
using test::chunk;
using test::findings;
using test::glb_of;
using test::gltf;
using test::has;
using test::parse_text;
using test::shown;

const std::string kJson = test::padded(gltf(), ' ');
const std::string_view kBin("BIN\0", 4);

std::string json_chunk() {
    return chunk("JSON", kJson, static_cast<std::uint32_t>(kJson.size()));
}

/// A GLB whose header says \p length.
std::string glb_saying(std::uint32_t length, std::uint32_t version = 2) {
    return "glTF" + bytes<std::uint32_t>({version, length}) + json_chunk();
}

struct Row {
    const char* name;
    std::string file;
    const char* code;
    std::string where;
    bool loads;
};

std::vector<Row> rows() {
    const auto whole = static_cast<std::uint32_t>(12 + json_chunk().size());
    const std::string end = std::to_string(whole);
    const std::string empty_bin = chunk(kBin, "", 0);
    return {
        {"Empty", "", "gltf-not-gltf", "@0", false},
        {"Blank", "  \n", "gltf-not-gltf", "@0", false},
        {"MarksOfByteOrder", "\xef\xef\xef\xef\xef", "gltf-not-gltf", "@0", false},
        {"Png", "\x89PNG\r\n", "gltf-not-gltf", "@0", false},
        {"Array", "[]", "gltf-not-gltf", "@0", false},
        {"HeaderCut", "glTF\2", "gltf-glb-truncated", "@5", false},
        {"Version1", glb_saying(whole, 1), "gltf-glb-version", "@4", false},
        {"LengthPastTheFile", glb_saying(whole + 4), "gltf-glb-truncated", "@8", false},
        {"LengthBelowTheHeaders", glb_saying(16), "gltf-glb-truncated", "@8", false},
        {"LengthZero", glb_saying(0), "gltf-glb-truncated", "@8", false},
        {"TrailingBytes", glb_saying(whole) + "junk", "gltf-glb-trailing", "@" + end, true},
        {"JsonLengthWraps32Bits", glb_of(chunk("JSON", kJson, 0xfffffff0u)), "gltf-glb-chunk",
         "@12", false},
        {"JsonLengthPastTheFile",
         glb_of(chunk("JSON", kJson, static_cast<std::uint32_t>(kJson.size() + 4))),
         "gltf-glb-chunk", "@12", false},
        {"SecondHeaderCut", glb_of(json_chunk() + "BIN"), "gltf-glb-chunk", "@" + end, false},
        {"BinPastTheFile", glb_of(json_chunk() + chunk(kBin, "abcd", 8)), "gltf-glb-chunk",
         "@" + end, false},
        {"JsonUnaligned", glb_of(chunk("JSON", gltf(), static_cast<std::uint32_t>(gltf().size()))),
         "gltf-glb-alignment", "@12", true},
        {"BinFirst", glb_of(empty_bin + json_chunk()), "gltf-glb-first-chunk", "@12", false},
        {"EmptyJson", glb_of(chunk("JSON", "", 0)), "gltf-glb-chunk", "@12", false},
        {"TwoJson", glb_of(json_chunk() + json_chunk()), "gltf-glb-order", "@" + end, true},
        {"TwoBin", glb_of(json_chunk() + empty_bin + empty_bin), "gltf-glb-order", "", true},
        {"UnknownChunk", glb_of(json_chunk() + chunk("XYZW", "abcd", 4)), "gltf-glb-unknown-chunk",
         "@" + end, true},
        {"BinThird", glb_of(json_chunk() + chunk("XYZW", "abcd", 4) + empty_bin), "gltf-glb-order",
         "", true},
        {"Bom", "\xef\xbb\xbf" + gltf(), "gltf-json-bom", "@0", true},
    };
}

class Container : public testing::TestWithParam<Row> {};

TEST_P(Container, FaultHasItsCodeAndOffset) {
    const Row& row = GetParam();
    const Result<Document> document = parse_text(row.file);
    EXPECT_EQ(document.has_value(), row.loads) << shown(findings(document));
    EXPECT_TRUE(has(findings(document), row.code, row.where)) << shown(findings(document));
}

INSTANTIATE_TEST_SUITE_P(Row, Container, testing::ValuesIn(rows()),
                         [](const auto& row) { return row.param.name; });

TEST(Container, RejectsEveryTruncationOfAGlb) {
    const std::string whole = test::glb(gltf(R"("buffers":[{"byteLength":4}])"), "abcd");
    ASSERT_TRUE(parse_text(whole));
    for (std::size_t n = 0; n < whole.size(); ++n) {
        // Its own allocation of exactly n bytes, so that ASan sees a read past the end.
        const std::vector<char> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
        EXPECT_FALSE(parse_memory(std::as_bytes(std::span(cut)), "/", "cut.glb"))
            << "accepted " << n << " of " << whole.size() << " bytes";
    }
}

TEST(Container, IsToldByContentNotByName) {
    const test::Folder folder;
    EXPECT_TRUE(parse(folder.write("text.glb", gltf())));
    EXPECT_TRUE(parse(folder.write("binary.gltf", glb_of(json_chunk()))));
    const Result<Document> missing = parse(folder.path() / "missing.gltf");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code.name(), "file-not-found");
}

TEST(Container, JsonFaultsAreAtLineAndColumnOrAtTheByte) {
    const Result<Document> text = parse_text("{\n  \"asset\": {,}\n}");
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().where, "test.gltf:2:13");
    EXPECT_EQ(text.error().code, codes::json_syntax);
    EXPECT_FALSE(text.error().hint.empty());
    const Result<Document> binary = parse_text(test::glb("{\"asset\":{,}}", ""));
    ASSERT_FALSE(binary);
    EXPECT_EQ(binary.error().where, "test.gltf@30");
}

}  // namespace
}  // namespace diorama::gltf
