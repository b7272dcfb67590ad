// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/resource_store.hpp"

#include <cstring>
#include <span>
#include <utility>

#include "diorama/render/error_codes.hpp"
#include "diorama/vulkan/detail/texels.hpp"

namespace diorama::vulkan::detail {

using Kind = render::ResourceLedger::Kind;

namespace {

VkFilter vk_filter(texture::Filter filter) noexcept {
    return filter == texture::Filter::nearest ? VK_FILTER_NEAREST : VK_FILTER_LINEAR;
}

VkSamplerAddressMode vk_wrap(texture::Wrap wrap) noexcept {
    switch (wrap) {
        case texture::Wrap::clamp_to_edge:
            return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        case texture::Wrap::mirrored_repeat:
            return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
        default:
            return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    }
}

VkSamplerCreateInfo sampler_info(const texture::Sampler& sampler) {
    VkSamplerCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    info.magFilter = vk_filter(sampler.mag);
    info.minFilter = vk_filter(sampler.min);
    info.mipmapMode = sampler.mip == texture::MipFilter::linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                                : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = vk_wrap(sampler.wrap_u);
    info.addressModeV = vk_wrap(sampler.wrap_v);
    info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    // Vulkan has no "no mips"; 0.25 keeps to level 0 and still tells shrinking from enlarging.
    info.maxLod = sampler.mip == texture::MipFilter::none ? 0.25f : VK_LOD_CLAMP_NONE;
    return info;
}

}  // namespace

Result<std::unique_ptr<ResourceStore>> ResourceStore::make(const Device& device, Transfer& transfer,
                                                           DescriptorPools& pools,
                                                           const SetLayouts& layouts) {
    std::unique_ptr<ResourceStore> store(new ResourceStore(device, transfer, pools, layouts));
    if (auto ok = store->make_defaults(); !ok) return std::unexpected(std::move(ok.error()));
    return store;
}

Result<> ResourceStore::make_defaults() {
    // White for colours; zeros for everything else. As morph targets it is none of anything.
    const float defaults[] = {1, 1, 1, 1, 0, 0, 0, 0};
    auto buffer =
        Buffer::make(device_, sizeof(defaults),
                     VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                         VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                     MemoryUse::device);
    if (!buffer) return std::unexpected(std::move(buffer.error()));
    defaults_ = std::move(*buffer);
    if (auto ok = transfer_.upload(defaults_, std::as_bytes(std::span(defaults))); !ok) return ok;
    auto set = pools_.allocate(layouts_.mesh.get());
    if (!set) return std::unexpected(std::move(set.error()));
    no_morphs_ = std::move(*set);
    SetWriter()
        .buffer(kMeshMorphs, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, defaults_.get(), 0,
                defaults_.size())
        .write(device_, no_morphs_.get());
    texture::Image white{1, 1, texture::PixelFormat::rgba8, std::vector(4, std::byte{255})};
    auto image = make_image(white, texture::ColorSpace::linear);
    if (!image) return std::unexpected(std::move(image.error()));
    white_ = std::move(*image);
    auto found = sampler({});
    if (!found) return std::unexpected(std::move(found.error()));
    white_sampler_ = *found;
    return {};
}

Result<Image> ResourceStore::make_image(const texture::Image& image, texture::ColorSpace space) {
    if (image.format == texture::PixelFormat::bc7 && !device_.takes_bc7())
        return fail(render::codes::render_bad_image,
                    "found BC7 blocks, expected pixels: the device samples no such blocks", {},
                    "decode the image to what texel_target() says");
    const Texels texels = texels_of(device_, image, space);
    ImageSpec spec;
    spec.format = texels.format;
    spec.width = image.width;
    spec.height = image.height;
    spec.levels = texels.levels;
    spec.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    auto out = Image::make(device_, spec);
    if (!out) return out;
    if (auto ok = transfer_.upload(*out, texels.bytes); !ok) {
        return std::unexpected(std::move(ok.error()));
    }
    return out;
}

Result<VkSampler> ResourceStore::sampler(const texture::Sampler& sampler) {
    const auto key =
        std::tuple(sampler.mag, sampler.min, sampler.mip, sampler.wrap_u, sampler.wrap_v);
    if (const auto at = samplers_.find(key); at != samplers_.end()) return at->second.get();
    const VkSamplerCreateInfo info = sampler_info(sampler);
    VkSampler made = VK_NULL_HANDLE;
    if (const VkResult r = device_.vk().vkCreateSampler(device_.handle(), &info, nullptr, &made);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateSampler");
    }
    samplers_.emplace(key, UniqueSampler(device_.calls(), made));
    return made;
}

Result<std::unique_ptr<GpuMaterial>> ResourceStore::make_material(const mesh::Material& material) {
    auto out = std::make_unique<GpuMaterial>();
    out->source = material;
    out->features = material_features(material);
    auto uniforms = Buffer::make(device_, sizeof(MaterialUniforms),
                                 VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, MemoryUse::upload);
    if (!uniforms) return std::unexpected(std::move(uniforms.error()));
    out->uniforms = std::move(*uniforms);
    const MaterialUniforms values = material_uniforms(material);
    std::memcpy(out->uniforms.mapped(), &values, sizeof(values));
    auto set = pools_.allocate(layouts_.material.get());
    if (!set) return std::unexpected(std::move(set.error()));
    out->set = std::move(*set);
    SetWriter()
        .buffer(kMaterialUniforms, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, out->uniforms.get(), 0,
                sizeof(values))
        .write(device_, out->set.get());
    write_textures(*out);
    return out;
}

void ResourceStore::write_textures(const GpuMaterial& material) const {
    SetWriter writer;
    std::uint32_t binding = kMaterialFirstTexture;
    for (const mesh::TextureSlot* slot : render::material_slots(material.source)) {
        VkImageView view = white_.view();
        VkSampler how = white_sampler_;
        if (slot->present()) {
            const GpuTexture& texture = textures_[static_cast<std::size_t>(slot->texture)];
            view = images_[texture.image]->view();
            how = texture.sampler;
        }
        writer.texture(binding++, view, how);
    }
    writer.write(device_, material.set.get());
}

MeshMaker ResourceStore::mesh_maker() const {
    return {device_, transfer_, pools_, layouts_.mesh.get()};
}

Result<std::uint32_t> ResourceStore::add_image(const texture::Image& image,
                                               texture::ColorSpace space) {
    if (auto ok = render::check_image(image); !ok) return std::unexpected(std::move(ok.error()));
    auto made = make_image(image, space);
    if (!made) return std::unexpected(std::move(made.error()));
    images_.push_back(std::make_unique<Image>(std::move(*made)));
    return ledger_.add_image();
}

Result<> ResourceStore::replace_image(std::uint32_t index, const texture::Image& image,
                                      texture::ColorSpace space) {
    if (auto ok = ledger_.check(Kind::image, index); !ok) return ok;
    if (auto ok = render::check_image(image); !ok) return ok;
    auto made = make_image(image, space);
    if (!made) return std::unexpected(std::move(made.error()));
    // The old one must live until no set names it.
    std::swap(*images_[index], *made);
    for (const auto& material : materials_) {
        if (material != nullptr) write_textures(*material);
    }
    return {};
}

Result<> ResourceStore::remove_image(std::uint32_t index) {
    auto ok = ledger_.remove(Kind::image, index);
    if (ok) images_[index].reset();
    return ok;
}

Result<std::uint32_t> ResourceStore::add_texture(std::uint32_t image, const texture::Sampler& how) {
    if (auto ok = ledger_.check(Kind::image, image); !ok) {
        return std::unexpected(std::move(ok.error()));
    }
    auto found = sampler(how);
    if (!found) return std::unexpected(std::move(found.error()));
    textures_.push_back({image, *found});
    return ledger_.add_texture(image);
}

Result<> ResourceStore::remove_texture(std::uint32_t index) {
    return ledger_.remove(Kind::texture, index);
}

Result<std::uint32_t> ResourceStore::add_material(const mesh::Material& material) {
    if (auto ok = ledger_.check(material); !ok) return std::unexpected(std::move(ok.error()));
    auto made = make_material(material);
    if (!made) return std::unexpected(std::move(made.error()));
    materials_.push_back(std::move(*made));
    return ledger_.add_material(material);
}

Result<> ResourceStore::replace_material(std::uint32_t index, const mesh::Material& material) {
    if (auto ok = ledger_.check(Kind::material, index); !ok) return ok;
    if (auto ok = ledger_.check(material); !ok) return ok;
    auto made = make_material(material);
    if (!made) return std::unexpected(std::move(made.error()));
    ledger_.replace_material(index, material);
    materials_[index] = std::move(*made);
    return {};
}

Result<> ResourceStore::remove_material(std::uint32_t index) {
    auto ok = ledger_.remove(Kind::material, index);
    if (ok) materials_[index].reset();
    return ok;
}

Result<std::uint32_t> ResourceStore::add_mesh(const mesh::MeshData& mesh) {
    if (auto ok = render::check_mesh(mesh); !ok) return std::unexpected(std::move(ok.error()));
    auto made = GpuMesh::make(mesh_maker(), mesh);
    if (!made) return std::unexpected(std::move(made.error()));
    meshes_.push_back(std::make_unique<GpuMesh>(std::move(*made)));
    return ledger_.add_mesh();
}

Result<> ResourceStore::replace_mesh(std::uint32_t index, const mesh::MeshData& mesh) {
    if (auto ok = ledger_.check(Kind::mesh, index); !ok) return ok;
    if (auto ok = render::check_mesh(mesh); !ok) return ok;
    auto made = GpuMesh::make(mesh_maker(), mesh);
    if (!made) return std::unexpected(std::move(made.error()));
    *meshes_[index] = std::move(*made);
    return {};
}

Result<> ResourceStore::remove_mesh(std::uint32_t index) {
    auto ok = ledger_.remove(Kind::mesh, index);
    if (ok) meshes_[index].reset();
    return ok;
}

}  // namespace diorama::vulkan::detail
