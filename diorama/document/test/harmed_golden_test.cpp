// SPDX-License-Identifier: MIT
// Every truncation and every changed byte of the golden files, on every way that bytes are read:
// each with an unreadable page behind it.
#include <gtest/gtest.h>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/ecs/world.hpp"
#include "tests/support/guarded_bytes.hpp"

namespace diorama::document {
namespace yard {

// What the yard has, as types, so that it is loaded without fields where it can be.
struct Position {
    float x = 0, y = 0, z = 0;
};
DIORAMA_COMPONENT(Position, x, y, z);
struct Label {
    std::string text;
    bool visible = true;
    std::int64_t layer = 0;
};
DIORAMA_COMPONENT(Label, text, visible, layer);
struct Link {
    Entity target;
    mat4 transform{1};
};
DIORAMA_COMPONENT(Link, target, transform);
struct Health {
    int health = 100;
};
DIORAMA_COMPONENT(Health, health);
struct Marker {};
DIORAMA_COMPONENT(Marker);
struct Numbers {
    float big = 0, tiny = 0, max = 0, nan = 0, inf = 0, minus = 0;
    std::vector<float> none{1};
    std::string text;
};
DIORAMA_COMPONENT(Numbers, big, tiny, max, nan, inf, minus, none, text);

}  // namespace yard

namespace {

SceneRegistry yard_registry() {
    SceneRegistry registry;
    register_scene_components(registry);
    registry.set_unknown(UnknownPolicy::keep);
    EXPECT_TRUE(registry.add<yard::Position>());
    EXPECT_TRUE(registry.add<yard::Label>());
    EXPECT_TRUE(registry.add<yard::Link>());
    EXPECT_TRUE(registry.add<yard::Health>());
    EXPECT_TRUE(registry.add<yard::Marker>());
    EXPECT_TRUE(registry.add<yard::Numbers>());
    EXPECT_TRUE(registry.add_migration(1, [](SceneDoc& doc) -> Result<> {
        for (EntityRecord& entity : doc.entities) {
            if (ComponentRecord* health = entity.find("Health"))
                (void)health->rename_field("hp", "health");
        }
        return {};
    }));
    return registry;
}

bool has_error(const std::vector<Diagnostic>& findings) {
    for (const Diagnostic& finding : findings) {
        if (finding.severity == Severity::error) return true;
    }
    return false;
}

class HarmedGolden : public testing::TestWithParam<const char*> {
  protected:
    /// Reads, checks and loads \p bytes, which have nothing behind them; whether they were a scene.
    bool holds(std::span<const std::byte> bytes) {
        const Result<SceneDoc> doc =
            binary_ ? read_binary(bytes, "h")
                    : read_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "h");
        if (doc)
            EXPECT_TRUE(write_text(*doc) && write_binary(*doc));
        else
            EXPECT_FALSE(doc.error().diagnostics.empty());
        const bool faulty = has_error(registry_.check(bytes, name_));
        World world;
        const Result<std::vector<Entity>> loaded = registry_.load(world, bytes, name_);
        EXPECT_NE(loaded.has_value(), faulty);
        if (!loaded) {
            EXPECT_EQ(world.entity_count(), 0u);
            EXPECT_FALSE(loaded.error().diagnostics.empty());
            return doc.has_value();
        }
        EXPECT_TRUE(doc);
        EXPECT_EQ(world.entity_count(), doc ? doc->entities.size() : 0u);
        // What the way through a document makes of them.
        SceneDoc current = doc ? *doc : SceneDoc{};
        World other;
        EXPECT_TRUE(registry_.migrate(current) && registry_.instantiate(other, current));
        EXPECT_EQ(registry_.save_text(world).value(), registry_.save_text(other).value());
        return doc.has_value();
    }

    const SceneRegistry registry_ = yard_registry();
    const std::string name_ = GetParam();
    const bool binary_ = name_.ends_with(".cscnb");
    const SceneBytes whole_ = fixture(name_);
    test::GuardedBytes memory_{whole_.size() + 1};
};

TEST_P(HarmedGolden, IsASceneBeforeItIsHarmed) {
    EXPECT_TRUE(holds(memory_.hold(whole_)));
    World world;
    EXPECT_TRUE(registry_.load(world, whole_, name_));
}

TEST_P(HarmedGolden, CutAnywhereIsRefusedOrAShorterScene) {
    std::size_t scenes = 0;
    for (std::size_t n = 0; n < whole_.size(); ++n) {
        scenes += holds(memory_.hold(std::span(whole_).first(n))) ? 1u : 0u;
        ASSERT_FALSE(HasFailure()) << "cut to " << n;
    }
    if (binary_)
        EXPECT_EQ(scenes, 0u);
    else
        EXPECT_GT(scenes, 0u);
}

TEST_P(HarmedGolden, WithAByteMoreIsRefusedOrAScene) {
    for (int value = 0; value < 256; ++value) {
        SceneBytes longer = whole_;
        longer.push_back(static_cast<std::byte>(value));
        const bool scene = holds(memory_.hold(longer));
        ASSERT_FALSE(HasFailure()) << "with " << value;
        if (binary_) {
            EXPECT_TRUE(scene);  // trailing bytes are warned of
        }
    }
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSlow = true;
#elif defined(__has_feature)
constexpr bool kSlow = __has_feature(address_sanitizer);
#else
constexpr bool kSlow = false;
#endif

/// What byte \p at, which is \p old, of a file of \p size bytes is changed into: anything in a
/// small one; in a large one each bit of it by itself, and what the formats give a meaning. Under a
/// sanitizer, which takes ten times as long, the first is done as the second, and the second
/// changes one bit and one meaning of each byte, others than of the byte before.
std::vector<std::byte> changes_of(std::byte old, std::size_t at, std::size_t size) {
    constexpr std::string_view kMeanings("\0\n \"\\#=[],-.0_\xff", 15);
    const bool large = size > 1'000;
    std::vector<std::byte> changes;
    if (!large && !kSlow) {
        for (int value = 0; value < 256; ++value)
            changes.push_back(static_cast<std::byte>(value));
    } else if (large && kSlow) {
        changes.push_back(old ^ std::byte{1} << at % 8);
        changes.push_back(static_cast<std::byte>(kMeanings[at % kMeanings.size()]));
    } else {
        for (unsigned bit = 0; bit < 8; ++bit)
            changes.push_back(old ^ std::byte{1} << bit);
        for (const char c : kMeanings)
            changes.push_back(static_cast<std::byte>(c));
    }
    return changes;
}

TEST_P(HarmedGolden, WithAByteChangedIsRefusedOrAScene) {
    for (std::size_t i = 0; i < whole_.size(); ++i) {
        const std::span<std::byte> bytes = memory_.hold(whole_);
        for (const std::byte value : changes_of(whole_[i], i, whole_.size())) {
            bytes[i] = value;
            (void)holds(bytes);
            ASSERT_FALSE(HasFailure()) << "byte " << i << " is " << std::to_integer<int>(value);
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Document, HarmedGolden,
                         testing::Values("yard_v1.cscn", "yard_v1.cscnb", "yard_v2.cscn",
                                         "yard_v2.cscnb", "shipped_v2.cscn", "shipped_v2.cscnb"),
                         [](const auto& row) {
                             std::string name = row.param;
                             for (char& c : name)
                                 c = c == '.' ? '_' : c;
                             return name;
                         });

}  // namespace
}  // namespace diorama::document
