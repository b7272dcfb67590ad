// SPDX-License-Identifier: MIT
#include "diorama/gltf/accessor.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "diorama/core/expects.hpp"
#include "diorama/gltf/detail/elements.hpp"
#include "diorama/gltf/detail/floats.hpp"
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

Result<> expect_finite(const Document& document, Index accessor, std::span<const float> values,
                       std::size_t per_element) {
    const std::size_t at = detail::find_nonfinite(values);
    if (at == values.size()) return {};
    return fail(codes::accessor_nonfinite,
                "found " + std::string(std::isnan(values[at]) ? "a NaN" : "an infinity") +
                    " in element " + std::to_string(at / per_element) + ", expected finite numbers",
                where(document, "accessors", accessor),
                "export it again; the source has a division by zero or an unset value");
}

/// \p packed as elements of T, checked while they are copied.
template <class T>
Result<std::vector<T>> copy_packed(const Document& document, Index accessor,
                                   std::span<const float> packed, std::size_t per_element) {
    constexpr std::size_t kFloats = sizeof(T) / sizeof(float);
    const std::span<const T> elements(reinterpret_cast<const T*>(packed.data()),
                                      packed.size() / kFloats);
    std::optional<std::vector<T>> out = detail::copy_fresh(elements, [](std::span<const T> run) {
        const std::span<const float> floats(reinterpret_cast<const float*>(run.data()),
                                            run.size() * kFloats);
        return detail::find_nonfinite(floats) == floats.size();
    });
    if (!out)
        return std::unexpected(expect_finite(document, accessor, packed, per_element).error());
    document.sources->let_go(std::as_bytes(packed));
    return std::move(*out);
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

/// Decodes a run of elements; false where a number that it stores is not finite.
bool decode_run(const AccessorView& view, std::size_t first, std::size_t count, float* out,
                std::size_t stride) {
    if (view.data == nullptr) return true;
    detail::decode_floats(view, first, count, out, stride);
    if (view.component_type != ComponentType::f32) return true;
    return detail::find_nonfinite({out, count * stride}) == count * stride;
}

template <class T>
Result<std::vector<T>> read_float_elements(const Document& document, Index accessor,
                                           const AccessorView& view) {
    static_assert(sizeof(T) % sizeof(float) == 0);
    constexpr std::size_t kFloats = sizeof(T) / sizeof(float);
    const std::span<const float> packed = view.packed_floats();
    if (!packed.empty() && view.type == kShape<T>)
        return copy_packed<T>(document, accessor, packed, kFloats);
    // A colour without alpha.
    const bool widened = std::is_same_v<T, vec4> && view.type == ElementType::vec3;
    bool finite = true;
    std::vector<T> out =
        detail::fill_fresh<T>(view.count, 1, [&](std::size_t first, std::span<T> run) {
            float* const floats = reinterpret_cast<float*>(run.data());
            for (std::size_t i = 0; widened && i < run.size(); ++i)
                floats[i * kFloats + 3] = 1;
            finite = decode_run(view, first, run.size(), floats, kFloats) && finite;
        });
    const std::span<float> floats(reinterpret_cast<float*>(out.data()), out.size() * kFloats);
    detail::decode_sparse(view, floats.data(), kFloats);
    const Result<> checked = finite && view.sparse_count == 0
                                 ? Result<>{}
                                 : expect_finite(document, accessor, floats, kFloats);
    if (!checked) return std::unexpected(checked.error());
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

/// The integers of \p count elements, \p stride bytes apart, of \p kCount numbers each; false where
/// one is negative or greater than U holds.
template <class C, std::size_t kCount, class U>
bool decode_integers(const std::byte* from, std::size_t stride, std::size_t count, U* out) {
    constexpr bool kFits = std::is_unsigned_v<C> && sizeof(C) <= sizeof(U);
    bool good = true;
    for (std::size_t i = 0; i < count; ++i, from += stride) {
        for (std::size_t k = 0; k < kCount; ++k) {
            const C value = detail::load_component<C>(from + k * sizeof(C));
            if constexpr (!kFits)
                good &= value >= C{0} &&
                        static_cast<std::uint64_t>(value) <= std::numeric_limits<U>::max();
            out[i * kCount + k] = static_cast<U>(value);
        }
    }
    return good;
}

/// decode_integers() of a run of elements; with a stride that the compiler knows, if packed.
template <class C, std::size_t kCount, class U>
bool decode_integer_run(const AccessorView& view, std::size_t first, std::size_t count, U* out) {
    const std::byte* const from = view.data + first * view.stride;
    if (view.stride == kCount * sizeof(C))
        return decode_integers<C, kCount>(from, kCount * sizeof(C), count, out);
    return decode_integers<C, kCount>(from, view.stride, count, out);
}

/// The elements of \p view as T, which holds kCount numbers of type U.
template <class T, class U, std::size_t kCount>
Result<std::vector<T>> read_integers(const Document& document, Index accessor,
                                     const AccessorView& view) {
    const auto wrong = [&](std::string found) {
        return fail(codes::accessor_type,
                    "found " + found + ", expected unsigned integers up to " +
                        std::to_string(std::numeric_limits<U>::max()),
                    where(document, "accessors", accessor));
    };
    return detail::with_component(view.component_type, [&]<class C>(C) -> Result<std::vector<T>> {
        if constexpr (std::is_floating_point_v<C>) {
            return wrong("floats");
        } else {
            bool good = true;
            std::vector<T> out =
                detail::fill_fresh<T>(view.count, 1, [&](std::size_t first, std::span<T> run) {
                    if (view.data != nullptr)
                        good &= decode_integer_run<C, kCount>(view, first, run.size(),
                                                              reinterpret_cast<U*>(run.data()));
                });
            const std::size_t size = element_size(view.component_type, view.type);
            for (std::size_t i = 0; i < view.sparse_count; ++i)
                good &= decode_integers<C, kCount>(
                    view.sparse_values + i * size, size, 1,
                    reinterpret_cast<U*>(&out[detail::sparse_index(view, i)]));
            if (!good) return wrong("a negative or larger number");
            return out;
        }
    });
}

}  // namespace

template <class T>
Result<std::vector<T>> detail::read_view(const Document& document, Index accessor,
                                         const AccessorView& view) {
    const bool colour = std::is_same_v<T, vec4> && view.type == ElementType::vec3;
    if (view.type != kShape<T> && !colour) {
        return wrong_shape(document, accessor, view.type,
                           kTypeNames[static_cast<std::size_t>(kShape<T>)]);
    }
    if constexpr (std::is_same_v<T, std::uint32_t>) {
        if (const std::span<const T> packed = packed_indices(view); !packed.empty()) {
            auto out = detail::copy_fresh(packed, [](std::span<const T>) { return true; });
            document.sources->let_go(std::as_bytes(packed));
            return std::move(*out);
        }
        return read_integers<T, T, 1>(document, accessor, view);
    } else if constexpr (std::is_same_v<T, std::array<std::uint16_t, 4>>) {
        return read_integers<T, std::uint16_t, 4>(document, accessor, view);
    } else {
        return read_float_elements<T>(document, accessor, view);
    }
}

template <class T>
Result<std::vector<T>> read_accessor(const Document& document, Index accessor) {
    const Result<AccessorView> view = view_accessor(document, accessor);
    if (!view) return std::unexpected(view.error());
    return detail::read_view<T>(document, accessor, *view);
}

template Result<std::vector<float>> read_accessor<float>(const Document&, Index);
template Result<std::vector<vec2>> read_accessor<vec2>(const Document&, Index);
template Result<std::vector<vec3>> read_accessor<vec3>(const Document&, Index);
template Result<std::vector<vec4>> read_accessor<vec4>(const Document&, Index);
template Result<std::vector<mat4>> read_accessor<mat4>(const Document&, Index);
template Result<std::vector<std::uint32_t>> read_accessor<std::uint32_t>(const Document&, Index);
template Result<std::vector<std::array<std::uint16_t, 4>>>
read_accessor<std::array<std::uint16_t, 4>>(const Document&, Index);
template Result<std::vector<float>> detail::read_view<float>(const Document&, Index,
                                                             const AccessorView&);
template Result<std::vector<vec2>> detail::read_view<vec2>(const Document&, Index,
                                                           const AccessorView&);
template Result<std::vector<vec3>> detail::read_view<vec3>(const Document&, Index,
                                                           const AccessorView&);
template Result<std::vector<vec4>> detail::read_view<vec4>(const Document&, Index,
                                                           const AccessorView&);
template Result<std::vector<mat4>> detail::read_view<mat4>(const Document&, Index,
                                                           const AccessorView&);
template Result<std::vector<std::uint32_t>> detail::read_view<std::uint32_t>(const Document&, Index,
                                                                             const AccessorView&);
template Result<std::vector<std::array<std::uint16_t, 4>>>
detail::read_view<std::array<std::uint16_t, 4>>(const Document&, Index, const AccessorView&);

Result<std::vector<float>> read_floats(const Document& document, Index accessor) {
    const Result<AccessorView> view = view_accessor(document, accessor);
    if (!view) return std::unexpected(view.error());
    const std::size_t components = component_count(view->type);
    if (const std::span<const float> packed = view->packed_floats(); !packed.empty())
        return copy_packed<float>(document, accessor, packed, components);
    bool finite = true;
    std::vector<float> out = detail::fill_fresh<float>(
        view->count, components, [&](std::size_t first, std::span<float> run) {
            finite =
                decode_run(*view, first, run.size() / components, run.data(), components) && finite;
        });
    detail::decode_sparse(*view, out.data(), components);
    const Result<> checked = finite && view->sparse_count == 0
                                 ? Result<>{}
                                 : expect_finite(document, accessor, out, components);
    if (!checked) return std::unexpected(checked.error());
    return out;
}

}  // namespace diorama::gltf
