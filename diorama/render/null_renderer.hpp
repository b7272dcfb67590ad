// SPDX-License-Identifier: MIT
/// \file
/// A renderer without a picture: NullRenderer.
#pragma once

#include <vector>

#include "diorama/render/renderer.hpp"
#include "diorama/render/resource_ledger.hpp"

namespace diorama::render {

/// Draws nothing, and otherwise behaves as a real renderer: it gives indices, checks everything a
/// real one would, and remembers what it was told. For tests and for servers without a GPU.
class NullRenderer final : public Renderer {
  public:
    Result<std::uint32_t> add_image(const texture::Image& image,
                                    texture::ColorSpace space) override;
    Result<> replace_image(std::uint32_t index, const texture::Image& image,
                           texture::ColorSpace space) override;
    Result<> remove_image(std::uint32_t index) override;
    Result<std::uint32_t> add_texture(std::uint32_t image,
                                      const texture::Sampler& sampler) override;
    Result<> remove_texture(std::uint32_t index) override;
    Result<std::uint32_t> add_material(const mesh::Material& material) override;
    Result<> replace_material(std::uint32_t index, const mesh::Material& material) override;
    Result<> remove_material(std::uint32_t index) override;
    Result<std::uint32_t> add_mesh(const mesh::MeshData& mesh) override;
    Result<> replace_mesh(std::uint32_t index, const mesh::MeshData& mesh) override;
    Result<> remove_mesh(std::uint32_t index) override;
    Result<> draw(const RenderScene& scene) override;

    /// Images that are live.
    [[nodiscard]] std::size_t image_count() const noexcept;
    /// Textures that are live.
    [[nodiscard]] std::size_t texture_count() const noexcept;
    /// Materials that are live.
    [[nodiscard]] std::size_t material_count() const noexcept;
    /// Meshes that are live.
    [[nodiscard]] std::size_t mesh_count() const noexcept;
    /// The colour space image \p index was last given with.
    ///
    /// Expects: \p index was given by add_image().
    [[nodiscard]] texture::ColorSpace color_space(std::uint32_t index) const;
    /// Material \p index as it was last given.
    ///
    /// Expects: \p index was given by add_material(). Valid: until the next call that adds one.
    [[nodiscard]] const mesh::Material& material(std::uint32_t index) const;
    /// Successful draws so far.
    [[nodiscard]] std::size_t draw_count() const noexcept { return draws_; }
    /// The scene of the last successful draw; empty before the first.
    [[nodiscard]] const RenderScene& last_scene() const noexcept { return last_; }

  private:
    ResourceLedger ledger_;
    std::vector<texture::ColorSpace> spaces_;
    std::vector<mesh::Material> materials_;
    RenderScene last_;
    std::size_t draws_ = 0;
};

}  // namespace diorama::render
