// SPDX-License-Identifier: MIT
/// \file
/// The rounding that results rely on, whatever the caller has set: FloatMode.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace diorama::detail {

/// Rounds to nearest, keeps subnormals and raises no traps while it lives; then as before.
class FloatMode {
  public:
#if defined(__x86_64__)
    FloatMode() noexcept : before_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
    ~FloatMode() { _mm_setcsr(before_); }
#else
    FloatMode() noexcept { std::feholdexcept(&before_), std::fesetround(FE_TONEAREST); }
    ~FloatMode() { std::fesetenv(&before_); }
#endif
    FloatMode(const FloatMode&) = delete;
    FloatMode& operator=(const FloatMode&) = delete;

  private:
#if defined(__x86_64__)
    unsigned before_;
#else
    std::fenv_t before_;
#endif
};

}  // namespace diorama::detail
