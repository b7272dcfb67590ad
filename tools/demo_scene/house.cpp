// SPDX-License-Identifier: MIT
// Houses: a lower storey of stone and plaster, an upper one of timber and plaster that overhangs
// it, a roof of clay tiles, and the windows, doors and chimneys that all of them share.
#include <array>
#include <cmath>

#include "noise.hpp"
#include "props.hpp"

namespace diorama::demo {
namespace {

constexpr float kStorey = 0.78f;    ///< metres from floor to floor
constexpr float kOverhang = 0.06f;  ///< of the upper storey over the lower one
constexpr float kEaves = 0.13f;     ///< of the roof over the walls
constexpr float kPitch = 0.76f;     ///< radians, of the roof

/// A house without its windows: the ridge runs along x.
struct Shell {
    float length = 1;  ///< along the ridge
    float span = 1;    ///< across
    float top = 1;     ///< height of the eaves
    float base = 1;    ///< height where the upper storey begins; equals `top` without one
    bool upper = false;

    [[nodiscard]] float rise() const {
        const SinCos slope = sin_cos(static_cast<double>(kPitch));
        return 0.5f * span * static_cast<float>(slope.sin / slope.cos);
    }
};

void append_box(Shape& into, vec3 size, float bevel, vec3 at, quat rotation = {1, 0, 0, 0}) {
    append(into, box(size, bevel), placed(at, rotation));
}

Shape plaster_walls(const Shell& s) {
    Shape walls;
    const float lower_length = s.upper ? s.length - 2 * kOverhang : s.length;
    const float lower_span = s.upper ? s.span - 2 * kOverhang : s.span;
    append_box(walls, {lower_length, s.base, lower_span}, 0.015f, {0, 0, 0});
    const float half = 0.5f * s.span, low = s.upper ? s.base : s.top;
    const std::array<vec2, 5> gable{{{-half, low - 0.01f},
                                     {half, low - 0.01f},
                                     {half, s.top},
                                     {0, s.top + s.rise()},
                                     {-half, s.top}}};
    append(walls, prism(gable, s.length), placed({0, 0, 0}, turn_y(half_pi)));
    return refined(walls, 0.3f);
}

/// Posts, rails and braces that stand a little proud of the upper walls.
Shape timber_frame(const Shell& s) {
    Shape beams;
    constexpr float thick = 0.07f, proud = 0.018f;
    const float x = 0.5f * s.length, z = 0.5f * s.span;
    for (const float y : {s.base - 0.03f, s.top - 0.06f})
        append_box(beams, {s.length + 2 * proud, thick, s.span + 2 * proud}, 0.01f, {0, y, 0});
    const float high = s.top - s.base;
    for (const float side : {-1.0f, 1.0f}) {
        const int bays = static_cast<int>(s.length / 0.36f);
        for (int i = 0; i <= bays; ++i) {
            const float at =
                mix(-x + 0.02f, x - 0.02f, static_cast<float>(i) / static_cast<float>(bays));
            append_box(beams, {0.06f, high, 0.06f}, 0.008f, {at, s.base, side * (z - 0.012f)});
        }
        const int cross = static_cast<int>(s.span / 0.36f);
        for (int i = 1; i < cross; ++i) {
            const float at = mix(-z, z, static_cast<float>(i) / static_cast<float>(cross));
            append_box(beams, {0.06f, high, 0.06f}, 0.008f, {side * (x - 0.012f), s.base, at});
        }
        // Under the ridge: a king post, and two braces that lean to it.
        append_box(beams, {0.06f, s.rise() - 0.05f, 0.06f}, 0.008f,
                   {side * (x - 0.012f), s.top, 0});
        for (const float lean : {-1.0f, 1.0f})
            append_box(beams, {0.055f, 0.7f * s.rise(), 0.055f}, 0.008f,
                       {side * (x - 0.012f), s.top, lean * 0.52f * z}, turn_x(-lean * 0.6f));
    }
    return beams;
}

/// One slope of tiles: the ridge along x at the origin, down the slope is +Z, out of it +Y.
Shape tile_slope(float length, float run) {
    Shape slope;
    const int rows = static_cast<int>(run / 0.155f + 0.5f);
    const float row_length = run / static_cast<float>(rows), half = 0.5f * length;
    const float density = 0.25f / 0.155f;
    const auto strip = [&](vec3 a, vec3 b, float v_a, float v_b) {
        const vec3 way = b - a;
        const float size = std::sqrt(way.y * way.y + way.z * way.z);
        const vec3 normal(0, way.z / size, -way.y / size);
        const auto corner = [&](float x, vec3 at, float v) {
            return add_vertex(slope, {x, at.y, at.z}, normal, {x * density, v});
        };
        add_polygon(slope, {corner(-half, a, v_a), corner(-half, b, v_b), corner(half, b, v_b),
                            corner(half, a, v_a)});
    };
    for (int row = 0; row < rows; ++row) {
        const float z = row_length * static_cast<float>(row), v = 0.25f * static_cast<float>(row);
        const vec3 high(0, 0.02f, z), low(0, 0.062f, z + row_length);
        strip(high, low, v, v + 0.245f);
        strip(low, {0, 0.018f, z + row_length}, v + 0.2f, v + 0.245f);
    }
    strip({0, 0.02f, run}, {0, -0.02f, run}, 0.2f, 0.245f);
    strip({0, -0.02f, run}, {0, -0.02f, 0}, 0.2f, 0.245f);
    return slope;
}

std::vector<Part> roof(const Materials& m, const Shell& s) {
    const SinCos slope = sin_cos(static_cast<double>(kPitch));
    const float run = (0.5f * s.span + kEaves) / static_cast<float>(slope.cos);
    const float length = s.length + 0.2f;
    Shape tiles, boards;
    const vec3 ridge(0, s.top + s.rise() + 0.035f, 0);
    for (const float half_turn : {0.0f, pi}) {
        const quat lie = turn_y(half_turn) * turn_x(kPitch);
        append(tiles, tile_slope(length, run), placed(ridge, lie));
        for (const float side : {-1.0f, 1.0f}) {
            const mat4 board = placed({side * (0.5f * length), -0.05f, 0.5f * run});
            append(boards, moved(box({0.04f, 0.12f, run + 0.01f}, 0.008f), board),
                   placed(ridge, lie));
        }
    }
    const vec3 caps[] = {ridge + vec3(-0.5f * length - 0.01f, 0.03f, 0),
                         ridge + vec3(0.5f * length + 0.01f, 0.03f, 0)};
    append(tiles, with_uv_scale(tube(caps, 0.055f, 10), {1, 2}));
    return {{tiles, m.roof_tiles}, {boards, m.timber}};
}

std::vector<Part> window(const Materials& m) {
    constexpr float wide = 0.3f, high = 0.38f;
    Shape frame, sill;
    for (const float side : {-1.0f, 1.0f})
        append_box(frame, {0.035f, high, 0.05f}, 0.006f, {side * 0.5f * wide, 0, 0.01f});
    for (const float y : {0.0f, high - 0.03f})
        append_box(frame, {wide + 0.035f, 0.035f, 0.05f}, 0.006f, {0, y, 0.01f});
    append_box(frame, {0.018f, high, 0.025f}, 0, {0, 0, 0.008f});
    append_box(frame, {wide, 0.016f, 0.025f}, 0, {0, 0.23f, 0.008f});
    append_box(sill, {wide + 0.12f, 0.035f, 0.1f}, 0.008f, {0, -0.03f, 0.03f});
    const auto pane = [](vec2 uv) { return vec3(wide * (uv.x - 0.5f), high * (1 - uv.y), 0.012f); };
    return {{frame, m.painted_wood[0]},
            {patch(pane, {.columns = 1, .rows = 1}), m.glow},
            {sill, m.ashlar}};
}

Shape shutter() {
    Shape leaf;
    append_box(leaf, {0.15f, 0.38f, 0.018f}, 0.004f, {0, 0, 0.012f});
    for (int i = 0; i < 6; ++i)
        append_box(leaf, {0.11f, 0.034f, 0.016f}, 0.003f,
                   {0, 0.04f + 0.052f * static_cast<float>(i), 0.022f}, turn_x(0.45f));
    return leaf;
}

std::vector<Part> door(const Materials& m) {
    Shape frame, leaf, step, knob;
    for (const float side : {-1.0f, 1.0f})
        append_box(frame, {0.05f, 0.6f, 0.07f}, 0.008f, {side * 0.185f, 0, 0.015f});
    append_box(frame, {0.46f, 0.06f, 0.08f}, 0.008f, {0, 0.58f, 0.015f});
    append_box(leaf, {0.33f, 0.59f, 0.03f}, 0.006f, {0, 0, 0.01f});
    for (const float y : {0.06f, 0.33f})
        append_box(leaf, {0.22f, 0.21f, 0.02f}, 0.009f, {0, y, 0.02f});
    append_box(step, {0.5f, 0.07f, 0.2f}, 0.012f, {0, -0.01f, 0.09f});
    append(knob, blob([](vec3) { return 0.018f; }, 3), placed({0.12f, 0.3f, 0.04f}));
    return {
        {frame, m.painted_wood[0]}, {leaf, m.painted_wood[1]}, {step, m.ashlar}, {knob, m.brass}};
}

std::vector<Part> chimney(const Materials& m) {
    Shape stack, pots;
    append_box(stack, {0.26f, 0.75f, 0.22f}, 0.01f, {0, -0.35f, 0});
    append_box(stack, {0.32f, 0.06f, 0.28f}, 0.012f, {0, 0.38f, 0});
    constexpr std::array<vec2, 5> pot{
        {{0.05f, 0.43f}, {0.042f, 0.55f}, {0.052f, 0.57f}, {0.04f, 0.57f}, {0.03f, 0.45f}}};
    for (const float x : {-0.065f, 0.065f})
        append(pots, lathe(pot, {.segments = 10}), placed({x, 0, 0}));
    return {{with_uv_scale(stack, vec2(1.6f)), m.ashlar},
            {painted(pots, linear(0xbf7a55)), m.produce}};
}

/// Hangs one window, with shutters where \p shutters is a mesh, on the wall at \p at.
Index add_window(SceneBuilder& scene, const HouseProps& props, Index parent, int number, vec3 at,
                 float turn, Index shutters) {
    const Index node = scene.add_node(parent, "window " + std::to_string(number),
                                      {.at = at, .rotation = turn_y(turn), .mesh = props.window});
    if (shutters < 0) return node;
    scene.add_node(node, "shutter left",
                   {.at = {-0.26f, 0, 0.02f}, .rotation = turn_y(-0.2f), .mesh = shutters});
    scene.add_node(node, "shutter right",
                   {.at = {0.26f, 0, 0.02f}, .rotation = turn_y(0.2f), .mesh = shutters});
    return node;
}

/// Door and windows of \p house; \p front and \p side are distances of the walls.
void add_openings(SceneBuilder& scene, const HouseProps& props, Index node, const House& house,
                  float front, float side) {
    const Index shutters = props.shutter[house.shutters];
    const float lower = house.storeys == 2 ? kOverhang : 0;
    const float door_x = -0.22f * house.width;
    scene.add_node(node, "door", {.at = {door_x, 0, front - lower}, .mesh = props.door});
    int number = 1;
    add_window(scene, props, node, number++, {0.24f * house.width, 0.24f, front - lower}, 0, -1);
    add_window(scene, props, node, number++, {side - lower, 0.24f, 0}, half_pi, -1);
    add_window(scene, props, node, number++, {lower - side, 0.24f, 0}, -half_pi, -1);
    if (house.storeys < 2) return;
    for (const float x : {-0.25f, 0.25f}) {
        const Index window =
            add_window(scene, props, node, number++,
                       {x * house.width, kStorey + 0.2f, front + 0.004f}, 0, shutters);
        scene.add_node(window, "flower box", {.at = {0, -0.12f, 0.075f}, .mesh = props.flower_box});
    }
    add_window(scene, props, node, number++, {side + 0.004f, kStorey + 0.2f, 0}, half_pi, shutters);
    add_window(scene, props, node, number++, {-side - 0.004f, kStorey + 0.2f, 0}, -half_pi,
               shutters);
}

}  // namespace

HouseProps add_house_props(SceneBuilder& scene, const Materials& m) {
    HouseProps p{};
    p.window = scene.add_mesh("window", window(m), Bake::alone);
    constexpr const char* names[] = {"shutter white", "shutter green", "shutter blue",
                                     "shutter red"};
    for (int i = 0; i < 4; ++i)
        p.shutter[i] = scene.add_mesh(names[i], {{shutter(), m.painted_wood[i]}}, Bake::alone);
    Shape trough = box({0.34f, 0.09f, 0.1f}, 0.008f), plants;
    for (const float x : {-0.1f, 0.0f, 0.1f})
        append(plants, crossed_cards(0.18f, 0.16f), placed({x, 0.07f, 0}, turn_y(3 * x)));
    p.flower_box =
        scene.add_mesh("flower box", {{trough, m.planks_fine}, {plants, m.flowers}}, Bake::none);
    p.door = scene.add_mesh("door", door(m));
    p.chimney = scene.add_mesh("chimney", chimney(m), Bake::alone);
    return p;
}

void add_house(SceneBuilder& scene, const Materials& m, const HouseProps& props, Index parent,
               const House& house) {
    Shell s;
    s.length = house.gable_front ? house.depth : house.width;
    s.span = house.gable_front ? house.width : house.depth;
    s.upper = house.storeys == 2;
    s.base = kStorey;
    s.top = s.upper ? 2 * kStorey - 0.08f : kStorey + 0.12f;
    const quat inner = house.gable_front ? turn_y(half_pi) : quat(1, 0, 0, 0);
    const std::string name = house.name;
    const Index node = scene.add_node(
        parent, name, {.at = house.at, .rotation = turn_y(house.turn), .extras = house.extras});
    std::vector<Part> body{{plaster_walls(s), m.plaster[house.plaster]}};
    if (s.upper) body.push_back({timber_frame(s), m.timber});
    const float inset = s.upper ? 2 * kOverhang : 0;
    body.push_back({moved(box({s.length - inset + 0.07f, 0.36f, s.span - inset + 0.07f}, 0.02f),
                          placed({0, -0.2f, 0})),
                    m.ashlar});
    scene.add_node(node, "walls",
                   {.rotation = inner,
                    .mesh = scene.add_mesh(name + " walls", std::move(body), Bake::in_place)});
    const Index roof_node = scene.add_node(
        node, "roof",
        {.rotation = inner, .mesh = scene.add_mesh(name + " roof", roof(m, s), Bake::none)});
    scene.add_node(roof_node, "chimney",
                   {.at = {0.27f * s.length, s.top + 0.55f * s.rise(), -0.26f * s.span},
                    .mesh = props.chimney});
    add_openings(scene, props, node, house, 0.5f * house.depth, 0.5f * house.width);
}

}  // namespace diorama::demo
