// SPDX-License-Identifier: MIT
/// \file
/// The one way to read buffer data: AccessorView, view_accessor,
/// view_fallback, read_accessor, read_floats, element_size.
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

    /// The numbers as they lie, where they are packed floats with no sparse part; else empty.
    [[nodiscard]] std::span<const float> packed_floats() const noexcept;
};

/// Holds accessor \p accessor against its views, buffers and sparse indices.
///
/// Input:   untrusted; opens the buffers it needs.
/// Cost:    O(sparse count) after the buffers are open.
/// Expects: \p accessor is in range.
/// Failure: gltf-accessor-range, gltf-accessor-stride, gltf-sparse-range, gltf-zero-limit,
///          gltf-draco-data, gltf-draco-counts, and view_bytes()'s; `where` is the accessor.
[[nodiscard]] Result<AccessorView> view_accessor(const Document& document, Index accessor);

/// The same as readers see it that can't decompress: from the fallback buffer where its view is
/// compressed.
[[nodiscard]] Result<AccessorView> view_fallback(const Document& document, Index accessor);

/// Decodes accessor \p accessor to a vector of T, one per element: strides and sparse values
/// applied.
///
/// T is float, vec2, vec3, vec4 or mat4 (integers become 0..1 or -1..1 where the accessor is
/// normalized, else their values), or std::uint32_t or std::array<std::uint16_t, 4> (integers as
/// stored, normalized or not). The shape must be T's, but a VEC3 read as vec4 gets 1 as its last
/// component, as colours need.
/// Input:   untrusted; memory is taken only for elements that are there.
/// Expects: \p accessor is in range.
/// Failure: gltf-accessor-type; gltf-accessor-nonfinite for a NaN or an infinity; and
///          view_accessor()'s; `where` is the accessor.
template <class T>
[[nodiscard]] Result<std::vector<T>> read_accessor(const Document& document, Index accessor);

/// The same for any shape, flat: component_count() floats per element, matrices column by column.
[[nodiscard]] Result<std::vector<float>> read_floats(const Document& document, Index accessor);

/// Bytes that one element takes, the padding of matrix columns included.
///
/// Source: glTF 2.0 section 3.6.2.4 (Data Alignment).
[[nodiscard]] std::uint32_t element_size(ComponentType component, ElementType type) noexcept;

}  // namespace diorama::gltf
