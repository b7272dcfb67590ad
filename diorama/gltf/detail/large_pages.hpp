// SPDX-License-Identifier: MIT
/// \file
/// Memory that is about to be filled for the first time: use_large_pages, touch_pages,
/// reserve_large.
#pragma once

#include <cstddef>
#include <vector>

namespace diorama::gltf::detail {

/// Asks the system to back \p bytes from \p data on with large pages, where it has them: the first
/// touch of each small page costs more than filling it. Does nothing for less than a few of them.
void use_large_pages(const void* data, std::size_t bytes) noexcept;

/// The same for memory that will be filled to its end, which is then had at once.
void touch_pages(const void* data, std::size_t bytes) noexcept;

/// Reserves \p count elements of \p list, in large pages where they are many.
template <class T>
void reserve_large(std::vector<T>& list, std::size_t count) {
    if (count <= list.capacity()) return;
    std::vector<T> grown;
    grown.reserve(count);
    use_large_pages(grown.data(), count * sizeof(T));
    grown.assign(list.begin(), list.end());
    list = std::move(grown);
}

}  // namespace diorama::gltf::detail
