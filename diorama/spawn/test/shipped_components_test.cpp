// SPDX-License-Identifier: MIT
// Every component type that ships, in files that stay as they are: renaming or dropping a member
// would lose what users have saved.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/file.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/ecs/disabled.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/scene2d_bridge.hpp"
#include "diorama/scene/mobility.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/visibility.hpp"
#include "diorama/scene2d/components.hpp"
#include "diorama/spawn/register_components.hpp"

namespace diorama::spawn {
namespace {

using testing::ElementsAre;

/// What the command registers.
document::SceneRegistry shipped() {
    document::SceneRegistry registry;
    register_components(registry);
    scene2d::register_scene2d_components(registry);
    EXPECT_TRUE(registry.add<render::Box2>());
    return registry;
}

class ShippedComponents : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        const auto loaded = registry_.load(world_, bytes_, GetParam(), &warnings_);
        ASSERT_TRUE(loaded) << to_string(loaded.error());
        entities_ = *loaded;
        ASSERT_EQ(entities_.size(), 9u);
    }
    template <class T>
    [[nodiscard]] T at(std::size_t entity) const {
        const T* const found = world_.get<T>(entities_.at(entity));
        EXPECT_NE(found, nullptr);
        return found == nullptr ? T{} : *found;
    }

    const document::SceneRegistry registry_ = shipped();
    const std::vector<std::byte> bytes_ =
        read_file(std::string(DIORAMA_TEST_DATA "/document/") + GetParam()).value();
    World world_;
    std::vector<Entity> entities_;
    std::vector<Diagnostic> warnings_;
};

TEST_P(ShippedComponents, OfTheSceneHaveTheValuesOfTheFile) {
    EXPECT_EQ(at<Name>(0).value, "yard");
    const auto transform = at<Transform>(0);
    EXPECT_EQ(transform.translation, vec3(1.5f, -2.25f, 3));
    EXPECT_EQ(transform.rotation.x, 0.5f);
    EXPECT_EQ(transform.rotation.y, -0.5f);
    EXPECT_EQ(transform.rotation.z, 0.5f);
    EXPECT_EQ(transform.rotation.w, 0.5f);
    EXPECT_EQ(transform.scale, vec3(-1, 2, 0.5f));
    EXPECT_EQ(at<Mobility>(0).kind, MobilityKind::fixed);
    EXPECT_EQ(at<Mobility>(1).kind, MobilityKind::stationary);
    EXPECT_EQ(at<Mobility>(2).kind, MobilityKind::movable);
    EXPECT_EQ(at<Visibility>(0).mode, VisibilityMode::hidden);
    EXPECT_EQ(at<Visibility>(1).mode, VisibilityMode::visible);
    EXPECT_EQ(at<Visibility>(2).mode, VisibilityMode::inherited);
    EXPECT_TRUE(world_.has<Disabled>(entities_[0]));
    EXPECT_EQ(at<Name>(1).value, "crate");
    EXPECT_EQ(world_.parent(entities_[1]), entities_[0]);
    EXPECT_EQ(world_.parent(entities_[2]), entities_[1]);
}

TEST_P(ShippedComponents, OfModelsHaveTheValuesOfTheFile) {
    const auto renderable = at<render::Renderable>(1);
    EXPECT_EQ(renderable.asset, "models/crate.glb");
    EXPECT_EQ(renderable.mesh, 3);
    EXPECT_EQ(renderable.primitive, 2);
    EXPECT_EQ(renderable.material, 7);
    EXPECT_FALSE(renderable.cast_shadows);
    EXPECT_THAT(at<render::Instances>(1).places,
                ElementsAre(1, 2, 3, 0, 0, 0, 1, 1, 1, 1, 4, 5, 6, 0, 0, 1, 0, 2, 2, 2));
    const auto skin = at<motion::Skin>(5);
    EXPECT_EQ(skin.asset, "models/hero.glb");
    EXPECT_EQ(skin.skin, 1);
    EXPECT_THAT(skin.joints, ElementsAre(entities_[2], entities_[0]));
    EXPECT_THAT(at<motion::MorphWeights>(5).weights, ElementsAre(0.25f, 0.75f));
    EXPECT_TRUE(at<motion::Skin>(6).joints.empty());
    EXPECT_TRUE(at<motion::MorphWeights>(6).weights.empty());
}

TEST_P(ShippedComponents, OfLightsHaveTheValuesOfTheFile) {
    const auto spot = at<render::LightSource>(2);
    EXPECT_EQ(spot.kind, render::LightKind::spot);
    EXPECT_EQ(spot.color, vec3(0.25f, 0.5f, 0.75f));
    EXPECT_EQ(spot.intensity, 800);
    EXPECT_EQ(spot.range, 12.5f);
    EXPECT_EQ(spot.inner_angle, 0.125f);
    EXPECT_EQ(spot.outer_angle, 0.625f);
    EXPECT_FALSE(spot.cast_shadows);
    EXPECT_EQ(at<render::LightSource>(3).kind, render::LightKind::point);
    EXPECT_TRUE(at<render::LightSource>(3).cast_shadows);
    EXPECT_EQ(at<render::LightSource>(4).kind, render::LightKind::directional);
}

TEST_P(ShippedComponents, OfCamerasHaveTheValuesOfTheFile) {
    const auto wide = at<render::CameraComponent>(3);
    EXPECT_EQ(wide.projection, render::Projection::perspective);
    EXPECT_EQ(wide.fov_y, 1.25f);
    EXPECT_EQ(wide.aspect, 1.5f);
    EXPECT_EQ(wide.near, 0.25f);
    EXPECT_EQ(wide.far, 1000);
    EXPECT_EQ(wide.half_width, 4);
    EXPECT_EQ(wide.half_height, 3);
    EXPECT_EQ(wide.priority, -2);
    EXPECT_FALSE(wide.active);
    const auto flat = at<render::CameraComponent>(4);
    EXPECT_EQ(flat.projection, render::Projection::orthographic);
    EXPECT_EQ(flat.half_width, 8);
    EXPECT_EQ(flat.half_height, 6);
    EXPECT_EQ(flat.priority, 5);
    EXPECT_TRUE(flat.active);
}

TEST_P(ShippedComponents, OfThePlaneHaveTheValuesOfTheFile) {
    EXPECT_EQ(at<scene2d::Parent2>(7).parent, Entity::null());
    EXPECT_EQ(at<scene2d::Parent2>(8).parent, entities_[7]);
    const auto local = at<scene2d::Local2>(7);
    EXPECT_EQ(scene2d::format_fixed(local.translation.x), "1.5");
    EXPECT_EQ(scene2d::format_fixed(local.translation.y), "-0.25");
    EXPECT_EQ(scene2d::format_degrees(local.rotation), "90");
    EXPECT_EQ(scene2d::format_fixed(at<scene2d::Local2>(8).translation.x), "-1024.75");
    EXPECT_EQ(scene2d::format_degrees(at<scene2d::Local2>(8).rotation), "-45");
    const auto box = at<render::Box2>(7);
    EXPECT_EQ(box.size, vec2(3, 0.5f));
    EXPECT_EQ(box.color, vec4(0.125f, 0.25f, 0.5f, 0.75f));
    EXPECT_EQ(box.layer, -4);
}

TEST_P(ShippedComponents, AreWrittenBackByteForByte) {
    EXPECT_TRUE(warnings_.empty());
    const bool text = std::string_view(GetParam()).ends_with(".cscn");
    const std::string as_text = registry_.save_text(world_).value();
    const document::SceneBytes as_binary = registry_.save_binary(world_).value();
    const std::span<const std::byte> saved =
        text ? std::as_bytes(std::span(as_text)) : std::span<const std::byte>(as_binary);
    EXPECT_TRUE(std::equal(saved.begin(), saved.end(), bytes_.begin(), bytes_.end())) << as_text;
}
INSTANTIATE_TEST_SUITE_P(Document, ShippedComponents,
                         testing::Values("shipped_v2.cscn", "shipped_v2.cscnb"),
                         [](const auto& row) {
                             return std::string(row.param).ends_with("b") ? "Binary" : "Text";
                         });

/// CASES S08: twenty models, used by a hundred entities.
std::string scene_of_models() {
    std::string text = "cinder-scene 2\n";
    for (int i = 0; i < 100; ++i) {
        const std::string n = std::to_string(i);
        text.append("entity ").append(n).append("\n  Transform translation=[").append(n);
        text.append(".0,0.0,0.0] rotation=[0.0,0.0,0.0,1.0] scale=[1.0,1.0,1.0]\n");
        text.append("  Renderable asset=\"models/").append(std::to_string(i * 7 % 20));
        text.append(".glb\" mesh=0 primitive=0 material=-1 cast_shadows=true\n");
    }
    return text;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

TEST(SceneOfModels, IsSavedAsItWasThoughNoModelIsThere) {
    // None of the files exists: a reference is what its author wrote.
    const document::SceneRegistry registry = shipped();
    const std::string text = scene_of_models();
    std::string saved = text;
    for (int i = 0; i < 3; ++i) {
        World world;
        ASSERT_TRUE(registry.load(world, std::as_bytes(std::span(saved)), "models.cscn"));
        saved = registry.save_text(world).value();
        ASSERT_EQ(saved, text);
    }
}

TEST(SceneOfModels, DiffersInOneLineWhenOneFloatIsSet) {
    const document::SceneRegistry registry = shipped();
    const std::string text = scene_of_models();
    World world;
    const auto loaded = registry.load(world, std::as_bytes(std::span(text)), "models.cscn");
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    world.get_mut<Transform>(loaded->at(40))->translation.y = 0.5f;
    const std::vector<std::string> before = lines_of(text),
                                   after = lines_of(registry.save_text(world).value());
    ASSERT_EQ(after.size(), before.size());
    std::vector<std::string> changed;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (after[i] != before[i]) changed.push_back(after[i]);
    }
    EXPECT_THAT(changed, ElementsAre("  Transform translation=[40.0,0.5,0.0] "
                                     "rotation=[0.0,0.0,0.0,1.0] scale=[1.0,1.0,1.0]"));
}

/// The cells of a table's line, without blanks around them and without backticks.
std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    line.remove_prefix(1);
    while (!line.empty()) {
        const std::size_t end = std::min(line.find('|'), line.size() - 1);
        std::string cell(line.substr(0, end));
        std::erase(cell, '`');
        while (!cell.empty() && cell.front() == ' ')
            cell.erase(0, 1);
        while (!cell.empty() && cell.back() == ' ')
            cell.pop_back();
        cells.push_back(std::move(cell));
        line.remove_prefix(end + 1);
    }
    return cells;
}

/// Lines of docs/formats/scene_components.md, as component -> `member=default` in order.
std::map<std::string, std::vector<std::string>> documented() {
    const auto bytes =
        read_file(DIORAMA_TEST_DATA "/../../docs/formats/scene_components.md").value();
    std::string_view page(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::map<std::string, std::vector<std::string>> found;
    while (!page.empty()) {
        const std::size_t end = std::min(page.find('\n'), page.size() - 1);
        const std::string_view line = page.substr(0, end);
        page.remove_prefix(end + 1);
        if (!line.starts_with("| `")) continue;
        const std::vector<std::string> cells = cells_of(line);
        std::vector<std::string>& members = found[cells.at(0)];
        if (!cells.at(1).empty()) members.push_back(cells[1] + "=" + cells.at(4));
    }
    return found;
}

TEST(ScenesPage, ListsEveryShippedComponentWithItsMembersAndDefaults) {
    // One of each, as its type makes it.
    World world;
    const Entity nothing = world.spawn();
    const Entity all = world.spawn(Name{}, Transform{}, Mobility{}, Visibility{}, Disabled{},
                                   render::Renderable{}, render::Instances{}, render::LightSource{},
                                   render::CameraComponent{}, motion::Skin{});
    const Entity rest =
        world.spawn(motion::MorphWeights{}, scene2d::Parent2{}, scene2d::Local2{}, render::Box2{});
    ASSERT_TRUE(world.add(all, ChildOf{nothing}));
    const document::SceneDoc doc = shipped().to_doc(world, std::vector{all, rest, nothing}).value();
    const std::string text = document::write_text(doc).value();
    std::map<std::string, std::vector<std::string>> written;
    std::string_view left = text;
    while (!left.empty()) {
        const std::size_t end = left.find('\n');
        std::string_view line = left.substr(0, end);
        left.remove_prefix(end + 1);
        if (!line.starts_with("  ")) continue;
        line.remove_prefix(2);
        std::string name(line.substr(0, line.find(' ')));
        std::vector<std::string>& members = written[name];
        for (std::size_t at = name.size(); at < line.size();) {
            const std::size_t next = std::min(line.find(' ', at + 1), line.size());
            members.emplace_back(line.substr(at + 1, next - at - 1));
            at = next;
        }
    }
    // It has to have a parent here; by itself it has none.
    ASSERT_EQ(written["ChildOf"].size(), 1u);
    EXPECT_TRUE(written["ChildOf"][0].starts_with("parent=#"));
    written["ChildOf"] = {"parent=#-1"};
    EXPECT_EQ(documented(), written);
}

/// How often \p source registers a component.
std::size_t registrations_in(const std::string& source) {
    const auto bytes = read_file(DIORAMA_TEST_DATA "/../../" + source).value();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("registry.add", at)) != text.npos; ++at)
        ++count;
    return count;
}

TEST(ScenesPage, HasAsManyComponentsAsAreRegistered) {
    EXPECT_EQ(documented().size(), registrations_in("diorama/document/scene_components.cpp") +
                                       registrations_in("diorama/spawn/register_components.cpp") +
                                       registrations_in("diorama/scene2d/components.cpp") +
                                       registrations_in("tools/cli/stage.cpp"));
}

TEST(ScenesPage, AndTheStoredFileHaveTheSameComponents) {
    const document::SceneDoc doc =
        document::read_file(DIORAMA_TEST_DATA "/document/shipped_v2.cscn").value();
    const document::SceneRegistry registry = shipped();
    std::map<std::string, std::vector<std::string>> page = documented();
    std::map<std::string, int> stored;
    for (const document::EntityRecord& entity : doc.entities) {
        for (const document::ComponentRecord& component : entity.components)
            ++stored[std::string(component.name.view())];
    }
    EXPECT_EQ(page.size(), stored.size());
    for (const auto& [name, members] : page) {
        EXPECT_TRUE(stored.contains(name)) << name;
        EXPECT_TRUE(registry.knows(name)) << name;
    }
}

}  // namespace
}  // namespace diorama::spawn
