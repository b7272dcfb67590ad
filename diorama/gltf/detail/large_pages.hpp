// SPDX-License-Identifier: MIT
/// \file
/// Memory that is about to be filled for the first time, and mapped memory that is no longer
/// looked at: use_large_pages, touch_pages, reserve_large, drop_pages, copy_fresh.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace diorama::gltf::detail {

/// Asks the system to back \p bytes from \p data on with large pages, where it has them: the first
/// touch of each small page costs more than filling it. Does nothing for less than a few of them.
void use_large_pages(const void* data, std::size_t bytes) noexcept;

/// Has the memory of \p bytes from \p data on at once, page after page: cheaper than to meet each
/// by a fault. For a run that is filled next, while it is in the cache.
void touch_pages(const void* data, std::size_t bytes) noexcept;

/// Takes the whole pages of \p bytes, of a file mapped for reading, out of the process's memory
/// until they are read again.
void drop_pages(std::span<const std::byte> bytes) noexcept;

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

/// Copies \p from to a new list, calling \p on_run with each run before it is copied, while it is
/// in the cache; no list where that gives false.
template <class T, class F>
[[nodiscard]] std::optional<std::vector<T>> copy_fresh(std::span<const T> from, F&& on_run) {
    constexpr std::size_t kRun = (std::size_t{1} << 18) / sizeof(T);
    std::vector<T> out;
    out.reserve(from.size());
    for (std::size_t first = 0; first < from.size(); first += kRun) {
        const std::span<const T> run = from.subspan(first, std::min(kRun, from.size() - first));
        if (!on_run(run)) return std::nullopt;
        touch_pages(out.data() + out.size(), run.size_bytes());
        out.insert(out.end(), run.begin(), run.end());
    }
    return out;
}

}  // namespace diorama::gltf::detail
