// SPDX-License-Identifier: MIT
#include "diorama/document/scene_binary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/document/test/scene_fixtures.hpp"

namespace diorama::document {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Binary scenes put together by hand.
struct Maker {
    std::string out = "CSCN";

    explicit Maker(std::uint32_t entities) { u32(2).u32(entities); }
    template <class T>
    Maker& put(T value) {
        out.append(reinterpret_cast<const char*>(&value), sizeof(value));
        return *this;
    }
    Maker& u32(std::uint32_t value) { return put(value); }
    Maker& u8(std::uint8_t value) { return put(value); }
    Maker& i64(std::int64_t value) { return put(value); }
    Maker& text(std::string_view value) {
        u32(static_cast<std::uint32_t>(value.size()));
        out.append(value);
        return *this;
    }
    [[nodiscard]] Result<SceneDoc> read() const {
        return read_binary(std::as_bytes(std::span(out)), "b");
    }
};

TEST(ReadBinary, ReadsTheGoldenBytesAsTheTextSaysThem) {
    const SceneBytes bytes = fixture("yard_v2.cscnb");
    const Result<SceneDoc> doc = read_binary(bytes, "yard_v2.cscnb");
    ASSERT_TRUE(doc) << to_string(doc.error());
    EXPECT_TRUE(doc->warnings.empty());
    EXPECT_EQ(*write_text(*doc), as_string(fixture("yard_v2.cscn")));
    const Result<SceneBytes> again = write_binary(*doc);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, bytes);
}

TEST(ReadBinary, RefusesEveryTruncation) {
    const SceneBytes whole = fixture("yard_v2.cscnb");
    for (std::size_t n = 0; n < whole.size(); ++n) {
        const auto part = std::span(whole).first(n);
        // Its own allocation of exactly n bytes, so that a checker sees a read past the end.
        const SceneBytes cut(part.begin(), part.end());
        const Result<SceneDoc> doc = read_binary(cut, "cut");
        ASSERT_FALSE(doc) << "accepted " << n << " of " << whole.size() << " bytes";
        EXPECT_EQ(doc.error().code, codes::truncated) << n;
    }
}

TEST(ReadBinary, RefusesOrReadsEveryCorruptionOfOneByte) {
    const SceneBytes whole = fixture("yard_v2.cscnb");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        for (int value = 0; value < 256; ++value) {
            SceneBytes bytes = whole;
            bytes[i] = static_cast<std::byte>(value);
            const Result<SceneDoc> doc = read_binary(bytes, "bad");
            if (doc) {
                ASSERT_TRUE(write_text(*doc)) << i << " is " << value;
            }
        }
    }
}

TEST(ReadBinary, WarnsOfTrailingBytes) {
    Maker maker(0);
    const Result<SceneDoc> doc = maker.u32(7).read();
    ASSERT_TRUE(doc);
    ASSERT_EQ(doc->warnings.size(), 1u);
    EXPECT_EQ(to_string(doc->warnings[0]).substr(0, 47),
              "b@12: warning[doc-trailing-bytes]: found 4 byte");
}

TEST(ReadBinary, NamesABadMagic) {
    const Result<SceneDoc> doc = read_binary(std::as_bytes(std::span("CSCX\2\0\0\0")), "b");
    EXPECT_THAT(message_of(doc), HasSubstr("b@0: error[doc-header]: bad magic: found `CSCX`"));
}

TEST(ReadBinary, RefusesCountsAboveTheLimits) {
    EXPECT_THAT(message_of(Maker(10'000'001).read()),
                HasSubstr("b@8: error[doc-limit]: implausible count: found 10000001 entities"));
    EXPECT_THAT(message_of(Maker(1).u32(10'001).read()),
                HasSubstr("implausible count: found 10001 components"));
    EXPECT_THAT(message_of(Maker(1).u32(1).text("C").u32(10'001).read()),
                HasSubstr("entity 0, `C`: implausible count: found 10001 fields"));
    Maker list(1);
    list.u32(1).text("C").u32(1).text("f").u8(6).u32(1'000'001);
    EXPECT_THAT(message_of(list.read()),
                HasSubstr("entity 0, `C`.`f`: implausible count: found 1000001 floats"));
}

TEST(ReadBinary, HoldsCountsAgainstTheBytesThatAreThere) {
    EXPECT_THAT(message_of(Maker(10'000'000).read()),
                HasSubstr("b@12: error[doc-truncated]: unexpected end of data: found 0 bytes, "
                          "expected at least 40000000 for 10000000 entities"));
    Maker list(1);
    list.u32(1).text("C").u32(1).text("f").u8(6).u32(1'000'000);
    EXPECT_THAT(message_of(list.read()), HasSubstr("unexpected end of data"));
}

TEST(ReadBinary, NamesAnUnknownKind) {
    Maker maker(1);
    maker.u32(1).text("C").u32(1).text("f").u8(7).u32(0);
    EXPECT_THAT(message_of(maker.read()),
                HasSubstr("b@30: error[doc-kind]: entity 0, `C`.`f`: unknown field kind: found 7, "
                          "expected 1 to 6"));
}

TEST(ReadBinary, FindsAllFaultsThatLeaveTheStructureWhole) {
    Maker maker(1);
    maker.u32(3);
    maker.text("A").u32(4);
    maker.text("ok").u8(4).text("\xff");
    maker.text("b").u8(3).i64(2);
    maker.text("b").u8(2).i64(2);
    maker.text("r").u8(5).i64(-2);
    maker.text("B").u32(1).text("r").u8(5).i64(1);
    maker.text("B").u32(0);
    EXPECT_THAT(messages_of(maker.read()),
                ElementsAre(HasSubstr("entity 0, `A`.`ok`: a string is not valid UTF-8"),
                            HasSubstr("found 2, expected 0 or 1 for a boolean"),
                            HasSubstr("duplicate field"), HasSubstr("found -2, expected an entity"),
                            HasSubstr("error[doc-reference]: entity 0: `B.r` is #1"),
                            HasSubstr("duplicate component: entity 0 has `B` twice")));
}

TEST(ReadBinary, SaysWhatEndsTooEarly) {
    Maker whole(1);
    whole.u32(1).text("Name").u32(1).text("value").u8(4).text("lamp");
    const auto cut_at = [&](std::size_t bytes) {
        return message_of(read_binary(std::as_bytes(std::span(whole.out)).first(bytes), "b"));
    };
    EXPECT_THAT(cut_at(6), HasSubstr("b@4: error[doc-truncated]: unexpected end of data"));
    EXPECT_THAT(cut_at(20), HasSubstr("b@16: error[doc-truncated]: entity 0: unexpected end"));
    EXPECT_THAT(cut_at(30), HasSubstr("error[doc-truncated]: entity 0, `Name`: unexpected end"));
    EXPECT_THAT(cut_at(44),
                HasSubstr("error[doc-truncated]: entity 0, `Name`.`value`: unexpected end"));
    Maker bad(1);
    bad.u32(1).text("N\xff").u32(1).text("v\xff").u8(2).i64(1);
    EXPECT_THAT(messages_of(bad.read()),
                ElementsAre(HasSubstr("b@21: error[doc-utf8]: entity 0: a component's name is not "
                                      "valid UTF-8"),
                            HasSubstr("error[doc-utf8]: entity 0, `N?`: a field's name is not")));
}

TEST(WriteBinary, RefusesWhatCouldNotBeReadBack) {
    SceneDoc doc;
    doc.entities.resize(1);
    doc.entities[0].components.push_back({"C", {Field("a", EntityIndex{1})}});
    EXPECT_THAT(message_of(write_binary(doc)), HasSubstr("error[doc-reference]"));
}

}  // namespace
}  // namespace diorama::document
