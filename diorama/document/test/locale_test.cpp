// SPDX-License-Identifier: MIT
// Scenes where the C library writes a comma for a decimal point and groups digits.
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>

#include "diorama/document/float_text.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace {

// CASES S06: a float and a double with many digits, and a float of eight.
struct Digits {
    float many = 0, whole = 0;
    double precise = 0;
};
DIORAMA_COMPONENT(Digits, many, whole, precise);

/// Saves and loads those digits in both formats, and expects every bit back and the shortest text.
void expect_digits_kept() {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Digits>());
    World world;
    world.spawn(Digits{std::bit_cast<float>(0x3f121a18u), 12345678.0f, 0.570710678118});
    const std::string text = registry.save_text(world).value();
    EXPECT_EQ(text,
              "cinder-scene 2\nentity 0\n  Digits many=0.57071066 whole=12345678.0 "
              "precise=\"0.570710678118\"\n");
    const SceneBytes bytes = registry.save_binary(world).value();
    for (const std::span<const std::byte> saved :
         {std::as_bytes(std::span(text)), std::span<const std::byte>(bytes)}) {
        World back;
        const auto loaded = registry.load(back, saved, "digits");
        ASSERT_TRUE(loaded) << to_string(loaded.error());
        const Digits* const digits = back.get<Digits>(loaded->at(0));
        ASSERT_NE(digits, nullptr);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(digits->many), 0x3f121a18u);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(digits->whole), 0x4b3c614eu);
        EXPECT_EQ(std::bit_cast<std::uint64_t>(digits->precise),
                  std::bit_cast<std::uint64_t>(0.570710678118));
        EXPECT_EQ(registry.save_text(back).value(), text);
    }
}

TEST(Digits, AreKeptThroughBothFormats) {
    expect_digits_kept();
}

/// German, made here from its source (Debian package locales), for the test alone.
class German : public testing::Test {
  protected:
    void SetUp() override {
        std::filesystem::create_directories(folder_);
        const std::string make = "localedef --no-archive -i de_DE -f UTF-8 '" +
                                 (folder_ / "de_DE.UTF-8").string() + "' 2>/dev/null";
        if (std::system(make.c_str()) != 0) GTEST_SKIP() << "localedef can't make de_DE here";
        ASSERT_EQ(::setenv("LOCPATH", folder_.c_str(), 1), 0);
        ASSERT_NE(std::setlocale(LC_ALL, "de_DE.UTF-8"), nullptr);
        char printed[32];
        (void)std::snprintf(printed, sizeof(printed), "%.1f", 1.5);
        ASSERT_STREQ(printed, "1,5");
    }
    void TearDown() override {
        std::setlocale(LC_ALL, "C");
        ::unsetenv("LOCPATH");
        std::filesystem::remove_all(folder_);
    }

    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) / ("german_" + std::to_string(::getpid()));
};

TEST_F(German, NumbersAreAsEverywhere) {
    EXPECT_EQ(format_float(1234567.5f), "1234567.5");
    EXPECT_EQ(format_double(-2.5), "-2.5");
    EXPECT_EQ(*parse_float("2.5"), 2.5f);
    EXPECT_EQ(*parse_double("1e3"), 1000.0);
    EXPECT_FALSE(parse_float("2,5"));
    EXPECT_FALSE(parse_double("1.000,5"));
}

TEST_F(German, DigitsAreKeptThroughBothFormats) {
    expect_digits_kept();
}

TEST_F(German, ScenesAreAsEverywhere) {
    for (const char* name : {"yard_v2.cscn", "yard_v2.cscnb"}) {
        const SceneBytes bytes = fixture(name);
        const Result<SceneDoc> doc = read_bytes(bytes, name);
        ASSERT_TRUE(doc) << to_string(doc.error());
        EXPECT_EQ(*write_text(*doc), as_string(fixture("yard_v2.cscn")));
    }
    const SceneRegistry registry = make_registry();
    World world, back;
    world.spawn(Name{"1,5"}, Transform{{1234.5f, 0.001f, -2e30f}}, Health{0.5f, 1234567});
    const std::string text = *registry.save_text(world);
    EXPECT_NE(text.find("translation=[1234.5,0.001,-2e+30]"), std::string::npos) << text;
    EXPECT_NE(text.find("1234567"), std::string::npos) << text;
    ASSERT_TRUE(registry.load(back, std::as_bytes(std::span(text)), "german"));
    EXPECT_EQ(*registry.save_text(back), text);
}

}  // namespace
}  // namespace diorama::document
