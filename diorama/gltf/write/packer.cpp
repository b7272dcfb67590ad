// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/packer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "diorama/core/hash.hpp"
#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/detail/writing.hpp"

namespace diorama::gltf::detail {
namespace {

static_assert(static_cast<int>(ElementType::vec2) == 1 && static_cast<int>(ElementType::vec4) == 3);

/// Every view begins at a multiple of this, as the greatest component and vertex data ask.
constexpr std::uint64_t kAlignment = 4;

std::uint64_t aligned(std::uint64_t offset) {
    return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

std::string_view name_of(ElementType type) {
    constexpr std::array<std::string_view, 7> kNames{"SCALAR", "VEC2", "VEC3", "VEC4",
                                                     "MAT2",   "MAT3", "MAT4"};
    return kNames[static_cast<std::size_t>(type)];
}

bool same_notes(const GltfLooseExtras* a, const GltfLooseExtras* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return a->name == b->name && a->extras == b->extras && a->extensions == b->extensions;
}

template <class To>
std::vector<To> narrowed(std::span<const std::uint32_t> values) {
    std::vector<To> out(values.size());
    std::ranges::transform(values, out.begin(),
                           [](std::uint32_t value) { return static_cast<To>(value); });
    return out;
}

}  // namespace

Index Packer::scalars(std::span<const float> values, Use use, bool bounds) {
    return add(std::as_bytes(values), use, ComponentType::f32, ElementType::scalar, bounds);
}

Index Packer::vec2s(std::span<const vec2> values) {
    return add(std::as_bytes(values), Use::vertices, ComponentType::f32, ElementType::vec2, false);
}

Index Packer::vec3s(std::span<const vec3> values, Use use, bool bounds) {
    return add(std::as_bytes(values), use, ComponentType::f32, ElementType::vec3, bounds);
}

Index Packer::vec4s(std::span<const vec4> values, Use use) {
    return add(std::as_bytes(values), use, ComponentType::f32, ElementType::vec4, false);
}

Index Packer::mat4s(std::span<const mat4> values) {
    return add(std::as_bytes(values), Use::matrices, ComponentType::f32, ElementType::mat4, false);
}

Index Packer::floats(std::span<const float> values, std::uint32_t components) {
    ElementType type = ElementType::scalar;
    if (components >= 2 && components <= 4)
        type = static_cast<ElementType>(components - 1);
    else if (components == 16)
        type = ElementType::mat4;
    return add(std::as_bytes(values), Use::keys, ComponentType::f32, type, false);
}

Index Packer::flags(std::span<const float> values) {
    std::vector<std::uint8_t> bytes;
    for (const float value : values)
        bytes.push_back(value != 0 ? 1 : 0);
    return add(std::as_bytes(std::span(bytes)), Use::keys, ComponentType::u8, ElementType::scalar,
               false);
}

Index Packer::joints(std::span<const std::array<std::uint16_t, 4>> values) {
    std::uint16_t greatest = 0;
    for (const std::array<std::uint16_t, 4>& each : values)
        greatest = std::max(greatest, *std::ranges::max_element(each));
    if (greatest > UINT8_MAX)
        return add(std::as_bytes(values), Use::vertices, ComponentType::u16, ElementType::vec4,
                   false);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(values.size() * 4);
    for (const std::array<std::uint16_t, 4>& each : values)
        for (const std::uint16_t joint : each)
            bytes.push_back(static_cast<std::uint8_t>(joint));
    return add(std::as_bytes(std::span(bytes)), Use::vertices, ComponentType::u8, ElementType::vec4,
               false);
}

Index Packer::indices(std::span<const std::uint32_t> values) {
    const std::uint32_t greatest = values.empty() ? 0 : *std::ranges::max_element(values);
    if (greatest < UINT8_MAX) {
        const std::vector<std::uint8_t> small = narrowed<std::uint8_t>(values);
        return add(std::as_bytes(std::span(small)), Use::indices, ComponentType::u8,
                   ElementType::scalar, false);
    }
    if (greatest < UINT16_MAX) {
        const std::vector<std::uint16_t> small = narrowed<std::uint16_t>(values);
        return add(std::as_bytes(std::span(small)), Use::indices, ComponentType::u16,
                   ElementType::scalar, false);
    }
    return add(std::as_bytes(values), Use::indices, ComponentType::u32, ElementType::scalar, false);
}

Index Packer::zeros(ElementType type, std::size_t count) {
    Stored& accessor = accessors_.emplace_back();
    accessor.type = type;
    accessor.count = count;
    accessor.notes = std::exchange(next_notes_, {}).accessor;
    return static_cast<Index>(accessors_.size() - 1);
}

Index Packer::view_of(std::span<const std::byte> bytes) {
    View& view = views_.emplace_back();
    view.image = bytes;
    view.notes = std::exchange(next_notes_, {}).view;
    return static_cast<Index>(views_.size() - 1);
}

Index Packer::view_for(Use use, std::uint32_t element, const GltfLooseExtras* notes) {
    for (std::size_t i = 0; i < views_.size(); ++i)
        if (views_[i].image.empty() && views_[i].use == use && views_[i].element == element &&
            same_notes(views_[i].notes, notes))
            return static_cast<Index>(i);
    View& view = views_.emplace_back();
    view.use = use;
    view.element = element;
    view.notes = notes;
    return static_cast<Index>(views_.size() - 1);
}

std::span<const std::byte> Packer::content(const Stored& accessor) const noexcept {
    const View& view = views_[static_cast<std::size_t>(accessor.view)];
    return view.content().subspan(accessor.offset, accessor.count * view.element);
}

Index Packer::add(std::span<const std::byte> bytes, Use use, ComponentType component,
                  ElementType type, bool bounds) {
    Stored as;
    as.component = component;
    as.type = type;
    return store(bytes, element_size(component, type), use, std::move(as), bounds);
}

Index Packer::attribute(const mesh::VertexAttribute& other) {
    Stored as;
    as.component = static_cast<ComponentType>(other.component_type);
    as.type = other.columns > 1 ? static_cast<ElementType>(other.columns + 2)
                                : static_cast<ElementType>(other.rows - 1);
    as.normalized = other.normalized;
    // Vertices stand at multiples of 4 bytes.
    const auto element = static_cast<std::uint32_t>(aligned(other.element_bytes));
    if (element == other.element_bytes)
        return store(other.data, element, Use::vertices, std::move(as), false);
    const std::size_t count = other.data.size() / other.element_bytes;
    std::vector<std::byte> padded(count * element);
    for (std::size_t i = 0; i < count; ++i)
        std::copy_n(other.data.data() + i * other.element_bytes, other.element_bytes,
                    padded.data() + i * element);
    return store(padded, element, Use::vertices, std::move(as), false);
}

Index Packer::store(std::span<const std::byte> bytes, std::uint32_t element, Use use, Stored as,
                    bool bounds) {
    const StorageNotes notes = std::exchange(next_notes_, {});
    as.view = view_for(use, element, notes.view);
    as.notes = notes.accessor;
    const std::uint64_t hash = content_hash(bytes);
    const auto [first, last] = by_content_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        Stored& known = accessors_[static_cast<std::size_t>(it->second)];
        if (known.view != as.view || known.component != as.component || known.type != as.type ||
            known.normalized != as.normalized || !same_notes(known.notes, as.notes))
            continue;
        if (!std::ranges::equal(content(known), bytes)) continue;
        if (bounds && known.min.empty()) set_bounds(known);
        return it->second;
    }
    std::vector<std::byte>& to = views_[static_cast<std::size_t>(as.view)].bytes;
    as.offset = to.size();
    as.count = bytes.size() / element;
    to.insert(to.end(), bytes.begin(), bytes.end());
    if (bounds) set_bounds(as);
    accessors_.push_back(std::move(as));
    const auto index = static_cast<Index>(accessors_.size() - 1);
    by_content_.emplace(hash, index);
    return index;
}

void Packer::set_bounds(Stored& accessor) const {
    const std::span<const std::byte> bytes = content(accessor);
    const std::size_t width = component_count(accessor.type);
    const auto at = [&](std::size_t i) {
        float value = 0;
        std::memcpy(&value, bytes.data() + i * sizeof(float), sizeof(float));
        return value;
    };
    for (std::size_t c = 0; c < width; ++c) {
        accessor.min.push_back(at(c));
        accessor.max.push_back(at(c));
    }
    for (std::size_t i = width; i < accessor.count * width; ++i) {
        accessor.min[i % width] = std::min(accessor.min[i % width], at(i));
        accessor.max[i % width] = std::max(accessor.max[i % width], at(i));
    }
}

std::vector<std::uint64_t> Packer::offsets() const {
    std::vector<std::uint64_t> out;
    out.reserve(views_.size());
    std::uint64_t end = 0;
    for (const View& view : views_) {
        out.push_back(aligned(end));
        end = out.back() + view.content().size();
    }
    return out;
}

void Packer::write_lists(Writing& w) const {
    JsonOut& json = w.json;
    const auto write_notes = [&](const GltfLooseExtras* notes) {
        if (notes == nullptr) return;
        ExtensionsOut(w, notes->extensions).close();
        w.common(notes->name, notes->extras);
    };
    if (!accessors_.empty()) {
        json.key("accessors").begin_array();
        for (const Stored& each : accessors_) {
            json.begin_object();
            if (each.view != kNone)
                json.key("bufferView").integer(static_cast<std::uint64_t>(each.view));
            if (each.offset != 0) json.key("byteOffset").integer(each.offset);
            json.key("componentType").integer(static_cast<std::uint64_t>(each.component));
            if (each.normalized) json.key("normalized").boolean(true);
            json.key("count").integer(each.count);
            json.key("type").string(name_of(each.type));
            if (!each.min.empty()) {
                json.key("min").numbers(each.min);
                json.key("max").numbers(each.max);
            }
            write_notes(each.notes);
            json.end_object();
        }
        json.end_array();
    }
    if (views_.empty()) return;
    constexpr std::uint64_t kVertices = 34962;
    constexpr std::uint64_t kIndices = 34963;
    const std::vector<std::uint64_t> places = offsets();
    json.key("bufferViews").begin_array();
    for (std::size_t i = 0; i < views_.size(); ++i) {
        const View& view = views_[i];
        json.begin_object().key("buffer").integer(0);
        if (places[i] != 0) json.key("byteOffset").integer(places[i]);
        json.key("byteLength").integer(view.content().size());
        if (view.image.empty() && view.use == Use::vertices)
            json.key("byteStride").integer(view.element).key("target").integer(kVertices);
        if (view.image.empty() && view.use == Use::indices) json.key("target").integer(kIndices);
        write_notes(view.notes);
        json.end_object();
    }
    json.end_array();
}

std::uint64_t Packer::size() const noexcept {
    std::uint64_t end = 0;
    for (const View& view : views_)
        end = aligned(end) + view.content().size();
    return end;
}

void Packer::append_to(std::vector<std::byte>& out) const {
    const std::size_t start = out.size();
    out.reserve(start + size());
    for (const View& view : views_) {
        out.resize(start + aligned(out.size() - start));
        const std::span<const std::byte> bytes = view.content();
        out.insert(out.end(), bytes.begin(), bytes.end());
    }
}

}  // namespace diorama::gltf::detail
