// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "diorama/gltf/detail/elements.hpp"
#include "diorama/gltf/detail/with_component.hpp"

namespace diorama::gltf::detail {

namespace {

/// The float that \p value stands for. Source: glTF 2.0 section 3.11 (normalized integers).
template <class C, bool kNormalized>
float to_float(C value) {
    if constexpr (!kNormalized || std::is_same_v<C, float> || sizeof(C) == 4) {
        return static_cast<float>(value);
    } else {
        constexpr float kMost = static_cast<float>(std::numeric_limits<C>::max());
        const float scaled = static_cast<float>(value) / kMost;
        return std::is_signed_v<C> ? std::max(scaled, -1.0f) : scaled;
    }
}

/// How the numbers of one element lie: columns of rows, each column at its own offset.
struct Shape {
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
    std::uint32_t column_stride = 0;
};

Shape shape_of(const AccessorView& view) {
    const std::uint32_t size = component_size(view.component_type);
    switch (view.type) {
        case ElementType::mat2:
            return {2, 2, (2 * size + 3) / 4 * 4};
        case ElementType::mat3:
            return {3, 3, (3 * size + 3) / 4 * 4};
        case ElementType::mat4:
            return {4, 4, 4 * size};
        default:
            return {component_count(view.type), 1, 0};
    }
}

/// Where elements lie and where they go: bytes apart there, floats apart here.
struct Run {
    const std::byte* from = nullptr;
    std::size_t stride = 0;
    std::size_t count = 0;
    float* to = nullptr;
    std::size_t to_stride = 0;
};

/// Decodes elements of one column.
template <class C, bool kNormalized, std::size_t kRows>
void decode_vectors(const Run& run) {
    const std::byte* from = run.from;
    float* to = run.to;
    for (std::size_t i = 0; i < run.count; ++i, from += run.stride, to += run.to_stride)
        for (std::size_t row = 0; row < kRows; ++row)
            to[row] = to_float<C, kNormalized>(load_component<C>(from + row * sizeof(C)));
}

/// Decodes elements of any shape, one float per component.
template <class C, bool kNormalized>
void decode_matrices(const Run& run, const Shape& shape) {
    for (std::size_t i = 0; i < run.count; ++i) {
        const std::byte* const from = run.from + i * run.stride;
        float* to = run.to + i * run.to_stride;
        for (std::uint32_t column = 0; column < shape.columns; ++column)
            for (std::uint32_t row = 0; row < shape.rows; ++row)
                *to++ = to_float<C, kNormalized>(
                    load_component<C>(from + column * shape.column_stride + row * sizeof(C)));
    }
}

template <class C, bool kNormalized>
void decode(Run run, const Shape& shape) {
    const std::size_t size = shape.rows * sizeof(C);
    if (shape.columns == 1 && run.stride == size && run.to_stride == shape.rows) {
        // One run of numbers.
        if constexpr (std::is_same_v<C, float>) {
            if (run.count > 0) std::memcpy(run.to, run.from, run.count * size);
        } else {
            run.count *= shape.rows;
            run.stride = sizeof(C);
            run.to_stride = 1;
            const std::size_t count = run.count;
            for (std::size_t i = 0; i < count; ++i)
                run.to[i] = to_float<C, kNormalized>(load_component<C>(run.from + i * sizeof(C)));
        }
    } else if (shape.columns > 1) {
        decode_matrices<C, kNormalized>(run, shape);
    } else if (shape.rows == 1) {
        decode_vectors<C, kNormalized, 1>(run);
    } else if (shape.rows == 2) {
        decode_vectors<C, kNormalized, 2>(run);
    } else if (shape.rows == 3) {
        decode_vectors<C, kNormalized, 3>(run);
    } else {
        decode_vectors<C, kNormalized, 4>(run);
    }
}

/// Decodes \p run of elements that are as those of \p view.
void decode(const AccessorView& view, const Run& run) {
    with_component(view.component_type, [&]<class C>(C) {
        if (view.normalized)
            decode<C, true>(run, shape_of(view));
        else
            decode<C, false>(run, shape_of(view));
    });
}

/// Whether all of \p values are finite.
bool all_finite(std::span<const float> values) {
    // All bits of an exponent and the lowest of them add up to the sign's.
    constexpr std::uint32_t kExponent = 0x7f800000;
    constexpr std::uint32_t kLowest = 0x00800000;
    std::uint32_t seen = 0;
    for (const float value : values)
        seen |= (std::bit_cast<std::uint32_t>(value) & kExponent) + kLowest;
    return seen >> 31 == 0;
}

}  // namespace

void decode_floats(const AccessorView& view, std::size_t first, std::size_t count, float* out,
                   std::size_t out_stride) noexcept {
    decode(view, {view.data + first * view.stride, view.stride, count, out, out_stride});
}

void decode_sparse(const AccessorView& view, float* out, std::size_t out_stride) noexcept {
    const std::size_t size = element_size(view.component_type, view.type);
    for (std::size_t i = 0; i < view.sparse_count; ++i)
        decode(view, {view.sparse_values + i * size, size, 1,
                      out + sparse_index(view, i) * out_stride, out_stride});
}

std::size_t find_nonfinite(std::span<const float> values) noexcept {
    if (all_finite(values)) return values.size();
    const auto bad = [](float value) { return !std::isfinite(value); };
    return static_cast<std::size_t>(std::ranges::find_if(values, bad) - values.begin());
}

}  // namespace diorama::gltf::detail
