// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "noise.hpp"
#include "props.hpp"

namespace diorama::demo {
namespace {

/// A point on the hull of a rowing boat 1.5 long: \p t from stern (0) to bow (1), \p s from the
/// left gunwale over the keel (0.5) to the right one, \p inset metres inside the skin.
vec3 on_hull(float t, float s, float inset) {
    const float fullness = std::sqrt(saturate(
        1 - (t > 0.45f ? (t - 0.45f) * (t - 0.45f) / 0.3025f : (0.45f - t) * (0.45f - t) / 0.8f)));
    const float beam = std::fmax(0.31f * fullness - inset, 0.004f);
    const float sheer = 0.26f + 0.14f * (2 * t - 0.9f) * (2 * t - 0.9f);
    const float keel =
        0.02f + 0.16f * smooth_step(0.7f, 1.0f, t) + 0.05f * smooth_step(0.2f, 0, t) + inset;
    const float side = 2 * s - 1;
    const float around = side * side;
    return {beam * side * (1.55f - 0.55f * around), mix(keel, sheer, around * std::fabs(side)),
            1.5f * (t - 0.5f) - 0.4f * inset * (2 * t - 1)};
}

Shape hull_skin(float inset) {
    const auto skin = [inset](vec2 uv) { return on_hull(uv.x, uv.y, inset); };
    return patch(skin, {.columns = 18, .rows = 14, .uv_size = {1.5f, 1}});
}

/// The same surface seen from its other side.
Shape inside_out(Shape shape) {
    for (vec3& normal : shape.normals)
        normal = -normal;
    for (std::size_t i = 0; i + 2 < shape.indices.size(); i += 3)
        std::swap(shape.indices[i + 1], shape.indices[i + 2]);
    return shape;
}

Shape gunwale() {
    std::vector<vec3> edge;
    for (int i = 0; i <= 16; ++i)
        edge.push_back(on_hull(static_cast<float>(i) / 16.0f, 0, 0.005f));
    for (int i = 15; i >= 0; --i)
        edge.push_back(on_hull(static_cast<float>(i) / 16.0f, 1, 0.005f));
    return tube(edge, 0.022f, 6);
}

std::vector<Part> boat(const Materials& m) {
    Shape inner = inside_out(hull_skin(0.025f));
    // The transom closes the stern.
    const auto stern = [](vec2 uv) {
        return on_hull(0, uv.x, 0.02f * (1 - uv.y)) + vec3(0, 0, 0.001f);
    };
    Shape transom = patch(stern, {.columns = 12, .rows = 1});
    const auto board = [](vec2 uv) {
        const vec3 edge = on_hull(0, 0.5f * uv.y, 0), other = on_hull(0, 1 - 0.5f * uv.y, 0);
        return mix(edge, other, uv.x);
    };
    append(transom, patch(board, {.columns = 2, .rows = 8}));
    append(transom, inside_out(patch(board, {.columns = 2, .rows = 8})), placed({0, 0, 0.02f}));
    Shape benches;
    for (const float z : {-0.42f, 0.0f, 0.34f})
        append(benches, box({z > 0.2f ? 0.42f : 0.54f, 0.022f, 0.13f}, 0.005f),
               placed({0, 0.19f, z}));
    append(benches, box({0.3f, 0.02f, 1.05f}, 0), placed({0, 0.055f, -0.05f}));
    append(benches, inner);
    Shape outside = hull_skin(0);
    append(outside, transom);
    return {{outside, m.painted_wood[0]}, {benches, m.planks_fine}, {gunwale(), m.painted_wood[3]}};
}

Shape oar() {
    const vec3 shaft[] = {{0, 0, -0.45f}, {0, 0, 0.3f}};
    Shape shape = with_grain_up(tube(shaft, 0.014f, 6));
    append(shape, box({0.085f, 0.014f, 0.24f}, 0.005f), placed({0, -0.007f, 0.38f}));
    return shape;
}

Shape sail_cloth() {
    // A triangle along the mast (x = 0), filled by wind towards +X.
    const auto cloth = [](vec2 uv) {
        const float high = 1.42f * (1 - uv.y);
        const float foot = 0.86f * (0.04f + 0.96f * uv.y);
        const float belly = 0.13f * 4 * uv.x * (1 - uv.x) * (0.25f + 0.75f * uv.y);
        return vec3(belly, high + 0.03f * uv.x * uv.y, -foot * uv.x);
    };
    return patch(cloth, {.columns = 10, .rows = 14, .uv_size = {0.9f, 1.4f}});
}

std::vector<Part> mast(const Materials& m) {
    const vec3 pole[] = {{0, 0.05f, 0}, {0, 1.2f, 0}, {0, 2.0f, 0}};
    const float radii[] = {0.028f, 0.024f, 0.014f};
    Shape wood = with_grain_up(tube(pole, radii, 8));
    const vec3 boom[] = {{0, 0.4f, 0.02f}, {0, 0.41f, -0.95f}};
    append(wood, with_grain_up(tube(boom, 0.016f, 6)));
    Shape ropes;
    const vec3 stays[][2] = {{{0, 1.98f, 0}, {0, 0.36f, 0.62f}},
                             {{0, 1.98f, 0}, {0.24f, 0.28f, -0.1f}},
                             {{0, 1.98f, 0}, {-0.24f, 0.28f, -0.1f}}};
    for (const auto& stay : stays)
        append(ropes, tube(stay, 0.005f, 4));
    return {{wood, m.bark}, {ropes, m.rope}};
}

Shape bollard() {
    constexpr std::array<vec2, 10> profile{{{0, 0},
                                            {0.09f, 0},
                                            {0.09f, 0.02f},
                                            {0.055f, 0.05f},
                                            {0.05f, 0.15f},
                                            {0.08f, 0.18f},
                                            {0.085f, 0.21f},
                                            {0.06f, 0.24f},
                                            {0.03f, 0.25f},
                                            {0, 0.25f}}};
    return lathe(profile, {.segments = 14});
}

std::vector<Part> buoy(const Materials& m) {
    constexpr std::array<vec2, 6> lower{
        {{0, -0.1f}, {0.1f, -0.08f}, {0.15f, 0}, {0.15f, 0.07f}, {0.12f, 0.12f}, {0.08f, 0.2f}}};
    constexpr std::array<vec2, 4> upper{
        {{0.08f, 0.2f}, {0.045f, 0.32f}, {0.04f, 0.34f}, {0, 0.34f}}};
    Shape lamp =
        lathe(std::array<vec2, 4>{{{0.025f, 0.34f}, {0.03f, 0.38f}, {0.02f, 0.41f}, {0, 0.415f}}},
              {.segments = 10});
    return {{lathe(lower, {.segments = 18}), m.painted_wood[3]},
            {lathe(upper, {.segments = 18}), m.painted_wood[0]},
            {lamp, m.lamp}};
}

/// A gull at rest, 0.2 long, looking along +Z.
std::vector<Part> gull(const Materials& m) {
    const auto egg = [](vec3 d) {
        return 1 / std::sqrt(d.x * d.x / 0.0016f + d.y * d.y / 0.0016f + d.z * d.z / 0.0081f);
    };
    Shape body = moved(blob(egg, 5), placed({0, 0.075f, 0}, turn_x(-0.25f)));
    append(body, blob([](vec3) { return 0.03f; }, 4), placed({0, 0.13f, 0.07f}));
    Shape wings;
    for (const float side : {-1.0f, 1.0f})
        append(wings, blob(egg, 4),
               placed({side * 0.03f, 0.085f, -0.025f}, turn_x(0.12f), {0.45f, 0.8f, 1.15f}));
    const vec3 beak[] = {{0, 0.128f, 0.09f}, {0, 0.118f, 0.13f}};
    const float radii[] = {0.011f, 0.002f};
    Shape orange = tube(beak, radii, 6);
    for (const float x : {-0.015f, 0.015f}) {
        const vec3 leg[] = {{x, 0, 0}, {x, 0.05f, 0}};
        append(orange, tube(leg, 0.005f, 4));
    }
    return {{painted(body, linear(0xf6f4ee)), m.produce},
            {painted(wings, linear(0x9aa4ac)), m.produce},
            {painted(orange, linear(0xe09a30)), m.produce}};
}

Shape rope_coil() {
    std::vector<vec3> path;
    for (int i = 0; i <= 56; ++i) {
        const SinCos turn = sin_cos(0.392699 * i);
        const float layer = static_cast<float>(i) / 16.0f;
        const float radius = 0.12f - 0.006f * layer;
        path.emplace_back(radius * static_cast<float>(turn.cos), 0.02f + 0.034f * layer,
                          radius * static_cast<float>(turn.sin));
    }
    return tube(path, 0.02f, 6);
}

}  // namespace

HarbourProps add_harbour_props(SceneBuilder& scene, const Materials& m) {
    HarbourProps p{};
    p.boat = scene.add_mesh("boat", boat(m), Bake::alone);
    p.oar = scene.add_mesh("oar", {{oar(), m.bark}}, Bake::none);
    p.mast = scene.add_mesh("mast", mast(m), Bake::none);
    p.sail = scene.add_mesh("sail", {{sail_cloth(), m.sail}}, Bake::none);
    p.bollard = scene.add_mesh("bollard", {{bollard(), m.iron}});
    p.buoy = scene.add_mesh("buoy", buoy(m), Bake::alone);
    p.gull = scene.add_mesh("gull", gull(m));
    p.plank_deck =
        scene.add_mesh("deck board", {{box({0.9f, 0.05f, 0.23f}, 0.01f), m.planks}}, Bake::alone);
    p.pile = scene.add_mesh(
        "pile",
        {{with_grain_up(lathe(
              std::array<vec2, 5>{
                  {{0.07f, -0.9f}, {0.065f, 0.28f}, {0.055f, 0.3f}, {0.03f, 0.31f}, {0, 0.31f}}},
              {.segments = 12, .density = 2})),
          m.bark}},
        Bake::alone);
    p.rope_coil = scene.add_mesh("rope coil", {{rope_coil(), m.rope}});
    return p;
}

}  // namespace diorama::demo
