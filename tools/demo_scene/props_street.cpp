// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>

#include "noise.hpp"
#include "props.hpp"

namespace diorama::demo {
namespace {

Shape lamp_post() {
    constexpr std::array<vec2, 12> profile{{{0, 0},
                                            {0.1f, 0},
                                            {0.1f, 0.05f},
                                            {0.07f, 0.09f},
                                            {0.055f, 0.2f},
                                            {0.03f, 0.24f},
                                            {0.024f, 0.78f},
                                            {0.04f, 0.8f},
                                            {0.04f, 0.83f},
                                            {0.03f, 0.85f},
                                            {0.075f, 0.9f},
                                            {0.075f, 0.92f}}};
    constexpr std::array<vec2, 6> cap{{{0.1f, 1.12f},
                                       {0.1f, 1.14f},
                                       {0.06f, 1.19f},
                                       {0.025f, 1.21f},
                                       {0.02f, 1.25f},
                                       {0, 1.27f}}};
    Shape post = lathe(profile, {.segments = 12});
    append(post, lathe(cap, {.segments = 12}));
    append(post, lathe(std::array<vec2, 2>{{{0, 1.12f}, {0.1f, 1.12f}}}, {.segments = 12}));
    // Four bars hold the cap.
    for (int i = 0; i < 4; ++i) {
        const SinCos turn = sin_cos(half_pi * (i + 0.5));
        const vec3 out(static_cast<float>(turn.cos), 0, static_cast<float>(turn.sin));
        const vec3 bar[] = {out * 0.068f + vec3(0, 0.91f, 0), out * 0.092f + vec3(0, 1.13f, 0)};
        append(post, tube(bar, 0.007f, 5));
    }
    return post;
}

Shape lamp_glass() {
    constexpr std::array<vec2, 4> profile{
        {{0.05f, 0.92f}, {0.062f, 0.93f}, {0.082f, 1.11f}, {0, 1.115f}}};
    return lathe(profile, {.segments = 12});
}

void append_box(Shape& into, vec3 size, float bevel, vec3 at, quat rotation = {1, 0, 0, 0}) {
    append(into, box(size, bevel), placed(at, rotation));
}

Shape stall_frame() {
    Shape frame;
    for (const float x : {-0.5f, 0.5f})
        for (const float z : {-0.3f, 0.3f})
            append(frame, with_grain_up(box({0.05f, z < 0 ? 1.02f : 0.86f, 0.05f}, 0.008f)),
                   placed({x, 0, z}));
    append_box(frame, {1.1f, 0.05f, 0.6f}, 0.01f, {0, 0.4f, 0.02f});
    append_box(frame, {1.06f, 0.3f, 0.04f}, 0.008f, {0, 0.1f, 0.27f});
    for (const float x : {-0.5f, 0.5f})
        append_box(frame, {0.035f, 0.3f, 0.5f}, 0.006f, {x, 0.1f, 0});
    append_box(frame, {1.06f, 0.04f, 0.04f}, 0.006f, {0, 1.0f, -0.3f});
    append_box(frame, {1.06f, 0.04f, 0.04f}, 0.006f, {0, 0.84f, 0.3f});
    return frame;
}

/// Cloth from a high back bar to a low front one, then hanging in scallops.
Shape awning() {
    const auto cloth = [](vec2 uv) {
        const float x = 1.24f * (uv.x - 0.5f);
        if (uv.y < 0.75f) {
            const float t = uv.y / 0.75f;
            const float sag = 0.05f * 4 * t * (1 - t);
            return vec3(x, mix(1.07f, 0.88f, t) - sag, mix(-0.36f, 0.44f, t));
        }
        const float t = (uv.y - 0.75f) / 0.25f;
        const float scallop = uv.x * 8 - std::floor(uv.x * 8);
        const float length = 0.09f + 0.05f * std::sqrt(saturate(4 * scallop * (1 - scallop)));
        return vec3(x, 0.88f - length * t, 0.44f + 0.015f * t);
    };
    return patch(cloth, {.columns = 48, .rows = 12});
}

Shape crate() {
    Shape shape;
    for (int i = 0; i < 3; ++i) {
        const float y = 0.02f + 0.075f * static_cast<float>(i);
        for (const float side : {-1.0f, 1.0f}) {
            append_box(shape, {0.34f, 0.062f, 0.018f}, 0.004f, {0, y, side * 0.125f});
            append_box(shape, {0.018f, 0.062f, 0.24f}, 0.004f, {side * 0.16f, y, 0});
        }
    }
    for (const float x : {-0.145f, 0.145f})
        for (const float z : {-0.11f, 0.11f})
            append_box(shape, {0.03f, 0.235f, 0.03f}, 0.004f, {x, 0, z});
    append_box(shape, {0.31f, 0.02f, 0.23f}, 0, {0, 0.02f, 0});
    return shape;
}

/// A heap of round fruit that fills a crate.
Shape fruit(vec3 ripe, vec3 green, std::uint32_t seed) {
    Shape heap;
    Random random(seed);
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 5; ++column) {
            const float x =
                -0.12f + 0.06f * static_cast<float>(column) + random.between(-0.01f, 0.01f);
            const float z =
                -0.085f + 0.057f * static_cast<float>(row) + random.between(-0.01f, 0.01f);
            const float high = 0.225f + 0.25f * (0.16f - std::fabs(x)) + random.between(0, 0.02f);
            const Shape ball = blob([](vec3) { return 0.036f; }, 2);
            append(heap, painted(ball, mix(ripe, green, random.between(0, 1))),
                   placed({x, high, z}));
        }
    }
    return heap;
}

Shape bench() {
    Shape shape;
    for (int i = 0; i < 3; ++i)
        append_box(shape, {0.8f, 0.025f, 0.075f}, 0.006f,
                   {0, 0.22f, -0.09f + 0.085f * static_cast<float>(i)});
    for (int i = 0; i < 2; ++i)
        append_box(
            shape, {0.8f, 0.07f, 0.02f}, 0.006f,
            {0, 0.29f + 0.085f * static_cast<float>(i), -0.145f - 0.012f * static_cast<float>(i)},
            turn_x(-0.18f));
    return shape;
}

Shape bench_legs() {
    Shape shape;
    for (const float x : {-0.32f, 0.32f}) {
        const vec3 back[] = {{x, 0, -0.12f}, {x, 0.22f, -0.125f}, {x, 0.46f, -0.17f}};
        append(shape, tube(back, 0.016f, 6));
        const vec3 front[] = {{x, 0, 0.1f}, {x, 0.21f, 0.1f}, {x, 0.215f, -0.12f}};
        append(shape, tube(front, 0.016f, 6));
    }
    return shape;
}

Shape barrel_wood() {
    constexpr std::array<vec2, 9> profile{{{0, 0},
                                           {0.115f, 0},
                                           {0.135f, 0.1f},
                                           {0.145f, 0.2f},
                                           {0.135f, 0.3f},
                                           {0.115f, 0.4f},
                                           {0.1f, 0.4f},
                                           {0.098f, 0.38f},
                                           {0, 0.38f}}};
    Shape shape = lathe(profile, {.segments = 18, .density = 1});
    // Staves stand: the boards of the texture run along u, so turn it.
    for (vec2& uv : shape.uvs[0])
        uv = vec2(uv.y, uv.x * 3);
    return shape;
}

Shape barrel_hoops() {
    Shape shape;
    for (const float y : {0.06f, 0.13f, 0.26f, 0.33f}) {
        const float r = 0.149f - 0.9f * (y - 0.2f) * (y - 0.2f);
        const std::array<vec2, 4> hoop{
            {{r - 0.01f, y - 0.015f}, {r, y - 0.013f}, {r, y + 0.013f}, {r - 0.01f, y + 0.015f}}};
        append(shape, lathe(hoop, {.segments = 18}));
    }
    return shape;
}

/// A rope between two posts 2.4 metres apart along x, hung with pennants.
std::vector<Part> pennants(const Materials& m) {
    constexpr int count = 13;
    constexpr float half = 1.2f, sag = 0.32f;
    const auto on_rope = [](float t) {
        const float x = 2 * t - 1;
        return vec3(half * x, -sag * (1 - x * x), 0);
    };
    std::vector<vec3> path;
    Shape flags;
    const vec3 dyes[] = {linear(0xc8452f), linear(0xf0b94a), linear(0x2f6f86), linear(0xf4e9d2),
                         linear(0x6f9a52)};
    for (int i = 0; i <= count; ++i)
        path.push_back(on_rope(static_cast<float>(i) / count));
    for (int i = 0; i < count; ++i) {
        const vec3 a = path[static_cast<std::size_t>(i)], b = path[static_cast<std::size_t>(i) + 1];
        const vec3 left = mix(a, b, 0.1f), right = mix(a, b, 0.9f);
        const vec3 tip = mix(a, b, 0.5f) - vec3(0, 0.17f, -0.03f);
        Shape flag;
        const vec3 normal(0, 0.17f, 0.98f);
        add_polygon(flag, {add_vertex(flag, left, normal, {0, 0}),
                           add_vertex(flag, tip, normal, {0.1f, 0.2f}),
                           add_vertex(flag, right, normal, {0.2f, 0})});
        append(flags, painted(flag, dyes[i % 5]));
    }
    return {{tube(path, 0.008f, 5), m.rope}, {flags, m.sail}};
}

Shape fountain_stone() {
    constexpr std::array<vec2, 22> profile{
        {{0, 0},        {0.78f, 0},     {0.78f, 0.06f}, {0.7f, 0.08f}, {0.68f, 0.26f},
         {0.74f, 0.3f}, {0.74f, 0.36f}, {0.7f, 0.38f},  {0.6f, 0.36f}, {0.58f, 0.1f},
         {0.12f, 0.1f}, {0.1f, 0.34f},  {0.07f, 0.42f}, {0.07f, 0.6f}, {0.12f, 0.66f},
         {0.3f, 0.74f}, {0.33f, 0.79f}, {0.3f, 0.81f},  {0.1f, 0.76f}, {0.06f, 0.82f},
         {0.05f, 0.9f}, {0, 0.96f}}};
    return lathe(profile, {.segments = 36});
}

Shape fountain_water() {
    Shape water = lathe(std::array<vec2, 2>{{{0.6f, 0.3f}, {0, 0.3f}}}, {.segments = 32});
    append(water, lathe(std::array<vec2, 2>{{{0.29f, 0.795f}, {0, 0.795f}}}, {.segments = 24}));
    return water;
}

/// A turned wooden figure in a coat of \p coat.
Shape figure(vec3 coat, vec3 hat) {
    constexpr std::array<vec2, 8> body{{{0, 0},
                                        {0.085f, 0},
                                        {0.095f, 0.02f},
                                        {0.085f, 0.12f},
                                        {0.06f, 0.24f},
                                        {0.05f, 0.28f},
                                        {0.03f, 0.31f},
                                        {0, 0.31f}}};
    constexpr std::array<vec2, 7> brim{{{0, 0.385f},
                                        {0.075f, 0.385f},
                                        {0.078f, 0.395f},
                                        {0.045f, 0.4f},
                                        {0.04f, 0.44f},
                                        {0.03f, 0.455f},
                                        {0, 0.46f}}};
    Shape shape = painted(lathe(body, {.segments = 16}), coat);
    append(shape, painted(blob([](vec3) { return 0.055f; }, 5), linear(0xe3b48d)),
           placed({0, 0.345f, 0}));
    append(shape, painted(lathe(brim, {.segments = 16}), hat));
    for (const float side : {-1.0f, 1.0f}) {
        const vec3 arm[] = {
            {side * 0.05f, 0.27f, 0}, {side * 0.095f, 0.2f, 0.02f}, {side * 0.08f, 0.13f, 0.06f}};
        append(shape, painted(tube(arm, 0.022f, 6), coat));
    }
    return shape;
}

}  // namespace

StreetProps add_street_props(SceneBuilder& scene, const Materials& m) {
    StreetProps p{};
    p.lamp_post = scene.add_mesh("lamp post", {{lamp_post(), m.iron}});
    p.lamp_glass = scene.add_mesh("lamp glass", {{lamp_glass(), m.lamp}}, Bake::none);
    p.stall = scene.add_mesh("stall", {{stall_frame(), m.planks_fine}});
    for (int i = 0; i < 2; ++i)
        p.awning[i] = scene.add_mesh(i == 0 ? "awning red" : "awning blue",
                                     {{awning(), m.awning[i]}}, Bake::alone);
    p.crate = scene.add_mesh("crate", {{crate(), m.planks_fine}});
    p.fruit[0] =
        scene.add_mesh("apples", {{fruit(linear(0xb8281f), linear(0xd97b3a), 501), m.produce}});
    p.fruit[1] =
        scene.add_mesh("lemons", {{fruit(linear(0xf0c02c), linear(0xe6d65a), 501), m.produce}});
    p.fruit[2] =
        scene.add_mesh("cabbages", {{fruit(linear(0x5f9440), linear(0xa4c26a), 501), m.produce}});
    p.bench = scene.add_mesh("bench", {{bench(), m.planks_fine}, {bench_legs(), m.iron}});
    p.barrel = scene.add_mesh("barrel", {{barrel_wood(), m.planks}, {barrel_hoops(), m.iron}});
    p.flower_tuft =
        scene.add_mesh("flowers", {{crossed_cards(0.3f, 0.26f), m.flowers}}, Bake::none);
    constexpr std::array<vec2, 8> pot{{{0, 0},
                                       {0.12f, 0},
                                       {0.16f, 0.2f},
                                       {0.18f, 0.21f},
                                       {0.18f, 0.26f},
                                       {0.15f, 0.26f},
                                       {0.14f, 0.22f},
                                       {0, 0.22f}}};
    p.planter = scene.add_mesh("planter", {{lathe(pot, {.segments = 20, .density = 2}), m.ashlar}});
    p.pennants = scene.add_mesh("pennants", pennants(m), Bake::none);
    const auto panel = [](vec2 uv) { return vec3(0.7f * (uv.x - 0.5f), 0.36f * (1 - uv.y), 0); };
    p.fence = scene.add_mesh(
        "fence", {{patch(panel, {.columns = 1, .rows = 1, .uv_size = {3, 1}}), m.pickets}},
        Bake::none);
    p.step = scene.add_mesh("step", {{box({0.9f, 0.2f, 0.22f}, 0.02f), m.ashlar}}, Bake::alone);
    constexpr struct {
        const char* name;
        std::uint32_t coat, hat;
    } people[4] = {{"figure red", 0xa83a2e, 0x4a3428},
                   {"figure blue", 0x2f5f86, 0xe8dcc0},
                   {"figure yellow", 0xdba43a, 0x3d5a4a},
                   {"figure green", 0x55804f, 0x7d4a32}};
    for (int i = 0; i < 4; ++i)
        p.figure[i] = scene.add_mesh(
            people[i].name, {{figure(linear(people[i].coat), linear(people[i].hat)), m.produce}});
    p.fountain = scene.add_mesh("fountain", {{fountain_stone(), m.ashlar}});
    p.fountain_water = scene.add_mesh("fountain water", {{fountain_water(), m.water}}, Bake::none);
    return p;
}

}  // namespace diorama::demo
