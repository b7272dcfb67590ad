// SPDX-License-Identifier: MIT
/// \file
/// A hub turns, an arm hangs off it, and a platform rides on the arm and stays level. Nothing here
/// writes down where the platform is: it follows, and is the same to the last bit on every machine.
#include <cstdio>
#include <string>

#include "diorama/ecs/world.hpp"
#include "diorama/scene2d/fixed_text.hpp"
#include "diorama/scene2d/plugin.hpp"

using namespace diorama;
using namespace diorama::scene2d;

namespace {

std::string text(const Global2& place) {
    return std::string("(").append(format_fixed(place.translation().x)) + ", " +
           format_fixed(place.translation().y) + ") turned " + format_degrees(place.rotation());
}

}  // namespace

int main() {
    World world;
    if (Result<> ok = world.add_plugin(Scene2dPlugin{}); !ok) {
        std::fprintf(stderr, "%s\n", to_string(ok.error()).c_str());
        return 1;
    }
    // The hub stands 10 up; the arm is 4 long; the platform hangs at its end.
    const Entity hub = world.spawn(Local2{{Fixed::kZero, Fixed::from_int(10)}, {}});
    const Entity arm = world.spawn(Local2{{Fixed::from_int(4), Fixed::kZero}, {}}, Parent2{hub});
    const Entity platform =
        world.spawn(Local2{{Fixed::kZero, Fixed::from_ratio(-1, 2)}, {}}, Parent2{arm});

    const Angle step = Angle::from_degrees(30);
    for (int tick = 0; tick <= 12; ++tick) {
        if (Result<> ok = world.update(1.0 / 60); !ok) {
            std::fprintf(stderr, "%s\n", to_string(ok.error()).c_str());
            return 1;
        }
        std::printf("tick %2d: platform at %s\n", tick,
                    text(*world.get<Global2>(platform)).c_str());
        world.get_mut<Local2>(hub)->rotation += step;
        world.get_mut<Local2>(arm)->rotation -= step;  // so that the platform stays level
    }
    // Twelve steps of 30 degrees are four steps of 2^-32 turns short of a whole turn, since a
    // twelfth of 2^32 is no integer. The angles say so exactly, here and everywhere.
    return world.get<Local2>(hub)->rotation == step * 13 ? 0 : 1;
}
