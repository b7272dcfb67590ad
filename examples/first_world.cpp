// SPDX-License-Identifier: MIT
/// \file
/// The README's first program: a world, a hierarchy, and where things are after one update.
#include <cstdio>
#include <string>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/scene_plugin.hpp"
#include "diorama/scene/transform.hpp"

using namespace diorama;

// [readme]
struct Health {
    float hp = 100;
    int lives = 3;
};
DIORAMA_COMPONENT(Health, hp,
                  lives);  // names and fields; saved once registry.add<Health>() says so

int main() {
    World world;
    if (auto added = world.add_plugin(ScenePlugin{}); !added) return 1;
    Entity hub = world.spawn(Transform{.rotation = angle_axis(half_pi, vec3(0, 1, 0))});
    Entity arm = world.spawn(Transform{.translation = {1, 0, 0}}, ChildOf{hub}, Health{});
    if (auto updated = world.update(1.0 / 60); !updated) {
        std::puts(to_string(updated.error()).c_str());
        return 1;
    }
    const vec3 place = world.get<GlobalTransform>(arm)->translation();  // (0, 0, -1)
    std::printf("arm at (%.1f, %.1f, %.1f)\n", place.x, place.y, place.z);
}
// [readme]
