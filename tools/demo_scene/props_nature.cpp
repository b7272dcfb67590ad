// SPDX-License-Identifier: MIT
#include <cmath>
#include <glm/geometric.hpp>

#include "noise.hpp"
#include "props.hpp"

namespace diorama::demo {
namespace {

/// One clump of foliage of \p radius, lumpy like a sponge.
Shape clump(float radius, std::uint32_t seed, int subdivisions) {
    const auto lumpy = [&](vec3 d) {
        return radius *
               (1 + 0.16f * noise(d * 2.3f + 5.0f, seed) + 0.07f * noise(d * 5.0f, seed + 1));
    };
    Shape shape = with_uv_scale(blob(lumpy, subdivisions), vec2(1.4f * radius / 0.4f));
    // Lighter on top, where the sun and the eye are.
    for (std::size_t i = 0; i < shape.positions.size(); ++i)
        shape.colors[i] = vec4(vec3(0.72f + 0.28f * saturate(shape.normals[i].y * 0.6f + 0.5f)), 1);
    return shape;
}

Shape crown(std::uint32_t seed) {
    Shape shape;
    Random random(seed);
    append(shape, clump(0.4f, seed, 6), placed({0, 1.0f, 0}));
    for (int i = 0; i < 6; ++i) {
        const SinCos turn = sin_cos(1.047 * i + static_cast<double>(random.between(0, 0.6f)));
        const float out = random.between(0.24f, 0.32f), high = random.between(-0.16f, 0.14f);
        append(shape,
               clump(random.between(0.22f, 0.28f), seed + 3u * static_cast<std::uint32_t>(i), 4),
               placed({out * static_cast<float>(turn.cos), 0.95f + high,
                       out * static_cast<float>(turn.sin)}));
    }
    append(shape, clump(0.24f, seed + 40, 4), placed({0.06f, 1.36f, -0.03f}));
    return shape;
}

Shape trunk(float height, float radius) {
    const vec3 path[] = {
        {0, -0.1f, 0}, {0.01f, 0.12f, 0}, {0.03f, 0.5f * height, 0.01f}, {0, height, 0}};
    const float radii[] = {1.7f * radius, 1.1f * radius, 0.85f * radius, 0.6f * radius};
    return with_grain_up(with_uv_scale(tube(path, radii, 8), {1, 2}));
}

Shape poplar_crown() {
    const auto spindle = [](vec3 d) {
        // A long ellipsoid, 0.2 across and 1.6 high, with a ragged skin.
        const float long_way = 1 / std::sqrt((d.x * d.x + d.z * d.z) / 0.05f + d.y * d.y / 0.64f);
        return long_way * (1 + 0.1f * noise(vec3(d.x * 3, d.y * 7, d.z * 3), 411));
    };
    Shape shape = with_uv_scale(blob(spindle, 10), {1.5f, 3});
    for (std::size_t i = 0; i < shape.positions.size(); ++i)
        shape.colors[i] = vec4(vec3(0.7f + 0.3f * saturate(shape.positions[i].y + 0.6f)), 1);
    return moved(shape, placed({0, 1.0f, 0}));
}

Shape boulder(std::uint32_t seed) {
    const auto chipped = [seed](vec3 d) {
        float radius = 0.32f + 0.07f * noise(d * 1.7f + 2.0f, seed);
        // Flat faces: planes cut off what stands out.
        for (std::int32_t i = 0; i < 11; ++i) {
            const vec3 plane = glm::normalize(
                vec3(hash_unit(i, 0, seed), hash_unit(i, 1, seed), hash_unit(i, 2, seed)) - 0.5f);
            const float facing = glm::dot(d, plane);
            if (facing > 0.2f)
                radius = std::min(radius, (0.24f + 0.06f * hash_unit(i, 3, seed)) / facing);
        }
        return radius;
    };
    return moved(blob(chipped, 6), placed({0, 0.08f, 0}, {1, 0, 0, 0}, {1.15f, 0.85f, 1}));
}

}  // namespace

NatureProps add_nature_props(SceneBuilder& scene, const Materials& m) {
    NatureProps props{};
    constexpr const char* names[] = {"tree summer", "tree olive", "tree autumn"};
    const Shape crowns[] = {crown(401), crown(402), crown(401)};
    for (int i = 0; i < 3; ++i)
        props.round_tree[i] =
            scene.add_mesh(names[i], {{crowns[i], m.foliage[i]}, {trunk(0.8f, 0.07f), m.bark}});
    props.poplar =
        scene.add_mesh("poplar", {{poplar_crown(), m.foliage[1]}, {trunk(0.4f, 0.05f), m.bark}});
    for (std::uint32_t i = 0; i < 2; ++i) {
        Shape bush;
        append(bush, clump(0.2f, 421 + i, 5), placed({0, 0.12f, 0}));
        append(bush, clump(0.15f, 431 + i, 4), placed({0.17f, 0.08f, 0.05f}));
        append(bush, clump(0.13f, 441 + i, 4), placed({-0.13f, 0.07f, 0.09f}));
        props.bush[i] =
            scene.add_mesh(i == 0 ? "bush summer" : "bush olive", {{bush, m.foliage[i]}});
    }
    constexpr const char* rocks[] = {"rock broad", "rock sharp", "rock small"};
    for (std::uint32_t i = 0; i < 3; ++i)
        props.rock[i] = scene.add_mesh(rocks[i], {{boulder(451 + i), m.rock}});
    return props;
}

}  // namespace diorama::demo
