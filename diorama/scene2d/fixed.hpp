// SPDX-License-Identifier: MIT
/// \file
/// Numbers with the same bits everywhere: BasicFixed, Fixed, Fixed64, Unit, SaturationCount.
/// Design page: docs/design/fixed_point.md.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace diorama::scene2d {
namespace detail {

using Int128 = __int128;            ///< what a product of two 64-bit numbers fits in
using Uint128 = unsigned __int128;  ///< the same without a sign

/// Twice the bits of Raw.
template <class Raw>
using Wide = std::conditional_t<sizeof(Raw) == 4, std::int64_t, Int128>;

/// Adds one to this thread's count of saturations.
void note_saturation() noexcept;
/// This thread's count of saturations since it began.
[[nodiscard]] std::uint64_t saturations() noexcept;

/// \p value, or the limit of Raw that it is beyond, which is then noted.
template <class Raw>
[[nodiscard]] constexpr Raw saturated(Wide<Raw> value) noexcept {
    constexpr Raw kMin = std::numeric_limits<Raw>::min(), kMax = std::numeric_limits<Raw>::max();
    if (value >= kMin && value <= kMax) [[likely]]
        return static_cast<Raw>(value);
    if (!std::is_constant_evaluated()) note_saturation();
    return value < 0 ? kMin : kMax;
}

/// \p value / 2^Bits to the nearest integer, halves away from zero.
template <int Bits, class W>
[[nodiscard]] constexpr W rounded_shift(W value) noexcept {
    return (value + (W{1} << (Bits - 1)) - W{value < 0}) >> Bits;
}

/// \p above / \p below to the nearest integer, halves away from zero.
/// Expects: \p below is not 0.
template <class W>
[[nodiscard]] constexpr W rounded_quotient(W above, W below) noexcept {
    const W quotient = above / below, rest = above % below;
    const W size = rest < 0 ? -rest : rest, half = below < 0 ? -below : below;
    if (size < half - size) return quotient;
    return (above < 0) == (below < 0) ? quotient + 1 : quotient - 1;
}

/// What BasicFixed's constants refer to.
template <class Number>
struct Constants;

}  // namespace detail

/// What a fixed-point number can be stored in.
template <class Raw>
concept FixedRaw = std::is_same_v<Raw, std::int32_t> || std::is_same_v<Raw, std::int64_t>;

/// A number of 2^-FractionBits steps in a signed integer of type Raw.
///
/// Operations give the exact result rounded to the nearest step, halves away from zero; beyond the
/// range they give the limit, which counts (SaturationCount). There are no NaN and no infinity.
/// Threads: values are plain; the count of saturations is each thread's own.
template <FixedRaw Raw, int FractionBits>
class BasicFixed {
  public:
    static_assert(FractionBits > 0 && FractionBits < 8 * static_cast<int>(sizeof(Raw)) - 1);

    using raw_type = Raw;                               ///< what it is stored in
    static constexpr int kFractionBits = FractionBits;  ///< log2 of steps per unit

    // References, since a class can hold no constant of itself before it is whole; they are
    // constant expressions.
    static constexpr const BasicFixed& kZero = detail::Constants<BasicFixed>::kZero;  ///< nought
    static constexpr const BasicFixed& kOne = detail::Constants<BasicFixed>::kOne;    ///< one
    static constexpr const BasicFixed& kMin = detail::Constants<BasicFixed>::kMin;    ///< the least
    static constexpr const BasicFixed& kMax =
        detail::Constants<BasicFixed>::kMax;  ///< the greatest

    /// Nought.
    constexpr BasicFixed() noexcept = default;

    /// The number of \p raw steps.
    [[nodiscard]] static constexpr BasicFixed from_raw(Raw raw) noexcept {
        BasicFixed value;
        value.raw_ = raw;
        return value;
    }
    /// \p whole, or the limit it is beyond.
    [[nodiscard]] static constexpr BasicFixed from_int(std::int32_t whole) noexcept {
        return from_wide(static_cast<Wide>(whole) << FractionBits);
    }
    /// \p above / \p below, rounded; what division by zero gives is said at operator/.
    [[nodiscard]] static constexpr BasicFixed from_ratio(std::int32_t above,
                                                         std::int32_t below) noexcept {
        return quotient(above, below);
    }

    /// The number of steps.
    [[nodiscard]] constexpr Raw raw() const noexcept { return raw_; }
    /// The greatest integer that is not above it.
    [[nodiscard]] constexpr Raw floor() const noexcept { return raw_ >> FractionBits; }

    /// The sum.
    friend constexpr BasicFixed operator+(BasicFixed a, BasicFixed b) noexcept {
        return from_wide(static_cast<Wide>(a.raw_) + b.raw_);
    }
    /// The difference.
    friend constexpr BasicFixed operator-(BasicFixed a, BasicFixed b) noexcept {
        return from_wide(static_cast<Wide>(a.raw_) - b.raw_);
    }
    /// The opposite.
    friend constexpr BasicFixed operator-(BasicFixed a) noexcept {
        return from_wide(-static_cast<Wide>(a.raw_));
    }
    /// The product.
    friend constexpr BasicFixed operator*(BasicFixed a, BasicFixed b) noexcept {
        return from_wide(detail::rounded_shift<FractionBits>(static_cast<Wide>(a.raw_) * b.raw_));
    }
    /// The quotient. By zero it gives the limit on the side of \p a, and nought for nought; both
    /// count as saturations.
    friend constexpr BasicFixed operator/(BasicFixed a, BasicFixed b) noexcept {
        return quotient(a.raw_, b.raw_);
    }
    /// Adds \p b.
    constexpr BasicFixed& operator+=(BasicFixed b) noexcept { return *this = *this + b; }
    /// Takes \p b away.
    constexpr BasicFixed& operator-=(BasicFixed b) noexcept { return *this = *this - b; }
    /// Multiplies by \p b.
    constexpr BasicFixed& operator*=(BasicFixed b) noexcept { return *this = *this * b; }
    /// Divides by \p b.
    constexpr BasicFixed& operator/=(BasicFixed b) noexcept { return *this = *this / b; }

    friend constexpr auto operator<=>(BasicFixed a, BasicFixed b) noexcept = default;

  private:
    using Wide = detail::Wide<Raw>;

    [[nodiscard]] static constexpr BasicFixed from_wide(Wide value) noexcept {
        return from_raw(detail::saturated<Raw>(value));
    }
    [[nodiscard]] static constexpr BasicFixed quotient(Wide above, Wide below) noexcept {
        if (below != 0) return from_wide(detail::rounded_quotient(above << FractionBits, below));
        if (!std::is_constant_evaluated()) detail::note_saturation();
        return above == 0 ? kZero : above < 0 ? kMin : kMax;
    }

    Raw raw_ = 0;
};

namespace detail {

template <class Number>
struct Constants {
    using Raw = Number::raw_type;
    static constexpr Number kZero{};
    static constexpr Number kOne = Number::from_raw(Raw{1} << Number::kFractionBits);
    static constexpr Number kMin = Number::from_raw(std::numeric_limits<Raw>::min());
    static constexpr Number kMax = Number::from_raw(std::numeric_limits<Raw>::max());
};

}  // namespace detail

using Fixed = BasicFixed<std::int32_t, 16>;    ///< Q16.16: -32768 to 32768 in steps of 1/65536
using Fixed64 = BasicFixed<std::int64_t, 32>;  ///< Q32.32: -2^31 to 2^31 in steps of 2^-32
using Unit = BasicFixed<std::int32_t, 30>;     ///< Q2.30: sines and cosines, in steps of 2^-30

/// How many operations have saturated on this thread since it was made.
///
/// The count belongs to the code between, whatever other threads do; a job's counts are summed by
/// its caller. Counts may be nested.
/// Threads: used on the thread that made it.
class SaturationCount {
  public:
    /// Begins to count.
    SaturationCount() noexcept : start_(detail::saturations()) {}
    /// Saturations so far.
    [[nodiscard]] std::uint64_t count() const noexcept { return detail::saturations() - start_; }

  private:
    std::uint64_t start_;
};

}  // namespace diorama::scene2d
