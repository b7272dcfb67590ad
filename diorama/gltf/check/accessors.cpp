// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "diorama/gltf/detail/checker.hpp"
#include "diorama/gltf/detail/elements.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

std::string shown(double value) {
    std::array<char, 32> buffer{};
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

std::string at(std::size_t i) {
    std::string out("/accessors/");
    out += std::to_string(i);
    return out;
}

/// A view against its buffer as declared, whether or not the buffer can be opened.
void check_view(Checker& c, std::size_t i) {
    const BufferView& view = c.d.buffer_views[i];
    std::string pointer("/bufferViews/");
    pointer += std::to_string(i);
    if (view.buffer != kNone) {
        const std::uint64_t length = c.d.buffers[static_cast<std::size_t>(view.buffer)].byte_length;
        if (view.byte_offset > length || view.byte_length > length - view.byte_offset) {
            Error error;
            error.code = codes::buffer_view_range;
            error.where = where(c.d, "bufferViews", static_cast<Index>(i));
            error.message = "found a view of " + std::to_string(view.byte_length) + " bytes at " +
                            std::to_string(view.byte_offset) + ", expected it inside the " +
                            std::to_string(length) + " bytes of buffer " +
                            std::to_string(view.buffer);
            c.add_once(error);
        }
    }
    if (view.byte_stride > view.byte_length) {
        c.fault(codes::buffer_view_stride, pointer + "/byteStride",
                "found a byteStride of " + std::to_string(view.byte_stride) +
                    ", expected at most the " + std::to_string(view.byte_length) +
                    " bytes of the view");
    }
    if (view.byte_stride != 0 && view.target == 34963) {
        c.fault(codes::buffer_view_stride, pointer + "/byteStride",
                "found a byteStride on a view of indices, expected one only for vertices");
    }
}

/// Reports where a run of \p type at \p offset of view \p view is not aligned to its numbers.
void check_alignment(Checker& c, Index view, std::uint64_t offset, ComponentType type,
                     const std::string& pointer) {
    const std::uint32_t size = component_size(type);
    if (offset % size != 0) {
        c.fault(codes::accessor_alignment, pointer + "/byteOffset",
                "found a byteOffset of " + std::to_string(offset) + ", expected a multiple of " +
                    std::to_string(size));
    }
    if (view == kNone) return;
    const std::uint64_t start = c.d.buffer_views[static_cast<std::size_t>(view)].byte_offset;
    if ((start + offset) % size != 0) {
        c.fault(codes::accessor_alignment, pointer,
                "found data at byte " + std::to_string(start + offset) +
                    " of its buffer, expected a multiple of " + std::to_string(size));
    }
}

/// An accessor against its view as declared, whether or not the buffer can be opened.
void check_range(Checker& c, std::size_t i) {
    const Accessor& accessor = c.d.accessors[i];
    const BufferView& view = c.d.buffer_views[static_cast<std::size_t>(accessor.buffer_view)];
    const std::uint32_t size = element_size(accessor.component_type, accessor.type);
    const std::uint64_t stride = view.byte_stride != 0 ? view.byte_stride : size;
    if (stride < size || accessor.count == 0) return;
    const std::uint64_t left = view.byte_length - std::min(view.byte_length, accessor.byte_offset);
    if (size <= left && accessor.count - 1 <= (left - size) / stride) return;
    Error error;
    error.code = codes::accessor_range;
    error.where = where(c.d, "accessors", static_cast<Index>(i));
    error.message = "found " + std::to_string(accessor.count) + " elements of " +
                    std::to_string(size) + " bytes, " + std::to_string(stride) +
                    " apart from byte " + std::to_string(accessor.byte_offset) +
                    ", expected them inside the " + std::to_string(view.byte_length) +
                    " bytes of buffer view " + std::to_string(accessor.buffer_view);
    c.add_once(error);
}

void check_layout(Checker& c, std::size_t i) {
    const Accessor& accessor = c.d.accessors[i];
    const std::string pointer = at(i);
    if (accessor.buffer_view != kNone) {
        check_range(c, i);
        check_alignment(c, accessor.buffer_view, accessor.byte_offset, accessor.component_type,
                        pointer);
        const BufferView& view = c.d.buffer_views[static_cast<std::size_t>(accessor.buffer_view)];
        const bool padded =
            element_size(accessor.component_type, accessor.type) !=
            component_count(accessor.type) * component_size(accessor.component_type);
        if (padded && (accessor.byte_offset % 4 != 0 || view.byte_offset % 4 != 0)) {
            c.fault(codes::accessor_alignment, pointer,
                    "found matrix columns that do not start at multiples of 4 bytes");
        }
        if (view.byte_stride != 0 &&
            view.byte_stride % component_size(accessor.component_type) != 0) {
            c.fault(codes::accessor_alignment, pointer,
                    "found a byteStride of " + std::to_string(view.byte_stride) +
                        ", expected a multiple of " +
                        std::to_string(component_size(accessor.component_type)));
        }
    }
    if (accessor.sparse == kNone) return;
    const Sparse& sparse = c.d.sparses[static_cast<std::size_t>(accessor.sparse)];
    check_alignment(c, sparse.indices_view, sparse.indices_offset, sparse.indices_type,
                    pointer + "/sparse/indices");
    check_alignment(c, sparse.values_view, sparse.values_offset, accessor.component_type,
                    pointer + "/sparse/values");
}

void check_sparse_order(Checker& c, const AccessorView& view, std::size_t i) {
    for (std::size_t k = 1; k < view.sparse_count; ++k) {
        if (sparse_index(view, k) > sparse_index(view, k - 1)) continue;
        c.fault(codes::sparse_order, at(i) + "/sparse/indices",
                "found the index " + std::to_string(sparse_index(view, k)) + " after " +
                    std::to_string(sparse_index(view, k - 1)) + ", expected them to rise");
        return;
    }
}

/// The extremes of one component, and where its first NaN or infinity is.
struct Extremes {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();
};

void compare_bounds(Checker& c, const Accessor& accessor, const std::array<Extremes, 16>& found,
                    const std::string& pointer) {
    const std::size_t components = component_count(accessor.type);
    for (const bool least : {true, false}) {
        const std::span<const double> said =
            slice(c.d.numbers, least ? accessor.min : accessor.max);
        if (said.size() != components) continue;
        for (std::size_t k = 0; k < components; ++k) {
            const double is = least ? found[k].least : found[k].greatest;
            // Floats are stored as 32 bits, so that is what the JSON's number has to round to.
            const double as_stored = accessor.component_type == ComponentType::f32
                                         ? static_cast<double>(static_cast<float>(said[k]))
                                         : said[k];
            if (as_stored == is) continue;
            std::string where = pointer + (least ? "/min/" : "/max/");
            where += std::to_string(k);
            c.fault(codes::accessor_bounds, where,
                    "found " + shown(said[k]) + ", expected " + shown(is) + ", the " +
                        (least ? "least" : "greatest") + " of the elements",
                    "recompute min and max when exporting");
        }
    }
}

void check_numbers(Checker& c, std::size_t i) {
    const Accessor& accessor = c.d.accessors[i];
    const AccessorView* const view = c.view(static_cast<Index>(i));
    if (view == nullptr || view->count == 0) return;
    check_sparse_order(c, *view, i);
    if (!c.work(view->count)) return;
    std::array<Extremes, 16> extremes;
    std::size_t bad = 0;
    std::size_t first_bad = 0;
    each_element(*view, [&](std::size_t element, std::span<const double> numbers) {
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            if (!std::isfinite(numbers[k])) {
                if (bad++ == 0) first_bad = element;
                continue;
            }
            extremes[k].least = std::min(extremes[k].least, numbers[k]);
            extremes[k].greatest = std::max(extremes[k].greatest, numbers[k]);
        }
    });
    if (bad > 0) {
        c.fault(codes::accessor_nonfinite, at(i),
                "found " + std::to_string(bad) +
                    " numbers that are NaN or infinite, the first in "
                    "element " +
                    std::to_string(first_bad) + ", expected finite ones",
                "export it again; the source has a division by zero or an unset value");
    }
    // A Draco mesh keeps positions to some bits; min and max are those of what was compressed.
    if (accessor.draco == kNone) compare_bounds(c, accessor, extremes, at(i));
}

}  // namespace

void check_accessors(Checker& c) {
    for (std::size_t i = 0; i < c.d.buffer_views.size(); ++i)
        check_view(c, i);
    for (std::size_t i = 0; i < c.d.accessors.size(); ++i) {
        check_layout(c, i);
        check_numbers(c, i);
    }
}

}  // namespace diorama::gltf::detail
