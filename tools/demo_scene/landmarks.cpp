// SPDX-License-Identifier: MIT
// What there is one of: observatory, lighthouse, crane.
#include <array>
#include <cmath>

#include "props.hpp"

namespace diorama::demo {
namespace {

vec3 around(float radians, float radius, float y) {
    const SinCos turn = sin_cos(static_cast<double>(radians));
    return {radius * static_cast<float>(turn.sin), y, radius * static_cast<float>(turn.cos)};
}

/// A ring railing of \p radius whose foot is at \p y; \p count posts.
Shape railing(float radius, float y, int count) {
    Shape shape;
    for (const float high : {0.1f, 0.2f}) {
        const float r = 0.009f;
        const std::array<vec2, 5> ring{{{radius - r, y + high},
                                        {radius, y + high - r},
                                        {radius + r, y + high},
                                        {radius, y + high + r},
                                        {radius - r, y + high}}};
        append(shape, lathe(ring, {.segments = 32}));
    }
    for (int i = 0; i < count; ++i) {
        const float turn = 2 * pi * static_cast<float>(i) / static_cast<float>(count);
        const vec3 post[] = {around(turn, radius, y), around(turn, radius, y + 0.2f)};
        append(shape, tube(post, 0.01f, 5));
    }
    return shape;
}

/// Points of an arc of radius \p radius about (0, \p y) from the equator towards the pole.
std::vector<vec2> dome_profile(float radius, float y, int steps) {
    std::vector<vec2> profile;
    for (int i = 0; i <= steps; ++i) {
        const SinCos turn = sin_cos(static_cast<double>(half_pi) * i / steps);
        profile.emplace_back(i == steps ? 0 : radius * static_cast<float>(turn.cos),
                             y + radius * static_cast<float>(turn.sin));
    }
    return profile;
}

/// A square beam along z, \p thick and \p length long, its grain along it.
Shape beam(float thick, float length) {
    return moved(with_grain_up(box({thick, length, thick}, 0.012f)),
                 placed({0, 0.5f * thick, -0.5f * length}, turn_x(half_pi)));
}

constexpr float kDomeFoot = 1.28f;  ///< metres above the terrace
constexpr float kDome = 0.86f;      ///< radius
constexpr float kSlit = 0.5f;       ///< radians, the dome's opening towards +Z

Shape dome_shell(float radius, bool inside) {
    std::vector<vec2> profile = dome_profile(radius, kDomeFoot, 14);
    if (inside) profile.assign(profile.rbegin(), profile.rend());
    return lathe(profile,
                 {.segments = 44, .begin = -half_pi + 0.5f * kSlit, .sweep = 2 * pi - kSlit});
}

/// Ribs over the dome; the two along the opening are thicker.
Shape dome_ribs() {
    Shape ribs;
    constexpr int count = 10;
    for (int i = 0; i <= count; ++i) {
        const float turn = 0.5f * kSlit + (2 * pi - kSlit) * static_cast<float>(i) / count;
        std::vector<vec3> path;
        for (const vec2 p : dome_profile(kDome + 0.005f, kDomeFoot, 14))
            path.push_back(around(turn, p.x, p.y));
        append(ribs, tube(path, i == 0 || i == count ? 0.035f : 0.018f, 6));
    }
    return ribs;
}

Index add_telescope(SceneBuilder& scene, const Materials& m, Index parent) {
    constexpr std::array<vec2, 9> barrel{{{0, -0.5f},
                                          {0.08f, -0.5f},
                                          {0.08f, -0.42f},
                                          {0.12f, -0.38f},
                                          {0.12f, 0.1f},
                                          {0.15f, 0.14f},
                                          {0.15f, 0.72f},
                                          {0.165f, 0.74f},
                                          {0.165f, 0.8f}}};
    Shape lens = lathe(std::array<vec2, 2>{{{0.165f, 0.79f}, {0, 0.79f}}}, {.segments = 20});
    const Index mount = scene.add_node(
        parent, "telescope mount", {.at = {0, kDomeFoot + 0.18f, 0}, .rotation = turn_x(0.85f)});
    return scene.add_node(
        mount, "telescope",
        {.mesh = scene.add_mesh("telescope",
                                {{lathe(barrel, {.segments = 20}), m.brass}, {lens, m.iron}},
                                Bake::none)});
}

/// The lamp behind glass, and its beam, at \p height over the foot of \p tower.
void add_lantern(SceneBuilder& scene, const Materials& m, Index tower, float height) {
    const Index lantern = scene.add_node(tower, "lantern", {.at = {0, height, 0}});
    constexpr std::array<vec2, 2> glass{{{0.225f, -0.18f}, {0.225f, 0.18f}}};
    constexpr std::array<vec2, 6> bulb{
        {{0, -0.13f}, {0.08f, -0.12f}, {0.13f, 0}, {0.11f, 0.08f}, {0.06f, 0.13f}, {0, 0.14f}}};
    scene.add_node(lantern, "lens",
                   {.mesh = scene.add_mesh("lighthouse lens",
                                           {{lathe(bulb, {.segments = 20}), m.lamp}}, Bake::none)});
    scene.add_node(
        lantern, "glazing",
        {.mesh = scene.add_mesh("lighthouse glazing", {{lathe(glass, {.segments = 24}), m.glass}},
                                Bake::none)});
    gltf::GltfLight beam;
    beam.name = "beacon";
    beam.kind = gltf::LightKind::spot;
    beam.color = linear(0xffe2ae);
    beam.intensity = 60;
    beam.range = 9;
    beam.inner_angle = 0.14f;
    beam.outer_angle = 0.3f;
    scene.add_node(lantern, "beam",
                   {.rotation = turn_y(1.1f) * turn_x(-0.5f), .light = scene.add_light(beam)});
}

std::vector<Part> drum(const Materials& m) {
    constexpr std::array<vec2, 5> foot{
        {{1.04f, -0.3f}, {1.04f, 0.2f}, {1.0f, 0.24f}, {0.96f, 0.26f}, {0.9f, 0.26f}}};
    constexpr std::array<vec2, 2> wall{{{0.9f, 0.2f}, {0.9f, 1.1f}}};
    constexpr std::array<vec2, 8> cornice{{{0.9f, 1.04f},
                                           {0.94f, 1.08f},
                                           {0.94f, 1.12f},
                                           {1.04f, 1.16f},
                                           {1.04f, 1.22f},
                                           {0.95f, 1.24f},
                                           {0.9f, 1.29f},
                                           {0.0f, 1.29f}}};
    Shape stone = lathe(foot, {.segments = 48});
    append(stone, lathe(cornice, {.segments = 48}));
    // Pilasters between the windows.
    for (int i = 0; i < 8; ++i) {
        const float turn = 2 * pi * (static_cast<float>(i) + 0.5f) / 8;
        append(stone, box({0.12f, 0.84f, 0.06f}, 0.012f),
               placed(around(turn, 0.905f, 0.24f), turn_y(turn)));
    }
    return {{stone, m.ashlar}, {refined(lathe(wall, {.segments = 48}), 0.15f), m.plaster[0]}};
}

}  // namespace

void add_observatory(SceneBuilder& scene, const Materials& m, const HouseProps& props, Index parent,
                     vec3 at, float turn) {
    const Index node =
        scene.add_node(parent, "observatory",
                       {.at = at, .rotation = turn_y(turn), .extras = R"({"aperture_m":0.3})"});
    const Index body = scene.add_node(
        node, "drum", {.mesh = scene.add_mesh("observatory drum", drum(m), Bake::in_place)});
    scene.add_node(body, "door", {.at = {0, 0.02f, 0.9f}, .mesh = props.door});
    for (int i = 1; i < 8; ++i) {
        const float angle = 2 * pi * static_cast<float>(i) / 8;
        scene.add_node(
            body, "window " + std::to_string(i),
            {.at = around(angle, 0.89f, 0.5f), .rotation = turn_y(angle), .mesh = props.window});
    }
    const Index dome =
        scene.add_node(node, "dome",
                       {.rotation = turn_y(0.25f),
                        .mesh = scene.add_mesh("dome",
                                               {{dome_shell(kDome, false), m.copper},
                                                {dome_shell(kDome - 0.03f, true), m.timber},
                                                {dome_ribs(), m.copper}},
                                               Bake::alone)});
    const Index telescope = add_telescope(scene, m, dome);
    constexpr std::array<vec2, 8> finial{{{0.1f, 0},
                                          {0.08f, 0.03f},
                                          {0.03f, 0.06f},
                                          {0.03f, 0.1f},
                                          {0.07f, 0.15f},
                                          {0.05f, 0.2f},
                                          {0.012f, 0.24f},
                                          {0, 0.4f}}};
    scene.add_node(dome, "finial",
                   {.at = {0, kDomeFoot + kDome - 0.01f, 0},
                    .mesh = scene.add_mesh("finial", {{lathe(finial, {.segments = 16}), m.brass}},
                                           Bake::none)});
    gltf::GltfLight lamp;
    lamp.name = "observatory lamp";
    lamp.kind = gltf::LightKind::point;
    lamp.color = linear(0xffc46a);
    lamp.intensity = 1.2f;
    lamp.range = 1.2f;
    scene.add_node(telescope, "reading lamp",
                   {.at = {0.2f, -0.2f, 0.1f}, .light = scene.add_light(lamp)});
}

void add_lighthouse(SceneBuilder& scene, const Materials& m, const HouseProps& props, Index parent,
                    vec3 at, float turn) {
    const Index node = scene.add_node(parent, "lighthouse",
                                      {.at = at,
                                       .rotation = turn_y(turn),
                                       .extras = R"({"beacon":{"colour":"white","period_s":6}})"});
    constexpr std::array<vec2, 6> foot{{{0.78f, -0.5f},
                                        {0.74f, 0.12f},
                                        {0.7f, 0.16f},
                                        {0.62f, 0.2f},
                                        {0.58f, 0.26f},
                                        {0.3f, 0.26f}}};
    // Radius at a height, so that bands lie on the tower's taper.
    const auto radius = [](float y) { return 0.5f - 0.085f * y; };
    Shape white, red, iron;
    for (int band = 0; band < 5; ++band) {
        const float low = 0.24f + 0.42f * static_cast<float>(band), high = low + 0.42f;
        const std::array<vec2, 2> wall{{{radius(low), low}, {radius(high), high}}};
        append(band % 2 == 0 ? white : red, lathe(wall, {.segments = 36}));
    }
    constexpr float top = 2.34f;
    constexpr std::array<vec2, 6> gallery{{{0.3f, top - 0.1f},
                                           {0.4f, top - 0.02f},
                                           {0.5f, top},
                                           {0.5f, top + 0.05f},
                                           {0.47f, top + 0.06f},
                                           {0, top + 0.06f}}};
    append(white, lathe(gallery, {.segments = 36}));
    append(iron, railing(0.46f, top + 0.05f, 14));
    constexpr std::array<vec2, 3> sill{
        {{0.25f, top + 0.05f}, {0.25f, top + 0.16f}, {0.2f, top + 0.17f}}};
    append(red, lathe(sill, {.segments = 24}));
    constexpr std::array<vec2, 7> cap{{{0.2f, top + 0.52f},
                                       {0.3f, top + 0.52f},
                                       {0.3f, top + 0.55f},
                                       {0.17f, top + 0.7f},
                                       {0.06f, top + 0.78f},
                                       {0.05f, top + 0.83f},
                                       {0, top + 0.86f}}};
    append(red, lathe(cap, {.segments = 24}));
    for (int i = 0; i < 8; ++i) {
        const float angle = 2 * pi * static_cast<float>(i) / 8;
        const vec3 bar[] = {around(angle, 0.235f, top + 0.15f), around(angle, 0.235f, top + 0.53f)};
        append(iron, tube(bar, 0.012f, 5));
    }
    const Index tower = scene.add_node(
        node, "tower",
        {.mesh = scene.add_mesh("lighthouse tower", {{refined(white, 0.25f), m.plaster[0]},
                                                     {refined(red, 0.25f), m.painted_wood[3]},
                                                     {lathe(foot, {.segments = 36}), m.ashlar},
                                                     {iron, m.iron}})});
    scene.add_node(tower, "door", {.at = {0, 0.26f, radius(0.4f)}, .mesh = props.door});
    for (int i = 0; i < 3; ++i) {
        const float angle = 0.9f * static_cast<float>(i) - 0.5f,
                    y = 1.0f + 0.42f * static_cast<float>(i);
        scene.add_node(tower, "window " + std::to_string(i + 1),
                       {.at = around(angle, radius(y + 0.1f) + 0.004f, y),
                        .rotation = turn_y(angle),
                        .scale = vec3(0.7f),
                        .mesh = props.window});
    }
    add_lantern(scene, m, tower, top + 0.34f);
}

void add_crane(SceneBuilder& scene, const Materials& m, const StreetProps& street, Index parent,
               vec3 at, float turn) {
    Shape stone = box({0.5f, 0.22f, 0.5f}, 0.03f), post, jib, metal;
    append(post, with_grain_up(box({0.13f, 1.5f, 0.13f}, 0.015f)), placed({0, 0.2f, 0}));
    append(post, with_grain_up(box({0.09f, 0.75f, 0.09f}, 0.01f)),
           placed({0, 0.3f, -0.32f}, turn_x(0.42f)));
    append(post, box({0.3f, 0.1f, 0.3f}, 0.015f), placed({0, 0.2f, 0}));
    const std::array<vec2, 4> drum{{{0, -0.13f}, {0.08f, -0.13f}, {0.08f, 0.13f}, {0, 0.13f}}};
    append(metal, lathe(drum, {.segments = 16}), placed({0, 0.62f, 0.13f}, turn_z(half_pi)));
    append(jib, beam(0.1f, 1.35f), placed({0, -0.05f, 0.6f}));
    append(jib, beam(0.07f, 0.8f), placed({0, -0.3f, 0.33f}, turn_x(-0.62f)));
    const Index crane = scene.add_node(
        parent, "crane", {.at = at, .mesh = scene.add_mesh("crane foot", {{stone, m.ashlar}})});
    const Index post_node =
        scene.add_node(crane, "post",
                       {.rotation = turn_y(turn),
                        .mesh = scene.add_mesh("crane post", {{post, m.planks}, {metal, m.iron}})});
    constexpr float lift = 0.35f;
    const Index jib_node =
        scene.add_node(post_node, "jib",
                       {.at = {0, 1.6f, 0},
                        .rotation = turn_x(-lift),
                        .mesh = scene.add_mesh("crane jib", {{jib, m.planks}}, Bake::alone)});
    const vec3 line[] = {{0, 0, 0}, {0, -1.02f, 0}};
    Shape rope = tube(line, 0.011f, 6);
    for (const float x : {-0.17f, 0.17f})
        for (const float z : {-0.13f, 0.13f}) {
            const vec3 sling[] = {{0, -1.0f, 0}, {x, -1.28f, z}};
            append(rope, tube(sling, 0.007f, 5));
        }
    const Index rope_node =
        scene.add_node(jib_node, "rope",
                       {.at = {0, 0.02f, 1.24f},
                        .rotation = turn_x(lift),
                        .mesh = scene.add_mesh("crane rope", {{rope, m.rope}}, Bake::none)});
    const Index load =
        scene.add_node(rope_node, "load", {.at = {0, -1.5f, 0}, .mesh = street.crate});
    scene.add_node(load, "lemons", {.mesh = street.fruit[1]});
}

}  // namespace diorama::demo
