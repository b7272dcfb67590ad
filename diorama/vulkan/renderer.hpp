// SPDX-License-Identifier: MIT
/// \file
/// The reference renderer: RendererOptions, VulkanRenderer.
/// Design page: docs/design/reference_renderer.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "diorama/render/renderer.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::vulkan {

/// What a renderer is made with.
struct RendererOptions {
    std::uint32_t width = 960;   ///< pixels a row, at least 1
    std::uint32_t height = 540;  ///< rows, at least 1
    std::uint32_t samples = 4;   ///< per pixel; the device's most if it has fewer
    bool validation = false;     ///< runs under Vulkan's validation layer, several times slower
};

/// Draws metallic-roughness scenes with Vulkan 1.3, without a window, on a GPU or on the CPU.
///
/// The same scene gives the same pixels on the same machine, whatever was drawn before. Blending,
/// light units, exposure, the sky and the limits are on the design page.
/// Threads: one at a time; renderers of different threads are independent.
/// Failure: every call that reaches the device may answer vulkan-out-of-memory, vulkan-device-lost
///          or vulkan-call-failed; calls that take data, what render::ResourceLedger's checks
///          answer.
class VulkanRenderer final : public render::Renderer {
  public:
    /// Opens the best device that can draw, a software one if there is no other.
    ///
    /// Cost:    tens of milliseconds on a software driver.
    /// Failure: vulkan-no-loader, vulkan-no-driver, vulkan-old-driver, each with the package that
    ///          helps as hint; vulkan-no-validation; vulkan-too-large.
    [[nodiscard]] static Result<std::unique_ptr<VulkanRenderer>> create(
        const RendererOptions& options);

    VulkanRenderer(const VulkanRenderer&) = delete;
    VulkanRenderer& operator=(const VulkanRenderer&) = delete;
    ~VulkanRenderer() override;

    /// bc7 where the device samples it.
    [[nodiscard]] texture::TexelTarget texel_target() const override;
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

    /// Draws \p scene over whatever was drawn before, and waits until it is there.
    ///
    /// Cost:    pipelines are compiled when a material first needs them.
    /// Failure: render-dead-index, render-bad-scene, render-bad-camera.
    Result<> draw(const render::RenderScene& scene) override;

    /// The picture drawn last: rgba8, sRGB, opaque, top row first.
    ///
    /// Failure: vulkan-nothing-drawn.
    [[nodiscard]] Result<texture::Image> read_back();

    /// The name of the device, as its driver gives it.
    [[nodiscard]] std::string device_name() const;
    /// What the validation layer has said so far; empty is good.
    [[nodiscard]] std::vector<std::string> validation_messages() const;

  private:
    struct Parts;
    explicit VulkanRenderer(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

}  // namespace diorama::vulkan
