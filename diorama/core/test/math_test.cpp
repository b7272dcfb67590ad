// SPDX-License-Identifier: MIT
#include "diorama/core/math.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace diorama {
namespace {

TEST(SinCosTest, StaysWithinTwoUlpOfTheMathLibrary) {
    double worst = 0;
    for (int i = -200'000; i <= 200'000; ++i) {
        const double angle = i * 0.4999371;  // up to about 1e5 radians
        const SinCos value = sin_cos(angle);
        worst = std::fmax(worst, std::fabs(value.sin - std::sin(angle)));
        worst = std::fmax(worst, std::fabs(value.cos - std::cos(angle)));
    }
    EXPECT_LT(worst, 3e-16);
}

TEST(SinCosTest, IsExactAtZeroAndNanAtInfinity) {
    EXPECT_EQ(sin_cos(0).sin, 0);
    EXPECT_EQ(sin_cos(0).cos, 1);
    EXPECT_TRUE(std::isnan(sin_cos(INFINITY).sin));
}

TEST(AngleAxis, TurnsCounterClockwise) {
    const mat4 turn = compose(vec3(0), angle_axis(half_pi, vec3(0, 1, 0)), vec3(1));
    const vec4 moved = turn * vec4(1, 0, 0, 1);
    EXPECT_NEAR(moved.x, 0, 1e-6);
    EXPECT_NEAR(moved.z, -1, 1e-6);
}

TEST(AffineInverse, UndoesATransformWithMirrorAndShear) {
    const mat4 m =
        affine_product(compose(vec3(1, 2, 3), angle_axis(0.7f, vec3(0, 0, 1)), vec3(-2, 1, 4)),
                       compose(vec3(5, 0, 1), angle_axis(1.1f, vec3(1, 0, 0)), vec3(1, 3, 1)));
    const mat4 unit = affine_product(affine_inverse(m), m);
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r)
            EXPECT_NEAR(unit[c][r], c == r ? 1 : 0, 1e-5);
}

TEST(BoundsTest, EmptyStaysEmptyAndNanIsLeftOut) {
    Bounds bounds;
    EXPECT_TRUE(transformed(bounds, mat4(1)).empty());
    bounds.add(vec3(NAN, 0, 0));
    EXPECT_TRUE(bounds.empty());
    bounds.add(vec3(1, 2, 3));
    bounds.add(vec3(-1, 5, 0));
    EXPECT_EQ(bounds.min, vec3(-1, 2, 0));
    EXPECT_EQ(bounds.max, vec3(1, 5, 3));
}

TEST(LookAtPlacement, LooksDownItsMinusZ) {
    const mat4 placement = look_at_placement(vec3(0, 0, 5), vec3(0), vec3(0, 1, 0));
    EXPECT_EQ(placement, compose(vec3(0, 0, 5), quat(1, 0, 0, 0), vec3(1)));
    const mat4 down = look_at_placement(vec3(0, 5, 0), vec3(0), vec3(0, 1, 0));
    EXPECT_NEAR(down[2].y, 1, 1e-6) << "looking straight down must still give a rotation";
    EXPECT_NEAR(glm::determinant(down), 1, 1e-6);
}

}  // namespace
}  // namespace diorama
