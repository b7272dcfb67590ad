// SPDX-License-Identifier: MIT
#include "diorama/gltf/keys.hpp"

#include <gtest/gtest.h>

#include <set>

#include "diorama/gltf/asset.hpp"

namespace diorama::gltf {
namespace {

using Names = std::vector<std::string>;

TEST(Keys, AreTheNamesWhereThoseDiffer) {
    const Names names{"arm", "leg", "Arm", "\xE2\x9D\xA4", " "};
    EXPECT_EQ(unique_keys(names, "node"), names);
}

TEST(Keys, OfEqualNamesAreNumbered) {
    EXPECT_EQ(unique_keys(Names{"a", "a", "b", "a"}, "node"), (Names{"a", "a#2", "b", "a#3"}));
}

TEST(Keys, OfNoNameAreTheKindAndIndex) {
    EXPECT_EQ(unique_keys(Names{"", "x", ""}, "node"), (Names{"node0", "x", "node2"}));
}

TEST(Keys, NeverMeetWhatAnotherKeyLooksLike) {
    const Names names{"a", "a", "a#2", "node4", "", "a", "a#2"};
    const Names keys = unique_keys(names, "node");
    EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), names.size());
    EXPECT_EQ(keys[0], "a");
    EXPECT_EQ(keys[1], "a#2");
    EXPECT_EQ(keys[3], "node4");
}

TEST(Keys, StayWhenNamesAreAdded) {
    Names names{"a", "", "a", "a#2"};
    const Names before = unique_keys(names, "node");
    names.insert(names.end(), {"a", "node1", "a#2#2"});
    const Names after = unique_keys(names, "node");
    EXPECT_EQ(Names(after.begin(), after.begin() + 4), before);
}

TEST(Keys, OfAnAssetLeaveItsNamesAlone) {
    GltfAsset asset;
    asset.nodes.resize(3);
    asset.nodes[0].name = asset.nodes[2].name = "wheel";
    asset.materials.resize(1);
    asset.materials[0].material.name = "paint";
    const GltfKeys keys = keys_of(asset);
    EXPECT_EQ(keys.nodes, (Names{"wheel", "node1", "wheel#2"}));
    EXPECT_EQ(keys.materials, (Names{"paint"}));
    EXPECT_TRUE(keys.scenes.empty());
    EXPECT_EQ(asset.nodes[2].name, "wheel");
}

}  // namespace
}  // namespace diorama::gltf
