// SPDX-License-Identifier: MIT
#include "tests/support/allocation_count.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_THREAD__)
#define DIORAMA_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DIORAMA_THREAD_SANITIZER 1
#endif
#endif

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

namespace diorama::test {

std::size_t allocation_count() noexcept {
    return allocations.load(std::memory_order_relaxed);
}

bool counts_allocations() noexcept {
#ifdef DIORAMA_THREAD_SANITIZER
    return false;
#else
    return true;
#endif
}

}  // namespace diorama::test

#ifndef DIORAMA_THREAD_SANITIZER

void* operator new(std::size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
// Stable sorting asks so.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    const auto align = static_cast<std::size_t>(alignment);
    // aligned_alloc takes whole multiples of the alignment only.
    const std::size_t whole = (size == 0 ? align : (size + align - 1) / align * align);
    if (void* memory = std::aligned_alloc(align, whole)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

#endif
