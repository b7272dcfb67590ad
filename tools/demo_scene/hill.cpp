// SPDX-License-Identifier: MIT
#include "kit.hpp"
#include "noise.hpp"
#include "terrain.hpp"

namespace diorama::demo {
namespace {

void add_steps(SceneBuilder& scene, const Kit& kit, Index hill) {
    const Index stairs = scene.add_node(hill, "stairs");
    constexpr int count = 13;
    for (int i = 0; i < count; ++i) {
        const vec2 xz(-4.3f, mix(-0.85f, -2.52f, static_cast<float>(i) / (count - 1)));
        scene.add_node(stairs, "step " + std::to_string(i + 1),
                       {.at = {xz.x, ground_height(xz) - 0.1f, xz.y}, .mesh = kit.street.step});
    }
}

void add_trees(SceneBuilder& scene, const Kit& kit, Index garden) {
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
}

void add_undergrowth(SceneBuilder& scene, const Kit& kit, Index garden) {
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
                               {{7.0f, -0.75f}, 0.1f, 1.7f},  {{6.9f, -0.2f}, 1.1f, 1.5f},
                               {{6.5f, -0.45f}, 2.1f, 1.3f}};
    scatter(scene, garden, "stone", kit.nature.rock[1], stones);
    constexpr Spot panels[] = {{{-3.78f, -1.0f}, half_pi}, {{-4.82f, -1.0f}, half_pi},
                               {{1.9f, -4.25f}, 0.1f},     {{2.6f, -4.3f}, 0.05f},
                               {{3.3f, -4.33f}, 0},        {{4.0f, -4.3f}, -0.1f},
                               {{4.7f, -4.2f}, -0.2f},     {{5.37f, -4.02f}, -0.32f}};
    scatter(scene, garden, "fence", kit.street.fence, panels);
    Random random(91);
    for (int i = 0; i < 22; ++i) {
        const vec2 xz{random.between(-6.6f, -1.2f), random.between(-6.0f, -2.2f)};
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

void add_hill(SceneBuilder& scene, const Kit& kit) {
    const Index hill = scene.add_node(SceneBuilder::root(), "hill");
    add_observatory(scene, kit.materials, kit.house, hill, {kHill.x, kTerraceLevel, kHill.y},
                    0.35f);
    add_steps(scene, kit, hill);
    const Index garden = scene.add_node(hill, "garden");
    add_trees(scene, kit, garden);
    add_undergrowth(scene, kit, garden);
}

}  // namespace diorama::demo
