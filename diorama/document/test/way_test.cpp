// SPDX-License-Identifier: MIT
// Which way a load has gone. What is made straight from the bytes stands at once in its row, and is
// never moved; what goes through fields is made elsewhere first. So a component that counts its
// moves tells.
#include <gtest/gtest.h>

#include <string>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {
namespace {

struct Mover {
    float x = 0;
    std::string note;

    Mover() = default;
    Mover(Mover&& other) noexcept : x(other.x), note(std::move(other.note)) { ++moves; }
    Mover& operator=(Mover&& other) noexcept {
        x = other.x;
        note = std::move(other.note);
        ++moves;
        return *this;
    }
    Mover(const Mover&) = delete;
    Mover& operator=(const Mover&) = delete;
    ~Mover() = default;

    static inline int moves = 0;
};
DIORAMA_COMPONENT(Mover, x, note);

constexpr int kEntities = 600;

/// A scene of kEntities, each with the component \p line.
std::string scene_of(const std::string& line) {
    std::string text = "cinder-scene 2\n";
    for (int i = 0; i < kEntities; ++i)
        text.append("entity ").append(std::to_string(i)).append("\n").append(line);
    return text;
}

/// How many moves loading takes, beyond a few for the first of a kind.
int moves_of(std::span<const std::byte> bytes) {
    SceneRegistry registry;
    registry.set_unknown(UnknownPolicy::keep);
    EXPECT_TRUE(registry.add<Mover>());
    World world;
    Mover::moves = 0;
    const auto loaded = registry.load(world, bytes, "t");
    EXPECT_TRUE(loaded) << to_string(loaded.error());
    EXPECT_EQ(world.entity_count(), static_cast<std::size_t>(kEntities));
    EXPECT_EQ(world.get<Mover>(loaded->back())->note, "a note that is long enough to be allocated");
    return Mover::moves;
}

struct WayRow {
    const char* name;
    const char* line;
    bool straight;
};
constexpr WayRow kRows[] = {
    {"AsWritten", "  Mover x=1.5 note=\"a note that is long enough to be allocated\"\n", true},
    {"InAnotherOrder", "  Mover note=\"a note that is long enough to be allocated\" x=1.5\n",
     false},
    {"WithoutAField", "  Mover note=\"a note that is long enough to be allocated\"\n", false},
    {"WithAnUnknownField",
     "  Mover x=1.5 note=\"a note that is long enough to be allocated\" other=1\n", false},
    {"WithAnUnknownComponent",
     "  Mover x=1.5 note=\"a note that is long enough to be allocated\"\n  Mystery\n", false},
};

class Way : public testing::TestWithParam<WayRow> {};

TEST_P(Way, OfText) {
    const std::string text = scene_of(GetParam().line);
    const int moves = moves_of(std::as_bytes(std::span(text)));
    if (GetParam().straight)
        EXPECT_LE(moves, 3);
    else
        EXPECT_GE(moves, kEntities);
}

TEST_P(Way, OfBinary) {
    const SceneBytes bytes =
        write_binary(read_text(scene_of(GetParam().line), "t").value()).value();
    const int moves = moves_of(bytes);
    if (GetParam().straight)
        EXPECT_LE(moves, 3);
    else
        EXPECT_GE(moves, kEntities);
}
INSTANTIATE_TEST_SUITE_P(Load, Way, testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace diorama::document
