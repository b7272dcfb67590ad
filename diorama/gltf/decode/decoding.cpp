// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/decoding.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "diorama/gltf/detail/elements.hpp"
#include "diorama/gltf/detail/sources.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

void Decoding::refuse(Index accessor, const Error& error) {
    report.add(error);
    refused_[static_cast<std::size_t>(accessor)] = true;
}

std::uint64_t decoded_limit(const Document& in) {
    const ImportLimits& limits = in.limits;
    const std::uint64_t read = in.sources->bytes_read();
    if (limits.max_growth != 0 && read > limits.max_decoded_bytes / limits.max_growth)
        return limits.max_decoded_bytes;
    const std::uint64_t grown = read * limits.max_growth;
    if (limits.max_decoded_start > limits.max_decoded_bytes - grown)
        return limits.max_decoded_bytes;
    return limits.max_decoded_start + grown;
}

bool Decoding::step() {
    if (cancelled_) return false;
    if (!options.progress) return true;
    const std::size_t total = in.textures.size() + in.meshes.size() + in.animations.size();
    cancelled_ = !options.progress(done_++, total);
    return !cancelled_;
}

bool Decoding::take(std::uint64_t bytes) {
    const std::uint64_t limit = decoded_limit(in);
    if (taken_ > limit || bytes > limit - taken_) return false;
    taken_ += bytes;
    return true;
}

bool Decoding::take(std::uint64_t bytes, const std::string& pointer) {
    if (take(bytes)) return true;
    const std::uint64_t limit = decoded_limit(in);
    if (!limit_reported_)
        report.at_pointer(codes::decode_limit, pointer,
                          "found " + std::to_string(bytes) + " bytes to decode after " +
                              std::to_string(taken_) + " before it, expected at most " +
                              std::to_string(limit) + " in all",
                          "ImportLimits sets the limit, by the size of the file");
    limit_reported_ = true;
    return false;
}

template <class T>
std::optional<std::vector<T>> Decoding::read(Index accessor) {
    if (refused_[static_cast<std::size_t>(accessor)]) return std::nullopt;
    const Result<AccessorView> view = view_accessor(in, accessor);
    if (!view) {
        refuse(accessor, view.error());
        return std::nullopt;
    }
    const std::uint64_t bytes = view->count * sizeof(T);
    if (!take(bytes)) {
        (void)take(bytes, pointer_to("accessors", static_cast<std::size_t>(accessor)));
        return std::nullopt;
    }
    Result<std::vector<T>> values = read_view<T>(in, accessor, *view);
    if (!values) {
        refuse(accessor, values.error());
        return std::nullopt;
    }
    return std::move(*values);
}

std::optional<mesh::VertexAttribute> Decoding::read_raw(Index accessor) {
    if (refused_[static_cast<std::size_t>(accessor)]) return std::nullopt;
    const Result<AccessorView> view = view_accessor(in, accessor);
    if (!view) {
        refuse(accessor, view.error());
        return std::nullopt;
    }
    mesh::VertexAttribute raw;
    raw.component_type = static_cast<std::uint16_t>(view->component_type);
    const std::uint32_t count = component_count(view->type);
    const bool matrix = view->type > ElementType::vec4;
    raw.columns = static_cast<std::uint8_t>(!matrix ? 1 : count == 4 ? 2 : count == 9 ? 3 : 4);
    raw.rows = static_cast<std::uint8_t>(count / raw.columns);
    raw.normalized = view->normalized;
    raw.element_bytes = element_size(view->component_type, view->type);
    const std::uint64_t size = std::uint64_t{view->count} * raw.element_bytes;
    if (!take(size, pointer_to("accessors", static_cast<std::size_t>(accessor))))
        return std::nullopt;
    raw.data.resize(size);
    const auto put = [&](std::size_t element, const std::byte* from) {
        std::copy_n(from, raw.element_bytes, raw.data.data() + element * raw.element_bytes);
    };
    for (std::size_t i = 0; view->data != nullptr && i < view->count; ++i)
        put(i, view->data + i * view->stride);
    for (std::size_t i = 0; i < view->sparse_count; ++i)
        put(sparse_index(*view, i), view->sparse_values + i * raw.element_bytes);
    return raw;
}

template std::optional<std::vector<float>> Decoding::read(Index);
template std::optional<std::vector<vec2>> Decoding::read(Index);
template std::optional<std::vector<vec3>> Decoding::read(Index);
template std::optional<std::vector<vec4>> Decoding::read(Index);
template std::optional<std::vector<mat4>> Decoding::read(Index);
template std::optional<std::vector<std::uint32_t>> Decoding::read(Index);
template std::optional<std::vector<std::array<std::uint16_t, 4>>> Decoding::read(Index);

}  // namespace diorama::gltf::detail
