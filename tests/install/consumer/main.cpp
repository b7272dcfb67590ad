// SPDX-License-Identifier: MIT
/// \file
/// What a user's first program does, against an installed Diorama.
#include <cstdio>

#include "diorama/core/error.hpp"
#include "diorama/core/math.hpp"

int main() {
    const diorama::mat4 half_turn =
        diorama::compose({1, 2, 3}, diorama::angle_axis(diorama::pi, {0, 1, 0}), {1, 1, 1});
    const diorama::vec4 moved = half_turn * diorama::vec4(1, 0, 0, 1);
    if (std::abs(moved.x) > 1e-6f || moved.y != 2 || std::abs(moved.z - 3) > 1e-6f) {
        std::printf("moved to %g %g %g\n", double(moved.x), double(moved.y), double(moved.z));
        return 1;
    }
    std::puts("consumer: ok");
}
