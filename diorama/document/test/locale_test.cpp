// SPDX-License-Identifier: MIT
// Scenes where the C library writes a comma for a decimal point and groups digits.
#include <gtest/gtest.h>
#include <unistd.h>

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
