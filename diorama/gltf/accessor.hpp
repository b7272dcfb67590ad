// SPDX-License-Identifier: MIT
/// \file
/// The one way to read buffer data: AccessorView, view_accessor, read_accessor.
/// Source: glTF 2.0 section 3.6.2 (Accessors).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "diorama/gltf/document.hpp"

namespace diorama::gltf {

/// An accessor whose every byte, sparse ones included, has been found to be there.
///
/// Valid: while its Document lives.
struct AccessorView {
    const std::byte* data = nullptr;                    ///< first element; nullptr: all zeros
    std::size_t stride = 0;                             ///< bytes from element to element
    std::size_t count = 0;                              ///< elements
    ComponentType component_type = ComponentType::f32;  ///< of each number
    ElementType type = ElementType::scalar;             ///< of each element
    bool normalized = false;                            ///< integers stand for 0..1 or -1..1

    std::size_t sparse_count = 0;                    ///< elements replaced
    const std::byte* sparse_indices = nullptr;       ///< packed, rising, each below count
    ComponentType sparse_type = ComponentType::u32;  ///< of sparse_indices
    const std::byte* sparse_values = nullptr;        ///< packed elements

    /// The elements as they lie, where they are packed numbers of type T with no sparse part;
    /// else empty. T is float, std::uint16_t or another number.
    template <class T>
    [[nodiscard]] std::span<const T> packed() const noexcept;
};

/// Holds accessor \p accessor against its views, buffers and sparse indices.
///
/// Input:   untrusted; opens the buffers it needs.
/// Cost:    O(sparse count) after the buffers are open.
/// Expects: \p accessor is in range.
/// Failure: gltf-accessor-range, gltf-accessor-stride, gltf-sparse-range, gltf-zero-limit, and
///          view_bytes()'s; `where` is the accessor.
[[nodiscard]] Result<AccessorView> view_accessor(const Document& document, Index accessor);

/// Decodes accessor \p accessor to a vector of T, one per element: strides, sparse values and
/// normalisation applied, integers that are not normalised as their values.
///
/// T is float, vec2, vec3, vec4, mat4, std::uint32_t or std::array<std::uint16_t, 4>. A VEC3 read
/// as vec4 gets 1 as its last component (colours); any other mismatch of shape fails. The integer
/// forms fail on floats, on normalised numbers and on values that do not fit.
/// Failure: gltf-accessor-type, and view_accessor()'s; `where` is the accessor.
template <class T>
[[nodiscard]] Result<std::vector<T>> read_accessor(const Document& document, Index accessor);

/// The same into \p out, whose size must be the accessor's count; the value of every element is
/// written.
template <class T>
[[nodiscard]] Result<> read_accessor_into(const Document& document, Index accessor,
                                          std::span<T> out);

}  // namespace diorama::gltf
