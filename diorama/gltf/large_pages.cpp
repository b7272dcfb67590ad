// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/large_pages.hpp"

#include <sys/mman.h>

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

void touch_pages(const void* data, std::size_t bytes) noexcept {
    use_large_pages(data, bytes);
#ifdef MADV_POPULATE_WRITE
    constexpr std::uintptr_t kPage = 4096;  // where pages are larger, the call does nothing
    constexpr std::size_t kFew = 64 * kPage;
    if (bytes < kFew) return;
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(data) & ~(kPage - 1);
    const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(data) + bytes;
    (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#endif
}

}  // namespace diorama::gltf::detail
