// SPDX-License-Identifier: MIT
/// \file
/// Vertex and animation data as glTF's accessors, buffer views and one buffer: Packer.
/// Source: glTF 2.0 sections 3.6 (Binary Data Storage) and 3.7.2 (Meshes).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "diorama/core/math.hpp"
#include "diorama/gltf/detail/json_out.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/mesh/mesh_data.hpp"

namespace diorama::gltf {
struct GltfLooseExtras;
}  // namespace diorama::gltf

namespace diorama::gltf::detail {

class Writing;

/// What an accessor of the source and its buffer view carried beside data; null for nothing.
struct StorageNotes {
    const GltfLooseExtras* accessor = nullptr;  ///< of the accessor
    const GltfLooseExtras* view = nullptr;      ///< of its view
};

/// What data is for. Data of one use and element size shares one buffer view, because a view
/// serves one use only.
enum class Use : std::uint8_t { vertices, indices, matrices, keys };

/// Collects accessors; equal data of one use is stored once.
///
/// Order: accessors as added, views in the order of their first data, images last.
class Packer {
  public:
    Index scalars(std::span<const float> values, Use use, bool bounds = false);
    Index vec2s(std::span<const vec2> values);
    Index vec3s(std::span<const vec3> values, Use use, bool bounds = false);
    Index vec4s(std::span<const vec4> values, Use use);
    Index mat4s(std::span<const mat4> values);
    /// Gives what is added next \p notes. What differs in its notes is stored apart.
    void note(const StorageNotes& notes) noexcept { next_notes_ = notes; }
    /// An attribute as it came.
    Index attribute(const mesh::VertexAttribute& other);
    /// Keys whose values are of \p components floats: a shape of so many where glTF has one, else
    /// as many numbers.
    Index floats(std::span<const float> values, std::uint32_t components);
    /// Keys that are 0 or 1, as bytes.
    Index flags(std::span<const float> values);
    /// Four joints per vertex, in bytes where they fit.
    Index joints(std::span<const std::array<std::uint16_t, 4>> values);
    /// Vertex indices, in the smallest type that does not need its restart value for one.
    Index indices(std::span<const std::uint32_t> values);
    /// \p count floats, or vec2 and so on, that are all 0 and take no bytes.
    Index zeros(ElementType type, std::size_t count);
    /// A view of its own around \p bytes, which must outlive the packer.
    Index view_of(std::span<const std::byte> bytes);

    /// Writes `accessors` and `bufferViews` into the open object of \p w, each where there is any.
    void write_lists(Writing& w) const;
    /// Bytes of the buffer; 0 where nothing needs one.
    [[nodiscard]] std::uint64_t size() const noexcept;
    /// Appends the buffer to \p out.
    void append_to(std::vector<std::byte>& out) const;

  private:
    struct Stored {
        Index view = kNone;
        std::uint64_t offset = 0;
        ComponentType component = ComponentType::f32;
        ElementType type = ElementType::scalar;
        bool normalized = false;
        std::uint64_t count = 0;
        std::vector<float> min, max;  // one per component; empty where not asked for
        const GltfLooseExtras* notes = nullptr;
    };
    struct View {
        Use use = Use::vertices;
        std::uint32_t element = 0;  // bytes of one
        const GltfLooseExtras* notes = nullptr;
        std::vector<std::byte> bytes;      // what was added
        std::span<const std::byte> image;  // instead, for view_of()
        [[nodiscard]] std::span<const std::byte> content() const noexcept {
            return image.empty() ? std::span<const std::byte>(bytes) : image;
        }
    };

    Index add(std::span<const std::byte> bytes, Use use, ComponentType component, ElementType type,
              bool bounds);
    /// Stores what \p as says of \p bytes, elements of \p element bytes, unless it is known.
    Index store(std::span<const std::byte> bytes, std::uint32_t element, Use use, Stored as,
                bool bounds);
    Index view_for(Use use, std::uint32_t element, const GltfLooseExtras* notes);
    void set_bounds(Stored& accessor) const;
    [[nodiscard]] std::span<const std::byte> content(const Stored& accessor) const noexcept;
    /// Views in the order in which the buffer holds them.
    [[nodiscard]] std::vector<std::uint64_t> offsets() const;

    std::vector<Stored> accessors_;
    std::vector<View> views_;
    StorageNotes next_notes_;
    std::unordered_multimap<std::uint64_t, Index> by_content_;  // never iterated
};

}  // namespace diorama::gltf::detail
