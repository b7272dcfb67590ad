// SPDX-License-Identifier: MIT
#include "diorama/spawn/asset_path.hpp"

#include <gtest/gtest.h>

#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

TEST(AssetPath, StaysBelowTheScenesFolder) {
    EXPECT_EQ(asset_path("scenes", "models/a.glb", false).value(), "scenes/models/a.glb");
    EXPECT_EQ(asset_path("scenes", "x/../a.glb", false).value(), "scenes/a.glb");
    for (const char* outside : {"../a.glb", "/etc/passwd", "x/../../a.glb", ""})
        EXPECT_EQ(asset_path("scenes", outside, false).error().code, codes::asset_outside)
            << outside;
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

}  // namespace
}  // namespace diorama::spawn
