// SPDX-License-Identifier: MIT
// The straight way between worlds and bytes against the way through documents: the same bytes, the
// same entities, the same warnings and the same refusals, whatever the components and the input.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "diorama/document/detail/float_codec.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/float_text.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace straight {

enum class Mood : std::uint8_t { calm, wild };
DIORAMA_ENUM(Mood, calm, wild);

struct Inner {
    float x = 1;
    std::string note;
};
DIORAMA_COMPONENT(Inner, x, note);

struct Everything {
    float number = 0.5f;
    bool flag = true;
    std::int8_t small = 3;
    std::uint32_t wide = 7;
    std::int64_t huge = -9;
    std::string text = "text";
    Mood mood = Mood::calm;
    Entity who;
    vec3 place{1, 2, 3};
    quat turn{1, 0, 0, 0};
    std::array<float, 2> pair{4, 5};
    std::vector<float> list{6};
    std::vector<vec2> points;
    Inner inner;
};
DIORAMA_COMPONENT(Everything, number, flag, small, wide, huge, text, mood, who, place, turn, pair,
                  list, points, inner);

// No DirectFormat: it has members that are lists of fields.
struct Roundabout {
    std::optional<int> maybe;
    std::map<std::string, Entity> named;
    std::uint64_t big = UINT64_MAX;
};
DIORAMA_COMPONENT(Roundabout, maybe, named, big);

struct Versioned {
    int level = 1;
    std::string title;
};
DIORAMA_COMPONENT(Versioned, level, title);

struct Owner {
    Entity of;
};
DIORAMA_COMPONENT(Owner, of);

}  // namespace straight
}  // namespace diorama::document

template <>
struct diorama::RelationTraits<diorama::document::straight::Owner> {
    static constexpr bool linked = false;
    static Entity target(const document::straight::Owner& owner) noexcept { return owner.of; }
};

namespace diorama::document {
namespace {

using namespace straight;

SceneRegistry all_types(UnknownPolicy unknown) {
    SceneRegistry registry = make_registry();
    registry.set_unknown(unknown);
    EXPECT_TRUE(registry.add<Everything>());
    EXPECT_TRUE(registry.add<Roundabout>());
    EXPECT_TRUE(registry.add<Versioned>({.version = 3}));
    EXPECT_TRUE(registry.add<Owner>());
    return registry;
}

float any_float() {
    return std::bit_cast<float>(*rc::gen::arbitrary<std::uint32_t>() * 2654435761u);
}

std::string any_text() {
    std::string all;
    for (const std::string& piece :
         *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
             "a", " ", "\"", "\\", "\n", "\r", "#", "=", "]", "ë", "🚀", "a longer piece")))
        all += piece;
    return all;
}

/// A world of a few entities with any components; some refer to others, further on too.
void fill_world(World& world) {
    const auto count = *rc::gen::inRange<std::size_t>(0, 8);
    std::vector<Entity> entities;
    for (std::size_t i = 0; i < count; ++i)
        entities.push_back(world.spawn());
    if (count > 2 && *rc::gen::arbitrary<bool>()) {
        RC_ASSERT(world.despawn(entities[1]).has_value());  // its handles are stale from here on
        entities.push_back(world.spawn());                  // in the same slot
    }
    const auto some = [] { return *rc::gen::arbitrary<bool>(); };
    const auto any_entity = [&] { return *rc::gen::elementOf(entities); };
    for (const Entity entity : entities) {
        if (!world.alive(entity)) continue;
        if (some()) (void)world.add(entity, Name{any_text()});
        if (some()) (void)world.add(entity, Transform{{any_float(), 0, 1}});
        if (some()) (void)world.add(entity, ChildOf{any_entity()});  // loops are refused
        if (some()) (void)world.add(entity, Owner{any_entity()});
        if (some()) (void)world.add(entity, Marker{});
        if (some()) (void)world.add(entity, Link{any_entity(), {any_entity()}});
        if (some()) (void)world.add(entity, Versioned{*rc::gen::arbitrary<int>(), any_text()});
        if (some()) {
            Roundabout round;
            round.named[any_text()] = any_entity();
            (void)world.add(entity, std::move(round));
        }
        if (some()) {
            Everything all;
            all.number = any_float();
            all.flag = some();
            all.small = *rc::gen::arbitrary<std::int8_t>();
            all.huge = *rc::gen::arbitrary<std::int64_t>();
            all.text = any_text();
            // A value without a name is written as a number, on the way through fields.
            all.mood = static_cast<Mood>(*rc::gen::inRange(0, 3));
            all.who = any_entity();
            all.list = *rc::gen::container<std::vector<float>>(rc::gen::exec(any_float));
            all.points.resize(*rc::gen::inRange<std::size_t>(0, 3), vec2(any_float(), 2));
            all.inner.note = any_text();
            (void)world.add(entity, std::move(all));
        }
    }
}

/// Checks that loading \p bytes does what reading and instantiating them does.
void loads_as_by_document(const SceneRegistry& registry, std::span<const std::byte> bytes) {
    World straight_world, other_world;
    std::vector<Diagnostic> straight_warnings, other_warnings;
    const auto loaded = registry.load(straight_world, bytes, "t", &straight_warnings);
    Result<SceneDoc> doc = read_bytes(bytes, "t");
    if (!doc) {
        RC_ASSERT(!loaded.has_value());
        RC_ASSERT(straight_world.entity_count() == 0u);
        RC_ASSERT(!loaded.error().diagnostics.empty());
        return;
    }
    if (Result<> migrated = registry.migrate(*doc); !migrated) {
        RC_ASSERT(!loaded.has_value());
        return;
    }
    other_warnings = doc->warnings;
    const auto by_doc = registry.instantiate(other_world, *doc, &other_warnings);
    RC_ASSERT(messages_of(loaded) == messages_of(by_doc));
    if (!loaded) {
        RC_ASSERT(straight_world.entity_count() == 0u);
        return;
    }
    // Reading warns before instantiating does; loading warns in the order of the file.
    std::vector<std::string> left = texts_of(straight_warnings), right = texts_of(other_warnings);
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    RC_ASSERT(left == right);
    RC_ASSERT(*loaded == *by_doc);
    RC_ASSERT(*registry.save_text(straight_world) == *registry.save_text(other_world));
}

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

class StraightTest : public testing::TestWithParam<UnknownPolicy> {};

TEST_P(StraightTest, SavesWhatTheDocumentHolds) {
    const SceneRegistry registry = all_types(GetParam());
    EXPECT_TRUE(rc::check([&] {
        World world;
        fill_world(world);
        const SceneDoc doc = *registry.to_doc(world);
        RC_ASSERT(*registry.save_text(world) == *write_text(doc));
        RC_ASSERT(*registry.save_binary(world) == *write_binary(doc));
    }));
}

TEST_P(StraightTest, LeavesOutRelationshipsToTheDeadAsTheDocumentDoes) {
    const SceneRegistry registry = all_types(GetParam());
    World world;
    const Entity dead = world.spawn(Name{"dead"}), alive = world.spawn(Name{"alive"});
    for (int i = 0; i < 5; ++i)
        world.spawn(Name{"owned"}, Owner{i % 2 == 0 ? dead : alive}, Marker{}, Versioned{});
    ASSERT_TRUE(world.despawn(dead));
    const SceneDoc doc = *registry.to_doc(world);
    std::size_t owners = 0;
    for (const EntityRecord& entity : doc.entities)
        owners += entity.find("Owner") != nullptr ? 1u : 0u;
    EXPECT_EQ(owners, 2u);
    EXPECT_EQ(*registry.save_text(world), *write_text(doc));
    EXPECT_EQ(*registry.save_binary(world), *write_binary(doc));
}

TEST_P(StraightTest, SavesRowsThatLieInAnyOrderAsTheDocumentDoes) {
    const SceneRegistry registry = all_types(GetParam());
    World world;
    std::vector<Entity> entities;
    for (int i = 0; i < 1200; ++i)
        entities.push_back(world.spawn(Name{std::to_string(i)}, Transform{{float(i), 0, 0}}));
    for (std::size_t i = 0; i < entities.size(); ++i) {  // rows of two tables, and holes
        if (i % 7 == 3) (void)world.add(entities[i], Marker{});
        if (i % 11 == 5) (void)world.despawn(entities[i]);
    }
    for (std::size_t i = 40; i < entities.size(); i += 3) {
        if (world.alive(entities[i]) && world.alive(entities[i - 40]))
            (void)world.add(entities[i], ChildOf{entities[i - 40]});
    }
    for (int i = 0; i < 50; ++i)
        world.spawn(Name{"late"}, Transform{});
    const SceneDoc doc = *registry.to_doc(world);
    std::set<std::string> names;
    for (const EntityRecord& entity : doc.entities)
        names.insert(
            std::string(std::get<std::string_view>(entity.find("Name")->find("value")->value())));
    EXPECT_EQ(doc.entities.size(), world.entity_count());
    EXPECT_EQ(names.size(), world.entity_count() - 49);  // all differ but the late ones
    EXPECT_EQ(*registry.save_text(world), *write_text(doc));
    EXPECT_EQ(*registry.save_binary(world), *write_binary(doc));
}

TEST_P(StraightTest, LoadsWhatTheDocumentHolds) {
    const SceneRegistry registry = all_types(GetParam());
    EXPECT_TRUE(rc::check([&] {
        World world;
        fill_world(world);
        loads_as_by_document(registry, bytes_of(*registry.save_text(world)));
        loads_as_by_document(registry, *registry.save_binary(world));
    }));
}

TEST_P(StraightTest, TakesEditedTextAsTheDocumentDoes) {
    const SceneRegistry registry = all_types(GetParam());
    const std::vector<std::string> pieces = {"\n",
                                             " ",
                                             "  ",
                                             "\t",
                                             "\r\n",
                                             "# note\n",
                                             "entity 0",
                                             "entity 9\n",
                                             "  Name value=\"b\"",
                                             "  Mystery x=1 who=#0\n",
                                             "1",
                                             "-",
                                             "0x7fc00001",
                                             "1e-46",
                                             "#-1",
                                             "#99",
                                             "\"",
                                             "=",
                                             "[",
                                             "]",
                                             ",",
                                             "\\",
                                             "\xc3",
                                             " extra=1.5",
                                             " _version=3",
                                             " _version=2",
                                             "calm",
                                             "2",
                                             "true"};
    EXPECT_TRUE(rc::check([&] {
        World world;
        fill_world(world);
        std::string text = *registry.save_text(world);
        const auto edits = *rc::gen::inRange(1, 4);
        for (int i = 0; i < edits; ++i) {
            const auto at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
            const auto cut = *rc::gen::inRange<std::size_t>(0, 6);
            text.replace(at, std::min(cut, text.size() - at),
                         *rc::gen::arbitrary<bool>() ? *rc::gen::elementOf(pieces) : "");
        }
        loads_as_by_document(registry, bytes_of(text));
    }));
}

TEST_P(StraightTest, TakesReorderedLinesAsTheDocumentDoes) {
    const SceneRegistry registry = all_types(GetParam());
    EXPECT_TRUE(rc::check([&] {
        World world;
        fill_world(world);
        const std::string text = *registry.save_text(world);
        std::vector<std::string> lines;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at) + 1;
            lines.push_back(text.substr(at, end - at));
            at = end;
        }
        const auto from = *rc::gen::inRange<std::size_t>(0, lines.size());
        const auto to = *rc::gen::inRange<std::size_t>(0, lines.size());
        if (*rc::gen::arbitrary<bool>())
            std::swap(lines[from], lines[to]);
        else
            lines.insert(lines.begin() + std::ptrdiff_t(to), std::string(lines[from]));
        std::string edited;
        for (const std::string& line : lines)
            edited += line;
        loads_as_by_document(registry, bytes_of(edited));
    }));
}

TEST_P(StraightTest, TakesHarmedBytesAsTheDocumentDoes) {
    const SceneRegistry registry = all_types(GetParam());
    EXPECT_TRUE(rc::check([&] {
        World world;
        fill_world(world);
        SceneBytes bytes = *registry.save_binary(world);
        const auto edits = *rc::gen::inRange(1, 4);
        for (int i = 0; i < edits; ++i) {
            const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
            bytes[at] = std::byte{*rc::gen::element<unsigned char>(0, 1, 2, 3, 4, 5, 6, 255, 'e')};
        }
        if (*rc::gen::arbitrary<bool>())
            bytes.resize(*rc::gen::inRange<std::size_t>(0, bytes.size() + 1));
        const SceneBytes exact(bytes.begin(), bytes.end());  // so that ASan sees a read past it
        loads_as_by_document(registry, exact);
    }));
}
INSTANTIATE_TEST_SUITE_P(Straight, StraightTest,
                         testing::Values(UnknownPolicy::refuse, UnknownPolicy::keep),
                         [](const auto& row) {
                             return row.param == UnknownPolicy::keep ? "Keep" : "Refuse";
                         });

TEST(Straight, TakesTextOfEveryLengthAndCharacterWhereverItStands) {
    const SceneRegistry registry = make_registry();
    constexpr std::string_view kTwoBytes = "ë";
    for (std::size_t size = 0; size <= 40; ++size) {
        for (std::size_t at = 0; at + 1 <= std::max<std::size_t>(size, 1); ++at) {
            std::string name(size, 'n');
            const bool wide = at + 2 <= size;  // else all of it is ASCII
            if (wide) name.replace(at, 2, kTwoBytes);
            // The first one teaches what follows; the last one's text ends the file.
            World world;
            for (int i = 0; i < 3; ++i)
                world.spawn(Name{name});
            SceneBytes bytes = *registry.save_binary(world);
            World back;
            const auto loaded = registry.load(back, bytes, "t");
            ASSERT_TRUE(loaded) << size << ' ' << at;
            for (const Entity entity : *loaded)
                ASSERT_EQ(back.get<Name>(entity)->value, name) << size << ' ' << at;
            if (!wide) continue;
            constexpr std::size_t kBetween = 30;  // bytes from one name's end to the next's start
            for (const std::size_t start :
                 {bytes.size() - size, bytes.size() - 2 * size - kBetween}) {
                SceneBytes harmed = bytes;
                harmed[start + at + 1] = std::byte{'n'};
                World none;
                const auto refused = registry.load(none, harmed, "t");
                ASSERT_FALSE(refused) << size << ' ' << at;
                ASSERT_EQ(refused.error().code, codes::utf8);
                ASSERT_EQ(none.entity_count(), 0u);
            }
        }
    }
}

TEST(Straight, ReadsEveryWrittenFloatBitForBit) {
    std::uint32_t bits = 1;
    for (int i = 0; i < 1'000'000; ++i) {
        bits = bits * 1664525u + 1013904223u;
        const auto value = std::bit_cast<float>(bits);
        if (!std::isfinite(value)) continue;
        char text[kFloatTextBytes];
        const char* const end = write_float(text, value);
        float back = 0;
        ASSERT_EQ(detail::match_float(text, end, back), end) << value;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(back), bits);
    }
}

TEST(Straight, RoundsDecimalsAsParseFloatDoes) {
    std::uint64_t state = 7;
    const auto next = [&](std::uint64_t below) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return (state >> 33) % below;
    };
    for (int i = 0; i < 300'000; ++i) {
        std::string text = next(2) == 0 ? "" : "-";
        if (i % 3 == 0) {
            // Half way between two floats, exactly.
            const auto low = std::bit_cast<float>(
                static_cast<std::uint32_t>((100 + next(50)) << 23 | next(std::uint64_t{1} << 23)));
            const double middle =
                (double{low} + double{std::nextafter(low, std::numeric_limits<float>::max())}) / 2;
            char digits[400];
            (void)std::snprintf(digits, sizeof(digits), "%.40f", middle);
            text += digits;
        } else {
            for (std::uint64_t n = 1 + next(12); n > 0; --n)
                text += static_cast<char>('0' + next(10));
            text += '.';
            for (std::uint64_t n = 1 + next(12); n > 0; --n)
                text += static_cast<char>('0' + next(10));
            if (next(2) == 0) text += "e" + std::to_string(static_cast<int>(next(90)) - 50);
        }
        float value = 0;
        const char* const end = text.data() + text.size();
        const Result<float> expected = parse_float(text);
        ASSERT_EQ(detail::match_float(text.data(), end, value) == end, expected.has_value())
            << text;
        if (expected) {
            ASSERT_EQ(std::bit_cast<std::uint32_t>(value), std::bit_cast<std::uint32_t>(*expected))
                << text;
        }
    }
}

}  // namespace
}  // namespace diorama::document
