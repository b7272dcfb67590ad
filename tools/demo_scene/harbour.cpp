// SPDX-License-Identifier: MIT
#include "kit.hpp"
#include "noise.hpp"
#include "terrain.hpp"

namespace diorama::demo {
namespace {

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

}  // namespace

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

}  // namespace diorama::demo
