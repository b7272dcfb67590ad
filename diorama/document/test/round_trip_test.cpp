// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <set>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_text.hpp"

namespace diorama::document {
namespace {

rc::Gen<std::string> name() {
    return rc::gen::exec([] {
        const auto size = *rc::gen::inRange<std::size_t>(1, 24);
        return *rc::gen::container<std::string>(size,
                                                rc::gen::elementOf(std::string("abcXYZ0189_.-/")));
    });
}

rc::Gen<std::string> text() {
    return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                            "a", " ", "\"", "\\", "\n", "\r", "\t", "#", "=", "[", "ë", "東", "🚀",
                            std::string(1, '\0'), "a longer piece")),
                        [](const std::vector<std::string>& pieces) {
                            std::string all;
                            for (const std::string& piece : pieces)
                                all += piece;
                            return all;
                        });
}

rc::Gen<float> any_float() {
    return rc::gen::map(rc::gen::arbitrary<std::uint32_t>(), [](std::uint32_t bits) {
        return std::bit_cast<float>(bits * 2654435761u);
    });
}

Field any_field(const std::string& field_name, std::size_t entities) {
    switch (*rc::gen::inRange(0, 6)) {
        case 0:
            return {field_name, *any_float()};
        case 1:
            return {field_name, *rc::gen::arbitrary<std::int64_t>()};
        case 2:
            return {field_name, *rc::gen::arbitrary<bool>()};
        case 3:
            return {field_name, std::string_view(*text())};
        case 4:
            return {field_name,
                    EntityIndex{*rc::gen::inRange<std::int64_t>(-1, std::int64_t(entities))}};
        default: {
            const auto list = *rc::gen::container<std::vector<float>>(any_float());
            return {field_name, std::span(list)};
        }
    }
}

SceneDoc any_doc() {
    SceneDoc doc;
    doc.version = *rc::gen::arbitrary<std::uint32_t>();
    doc.entities.resize(*rc::gen::inRange<std::size_t>(0, 6));
    for (EntityRecord& entity : doc.entities) {
        for (const std::string& component : *rc::gen::container<std::set<std::string>>(name())) {
            if (component == "entity") continue;
            ComponentRecord& record = entity.components.emplace_back();
            record.name = ShortString(component);
            for (const std::string& field : *rc::gen::container<std::set<std::string>>(name()))
                record.fields.push_back(any_field(field, doc.entities.size()));
            if (entity.components.size() == 4) break;
        }
    }
    return doc;
}

/// Runs \p property on random input and reports what falsifies it as a failure of the test.
template <class Property>
void holds(Property&& property) {
    EXPECT_TRUE(rc::check(std::forward<Property>(property)));
}

TEST(RandomDocument, SurvivesTextBitForBit) {
    holds([] {
        const SceneDoc doc = any_doc();
        const Result<std::string> written = write_text(doc);
        RC_ASSERT(written.has_value());
        const Result<SceneDoc> back = read_text(*written, "t");
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == doc);
        RC_ASSERT(*write_text(*back) == *written);
    });
}

TEST(RandomDocument, SurvivesBinaryBitForBit) {
    holds([] {
        const SceneDoc doc = any_doc();
        const auto written = write_binary(doc);
        RC_ASSERT(written.has_value());
        const Result<SceneDoc> back = read_binary(*written, "b");
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == doc);
        RC_ASSERT(*write_binary(*back) == *written);
        RC_ASSERT(*write_text(*back) == *write_text(doc));
    });
}

TEST(RandomText, IsRefusedOrReadAsAValidDocument) {
    holds([] {
        const auto lines =
            *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                "entity 0", "entity 1", "entity", "A x=1", "B y=\"z", "C #", "#", "D x=[1,2",
                "E x=#0", "F x=#9", "G x=1 x=2", "\r", "H x=\"\\n\"", "\xc3", "I x=0x", "J"));
        std::string all = "cinder-scene 2\n";
        for (const std::string& line : lines)
            all += line + "\n";
        const Result<SceneDoc> doc = read_text(all, "t");
        if (doc) {
            RC_ASSERT(*read_text(*write_text(*doc), "t") == *doc);
        } else {
            RC_ASSERT(!doc.error().diagnostics.empty());
        }
    });
}

}  // namespace
}  // namespace diorama::document
