// SPDX-License-Identifier: MIT
// The limits that take a large input to reach, in both directions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <charconv>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(Limits, TakeTenMillionEntitiesOfTextAndNoMore) {
    std::string text = "cinder-scene 2\n";
    text.reserve(170'000'000);
    for (std::size_t i = 0; i < SceneLimits::entities; ++i) {
        char digits[16];
        text.append("entity ").append(digits, std::to_chars(digits, digits + 16, i).ptr);
        text += '\n';
    }
    const SceneRegistry registry = make_registry();
    EXPECT_TRUE(registry.check(std::as_bytes(std::span(text)), "t").empty());
    text += "entity 10000000\n";
    EXPECT_THAT(texts_of(registry.check(std::as_bytes(std::span(text)), "t")),
                Contains(HasSubstr("t:10000002:1: error[doc-limit]: implausible count: more than "
                                   "10000000 entities")));
}

TEST(Limits, AreThoseOfWritersToo) {
    SceneDoc doc;
    doc.entities.resize(SceneLimits::entities + 1);
    EXPECT_THAT(message_of(check_doc(doc)),
                HasSubstr("error[doc-limit]: implausible count: found 10000001 entities"));
    EXPECT_EQ(write_binary(doc).error().code, codes::limit);
    doc.entities.pop_back();
    EXPECT_TRUE(check_doc(doc));
}

TEST(Limits, TakeStringsBelowAQuarterGibibyte) {
    std::string text = "cinder-scene 2\nentity 0\n Name value=\"";
    const std::size_t before = text.size();
    text.resize(before + SceneLimits::string_bytes, 'x');
    const SceneRegistry registry = make_registry();
    const EntityNumbers numbers({});
    FieldWriter writer(numbers);
    text += "x\"\n";
    EXPECT_THAT(texts_of(registry.check(std::as_bytes(std::span(text)), "t")),
                testing::ElementsAre(
                    HasSubstr("t:3:13: error[doc-limit]: entity 0, `Name`.`value`: implausible "
                              "count: found a string of 268435456 bytes, the limit is 268435455")));
    writer.string("s", std::string_view(text).substr(before, SceneLimits::string_bytes + 1));
    EXPECT_EQ(writer.error(), "field s: a string of 268435456 bytes is too long");
    text.replace(text.size() - 3, 3, "\"\n");
    EXPECT_TRUE(registry.check(std::as_bytes(std::span(text)), "t").empty());
}

}  // namespace
}  // namespace diorama::document
