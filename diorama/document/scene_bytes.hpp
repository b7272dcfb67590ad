// SPDX-License-Identifier: MIT
/// \file
/// The bytes of a saved scene: SceneBytes.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace diorama::document {

/// std::allocator, but that a vector that grows by default leaves the new elements as they are.
template <class T>
class UnfilledAllocator : public std::allocator<T> {
  public:
    /// The same for another type.
    template <class U>
    struct rebind {
        using other = UnfilledAllocator<U>;  ///< for containers
    };

    using std::allocator<T>::allocator;  ///< made as any other

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
};

/// Bytes that are written once: filling them with zeros first would cost a quarter of a save.
using SceneBytes = std::vector<std::byte, UnfilledAllocator<std::byte>>;

}  // namespace diorama::document
