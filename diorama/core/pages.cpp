// SPDX-License-Identifier: MIT
#include "diorama/core/pages.hpp"

#include <cstdint>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace diorama {

void Pages::Free::operator()(std::byte* memory) const noexcept {
    ::operator delete(memory, std::align_val_t{kLargePage});
}

Pages::Pages(std::size_t bytes)
    : memory_(static_cast<std::byte*>(::operator new(bytes, std::align_val_t{kLargePage}))),
      bytes_(bytes) {}

void Pages::prefer_large() noexcept {
#if defined(__linux__)
    // A wish: where it is not granted, small pages do.
    static_cast<void>(::madvise(memory_.get(), bytes_, MADV_HUGEPAGE));
#endif
}

void prefer_large_pages([[maybe_unused]] void* from, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(from);
    const std::size_t before = (Pages::kLargePage - at % Pages::kLargePage) % Pages::kLargePage;
    if (bytes < before + Pages::kLargePage) return;
    const std::size_t whole = (bytes - before) / Pages::kLargePage * Pages::kLargePage;
    static_cast<void>(::madvise(static_cast<std::byte*>(from) + before, whole, MADV_HUGEPAGE));
#endif
}

}  // namespace diorama
