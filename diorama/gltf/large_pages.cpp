// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/large_pages.hpp"

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace diorama::gltf::detail {

void use_large_pages([[maybe_unused]] const void* data,
                     [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
    constexpr std::uintptr_t kLarge = std::uintptr_t{1} << 21;
    if (bytes < 2 * kLarge) return;
    const auto first = reinterpret_cast<std::uintptr_t>(data);
    const std::uintptr_t begin = (first + kLarge - 1) & ~(kLarge - 1);
    const std::uintptr_t end = (first + bytes) & ~(kLarge - 1);
    // Only a wish: memory is as good without.
    (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

namespace {

constexpr std::size_t kPage = 4096;  // where pages are larger, madvise() refuses, and no harm
constexpr std::size_t kLargePage = std::size_t{1} << 21;
constexpr std::size_t kSmallRun = std::size_t{1} << 18;

/// Has the pages of \p bytes from \p data on; how many nanoseconds of this thread each KiB took.
std::int64_t populate([[maybe_unused]] std::uintptr_t data, [[maybe_unused]] std::size_t bytes,
                      [[maybe_unused]] bool large) noexcept {
#ifdef MADV_POPULATE_WRITE
    const auto now = [] {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    };
    const std::int64_t start = now();
    void* const first = reinterpret_cast<void*>(data & ~(kPage - 1));
    const std::size_t length = (data & (kPage - 1)) + bytes;
    if (large) (void)::madvise(first, length, MADV_HUGEPAGE);
    (void)::madvise(first, length, MADV_POPULATE_WRITE);
    return (now() - start) / static_cast<std::int64_t>(bytes / 1024 + 1);
#else
    return 0;
#endif
}

/// What the pages that all threads took last have cost, and how many bytes are to be taken in small
/// ones before a large one is tried: some at first, many after one that was slow.
constexpr std::int64_t kFirstSmall = std::int64_t{16} << 20;
constexpr std::int64_t kSmallAfterSlow = std::int64_t{256} << 20;
std::atomic<std::int64_t> small_cost{0};
std::atomic<std::int64_t> small_left{kFirstSmall};

}  // namespace

FreshMemory::FreshMemory(const void* data, std::size_t bytes) noexcept
    : first_(reinterpret_cast<std::uintptr_t>(data)),
      bytes_(bytes),
      had_(bytes < 16 * kPage ? bytes : 0) {}

void FreshMemory::take(std::size_t end) noexcept {
    constexpr auto kRelaxed = std::memory_order_relaxed;  // each value stands for itself
    while (had_ < end) {
        const std::uintptr_t at = first_ + had_;
        const std::size_t to_large = (kLargePage - at % kLargePage) % kLargePage;
        if (to_large == 0 && bytes_ - had_ >= kLargePage && small_left.load(kRelaxed) <= 0) {
            if (populate(at, kLargePage, true) > small_cost.load(kRelaxed))
                small_left.store(kSmallAfterSlow, kRelaxed);
            had_ += kLargePage;
            continue;
        }
        std::size_t run = std::min(kSmallRun, bytes_ - had_);
        if (to_large != 0) run = std::min(run, to_large);
        small_cost.store(populate(at, run, false), kRelaxed);
        small_left.fetch_sub(static_cast<std::int64_t>(run), kRelaxed);
        had_ += run;
    }
}

}  // namespace diorama::gltf::detail
