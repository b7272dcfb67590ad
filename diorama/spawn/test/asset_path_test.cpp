// SPDX-License-Identifier: MIT
#include "diorama/spawn/asset_path.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

TEST(AssetPath, StaysBelowTheScenesFolder) {
    EXPECT_EQ(asset_path("scenes", "models/a.glb", false).value(), "scenes/models/a.glb");
    EXPECT_EQ(asset_path("scenes", "x/../a.glb", false).value(), "scenes/a.glb");
    for (const char* outside : {"../a.glb", "/etc/passwd", "x/../../a.glb", ""})
        EXPECT_EQ(asset_path("scenes", outside, false).error().code, codes::asset_outside)
            << outside;
    EXPECT_NE(asset_path("scenes", "../a.glb", false).error().hint.find("outside_base"),
              std::string::npos);
}

TEST(AssetPath, LeavesItWhenTheCallerAllows) {
    EXPECT_EQ(asset_path("scenes", "../a.glb", true).value(), "scenes/../a.glb");
    EXPECT_EQ(asset_path("scenes", "/models/a.glb", true).value(), "/models/a.glb");
    EXPECT_FALSE(asset_path("scenes", "", true));
}

TEST(AssetReference, IsRelativeAndLeadsBack) {
    EXPECT_EQ(asset_reference("out", "out/a.glb"), "a.glb");
    EXPECT_EQ(asset_reference("out", "models/a b.glb"), "../models/a b.glb");
    EXPECT_EQ(asset_reference("", "a.glb"), "a.glb");
}

TEST(AssetReference, IsTheSameBeforeAndAfterTheSceneHasAFolder) {
    // The command writes `../models/x.glb` whether or not `out` is there; so must a program.
    const std::filesystem::path scratch =
        std::filesystem::path(testing::TempDir()) / "asset_reference_test";
    std::filesystem::remove_all(scratch);
    const auto reference = [&] { return asset_reference(scratch / "out", scratch / "m/x.glb"); };
    EXPECT_EQ(reference(), "../m/x.glb");
    ASSERT_TRUE(std::filesystem::create_directories(scratch / "out"));
    EXPECT_EQ(reference(), "../m/x.glb");
    EXPECT_EQ(asset_reference(scratch / "out/", scratch / "m/x.glb"), "../m/x.glb");
    std::filesystem::remove_all(scratch);
    // A relative folder that is not there, and a model that is nowhere either.
    EXPECT_EQ(asset_reference("no such folder", "no such model.glb"), "../no such model.glb");
    EXPECT_EQ(asset_reference("no such folder", std::filesystem::absolute("x.glb")), "../x.glb");
}

TEST(AssetReference, LeadsOutOfTheFolderThatALinkStandsFor) {
    const std::filesystem::path scratch =
        std::filesystem::path(testing::TempDir()) / "asset_reference_link";
    std::filesystem::remove_all(scratch);
    ASSERT_TRUE(std::filesystem::create_directories(scratch / "deep/down"));
    std::filesystem::create_directory_symlink(scratch / "deep/down", scratch / "out");
    EXPECT_EQ(asset_reference(scratch / "out", scratch / "x.glb"), "../../x.glb");
    std::filesystem::remove_all(scratch);
}

}  // namespace
}  // namespace diorama::spawn
