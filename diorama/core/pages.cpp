// SPDX-License-Identifier: MIT
#include "diorama/core/pages.hpp"

#include <cstdint>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace diorama {

namespace {

/// What stands before the memory: where what was allocated begins.
void*& allocation_of(std::byte* memory) noexcept {
    return *reinterpret_cast<void**>(memory - sizeof(void*));
}

}  // namespace

void Pages::Free::operator()(std::byte* memory) const noexcept {
    ::operator delete(allocation_of(memory));
}

// Aligned here: an allocator that is asked to do it may give memory back to the system every time,
// as glibc does, and then every World's first touch of every page costs what the first one's did.
Pages::Pages(std::size_t bytes) : bytes_(bytes) {
    const std::size_t before = sizeof(void*) + kLargePage - 1;
    void* const allocation = ::operator new(before + bytes);
    const auto at = reinterpret_cast<std::uintptr_t>(allocation) + before;
    memory_.reset(static_cast<std::byte*>(allocation) + before - at % kLargePage);
    allocation_of(memory_.get()) = allocation;
}

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
