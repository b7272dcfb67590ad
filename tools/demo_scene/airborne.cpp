// SPDX-License-Identifier: MIT
// What moves in the wind: the banners bent by joints, the morphed balloon, the clouds on rods.
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "noise.hpp"
#include "props.hpp"
#include "terrain.hpp"

namespace diorama::demo {
namespace {

constexpr int kJoints = 6;
constexpr float kBannerWidth = 0.56f, kBannerLength = 1.12f;

/// The cloth at rest: hanging from the origin, facing +Z, each row held by the two joints it is
/// between.
Shape banner_cloth() {
    const auto cloth = [](vec2 uv) {
        // The lower hem is cut to a point.
        const float point = uv.y < 0.86f ? 0 : (uv.y - 0.86f) / 0.14f;
        const float drop = 0.14f * point * std::fabs(2 * uv.x - 1);
        return vec3(kBannerWidth * (uv.x - 0.5f), -kBannerLength * (uv.y - 0.5f * drop), 0);
    };
    Shape shape = patch(cloth, {.columns = 8, .rows = 20});
    for (const vec3& p : shape.positions) {
        const float along = -p.y / kBannerLength * static_cast<float>(kJoints);
        const int upper = std::min(std::max(static_cast<int>(along), 0), kJoints - 1);
        const int lower = std::min(upper + 1, kJoints - 1);
        const float share = lower == upper ? 0 : along - static_cast<float>(upper);
        shape.joints.push_back({static_cast<std::uint16_t>(upper),
                                static_cast<std::uint16_t>(share > 0 ? lower : 0), 0, 0});
        shape.weights.emplace_back(1 - share, share, 0, 0);
    }
    return shape;
}

/// The envelope, around the origin at its widest: \p fullness 0 hangs in folds between its gores,
/// 1 is tight; \p lean is how far the crown leans towards +X.
Shape envelope(float fullness, float lean) {
    const auto skin = [=](vec2 uv) {
        const SinCos turn = sin_cos(static_cast<double>(uv.x) * 2 * static_cast<double>(pi));
        const SinCos polar = sin_cos(static_cast<double>(uv.y) * 2.62);
        const float gore = uv.x * 12 - std::floor(uv.x * 12);
        const float bulge = 4 * gore * (1 - gore) - 0.6f;
        const float lower = smooth_step(0.45f, 1.0f, uv.y);
        float radius = 0.95f * static_cast<float>(polar.sin) * (1 - 0.3f * lower);
        radius *= 1 + 0.05f * bulge - (1 - fullness) * (0.12f - 0.06f * bulge) * (0.3f + lower);
        const float y = 0.98f * static_cast<float>(polar.cos) - 0.42f * lower;
        return vec3(radius * static_cast<float>(turn.cos) + lean * (y + 1.2f) * (y + 1.2f) * 0.1f,
                    y, -radius * static_cast<float>(turn.sin));
    };
    return patch(skin, {.columns = 48, .rows = 20, .wraps = true});
}

mesh::MorphTarget difference(std::string name, const Shape& from, const Shape& to) {
    mesh::MorphTarget target;
    target.name = std::move(name);
    for (std::size_t i = 0; i < from.positions.size(); ++i) {
        target.positions.push_back(to.positions[i] - from.positions[i]);
        target.normals.push_back(to.normals[i] - from.normals[i]);
    }
    return target;
}

Shape rod(float height) {
    const vec3 path[] = {{0, -0.1f, 0}, {0, height, 0}};
    Shape shape = tube(path, 0.016f, 8);
    append(shape,
           lathe(std::array<vec2, 4>{{{0.09f, 0}, {0.08f, 0.02f}, {0.03f, 0.04f}, {0.016f, 0.06f}}},
                 {.segments = 14}));
    return shape;
}

Shape cloud(std::uint32_t seed) {
    Shape shape;
    Random random(seed);
    for (int i = 0; i < 7; ++i) {
        const float x = 0.27f * static_cast<float>(i - 3);
        const float size = 0.42f - 0.085f * std::fabs(static_cast<float>(i) - 2.6f) +
                           random.between(-0.03f, 0.05f);
        // Puffs share a level base: what would hang below it is pressed flat.
        const auto puff = [&](vec3 d) {
            const float radius = size * (1 + 0.09f * noise(d * 2.6f + x, seed));
            return d.y < 0 ? radius / (1 - 1.5f * d.y) : radius;
        };
        append(shape, blob(puff, 6), placed({x, 0, random.between(-0.16f, 0.16f)}));
    }
    for (std::size_t i = 0; i < shape.positions.size(); ++i)
        shape.colors[i] =
            vec4(mix(linear(0xc9d3e2), vec3(1), saturate(0.55f + 0.6f * shape.normals[i].y)), 1);
    return shape;
}

}  // namespace

void add_banner(SceneBuilder& scene, const Materials& m, Index parent, std::string name, vec3 at,
                float turn, float sway) {
    const vec3 mast[] = {{0, 0, 0}, {0, 1.9f, 0}};
    const vec3 yard[] = {{-0.34f, 1.72f, 0.05f}, {0.34f, 1.72f, 0.05f}};
    Shape pole = tube(mast, 0.026f, 8), brass = blob([](vec3) { return 0.05f; }, 4);
    append(pole, tube(yard, 0.017f, 6));
    brass = moved(brass, placed({0, 1.93f, 0}));
    append(brass,
           lathe(
               std::array<vec2, 5>{
                   {{0.12f, 0}, {0.12f, 0.05f}, {0.07f, 0.09f}, {0.04f, 0.12f}, {0.02f, 0.13f}}},
               {.segments = 14}));
    for (const vec3 end : yard)
        append(brass, blob([](vec3) { return 0.028f; }, 3), placed(end));
    const Index stand = scene.add_node(
        parent, name,
        {.at = at,
         .rotation = turn_y(turn),
         .mesh = scene.add_mesh(name + " pole", {{pole, m.timber}, {brass, m.brass}})});
    const Index frame = scene.add_node(stand, "cloth frame", {.at = {0, 1.71f, 0.07f}});
    constexpr float step = kBannerLength / kJoints;
    std::vector<Index> joints;
    for (int i = 0; i < kJoints; ++i)
        joints.push_back(scene.add_node(i == 0 ? frame : joints.back(),
                                        "joint " + std::to_string(i + 1),
                                        {.at = {0, i == 0 ? 0 : -step, 0}}));
    scene.add_skinned(name + " cloth",
                      scene.add_mesh(name + " cloth", {{banner_cloth(), m.flag}}, Bake::none),
                      frame, joints);
    // A gust passes down the cloth.
    constexpr float bend[kJoints] = {-0.45f, 0.1f, 0.34f, 0.22f, -0.3f, -0.42f};
    for (int i = 0; i < kJoints; ++i)
        scene.pose(joints[static_cast<std::size_t>(i)],
                   turn_x(sway * bend[i]) * turn_y(0.14f * sway * bend[i]));
}

void add_balloon(SceneBuilder& scene, const Materials& m, Index parent, vec3 at, float height) {
    const Index node = scene.add_node(parent, "balloon", {.at = at});
    scene.add_node(
        node, "rod",
        {.mesh = scene.add_mesh("balloon rod", {{rod(height - 2.0f), m.brass}}, Bake::none)});
    const Shape slack = envelope(0, 0);
    const Index mesh = scene.add_mesh("envelope", {{slack, m.balloon}}, Bake::none);
    scene.set_morphs(
        mesh,
        {difference("fill", slack, envelope(1, 0)), difference("lean", slack, envelope(0, 1))},
        {0.9f, 0.3f});
    const Index rig =
        scene.add_node(node, "rig", {.at = {0, height, 0}, .rotation = turn_y(0.35f)});
    scene.add_node(rig, "envelope", {.mesh = mesh});
    constexpr std::array<vec2, 7> basket{{{0, 0},
                                          {0.17f, 0},
                                          {0.19f, 0.22f},
                                          {0.205f, 0.24f},
                                          {0.19f, 0.26f},
                                          {0.16f, 0.24f},
                                          {0.15f, 0.03f}}};
    Shape ropes;
    for (int i = 0; i < 6; ++i) {
        const SinCos turn = sin_cos(1.0471975512 * i);
        const vec3 out(static_cast<float>(turn.cos), 0, static_cast<float>(turn.sin));
        const vec3 line[] = {out * 0.19f + vec3(0, -1.75f, 0), out * 0.33f + vec3(0, -1.18f, 0)};
        append(ropes, tube(line, 0.008f, 5));
    }
    const Index car = scene.add_node(
        rig, "basket",
        {.at = {0, -2.0f, 0},
         .mesh = scene.add_mesh("basket",
                                {{lathe(basket, {.segments = 20, .density = 2}), m.planks_fine}},
                                Bake::alone)});
    scene.add_node(car, "lines",
                   {.at = {0, 2.0f, 0},
                    .mesh = scene.add_mesh("balloon lines", {{ropes, m.rope}}, Bake::none)});
}

void add_clouds(SceneBuilder& scene, const Materials& m, Index parent) {
    const Index broad = scene.add_mesh("cloud broad", {{cloud(601), m.cloud}}, Bake::none);
    const Index small = scene.add_mesh("cloud small", {{cloud(602), m.cloud}}, Bake::none);
    constexpr struct {
        vec3 at;
        float turn, scale;
        bool broad;
    } places[] = {{{-6.1f, 4.7f, -2.2f}, 0.5f, 1.0f, true},
                  {{5.4f, 4.4f, -3.6f}, 0.1f, 1.15f, true},
                  {{-1.2f, 5.6f, -5.2f}, 0.35f, 0.9f, false}};
    int number = 1;
    for (const auto& place : places) {
        const float ground = ground_height({place.at.x, place.at.z});
        const float height = place.at.y - ground;
        const std::string name = "cloud " + std::to_string(number++);
        const Index stand = scene.add_node(
            parent, name + " stand",
            {.at = {place.at.x, ground, place.at.z},
             .mesh = scene.add_mesh(name + " rod", {{rod(height), m.brass}}, Bake::none)});
        scene.add_node(stand, name,
                       {.at = {0, height, 0},
                        .rotation = turn_y(place.turn),
                        .scale = vec3(place.scale),
                        .mesh = place.broad ? broad : small});
    }
}

}  // namespace diorama::demo
