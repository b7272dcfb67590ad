// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kit.hpp"
#include "terrain.hpp"

namespace diorama::demo {
namespace {

constexpr House kHouses[] = {
    {.name = "bakery",
     .at = {-5.65f, kTownLevel, 1.85f},
     .turn = half_pi + 0.12f,
     .width = 1.5f,
     .depth = 1.25f,
     .plaster = 1,
     .shutters = 1,
     .extras = R"({"trade":"bread"})"},
    {.name = "chandler",
     .at = {-6.0f, kTownLevel, -0.1f},
     .turn = half_pi - 0.2f,
     .width = 1.45f,
     .depth = 1.3f,
     .gable_front = true,
     .plaster = 2,
     .shutters = 0,
     .extras = R"({"trade":"rope and lamps"})"},
    {.name = "inn",
     .at = {-2.3f, kTownLevel, -1.75f},
     .turn = 0.05f,
     .width = 1.75f,
     .depth = 1.3f,
     .plaster = 0,
     .shutters = 3,
     .extras = R"({"trade":"beds","rooms":4})"},
    {.name = "clockmaker",
     .at = {-0.45f, kTownLevel, -2.2f},
     .turn = -0.06f,
     .width = 1.4f,
     .depth = 1.35f,
     .gable_front = true,
     .plaster = 4,
     .shutters = 0,
     .extras = R"({"trade":"clocks"})"},
    {.name = "weaver",
     .at = {1.35f, kTownLevel, -3.2f},
     .turn = 0.04f,
     .width = 1.6f,
     .depth = 1.3f,
     .plaster = 2,
     .shutters = 2,
     .extras = R"({"trade":"cloth"})"},
    {.name = "harbour office",
     .at = {3.2f, kTownLevel, -3.15f},
     .turn = -0.03f,
     .width = 1.5f,
     .depth = 1.35f,
     .gable_front = true,
     .plaster = 0,
     .shutters = 1,
     .extras = R"({"trade":"tolls"})"},
    {.name = "boathouse",
     .at = {5.2f, kTownLevel, -2.85f},
     .turn = -0.2f,
     .width = 1.8f,
     .depth = 1.35f,
     .storeys = 1,
     .plaster = 3,
     .shutters = 0,
     .extras = R"({"trade":"boats"})"},
};

void add_lamps(SceneBuilder& scene, const Kit& kit, Index parent) {
    gltf::GltfLight light;
    light.name = "street lamp";
    light.kind = gltf::LightKind::point;
    light.color = linear(0xffb95e);
    light.intensity = 0.8f;
    light.range = 3.5f;
    const Index shared_light = scene.add_light(light);
    constexpr Spot spots[] = {{{-5.9f, 2.75f}}, {{-3.5f, 2.75f}},  {{-1.1f, 2.75f}},
                              {{1.15f, 1.1f}},  {{1.15f, -1.35f}}, {{3.5f, -1.5f}},
                              {{6.3f, -1.5f}},  {{-4.95f, -2.35f}}};
    int number = 1;
    for (const Spot& spot : spots) {
        const Index post = scene.add_node(
            parent, "lamp " + std::to_string(number++),
            {.at = {spot.xz.x, std::max(ground_height(spot.xz), kTownLevel), spot.xz.y},
             .mesh = kit.street.lamp_post});
        const Index glass = scene.add_node(post, "glass", {.mesh = kit.street.lamp_glass});
        scene.add_node(glass, "light", {.at = {0, kLampHeight, 0}, .light = shared_light});
    }
    for (int i = 0; i < 2; ++i)
        scene.add_node(parent, "pennants " + std::to_string(i + 1),
                       {.at = {-4.7f + 2.4f * static_cast<float>(i), kTownLevel + 1.22f, 2.75f},
                        .mesh = kit.street.pennants});
}

void add_market(SceneBuilder& scene, const Kit& kit, Index town) {
    const Index market = scene.add_node(town, "market", {.at = {-2.3f, kTownLevel + 0.05f, 0.75f}});
    scene.add_node(market, "fountain", {.mesh = kit.street.fountain});
    scene.add_node(market, "fountain water", {.mesh = kit.street.fountain_water});
    constexpr Spot stalls[] = {{{-1.35f, -0.75f}, 0.85f},
                               {{0.05f, -1.45f}, 0.0f},
                               {{1.4f, -0.65f}, -0.75f},
                               {{-1.5f, 0.75f}, 1.75f}};
    for (int i = 0; i < 4; ++i) {
        const Spot& spot = stalls[i];
        const Index stall = scene.add_node(market, "stall " + std::to_string(i + 1),
                                           {.at = {spot.xz.x, 0, spot.xz.y},
                                            .rotation = turn_y(spot.turn),
                                            .mesh = kit.street.stall});
        scene.add_node(stall, "awning", {.mesh = kit.street.awning[i % 2]});
        for (int c = 0; c < 3; ++c) {
            const float x = 0.36f * static_cast<float>(c - 1);
            const Index crate = scene.add_node(stall, "crate " + std::to_string(c + 1),
                                               {.at = {x, 0.44f, 0.1f},
                                                .rotation = turn_x(0.14f),
                                                .scale = vec3(0.9f),
                                                .mesh = kit.street.crate});
            scene.add_node(crate, "goods", {.mesh = kit.street.fruit[(i + c) % 3]});
        }
    }
    constexpr Spot people[] = {{{0.35f, 0.95f}, 2.9f},   {{0.62f, 1.05f}, -2.4f},
                               {{-0.55f, -0.95f}, 2.6f}, {{1.0f, -1.15f}, 2.0f},
                               {{-0.95f, 0.15f}, -1.4f}, {{1.3f, 0.5f}, 0.5f},
                               {{-0.6f, 1.5f}, 0.3f}};
    for (int i = 0; i < 7; ++i)
        scene.add_node(market, "visitor " + std::to_string(i + 1),
                       {.at = {people[i].xz.x, 0, people[i].xz.y},
                        .rotation = turn_y(people[i].turn),
                        .mesh = kit.street.figure[i % 4]});
}

void add_furniture(SceneBuilder& scene, const Kit& kit, Index parent) {
    constexpr float y = kTownLevel;
    constexpr Spot benches[] = {{{-2.3f, 2.6f}, 0}, {{3.0f, -1.85f}, 0}, {{4.75f, -1.75f}, 0}};
    scatter(scene, parent, "bench", kit.street.bench, benches, y);
    constexpr Spot pots[] = {{{-1.15f, -0.92f}}, {{-3.4f, -1.0f}}, {{-4.85f, 0.65f}},
                             {{0.5f, -1.35f}},   {{2.3f, -2.3f}},  {{4.15f, -2.2f}},
                             {{-4.75f, 2.35f}},  {{0.45f, -2.35f}}};
    int number = 1;
    for (const Spot& spot : pots) {
        const Index pot =
            scene.add_node(parent, "planter " + std::to_string(number++),
                           {.at = {spot.xz.x, y, spot.xz.y}, .mesh = kit.street.planter});
        for (int i = 0; i < 2; ++i)
            scene.add_node(pot, i == 0 ? "flowers" : "more flowers",
                           {.at = {0, 0.2f, 0},
                            .rotation = turn_y(0.9f * static_cast<float>(i) + spot.xz.x),
                            .mesh = kit.street.flower_tuft});
    }
}

}  // namespace

void add_town(SceneBuilder& scene, const Kit& kit) {
    const Index town = scene.add_node(SceneBuilder::root(), "town");
    const Index houses = scene.add_node(town, "houses");
    constexpr float y = kTownLevel;
    for (const House& house : kHouses)
        add_house(scene, kit.materials, kit.house, houses, house);
    add_market(scene, kit, town);
    add_lamps(scene, kit, scene.add_node(town, "lamps"));
    add_banner(scene, kit.materials, town, "banner left", {-4.7f, y, 2.6f}, 0.3f, 1.0f);
    add_banner(scene, kit.materials, town, "banner right", {2.2f, y, -1.6f}, 0.3f, 0.8f);
    add_furniture(scene, kit, scene.add_node(town, "furniture"));
}

}  // namespace diorama::demo
