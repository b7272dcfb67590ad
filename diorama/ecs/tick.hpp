// SPDX-License-Identifier: MIT
/// \file
/// Change ticks: Tick, TickWindow.
/// Design page: docs/design/world.md, "Ticks".
#pragma once

#include <atomic>
#include <cstdint>

namespace diorama {

/// When something was written: the low 32 bits of the World's 64-bit counter.
///
/// A stored tick is only ever compared as its age, `now - tick`. Every 2^30 ticks the World walks
/// its stored ticks and sets those older than 2^30 to that age, so an age never wraps: in
/// World::update, World::flush and propagate_transforms, one of which has to come by at least once
/// in 2^31 runs of queries that look for changes.
using Tick = std::uint32_t;

inline constexpr std::uint32_t kTickSweep = 1u << 30;  ///< ticks between two such walks

/// The ticks after one moment, up to now.
class TickWindow {
  public:
    /// Ticks later than \p since; both are values of the World's counter, since <= now.
    constexpr TickWindow(std::uint64_t since, std::uint64_t now) noexcept
        : now_(static_cast<Tick>(now)),
          // Ages above the sweep's are not kept apart, so a reader that old sees every row.
          age_(now - since > kTickSweep ? 0xffffffffu : static_cast<std::uint32_t>(now - since)) {}

    /// Whether \p tick is in the window.
    [[nodiscard]] constexpr bool holds(Tick tick) const noexcept { return now_ - tick < age_; }

  private:
    Tick now_;
    std::uint32_t age_;
};

namespace detail {

/// The later of two ticks as seen at \p now.
[[nodiscard]] constexpr Tick later(Tick a, Tick b, Tick now) noexcept {
    return now - a < now - b ? a : b;
}

/// Stamps a tick that parallel readers of other rows may stamp too: a plain store where it
/// already holds, a relaxed atomic one otherwise.
inline void stamp_shared(Tick& shared, Tick now) noexcept {
    std::atomic_ref<Tick> tick(shared);
    if (tick.load(std::memory_order_relaxed) != now) tick.store(now, std::memory_order_relaxed);
}

/// The same where the tick is seldom in a cache: without a look that a write would wait for, and
/// a branch that nothing can foresee.
inline void stamp_far(Tick& shared, Tick now) noexcept {
    std::atomic_ref<Tick>(shared).store(now, std::memory_order_relaxed);
}

/// Reads what stamp_shared and stamp_far write.
[[nodiscard]] inline Tick read_shared(const Tick& shared) noexcept {
    return std::atomic_ref<Tick>(const_cast<Tick&>(shared)).load(std::memory_order_relaxed);
}

}  // namespace detail
}  // namespace diorama
