// SPDX-License-Identifier: MIT
/// \file
/// An accessor's numbers behind its view: each_element walks them without keeping them, read_view
/// decodes them.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "diorama/gltf/accessor.hpp"

namespace diorama::gltf::detail {

/// read_accessor() of \p accessor, whose view \p view is.
template <class T>
[[nodiscard]] Result<std::vector<T>> read_view(const Document& document, Index accessor,
                                               const AccessorView& view);

/// The sparse index number \p i of \p view.
[[nodiscard]] std::uint32_t sparse_index(const AccessorView& view, std::size_t i) noexcept;

/// The numbers of the element at \p from as stored, not normalised, column by column.
void load_element(const AccessorView& view, const std::byte* from, double* out) noexcept;

/// Calls `f(i, numbers)` for each element of \p view in order, sparse values in place.
template <class F>
void each_element(const AccessorView& view, F&& f) {
    std::array<double, 16> numbers{};
    const std::span<const double> shown(numbers.data(), component_count(view.type));
    const std::size_t size = element_size(view.component_type, view.type);
    // Sparse elements in rising order, the last of equals first, for it is the one that counts.
    std::vector<std::size_t> order(view.sparse_count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        const std::uint32_t x = sparse_index(view, a), y = sparse_index(view, b);
        return x != y ? x < y : a > b;
    });
    std::size_t next = 0;
    for (std::size_t i = 0; i < view.count; ++i) {
        while (next < order.size() && sparse_index(view, order[next]) < i)
            ++next;
        if (next < order.size() && sparse_index(view, order[next]) == i) {
            load_element(view, view.sparse_values + order[next] * size, numbers.data());
        } else if (view.data != nullptr) {
            load_element(view, view.data + i * view.stride, numbers.data());
        } else {
            numbers.fill(0);
        }
        f(i, shown);
    }
}

/// What \p number of an accessor stands for: divided by its type's greatest where normalised.
[[nodiscard]] double normalized(const AccessorView& view, double number) noexcept;

}  // namespace diorama::gltf::detail
