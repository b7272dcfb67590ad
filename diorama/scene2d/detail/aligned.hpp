// SPDX-License-Identifier: MIT
/// \file
/// Columns that vectors load without crossing cache lines: AlignedColumn.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace diorama::scene2d::detail {

/// std::allocator, but for memory that begins with a cache line.
template <class T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t kLine{64};

    LineAllocator() noexcept = default;
    template <class U>
    LineAllocator(const LineAllocator<U>&) noexcept {}

    [[nodiscard]] T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new(count * sizeof(T), kLine));
    }
    void deallocate(T* memory, std::size_t) noexcept { ::operator delete(memory, kLine); }

    friend bool operator==(const LineAllocator&, const LineAllocator&) noexcept { return true; }
};

template <class T>
using AlignedColumn = std::vector<T, LineAllocator<T>>;

}  // namespace diorama::scene2d::detail
