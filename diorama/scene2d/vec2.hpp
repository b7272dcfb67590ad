// SPDX-License-Identifier: MIT
/// \file
/// Two fixed-point coordinates: BasicVec2, Vec2, dot, rotated.
/// Design page: docs/design/fixed_point.md.
#pragma once

#include "diorama/core/component.hpp"
#include "diorama/scene2d/angle.hpp"
#include "diorama/scene2d/fixed.hpp"

namespace diorama::scene2d {

/// Two coordinates of type F; each saturates on its own.
template <class F>
struct BasicVec2 {
    F x;  ///< along the first axis
    F y;  ///< along the second axis, a quarter turn on

    /// The sum.
    friend constexpr BasicVec2 operator+(BasicVec2 a, BasicVec2 b) noexcept {
        return {a.x + b.x, a.y + b.y};
    }
    /// The difference.
    friend constexpr BasicVec2 operator-(BasicVec2 a, BasicVec2 b) noexcept {
        return {a.x - b.x, a.y - b.y};
    }
    /// The opposite.
    friend constexpr BasicVec2 operator-(BasicVec2 a) noexcept { return {-a.x, -a.y}; }
    /// \p factor times as long, each coordinate rounded once.
    friend constexpr BasicVec2 operator*(BasicVec2 a, F factor) noexcept {
        return {a.x * factor, a.y * factor};
    }
    /// Adds \p b.
    constexpr BasicVec2& operator+=(BasicVec2 b) noexcept { return *this = *this + b; }
    /// Takes \p b away.
    constexpr BasicVec2& operator-=(BasicVec2 b) noexcept { return *this = *this - b; }

    friend constexpr bool operator==(BasicVec2 a, BasicVec2 b) noexcept = default;
};

using Vec2 = BasicVec2<Fixed>;  ///< Q16.16, as placements have
DIORAMA_COMPONENT(Vec2, x, y);

/// The scalar product, rounded once.
template <FixedRaw Raw, int F>
[[nodiscard]] constexpr BasicFixed<Raw, F> dot(BasicVec2<BasicFixed<Raw, F>> a,
                                               BasicVec2<BasicFixed<Raw, F>> b) noexcept {
    using Wide = detail::Wide<Raw>;
    const Wide x = static_cast<Wide>(a.x.raw()) * b.x.raw();
    const Wide y = static_cast<Wide>(a.y.raw()) * b.y.raw();
    // The one sum that Wide can't hold, of four least numbers, is far beyond the range anyway.
    constexpr Wide kMost = Wide{1} << (16 * sizeof(Raw) - 2);
    const Wide sum = x == kMost && y == kMost ? x : x + y;
    return BasicFixed<Raw, F>::from_raw(detail::saturated<Raw>(detail::rounded_shift<F>(sum)));
}

/// \p vector turned to where \p direction takes the x axis; each coordinate is rounded once.
template <FixedRaw Raw, int F>
[[nodiscard]] constexpr BasicVec2<BasicFixed<Raw, F>> rotated(BasicVec2<BasicFixed<Raw, F>> vector,
                                                              Direction direction) noexcept {
    using Wide = detail::Wide<Raw>;
    constexpr int kBits = Unit::kFractionBits;
    const Wide x = vector.x.raw(), y = vector.y.raw();
    const Wide c = direction.cos.raw(), s = direction.sin.raw();
    const auto number = [](Wide value) {
        return BasicFixed<Raw, F>::from_raw(
            detail::saturated<Raw>(detail::rounded_shift<kBits>(value)));
    };
    return {number(x * c - y * s), number(x * s + y * c)};
}

/// \p vector turned by \p angle; exact for multiples of a quarter turn.
template <class F>
[[nodiscard]] BasicVec2<F> rotated(BasicVec2<F> vector, Angle angle) noexcept {
    return rotated(vector, direction(angle));
}

}  // namespace diorama::scene2d
