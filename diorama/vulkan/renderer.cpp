// SPDX-License-Identifier: MIT
#include "diorama/vulkan/renderer.hpp"

#include <optional>

#include "diorama/vulkan/detail/scene_pass.hpp"
#include "diorama/vulkan/error_codes.hpp"

namespace diorama::vulkan {

/// Declared in the order of dependence, so that they end in the reverse.
struct VulkanRenderer::Parts {
    std::unique_ptr<detail::Device> device;
    std::optional<detail::Transfer> transfer;
    std::optional<detail::DescriptorPools> pools;
    detail::SetLayouts layouts;
    detail::Target target;
    std::unique_ptr<detail::ResourceStore> store;
    std::unique_ptr<detail::ScenePass> pass;
    bool drawn = false;

    [[nodiscard]] Result<> make(const RendererOptions& options);
};

namespace {

/// Moves a made thing to where it belongs, or says why it was not made.
template <class T, class To>
Result<> take(Result<T> made, To& to) {
    if (!made) return std::unexpected(std::move(made.error()));
    to = std::move(*made);
    return {};
}

}  // namespace

Result<> VulkanRenderer::Parts::make(const RendererOptions& options) {
    if (options.width == 0 || options.height == 0) {
        return fail(codes::vulkan_too_large, "a picture of " + std::to_string(options.width) +
                                                 " x " + std::to_string(options.height) +
                                                 ", expected at least 1 x 1");
    }
    Result<> ok = take(detail::Device::create(options.validation), device);
    if (ok) ok = take(detail::Transfer::make(*device), transfer);
    if (ok) ok = take(detail::SetLayouts::make(*device), layouts);
    if (ok) {
        ok = take(detail::Target::make(*device, options.width, options.height, options.samples),
                  target);
    }
    if (!ok) return ok;
    pools.emplace(*device);
    ok = take(detail::ResourceStore::make(*device, *transfer, *pools, layouts), store);
    if (!ok) return ok;
    return take(detail::ScenePass::make(*device, *transfer, *pools, layouts, target.samples()),
                pass);
}

VulkanRenderer::VulkanRenderer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
VulkanRenderer::~VulkanRenderer() = default;

Result<std::unique_ptr<VulkanRenderer>> VulkanRenderer::create(const RendererOptions& options) {
    auto parts = std::make_unique<Parts>();
    if (auto ok = parts->make(options); !ok) return std::unexpected(std::move(ok.error()));
    return std::unique_ptr<VulkanRenderer>(new VulkanRenderer(std::move(parts)));
}

texture::TexelTarget VulkanRenderer::texel_target() const {
    return parts_->device->takes_bc7() ? texture::TexelTarget::bc7 : texture::TexelTarget::rgba8;
}

Result<std::uint32_t> VulkanRenderer::add_image(const texture::Image& image,
                                                texture::ColorSpace space) {
    return parts_->store->add_image(image, space);
}

Result<> VulkanRenderer::replace_image(std::uint32_t index, const texture::Image& image,
                                       texture::ColorSpace space) {
    return parts_->store->replace_image(index, image, space);
}

Result<> VulkanRenderer::remove_image(std::uint32_t index) {
    return parts_->store->remove_image(index);
}

Result<std::uint32_t> VulkanRenderer::add_texture(std::uint32_t image,
                                                  const texture::Sampler& sampler) {
    return parts_->store->add_texture(image, sampler);
}

Result<> VulkanRenderer::remove_texture(std::uint32_t index) {
    return parts_->store->remove_texture(index);
}

Result<std::uint32_t> VulkanRenderer::add_material(const mesh::Material& material) {
    return parts_->store->add_material(material);
}

Result<> VulkanRenderer::replace_material(std::uint32_t index, const mesh::Material& material) {
    return parts_->store->replace_material(index, material);
}

Result<> VulkanRenderer::remove_material(std::uint32_t index) {
    return parts_->store->remove_material(index);
}

Result<std::uint32_t> VulkanRenderer::add_mesh(const mesh::MeshData& mesh) {
    return parts_->store->add_mesh(mesh);
}

Result<> VulkanRenderer::replace_mesh(std::uint32_t index, const mesh::MeshData& mesh) {
    return parts_->store->replace_mesh(index, mesh);
}

Result<> VulkanRenderer::remove_mesh(std::uint32_t index) {
    return parts_->store->remove_mesh(index);
}

Result<> VulkanRenderer::draw(const render::RenderScene& scene) {
    Parts& parts = *parts_;
    if (auto ok = parts.store->ledger().check(scene); !ok) return ok;
    if (auto ok = parts.pass->prepare(scene, *parts.store, parts.target); !ok) return ok;
    auto ok = parts.transfer->run([&](VkCommandBuffer commands) {
        parts.pass->record(commands, *parts.store, parts.target);
    });
    if (ok) parts.drawn = true;
    return ok;
}

Result<texture::Image> VulkanRenderer::read_back() {
    if (!parts_->drawn) {
        return fail(codes::vulkan_nothing_drawn, "nothing has been drawn, expected draw() first");
    }
    return parts_->target.read(*parts_->device, *parts_->transfer);
}

std::string VulkanRenderer::device_name() const {
    return parts_->device->properties().deviceName;
}

std::vector<std::string> VulkanRenderer::validation_messages() const {
    return parts_->device->messages();
}

}  // namespace diorama::vulkan
