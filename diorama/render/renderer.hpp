// SPDX-License-Identifier: MIT
/// \file
/// What an engine implements to show Diorama's scenes: Renderer and its index types.
#pragma once

#include <cstdint>

#include "diorama/core/error.hpp"
#include "diorama/mesh/material.hpp"
#include "diorama/mesh/mesh_data.hpp"
#include "diorama/render/render_scene.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/texture/sampler.hpp"

namespace diorama::render {

/// Holds meshes, images, textures and materials by index, and draws a RenderScene.
///
/// An index is the renderer's own, given at add; it stays the same through replace and is dead
/// after remove. Indices are run-time values and are never saved. Threads: every call from the
/// thread that owns the renderer. Failure: a call that fails leaves the renderer as it was.
class Renderer {
  public:
    virtual ~Renderer() = default;

    /// What images of Basis Universal are best decoded to before add_image() is given them.
    [[nodiscard]] virtual texture::TexelTarget texel_target() const {
        return texture::TexelTarget::rgba8;
    }
    /// Takes in \p image. Mip levels that came with it are used as they are; for one without, the
    /// renderer makes its own, if it wants any. BC7 blocks are for those whose texel_target() is
    /// bc7.
    virtual Result<std::uint32_t> add_image(const texture::Image& image,
                                            texture::ColorSpace space) = 0;
    /// Puts \p image in the place of \p index; textures that use it show the new one.
    virtual Result<> replace_image(std::uint32_t index, const texture::Image& image,
                                   texture::ColorSpace space) = 0;
    /// Gives the image back.
    virtual Result<> remove_image(std::uint32_t index) = 0;

    /// Pairs the renderer's image \p image with a way to read it.
    virtual Result<std::uint32_t> add_texture(std::uint32_t image,
                                              const texture::Sampler& sampler) = 0;
    /// Gives the texture back; its image stays.
    virtual Result<> remove_texture(std::uint32_t index) = 0;

    /// Takes in \p material, whose slots hold the renderer's texture indices.
    virtual Result<std::uint32_t> add_material(const mesh::Material& material) = 0;
    /// Puts \p material in the place of \p index.
    virtual Result<> replace_material(std::uint32_t index, const mesh::Material& material) = 0;
    /// Gives the material back.
    virtual Result<> remove_material(std::uint32_t index) = 0;

    /// Takes in \p mesh.
    virtual Result<std::uint32_t> add_mesh(const mesh::MeshData& mesh) = 0;
    /// Puts \p mesh in the place of \p index.
    virtual Result<> replace_mesh(std::uint32_t index, const mesh::MeshData& mesh) = 0;
    /// Gives the mesh back.
    virtual Result<> remove_mesh(std::uint32_t index) = 0;

    /// Draws \p scene into the renderer's target.
    ///
    /// Failure: an instance whose mesh or material index is dead is an error, not undefined.
    virtual Result<> draw(const RenderScene& scene) = 0;
};

}  // namespace diorama::render
