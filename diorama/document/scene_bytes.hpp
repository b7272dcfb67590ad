// SPDX-License-Identifier: MIT
/// \file
/// The bytes of a saved scene: SceneBytes.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "diorama/core/pages.hpp"

namespace diorama::document {

/// std::allocator, but that a vector that grows by default leaves the new elements as they are, and
/// that much memory comes in large pages: meeting small ones for the first time costs more than
/// writing them.
template <class T>
class UnfilledAllocator : public std::allocator<T> {
  public:
    /// The same for another type.
    template <class U>
    struct rebind {
        using other = UnfilledAllocator<U>;  ///< for containers
    };

    using std::allocator<T>::allocator;  ///< made as any other

    /// Memory for \p count elements.
    [[nodiscard]] T* allocate(std::size_t count) {
        if (count < kMany) return std::allocator<T>::allocate(count);
        void* const memory = ::operator new(count * sizeof(T), kLargePage);
        prefer_large_pages(memory, count * sizeof(T));
        return static_cast<T*>(memory);
    }
    /// Gives back what allocate() gave for \p count.
    void deallocate(T* memory, std::size_t count) noexcept {
        if (count < kMany)
            std::allocator<T>::deallocate(memory, count);
        else
            ::operator delete(memory, kLargePage);
    }
    /// Leaves \p at as it is.
    template <class U>
    void construct(U* at) noexcept(std::is_nothrow_default_constructible_v<U>) {
        ::new (static_cast<void*>(at)) U;
    }
    /// Makes a U at \p at.
    template <class U, class... Args>
    void construct(U* at, Args&&... args) {
        std::construct_at(at, std::forward<Args>(args)...);
    }

  private:
    static constexpr std::align_val_t kLargePage{Pages::kLargePage};
    static constexpr std::size_t kMany = 4 * Pages::kLargePage / sizeof(T);  // elements
};

/// Bytes that are written once: filling them with zeros first would cost a quarter of a save.
using SceneBytes = std::vector<std::byte, UnfilledAllocator<std::byte>>;

}  // namespace diorama::document
