// SPDX-License-Identifier: MIT
/// \file
/// Seeded noise whose bits are the same everywhere: hash, Random, noise, fractal_noise, cells.
/// Integers and the four operations only; no table, no libm.
#pragma once

#include <cstdint>

#include "diorama/core/math.hpp"

namespace diorama::demo {

/// Scrambles two integers and a seed to 32 even bits.
[[nodiscard]] std::uint32_t hash(std::int32_t x, std::int32_t y, std::uint32_t seed) noexcept;

/// The same as a number from 0 up to, not including, 1.
[[nodiscard]] float hash_unit(std::int32_t x, std::int32_t y, std::uint32_t seed) noexcept;

/// A stream of numbers for placing things.
class Random {
  public:
    /// Starts the stream called \p seed.
    explicit Random(std::uint32_t seed) noexcept : seed_(seed) {}
    /// The next number in [low, high).
    float between(float low, float high) noexcept;

  private:
    std::uint32_t seed_;
    std::int32_t step_ = 0;
};

/// Gradient noise in about [-1, 1] that repeats every \p period cells in both directions.
[[nodiscard]] float noise(vec2 at, std::int32_t period, std::uint32_t seed) noexcept;

/// Four octaves of noise(), each twice as fine and half as strong, in about [-1, 1].
[[nodiscard]] float fractal_noise(vec2 at, std::int32_t period, std::uint32_t seed) noexcept;

/// Smooth noise over space, in about [-1, 1]; does not repeat.
[[nodiscard]] float noise(vec3 at, std::uint32_t seed) noexcept;

/// The nearest of scattered points, one per cell of a grid that repeats every \p period cells.
struct Cell {
    float distance = 0;    ///< to the point, in cells
    float border = 0;      ///< to the line halfway to the next point, in cells
    std::uint32_t id = 0;  ///< scrambled identity of the point
};

/// Looks up the cell at \p at; points stray from the middle of their cell by up to \p jitter / 2.
[[nodiscard]] Cell cells(vec2 at, std::int32_t period, float jitter, std::uint32_t seed) noexcept;

/// 0 below \p low, 1 above \p high, a smooth slope between.
[[nodiscard]] float smooth_step(float low, float high, float value) noexcept;

/// \p a at 0, \p b at 1.
[[nodiscard]] float mix(float a, float b, float t) noexcept;
/// The same for colours and points.
[[nodiscard]] vec3 mix(vec3 a, vec3 b, float t) noexcept;

/// \p value kept within [0, 1].
[[nodiscard]] float saturate(float value) noexcept;

}  // namespace diorama::demo
