// SPDX-License-Identifier: MIT
/// \file
/// Angles that wrap and their sines: Angle, Direction, direction.
/// Design page: docs/design/fixed_point.md.
#pragma once

#include <cstdint>

#include "diorama/scene2d/fixed.hpp"

namespace diorama::scene2d {

/// An angle in steps of 2^-32 turns: sums wrap, so a chain of turns ends exactly where one turn of
/// their sum does.
///
/// Units: turns / 2^32, counter-clockwise where +y is up.
class Angle {
  public:
    static const Angle kZero;     ///< no turn
    static const Angle kQuarter;  ///< 90 degrees
    static const Angle kHalf;     ///< 180 degrees

    /// No turn.
    constexpr Angle() noexcept = default;

    /// The angle of \p raw steps.
    [[nodiscard]] static constexpr Angle from_raw(std::uint32_t raw) noexcept {
        Angle angle;
        angle.raw_ = raw;
        return angle;
    }
    /// The step nearest to \p degrees, halves away from zero.
    [[nodiscard]] static constexpr Angle from_degrees(std::int32_t degrees) noexcept {
        const std::int64_t steps = std::int64_t{degrees % 360} << 32;
        return from_raw(
            static_cast<std::uint32_t>(detail::rounded_quotient(steps, std::int64_t{360})));
    }

    /// The number of steps, below one turn.
    [[nodiscard]] constexpr std::uint32_t raw() const noexcept { return raw_; }

    /// The wrapped sum.
    friend constexpr Angle operator+(Angle a, Angle b) noexcept {
        return from_raw(a.raw_ + b.raw_);
    }
    /// The wrapped difference.
    friend constexpr Angle operator-(Angle a, Angle b) noexcept {
        return from_raw(a.raw_ - b.raw_);
    }
    /// The same turn the other way.
    friend constexpr Angle operator-(Angle a) noexcept { return from_raw(0u - a.raw_); }
    /// \p times turns by \p a, wrapped.
    friend constexpr Angle operator*(Angle a, std::int32_t times) noexcept {
        return from_raw(a.raw_ * static_cast<std::uint32_t>(times));
    }
    /// Turns on by \p b.
    constexpr Angle& operator+=(Angle b) noexcept { return *this = *this + b; }
    /// Turns back by \p b.
    constexpr Angle& operator-=(Angle b) noexcept { return *this = *this - b; }

    friend constexpr bool operator==(Angle a, Angle b) noexcept = default;

  private:
    std::uint32_t raw_ = 0;
};

/// No turn.
inline constexpr Angle Angle::kZero{};
/// 2^30 steps.
inline constexpr Angle Angle::kQuarter = from_raw(std::uint32_t{1} << 30);
/// 2^31 steps.
inline constexpr Angle Angle::kHalf = from_raw(std::uint32_t{1} << 31);

/// The unit vector at an angle.
struct Direction {
    Unit cos = Unit::kOne;  ///< along x
    Unit sin;               ///< along y

    friend constexpr bool operator==(const Direction&, const Direction&) noexcept = default;
};

/// The cosine and sine of \p angle.
///
/// Exact at the multiples of a quarter turn, and symmetric bit for bit: direction(-a) has the same
/// cosine and the negated sine, and a quarter turn more swaps the two. Elsewhere within
/// kDirectionErrorSteps of the true value, measured over all 2^32 angles
/// (docs/design/fixed_point.md). Cost: about thirty integer operations; no table.
[[nodiscard]] Direction direction(Angle angle) noexcept;

/// Steps of 2^-30 that a sine or cosine of direction() is off at most.
inline constexpr int kDirectionErrorSteps = 1;

/// The cosine of \p angle, as direction() has it.
[[nodiscard]] inline Unit cos(Angle angle) noexcept {
    return direction(angle).cos;
}
/// The sine of \p angle, as direction() has it.
[[nodiscard]] inline Unit sin(Angle angle) noexcept {
    return direction(angle).sin;
}

}  // namespace diorama::scene2d
