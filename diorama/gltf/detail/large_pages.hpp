// SPDX-License-Identifier: MIT
/// \file
/// Memory that is about to be filled for the first time: use_large_pages, FreshMemory,
/// reserve_large, copy_fresh, fill_fresh.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace diorama::gltf::detail {

/// Asks the system to back \p bytes from \p data on with large pages, where it has them: the first
/// touch of each small page costs more than filling it. Does nothing for less than a few of them.
void use_large_pages(const void* data, std::size_t bytes) noexcept;

/// Memory that is filled front to back: had from the system in runs shortly before, while what is
/// zeroed is filled in the cache. That is cheaper than to meet each page by a fault.
///
/// Great amounts come in large pages for as long as these come faster, which is measured: they are
/// six times as fast where the machine has some ready, and six times as slow where a virtual
/// machine's host has to find each small part of one first.
/// Threads: each thread fills memory of its own.
class FreshMemory {
  public:
    /// Of \p bytes from \p data on; none of them has been touched.
    FreshMemory(const void* data, std::size_t bytes) noexcept;

    /// Says that bytes up to \p end are filled next.
    void reach(std::size_t end) noexcept {
        if (end > had_) take(end);
    }

  private:
    void take(std::size_t end) noexcept;

    std::uintptr_t first_ = 0;
    std::size_t bytes_ = 0;
    std::size_t had_ = 0;
};

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

/// Bytes of a list that are worked on at a time, so that they stay in the first-level cache.
inline constexpr std::size_t kRunBytes = std::size_t{1} << 14;

/// Copies \p from to a new list, calling \p on_run with each run before it is copied, while it is
/// in the cache; no list where that gives false.
template <class T, class F>
[[nodiscard]] std::optional<std::vector<T>> copy_fresh(std::span<const T> from, F&& on_run) {
    constexpr std::size_t kRun = kRunBytes / sizeof(T);
    std::vector<T> out;
    out.reserve(from.size());
    FreshMemory memory(out.data(), from.size_bytes());
    for (std::size_t first = 0; first < from.size(); first += kRun) {
        const std::span<const T> run = from.subspan(first, std::min(kRun, from.size() - first));
        if (!on_run(run)) return std::nullopt;
        memory.reach((first + run.size()) * sizeof(T));
        out.insert(out.end(), run.begin(), run.end());
    }
    return out;
}

/// A new list of \p count elements of \p size values each, zero at first; \p fill is called with
/// the first element and the values of each run, to set them while they are in the cache.
template <class T, class F>
[[nodiscard]] std::vector<T> fill_fresh(std::size_t count, std::size_t size, F&& fill) {
    const std::size_t most = std::max<std::size_t>(kRunBytes / (size * sizeof(T)), 1);
    std::vector<T> out;
    out.reserve(count * size);
    FreshMemory memory(out.data(), count * size * sizeof(T));
    for (std::size_t first = 0; first < count; first += most) {
        const std::size_t end = std::min(first + most, count);
        memory.reach(end * size * sizeof(T));
        out.resize(end * size);
        fill(first, std::span<T>(out).subspan(first * size));
    }
    return out;
}

}  // namespace diorama::gltf::detail
