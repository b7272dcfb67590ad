// SPDX-License-Identifier: MIT
/// \file
/// The bookkeeping every Renderer needs: ResourceLedger, material_slots, check_mesh,
/// check_image, check_camera.
/// Keeping it in one place makes all renderers refuse the same input with the same words.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/mesh/material.hpp"
#include "diorama/mesh/mesh_data.hpp"
#include "diorama/render/render_scene.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::render {

/// Texture slots of a material.
inline constexpr std::size_t kMaterialSlots = 5;

/// The slots of \p material: base colour, metallic-roughness, normal, occlusion, emissive.
///
/// Valid: while \p material lives.
[[nodiscard]] std::array<const mesh::TextureSlot*, kMaterialSlots> material_slots(
    const mesh::Material& material) noexcept;

/// Checks that \p mesh can be drawn: streams of one length, whole primitives, indices in range.
///
/// Cost:    O(indices).
/// Failure: render-bad-mesh.
[[nodiscard]] Result<> check_mesh(const mesh::MeshData& mesh);

/// Checks that \p image has pixels, and as many as its size says, its mip levels too.
///
/// Failure: render-bad-image.
[[nodiscard]] Result<> check_image(const texture::Image& image);

/// Checks that \p camera can project; where it stands does not count.
///
/// Failure: render-bad-camera.
[[nodiscard]] Result<> check_camera(const Camera& camera);

/// Knows which indices are live and what uses what, and nothing of what they stand for.
///
/// Indices count up from 0 and are never given twice, so one that was removed stays dead.
/// A removed index costs a few bytes for the ledger's life.
class ResourceLedger {
  public:
    /// A kind of resource.
    enum class Kind : std::uint8_t { image, texture, material, mesh };

    /// Live resources of \p kind.
    [[nodiscard]] std::size_t count(Kind kind) const noexcept { return list(kind).live; }
    /// Checks that \p index of \p kind is live.
    ///
    /// Failure: render-dead-index.
    [[nodiscard]] Result<> check(Kind kind, std::uint32_t index) const;
    /// Checks that every texture \p material names is live.
    ///
    /// Failure: render-dead-index; `where` is the slot.
    [[nodiscard]] Result<> check(const mesh::Material& material) const;
    /// Checks that \p scene can be drawn: live indices, ranges inside their lists, a camera that
    /// projects.
    ///
    /// Failure: render-dead-index, render-bad-scene, render-bad-camera; `where` is the instance.
    [[nodiscard]] Result<> check(const RenderScene& scene) const;

    /// A new image's index.
    std::uint32_t add_image();
    /// A new texture's index; it uses \p image.
    ///
    /// Expects: \p image is live.
    std::uint32_t add_texture(std::uint32_t image);
    /// A new material's index; it uses the textures it names.
    ///
    /// Expects: \p material has passed check().
    std::uint32_t add_material(const mesh::Material& material);
    /// A new mesh's index.
    std::uint32_t add_mesh();
    /// Lets the material \p index use other textures.
    ///
    /// Expects: \p index is live, and \p material has passed check().
    void replace_material(std::uint32_t index, const mesh::Material& material);
    /// Makes \p index of \p kind dead.
    ///
    /// Failure: render-dead-index; render-in-use while a texture uses the image or a material the
    /// texture.
    [[nodiscard]] Result<> remove(Kind kind, std::uint32_t index);

  private:
    struct Entry {
        bool live = true;
        std::uint32_t users = 0;
        /// An image index for a texture, texture indices for a material; -1 for none.
        std::array<std::int32_t, kMaterialSlots> uses{-1, -1, -1, -1, -1};
    };
    struct List {
        std::vector<Entry> entries;
        std::size_t live = 0;
    };

    [[nodiscard]] const List& list(Kind kind) const noexcept;
    std::uint32_t add(Kind kind, const Entry& entry);
    void count_users(Kind kind, const Entry& user, int change);

    std::array<List, 4> lists_;
};

}  // namespace diorama::render
