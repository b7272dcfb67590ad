// SPDX-License-Identifier: MIT
#include "layout.hpp"

#include <cmath>

#include "noise.hpp"
#include "props.hpp"
#include "terrain.hpp"

namespace diorama::demo {
namespace {

/// Every repeated mesh.
struct Kit {
    const Materials& materials;
    StreetProps street;
    NatureProps nature;
    HarbourProps harbour;
    HouseProps house;
};

/// A mesh put down: where, which way, how large.
struct Spot {
    vec2 xz;
    float turn = 0;
    float scale = 1;
};

/// Adds "NAME 1", "NAME 2"… at \p spots, on the ground or at height \p y.
template <std::size_t N>
void scatter(SceneBuilder& scene, Index parent, const std::string& name, Index mesh,
             const Spot (&spots)[N], float y = -1) {
    int number = 1;
    for (const Spot& spot : spots)
        scene.add_node(parent, name + ' ' + std::to_string(number++),
                       {.at = {spot.xz.x, y >= 0 ? y : ground_height(spot.xz), spot.xz.y},
                        .rotation = turn_y(spot.turn),
                        .scale = vec3(spot.scale),
                        .mesh = mesh});
}

void add_lamps(SceneBuilder& scene, const Kit& kit, Index parent) {
    gltf::GltfLight light;
    light.name = "street lamp";
    light.kind = gltf::LightKind::point;
    light.color = linear(0xffb95e);
    light.intensity = 1.1f;
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

void add_town(SceneBuilder& scene, const Kit& kit) {
    const Index town = scene.add_node(SceneBuilder::root(), "town");
    const Index houses = scene.add_node(town, "houses");
    constexpr float y = kTownLevel;
    const House plans[] = {
        {.name = "bakery",
         .at = {-5.65f, y, 1.85f},
         .turn = half_pi + 0.12f,
         .width = 1.5f,
         .depth = 1.25f,
         .plaster = 1,
         .shutters = 1,
         .extras = R"({"trade":"bread"})"},
        {.name = "chandler",
         .at = {-6.0f, y, -0.1f},
         .turn = half_pi - 0.2f,
         .width = 1.45f,
         .depth = 1.3f,
         .gable_front = true,
         .plaster = 2,
         .shutters = 0,
         .extras = R"({"trade":"rope and lamps"})"},
        {.name = "inn",
         .at = {-2.3f, y, -1.75f},
         .turn = 0.05f,
         .width = 1.75f,
         .depth = 1.3f,
         .plaster = 0,
         .shutters = 3,
         .extras = R"({"trade":"beds","rooms":4})"},
        {.name = "clockmaker",
         .at = {-0.45f, y, -2.2f},
         .turn = -0.06f,
         .width = 1.4f,
         .depth = 1.35f,
         .gable_front = true,
         .plaster = 4,
         .shutters = 0,
         .extras = R"({"trade":"clocks"})"},
        {.name = "weaver",
         .at = {1.35f, y, -3.2f},
         .turn = 0.04f,
         .width = 1.6f,
         .depth = 1.3f,
         .plaster = 2,
         .shutters = 2,
         .extras = R"({"trade":"cloth"})"},
        {.name = "harbour office",
         .at = {3.2f, y, -3.15f},
         .turn = -0.03f,
         .width = 1.5f,
         .depth = 1.35f,
         .gable_front = true,
         .plaster = 0,
         .shutters = 1,
         .extras = R"({"trade":"tolls"})"},
        {.name = "boathouse",
         .at = {5.2f, y, -2.85f},
         .turn = -0.2f,
         .width = 1.8f,
         .depth = 1.35f,
         .storeys = 1,
         .plaster = 3,
         .shutters = 0,
         .extras = R"({"trade":"boats"})"},
    };
    for (const House& house : plans)
        add_house(scene, kit.materials, kit.house, houses, house);
    add_market(scene, kit, town);
    add_lamps(scene, kit, scene.add_node(town, "lamps"));
    add_banner(scene, kit.materials, town, "banner left", {-4.7f, y, 2.6f}, 0.3f, 1.0f);
    add_banner(scene, kit.materials, town, "banner right", {2.2f, y, -1.6f}, 0.3f, 0.8f);
    const Index furniture = scene.add_node(town, "furniture");
    constexpr Spot benches[] = {{{-2.3f, 2.6f}, 0}, {{3.0f, -1.85f}, 0}, {{4.75f, -1.75f}, 0}};
    scatter(scene, furniture, "bench", kit.street.bench, benches, y);
    constexpr Spot pots[] = {{{-1.15f, -0.92f}}, {{-3.4f, -1.0f}}, {{-4.85f, 0.65f}},
                             {{0.5f, -1.35f}},   {{2.3f, -2.3f}},  {{4.15f, -2.2f}},
                             {{-4.75f, 2.35f}},  {{0.45f, -2.35f}}};
    int number = 1;
    for (const Spot& spot : pots) {
        const Index pot =
            scene.add_node(furniture, "planter " + std::to_string(number++),
                           {.at = {spot.xz.x, y, spot.xz.y}, .mesh = kit.street.planter});
        for (int i = 0; i < 2; ++i)
            scene.add_node(pot, i == 0 ? "flowers" : "more flowers",
                           {.at = {0, 0.2f, 0},
                            .rotation = turn_y(0.9f * static_cast<float>(i) + spot.xz.x),
                            .mesh = kit.street.flower_tuft});
    }
}

void add_boat(SceneBuilder& scene, const Kit& kit, Index parent, const std::string& name,
              const Spot& spot, bool sails) {
    const Index boat =
        scene.add_node(parent, name,
                       {.at = {spot.xz.x, kWaterLevel - 0.06f * spot.scale, spot.xz.y},
                        .rotation = turn_y(spot.turn),
                        .scale = vec3(spot.scale),
                        .mesh = kit.harbour.boat});
    if (sails) {
        const Index mast =
            scene.add_node(boat, "mast", {.at = {0, 0.05f, 0.12f}, .mesh = kit.harbour.mast});
        scene.add_node(
            mast, "sail",
            {.at = {0, 0.46f, -0.03f}, .rotation = turn_y(0.25f), .mesh = kit.harbour.sail});
        return;
    }
    scene.add_node(boat, "oar left",
                   {.at = {-0.12f, 0.24f, 0}, .rotation = turn_y(0.08f), .mesh = kit.harbour.oar});
    scene.add_node(
        boat, "oar right",
        {.at = {0.1f, 0.24f, 0.05f}, .rotation = turn_y(-0.1f), .mesh = kit.harbour.oar});
}

void add_jetty(SceneBuilder& scene, const Kit& kit, Index harbour) {
    const Index jetty = scene.add_node(harbour, "jetty", {.at = {3.75f, 0.58f, -0.85f}});
    const Index deck = scene.add_node(jetty, "deck");
    Random random(31);
    for (int i = 0; i < 13; ++i)
        scene.add_node(
            deck, "board " + std::to_string(i + 1),
            {.at = {random.between(-0.02f, 0.02f), 0.16f, 0.15f + 0.25f * static_cast<float>(i)},
             .rotation = turn_y(random.between(-0.03f, 0.03f)),
             .mesh = kit.harbour.plank_deck});
    const Index piles = scene.add_node(jetty, "piles");
    for (int i = 0; i < 8; ++i)
        scene.add_node(
            piles, "pile " + std::to_string(i + 1),
            {.at = {i % 2 == 0 ? -0.42f : 0.42f, 0.06f, 0.4f + 0.92f * static_cast<float>(i / 2)},
             .mesh = kit.harbour.pile});
    scene.add_node(
        jetty, "fisher",
        {.at = {0.1f, 0.21f, 3.0f}, .rotation = turn_y(0.4f), .mesh = kit.street.figure[2]});
    scene.add_node(jetty, "barrel",
                   {.at = {-0.2f, 0.21f, 2.3f}, .scale = vec3(0.8f), .mesh = kit.street.barrel});
}

void add_cargo(SceneBuilder& scene, const Kit& kit, Index harbour) {
    const Index cargo = scene.add_node(harbour, "cargo", {.at = {0.9f, kTownLevel, 1.9f}});
    constexpr Spot barrels[] = {{{-0.5f, 0.1f}}, {{-0.82f, 0.2f}}, {{-0.62f, -0.2f}}};
    scatter(scene, cargo, "barrel", kit.street.barrel, barrels, 0.0f);
    constexpr Spot crates[] = {{{0.1f, -0.35f}, 0.3f}, {{0.12f, -0.72f}, -0.1f}};
    scatter(scene, cargo, "crate", kit.street.crate, crates, 0.0f);
    scene.add_node(
        cargo, "crate on top",
        {.at = {0.1f, 0.235f, -0.5f}, .rotation = turn_y(0.6f), .mesh = kit.street.crate});
    scene.add_node(
        cargo, "docker",
        {.at = {-0.15f, 0, 0.15f}, .rotation = turn_y(0.9f), .mesh = kit.street.figure[1]});
    constexpr Spot coils[] = {{{0.5f, -1.15f}}, {{-2.2f, 1.05f}}};
    scatter(scene, cargo, "rope coil", kit.harbour.rope_coil, coils, 0.07f);
}

void add_harbour(SceneBuilder& scene, const Kit& kit) {
    const Index harbour = scene.add_node(SceneBuilder::root(), "harbour");
    add_lighthouse(scene, kit.materials, kit.house, harbour,
                   {kIslet.x, ground_height(kIslet) - 0.05f, kIslet.y}, 0.3f);
    add_crane(scene, kit.materials, kit.street, harbour, {0.85f, kTownLevel, 2.75f}, 0.95f);
    add_jetty(scene, kit, harbour);
    add_cargo(scene, kit, harbour);
    const Index boats = scene.add_node(harbour, "boats");
    add_boat(scene, kit, boats, "dinghy", {{2.75f, 0.75f}, 0.12f, 1}, false);
    add_boat(scene, kit, boats, "skiff", {{4.85f, 0.7f}, 3.3f, 0.95f}, false);
    add_boat(scene, kit, boats, "sloop", {{3.3f, 5.2f}, 1.05f, 1.15f}, true);
    add_boat(scene, kit, boats, "cutter", {{-2.6f, 4.7f}, -1.35f, 1.25f}, true);
    add_boat(scene, kit, boats, "tender", {{-4.9f, 4.15f}, 1.5f, 0.9f}, false);
    const Index moorings = scene.add_node(harbour, "moorings");
    constexpr Spot bollards[] = {{{-5.2f, 3.2f}}, {{-3.9f, 3.2f}}, {{-2.6f, 3.2f}},
                                 {{-1.3f, 3.2f}}, {{0, 3.2f}},     {{1.5f, 2.0f}},
                                 {{1.5f, 0.7f}},  {{2.9f, -1.1f}}, {{5.6f, -1.1f}}};
    scatter(scene, moorings, "bollard", kit.harbour.bollard, bollards, 0.86f);
    constexpr Spot buoys[] = {{{0.6f, 5.8f}}, {{-5.0f, 5.1f}}, {{1.7f, 6.3f}}, {{6.9f, 1.0f}}};
    scatter(scene, moorings, "buoy", kit.harbour.buoy, buoys, kWaterLevel);
    const Index gulls = scene.add_node(harbour, "gulls");
    constexpr Spot on_bollards[] = {
        {{-3.9f, 3.2f}, 0.8f}, {{0, 3.2f}, -0.4f}, {{1.5f, 0.7f}, 1.2f}};
    scatter(scene, gulls, "gull", kit.harbour.gull, on_bollards, 1.11f);
    scene.add_node(
        gulls, "gull on the jetty",
        {.at = {4.17f, 0.95f, 2.32f}, .rotation = turn_y(0.2f), .mesh = kit.harbour.gull});
    const Index rocks = scene.add_node(harbour, "rocks");
    Random random(77);
    for (int i = 0; i < 16; ++i) {
        const SinCos turn = sin_cos(0.3927 * i + static_cast<double>(random.between(0, 0.3f)));
        const float out = random.between(0.85f, 1.3f);
        const vec2 xz =
            kIslet + out * vec2(static_cast<float>(turn.cos), static_cast<float>(turn.sin));
        scene.add_node(rocks, "rock " + std::to_string(i + 1),
                       {.at = {xz.x, ground_height(xz) - 0.04f, xz.y},
                        .rotation = turn_y(random.between(0, 6)),
                        .scale = vec3(random.between(0.6f, 1.25f)),
                        .mesh = kit.nature.rock[i % 3]});
    }
}

void add_steps(SceneBuilder& scene, const Kit& kit, Index hill) {
    const Index stairs = scene.add_node(hill, "stairs");
    constexpr int count = 13;
    for (int i = 0; i < count; ++i) {
        const vec2 xz(-4.3f, mix(-0.85f, -2.52f, static_cast<float>(i) / (count - 1)));
        scene.add_node(stairs, "step " + std::to_string(i + 1),
                       {.at = {xz.x, ground_height(xz) - 0.1f, xz.y}, .mesh = kit.street.step});
    }
}

void add_hill(SceneBuilder& scene, const Kit& kit) {
    const Index hill = scene.add_node(SceneBuilder::root(), "hill");
    add_observatory(scene, kit.materials, kit.house, hill, {kHill.x, kTerraceLevel, kHill.y},
                    0.35f);
    add_steps(scene, kit, hill);
    const Index garden = scene.add_node(hill, "garden");
    constexpr Spot summer[] = {{{-1.9f, -3.6f}, 0.3f, 1.15f}, {{-6.1f, -2.3f}, 1.2f, 1.0f},
                               {{0.2f, -4.4f}, 2.1f, 1.2f},   {{4.6f, -5.1f}, 0.4f, 1.1f},
                               {{2.2f, -5.3f}, 1.9f, 1.25f},  {{6.4f, -3.4f}, 2.7f, 0.9f},
                               {{-5.0f, -1.55f}, 0.6f, 0.75f}};
    scatter(scene, garden, "summer tree", kit.nature.round_tree[0], summer);
    constexpr Spot olive[] = {{{-0.9f, -5.2f}, 0.9f, 1.3f},
                              {{-6.3f, -3.7f}, 2.3f, 1.05f},
                              {{3.5f, -5.7f}, 1.0f, 1.0f},
                              {{0.9f, -5.6f}, 0.2f, 1.1f},
                              {{-2.6f, -6.3f}, 1.4f, 1.2f}};
    scatter(scene, garden, "olive tree", kit.nature.round_tree[1], olive);
    constexpr Spot autumn[] = {
        {{-0.8f, -3.65f}, 0.3f, 1.0f}, {{5.6f, -4.5f}, 2.2f, 1.0f}, {{-6.9f, 2.0f}, 0.2f, 0.8f}};
    scatter(scene, garden, "autumn tree", kit.nature.round_tree[2], autumn);
    constexpr Spot poplars[] = {{{-5.55f, -4.3f}, 0, 1.2f},
                                {{-5.1f, -5.2f}, 1, 1.35f},
                                {{-4.1f, -5.75f}, 2, 1.3f},
                                {{-3.0f, -5.6f}, 3, 1.2f},
                                {{-2.25f, -4.9f}, 4, 1.1f}};
    scatter(scene, garden, "poplar", kit.nature.poplar, poplars);
    constexpr Spot bushes[] = {{{-3.3f, -2.2f}, 0.2f, 1.1f}, {{-5.2f, -2.9f}, 1.2f, 1.2f},
                               {{-2.8f, -2.9f}, 2.2f, 1},    {{-3.75f, -1.35f}, 3.2f, 0.8f},
                               {{6.9f, -2.1f}, 0.4f, 1},     {{4.3f, -4.1f}, 1.4f, 1.1f},
                               {{-6.9f, 0.9f}, 2.4f, 1}};
    scatter(scene, garden, "bush", kit.nature.bush[0], bushes);
    constexpr Spot shrubs[] = {{{-2.9f, -4.9f}, 0.2f, 1},
                               {{-4.95f, -2.05f}, 1.2f, 0.8f},
                               {{2.2f, -4.3f}, 2.2f, 1.2f},
                               {{-0.1f, -3.5f}, 0.5f, 1},
                               {{-6.9f, -1.4f}, 1.9f, 1.1f}};
    scatter(scene, garden, "shrub", kit.nature.bush[1], shrubs);
    constexpr Spot stones[] = {{{-2.5f, -2.55f}, 0.5f, 0.9f}, {{-3.15f, -1.75f}, 1.5f, 0.7f},
                               {{-5.5f, -2.2f}, 2.5f, 0.9f},  {{-1.75f, -4.4f}, 3.5f, 1.1f},
                               {{6.85f, -0.6f}, 0.1f, 1.3f},  {{7.05f, -0.15f}, 1.1f, 1.0f},
                               {{6.55f, -0.35f}, 2.1f, 0.8f}};
    scatter(scene, garden, "stone", kit.nature.rock[1], stones);
    constexpr Spot panels[] = {{{-3.78f, -1.0f}, half_pi}, {{-4.82f, -1.0f}, half_pi},
                               {{1.9f, -4.25f}, 0.1f},     {{2.6f, -4.3f}, 0.05f},
                               {{3.3f, -4.33f}, 0},        {{4.0f, -4.3f}, -0.1f},
                               {{4.7f, -4.2f}, -0.2f},     {{5.37f, -4.02f}, -0.32f}};
    scatter(scene, garden, "fence", kit.street.fence, panels);
    Random random(91);
    for (int i = 0; i < 22; ++i) {
        const vec2 xz(random.between(-6.6f, -1.2f), random.between(-6.0f, -2.2f));
        const vec2 from_hill = xz - kHill;
        if (xz.x * xz.x + xz.y * xz.y > 48 ||
            from_hill.x * from_hill.x + from_hill.y * from_hill.y < 2.4f)
            continue;
        scene.add_node(garden, "flowers " + std::to_string(i + 1),
                       {.at = {xz.x, ground_height(xz) - 0.01f, xz.y},
                        .rotation = turn_y(random.between(0, 3)),
                        .mesh = kit.street.flower_tuft});
    }
}

}  // namespace

void add_places(SceneBuilder& scene, const Materials& m) {
    const Kit kit{m, add_street_props(scene, m), add_nature_props(scene, m),
                  add_harbour_props(scene, m), add_house_props(scene, m)};
    add_town(scene, kit);
    add_harbour(scene, kit);
    add_hill(scene, kit);
    const Index sky = scene.add_node(SceneBuilder::root(), "sky");
    constexpr vec2 tether(1.9f, -4.4f);
    add_balloon(scene, m, sky, {tether.x, ground_height(tether), tether.y}, 4.6f);
    add_clouds(scene, m, sky);
}

}  // namespace diorama::demo
