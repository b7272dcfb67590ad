// SPDX-License-Identifier: MIT
/// \file
/// Everything a renderer holds by index: GpuTexture, GpuMaterial, ResourceStore.
#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "diorama/render/resource_ledger.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/texture/sampler.hpp"
#include "diorama/vulkan/detail/material.hpp"
#include "diorama/vulkan/detail/mesh.hpp"

namespace diorama::vulkan::detail {

/// An image and how to read it.
struct GpuTexture {
    std::uint32_t image = 0;             ///< index of its image
    VkSampler sampler = VK_NULL_HANDLE;  ///< owned by the store
};

/// A material's uniforms and its set.
struct GpuMaterial {
    mesh::Material source;       ///< as it was given
    std::uint32_t features = 0;  ///< material_features()
    Buffer uniforms;             ///< MaterialUniforms
    Set set;                     ///< set 1
};

/// Images, textures, materials and meshes on the device, by the renderer's indices.
///
/// No call may be made while the device reads any of them. A call that fails changes nothing.
class ResourceStore {
  public:
    /// An empty store.
    [[nodiscard]] static Result<std::unique_ptr<ResourceStore>> make(const Device& device,
                                                                     Transfer& transfer,
                                                                     DescriptorPools& pools,
                                                                     const SetLayouts& layouts);

    /// Which indices are live.
    [[nodiscard]] const render::ResourceLedger& ledger() const noexcept { return ledger_; }
    /// The mesh of a live index.
    [[nodiscard]] const GpuMesh& mesh(std::uint32_t index) const { return *meshes_[index]; }
    /// The material of a live index.
    [[nodiscard]] const GpuMaterial& material(std::uint32_t index) const {
        return *materials_[index];
    }
    /// What missing vertex streams are read from: white, then zeros.
    [[nodiscard]] VkBuffer defaults() const noexcept { return defaults_.get(); }
    /// Where in defaults() the zeros start.
    static constexpr VkDeviceSize kDefaultZeros = 16;
    /// A set 2 without morph targets.
    [[nodiscard]] VkDescriptorSet no_morphs() const noexcept { return no_morphs_.get(); }

    /// As render::Renderer's calls of the same names.
    [[nodiscard]] Result<std::uint32_t> add_image(const texture::Image& image,
                                                  texture::ColorSpace space);
    [[nodiscard]] Result<> replace_image(std::uint32_t index, const texture::Image& image,
                                         texture::ColorSpace space);
    [[nodiscard]] Result<> remove_image(std::uint32_t index);
    [[nodiscard]] Result<std::uint32_t> add_texture(std::uint32_t image,
                                                    const texture::Sampler& sampler);
    [[nodiscard]] Result<> remove_texture(std::uint32_t index);
    [[nodiscard]] Result<std::uint32_t> add_material(const mesh::Material& material);
    [[nodiscard]] Result<> replace_material(std::uint32_t index, const mesh::Material& material);
    [[nodiscard]] Result<> remove_material(std::uint32_t index);
    [[nodiscard]] Result<std::uint32_t> add_mesh(const mesh::MeshData& mesh);
    [[nodiscard]] Result<> replace_mesh(std::uint32_t index, const mesh::MeshData& mesh);
    [[nodiscard]] Result<> remove_mesh(std::uint32_t index);

  private:
    ResourceStore(const Device& device, Transfer& transfer, DescriptorPools& pools,
                  const SetLayouts& layouts)
        : device_(device), transfer_(transfer), pools_(pools), layouts_(layouts) {}

    [[nodiscard]] Result<> make_defaults();
    [[nodiscard]] Result<Image> make_image(const texture::Image& image, texture::ColorSpace space);
    [[nodiscard]] Result<VkSampler> sampler(const texture::Sampler& sampler);
    [[nodiscard]] Result<std::unique_ptr<GpuMaterial>> make_material(
        const mesh::Material& material);
    void write_textures(const GpuMaterial& material) const;
    [[nodiscard]] MeshMaker mesh_maker() const;

    const Device& device_;
    Transfer& transfer_;
    DescriptorPools& pools_;
    const SetLayouts& layouts_;
    Buffer defaults_;
    Set no_morphs_;
    Image white_;
    VkSampler white_sampler_ = VK_NULL_HANDLE;
    std::map<std::tuple<texture::Filter, texture::Filter, texture::MipFilter, texture::Wrap,
                        texture::Wrap>,
             UniqueSampler>
        samplers_;
    render::ResourceLedger ledger_;
    std::vector<std::unique_ptr<Image>> images_;
    std::vector<GpuTexture> textures_;
    std::vector<std::unique_ptr<GpuMaterial>> materials_;
    std::vector<std::unique_ptr<GpuMesh>> meshes_;
};

}  // namespace diorama::vulkan::detail
