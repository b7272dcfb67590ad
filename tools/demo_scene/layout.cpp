// SPDX-License-Identifier: MIT
#include "layout.hpp"

#include "kit.hpp"
#include "terrain.hpp"

namespace diorama::demo {

void scatter(SceneBuilder& scene, Index parent, const std::string& name, Index mesh,
             std::span<const Spot> spots, std::optional<float> y) {
    int number = 1;
    for (const Spot& spot : spots)
        scene.add_node(parent, name + ' ' + std::to_string(number++),
                       {.at = {spot.xz.x, y ? *y : ground_height(spot.xz), spot.xz.y},
                        .rotation = turn_y(spot.turn),
                        .scale = vec3(spot.scale),
                        .mesh = mesh});
}

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
