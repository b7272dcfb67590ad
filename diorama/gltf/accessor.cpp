// SPDX-License-Identifier: MIT
#include "diorama/gltf/accessor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "diorama/core/expects.hpp"
#include "diorama/gltf/detail/elements.hpp"
#include "diorama/gltf/detail/large_pages.hpp"
#include "diorama/gltf/detail/sources.hpp"
#include "diorama/gltf/detail/with_component.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/resource.hpp"

namespace diorama::gltf {

std::uint32_t element_size(ComponentType component, ElementType type) noexcept {
    const std::uint32_t size = component_size(component);
    const auto columns_of = [&](std::uint32_t rows) { return rows * ((rows * size + 3) / 4 * 4); };
    switch (type) {
        case ElementType::mat2:
            return columns_of(2);
        case ElementType::mat3:
            return columns_of(3);
        case ElementType::mat4:
            return columns_of(4);
        default:
            return component_count(type) * size;
    }
}

std::span<const float> AccessorView::packed_floats() const noexcept {
    const bool aligned = reinterpret_cast<std::uintptr_t>(data) % alignof(float) == 0;
    if (data == nullptr || component_type != ComponentType::f32 || sparse_count != 0 || !aligned ||
        stride != element_size(component_type, type)) {
        return {};
    }
    return {reinterpret_cast<const float*>(data), count * component_count(type)};
}

namespace {

/// Whether \p count elements of \p size bytes, \p stride apart from \p offset on, end inside
/// \p available bytes. Never overflows.
bool fits(std::uint64_t offset, std::uint64_t count, std::uint64_t stride, std::uint64_t size,
          std::uint64_t available) {
    if (count == 0) return offset <= available;
    std::uint64_t last = 0;
    std::uint64_t end = 0;
    return !__builtin_mul_overflow(count - 1, stride, &last) &&
           !__builtin_add_overflow(last, offset, &end) &&
           !__builtin_add_overflow(end, size, &end) && end <= available;
}

/// A run of \p count packed elements at \p offset of view \p view.
Result<const std::byte*> packed_run(const Document& document, Index view, std::uint64_t offset,
                                    std::uint64_t count, std::uint64_t size, const std::string& at,
                                    std::string_view what) {
    if (view == kNone) {
        return fail(codes::sparse_range, "found no buffer view for the sparse " + std::string(what),
                    at);
    }
    Result<std::span<const std::byte>> bytes = view_bytes(document, view);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    if (!fits(offset, count, size, size, bytes->size())) {
        return fail(codes::sparse_range,
                    "found " + std::to_string(count) + " sparse " + std::string(what) +
                        " from byte " + std::to_string(offset) + ", expected them inside the " +
                        std::to_string(bytes->size()) + " bytes of buffer view " +
                        std::to_string(view),
                    at);
    }
    return bytes->data() + offset;
}

Result<> view_sparse(const Document& document, const Sparse& sparse, const std::string& at,
                     AccessorView& out) {
    if (sparse.count > out.count) {
        return fail(codes::sparse_range,
                    "found " + std::to_string(sparse.count) +
                        " sparse elements, expected at most " + std::to_string(out.count) +
                        ", the accessor's count",
                    at);
    }
    const Result<const std::byte*> indices =
        packed_run(document, sparse.indices_view, sparse.indices_offset, sparse.count,
                   component_size(sparse.indices_type), at, "indices");
    if (!indices) return std::unexpected(indices.error());
    const Result<const std::byte*> values =
        packed_run(document, sparse.values_view, sparse.values_offset, sparse.count,
                   element_size(out.component_type, out.type), at, "values");
    if (!values) return std::unexpected(values.error());
    out.sparse_count = sparse.count;
    out.sparse_indices = *indices;
    out.sparse_type = sparse.indices_type;
    out.sparse_values = *values;
    for (std::size_t i = 0; i < out.sparse_count; ++i) {
        const std::uint32_t index = detail::sparse_index(out, i);
        if (index < out.count) continue;
        return fail(codes::sparse_range,
                    "found the sparse index " + std::to_string(index) + ", expected one below " +
                        std::to_string(out.count) + ", the accessor's count",
                    at);
    }
    return {};
}

}  // namespace

namespace {

/// view_accessor(), with each view's bytes from \p bytes_of.
Result<AccessorView> view_of(const Document& document, Index accessor,
                             Result<std::span<const std::byte>> (*bytes_of)(const Document&,
                                                                            Index)) {
    const auto i = static_cast<std::size_t>(accessor);
    DIORAMA_EXPECTS(accessor >= 0 && i < document.accessors.size(), "accessor is in range");
    const Accessor& each = document.accessors[i];
    AccessorView out;
    out.count = each.count;
    out.component_type = each.component_type;
    out.type = each.type;
    out.normalized = each.normalized;
    const std::uint32_t size = element_size(each.component_type, each.type);
    out.stride = size;
    if (each.buffer_view != kNone) {
        const std::uint32_t said =
            document.buffer_views[static_cast<std::size_t>(each.buffer_view)].byte_stride;
        if (said != 0 && said < size) {
            return fail(codes::accessor_stride,
                        "found a byteStride of " + std::to_string(said) + ", expected at least " +
                            std::to_string(size) + ", the size of an element",
                        where(document, "accessors", accessor));
        }
        if (said != 0) out.stride = said;
        const Result<std::span<const std::byte>> bytes = bytes_of(document, each.buffer_view);
        if (!bytes) return std::unexpected(bytes.error());
        if (!fits(each.byte_offset, each.count, out.stride, size, bytes->size())) {
            return fail(codes::accessor_range,
                        "found " + std::to_string(each.count) + " elements of " +
                            std::to_string(size) + " bytes, " + std::to_string(out.stride) +
                            " apart from byte " + std::to_string(each.byte_offset) +
                            ", expected them inside the " + std::to_string(bytes->size()) +
                            " bytes of buffer view " + std::to_string(each.buffer_view),
                        where(document, "accessors", accessor));
        }
        out.data = bytes->data() + each.byte_offset;
    } else if (each.draco != kNone) {
        const Result<std::span<const std::byte>> bytes = document.sources->draco(document, i);
        if (!bytes) return std::unexpected(bytes.error());
        out.data = bytes->data();
    } else if (each.count > document.limits.max_zero_bytes / size) {
        return fail(codes::zero_limit,
                    "found " + std::to_string(each.count) + " elements of " + std::to_string(size) +
                        " zero bytes, expected at most " +
                        std::to_string(document.limits.max_zero_bytes) + " bytes",
                    where(document, "accessors", accessor),
                    "ImportLimits::max_zero_bytes sets the limit");
    }
    if (each.sparse != kNone) {
        const Sparse& sparse = document.sparses[static_cast<std::size_t>(each.sparse)];
        const Result<> done =
            view_sparse(document, sparse, where(document, "accessors", accessor), out);
        if (!done) return std::unexpected(done.error());
    }
    return out;
}

}  // namespace

Result<AccessorView> view_accessor(const Document& document, Index accessor) {
    return view_of(document, accessor, &view_bytes);
}

Result<AccessorView> view_fallback(const Document& document, Index accessor) {
    return view_of(document, accessor, &fallback_bytes);
}

namespace {

template <class C>
C load(const std::byte* from) {
    C value;
    std::memcpy(&value, from, sizeof(C));
    return value;
}

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

/// Decodes one element to \p out, one float per component.
template <class C, bool kNormalized>
void decode_element(const std::byte* from, const Shape& shape, float* out) {
    for (std::uint32_t column = 0; column < shape.columns; ++column) {
        const std::byte* row = from + column * shape.column_stride;
        for (std::uint32_t i = 0; i < shape.rows; ++i, row += sizeof(C)) {
            *out++ = to_float<C, kNormalized>(load<C>(row));
        }
    }
}

/// Decodes all elements, \p out_stride floats apart.
template <class C, bool kNormalized>
void decode_all(const AccessorView& view, float* out, std::size_t out_stride) {
    const Shape shape = shape_of(view);
    const std::size_t components = std::size_t{shape.rows} * shape.columns;
    if (view.data != nullptr && view.count > 0) {
        if (std::is_same_v<C, float> && out_stride == components &&
            view.stride == components * sizeof(float)) {
            std::memcpy(out, view.data, view.count * view.stride);
        } else {
            for (std::size_t i = 0; i < view.count; ++i) {
                decode_element<C, kNormalized>(view.data + i * view.stride, shape,
                                               out + i * out_stride);
            }
        }
    }
    const std::size_t size = element_size(view.component_type, view.type);
    for (std::size_t i = 0; i < view.sparse_count; ++i) {
        decode_element<C, kNormalized>(view.sparse_values + i * size, shape,
                                       out + detail::sparse_index(view, i) * out_stride);
    }
}

void decode_floats(const AccessorView& view, float* out, std::size_t out_stride) {
    detail::with_component(view.component_type, [&]<class C>(C) {
        if (view.normalized) {
            decode_all<C, true>(view, out, out_stride);
        } else {
            decode_all<C, false>(view, out, out_stride);
        }
    });
}

/// The first of \p values that is NaN or infinite, or their count.
std::size_t find_nonfinite(std::span<const float> values) {
    constexpr std::uint32_t kExponent = 0x7f800000;
    const auto bad = [](float value) {
        return (std::bit_cast<std::uint32_t>(value) & kExponent) == kExponent;
    };
    bool any = false;
    for (const float value : values)
        any |= bad(value);
    if (!any) return values.size();
    return static_cast<std::size_t>(std::ranges::find_if(values, bad) - values.begin());
}

/// The failure that \p value is, one of \p element's.
std::unexpected<Error> not_finite(const Document& document, Index accessor, float value,
                                  std::size_t element) {
    return fail(codes::accessor_nonfinite,
                "found " + std::string(std::isnan(value) ? "a NaN" : "an infinity") +
                    " in element " + std::to_string(element) + ", expected finite numbers",
                where(document, "accessors", accessor),
                "export it again; the source has a division by zero or an unset value");
}

Result<> expect_finite(const Document& document, Index accessor, std::span<const float> values,
                       std::size_t per_element) {
    const std::size_t at = find_nonfinite(values);
    if (at == values.size()) return {};
    return not_finite(document, accessor, values[at], at / per_element);
}

/// \p packed as elements of T, checked and copied a block at a time, while it is in the cache.
template <class T>
Result<std::vector<T>> copy_packed(const Document& document, Index accessor,
                                   std::span<const float> packed, std::size_t per_element) {
    constexpr std::size_t kFloats = sizeof(T) / sizeof(float);
    constexpr std::size_t kBlock = 4096 * kFloats;
    std::vector<T> out;
    out.reserve(packed.size() / kFloats);
    detail::touch_pages(out.data(), packed.size_bytes());
    for (std::size_t first = 0; first < packed.size(); first += kBlock) {
        const auto block = packed.subspan(first, std::min(kBlock, packed.size() - first));
        const std::size_t at = find_nonfinite(block);
        if (at != block.size())
            return not_finite(document, accessor, block[at], (first + at) / per_element);
        const auto* const from = reinterpret_cast<const T*>(block.data());
        out.insert(out.end(), from, from + block.size() / kFloats);
    }
    return out;
}

constexpr std::string_view kTypeNames[]{"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

std::unexpected<Error> wrong_shape(const Document& document, Index accessor, ElementType found,
                                   std::string_view expected) {
    return fail(codes::accessor_type,
                "found elements of type " +
                    std::string(kTypeNames[static_cast<std::size_t>(found)]) + ", expected " +
                    std::string(expected),
                where(document, "accessors", accessor));
}

template <class T>
constexpr ElementType kShape = ElementType::scalar;
template <>
constexpr ElementType kShape<vec2> = ElementType::vec2;
template <>
constexpr ElementType kShape<vec3> = ElementType::vec3;
template <>
constexpr ElementType kShape<vec4> = ElementType::vec4;
template <>
constexpr ElementType kShape<mat4> = ElementType::mat4;
template <>
constexpr ElementType kShape<std::array<std::uint16_t, 4>> = ElementType::vec4;

template <class T>
Result<std::vector<T>> read_float_elements(const Document& document, Index accessor,
                                           const AccessorView& view) {
    static_assert(sizeof(T) % sizeof(float) == 0);
    constexpr std::size_t kFloats = sizeof(T) / sizeof(float);
    const std::span<const float> packed = view.packed_floats();
    if (!packed.empty() && view.type == kShape<T>)
        return copy_packed<T>(document, accessor, packed, kFloats);
    const bool widened = std::is_same_v<T, vec4> && view.type == ElementType::vec3;
    std::vector<T> out(view.count, widened ? T(1) : T(0));
    if (view.count == 0) return out;
    float* const floats = reinterpret_cast<float*>(out.data());
    if (widened && view.data == nullptr) {
        for (std::size_t i = 0; i < view.count; ++i)
            std::fill_n(floats + i * kFloats, 3, 0.0f);
    }
    decode_floats(view, floats, kFloats);
    const Result<> finite =
        expect_finite(document, accessor, {floats, out.size() * kFloats}, kFloats);
    if (!finite) return std::unexpected(finite.error());
    return out;
}

/// The 32-bit integers of \p view, where they lie packed with no sparse part; else empty.
std::span<const std::uint32_t> packed_indices(const AccessorView& view) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(view.data) % alignof(std::uint32_t) == 0;
    if (view.data == nullptr || view.component_type != ComponentType::u32 || !aligned ||
        view.sparse_count != 0 || view.stride != sizeof(std::uint32_t))
        return {};
    return {reinterpret_cast<const std::uint32_t*>(view.data), view.count};
}

/// The integers of one element; false where one is negative or above \p most.
template <class C, class U>
bool decode_integers(const std::byte* from, std::size_t components, std::uint64_t most, U* out) {
    for (std::size_t i = 0; i < components; ++i) {
        const C value = load<C>(from + i * sizeof(C));
        if (std::is_signed_v<C> && value < C{0}) return false;
        if (static_cast<std::uint64_t>(value) > most) return false;
        out[i] = static_cast<U>(value);
    }
    return true;
}

template <class U, std::size_t kCount>
Result<> read_integers(const Document& document, Index accessor, const AccessorView& view, U* out) {
    constexpr std::uint64_t kMost = std::numeric_limits<U>::max();
    const std::size_t size = element_size(view.component_type, view.type);
    const auto wrong = [&](std::string found) {
        return fail(
            codes::accessor_type,
            "found " + found + ", expected unsigned integers up to " + std::to_string(kMost),
            where(document, "accessors", accessor));
    };
    return detail::with_component(view.component_type, [&]<class C>(C) -> Result<> {
        if constexpr (std::is_floating_point_v<C>) {
            return wrong("floats");
        } else {
            bool good = true;
            for (std::size_t i = 0; view.data != nullptr && i < view.count; ++i) {
                good &= decode_integers<C>(view.data + i * view.stride, kCount, kMost,
                                           out + i * kCount);
            }
            for (std::size_t i = 0; i < view.sparse_count; ++i) {
                good &= decode_integers<C>(view.sparse_values + i * size, kCount, kMost,
                                           out + detail::sparse_index(view, i) * kCount);
            }
            if (!good) return wrong("a negative or larger number");
            return {};
        }
    });
}

}  // namespace

template <class T>
Result<std::vector<T>> read_accessor(const Document& document, Index accessor) {
    const Result<AccessorView> view = view_accessor(document, accessor);
    if (!view) return std::unexpected(view.error());
    const bool colour = std::is_same_v<T, vec4> && view->type == ElementType::vec3;
    if (view->type != kShape<T> && !colour) {
        return wrong_shape(document, accessor, view->type,
                           kTypeNames[static_cast<std::size_t>(kShape<T>)]);
    }
    if constexpr (std::is_same_v<T, std::uint32_t>) {
        if (const std::span<const T> packed = packed_indices(*view); !packed.empty()) {
            std::vector<T> out;
            out.reserve(packed.size());
            detail::touch_pages(out.data(), packed.size_bytes());
            out.assign(packed.begin(), packed.end());
            return out;
        }
        std::vector<T> out(view->count);
        const Result<> done = read_integers<T, 1>(document, accessor, *view, out.data());
        if (!done) return std::unexpected(done.error());
        return out;
    } else if constexpr (std::is_same_v<T, std::array<std::uint16_t, 4>>) {
        std::vector<T> out(view->count);
        if (out.empty()) return out;
        const Result<> done =
            read_integers<std::uint16_t, 4>(document, accessor, *view, out.front().data());
        if (!done) return std::unexpected(done.error());
        return out;
    } else {
        return read_float_elements<T>(document, accessor, *view);
    }
}

template Result<std::vector<float>> read_accessor<float>(const Document&, Index);
template Result<std::vector<vec2>> read_accessor<vec2>(const Document&, Index);
template Result<std::vector<vec3>> read_accessor<vec3>(const Document&, Index);
template Result<std::vector<vec4>> read_accessor<vec4>(const Document&, Index);
template Result<std::vector<mat4>> read_accessor<mat4>(const Document&, Index);
template Result<std::vector<std::uint32_t>> read_accessor<std::uint32_t>(const Document&, Index);
template Result<std::vector<std::array<std::uint16_t, 4>>>
read_accessor<std::array<std::uint16_t, 4>>(const Document&, Index);

Result<std::vector<float>> read_floats(const Document& document, Index accessor) {
    const Result<AccessorView> view = view_accessor(document, accessor);
    if (!view) return std::unexpected(view.error());
    const std::size_t components = component_count(view->type);
    if (const std::span<const float> packed = view->packed_floats(); !packed.empty())
        return copy_packed<float>(document, accessor, packed, components);
    std::vector<float> out(view->count * components);
    decode_floats(*view, out.data(), components);
    const Result<> finite = expect_finite(document, accessor, out, components);
    if (!finite) return std::unexpected(finite.error());
    return out;
}

}  // namespace diorama::gltf
