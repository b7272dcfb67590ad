// SPDX-License-Identifier: MIT
/// \file
/// What the renderer's tests draw: small meshes, images and cameras, and a Stage to draw them on.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "diorama/mesh/mesh_data.hpp"
#include "diorama/texture/sampler.hpp"
#include "diorama/vulkan/renderer.hpp"

namespace diorama::vulkan::test {

/// A colour as the picture stores it.
struct Rgb {
    int r = 0, g = 0, b = 0;
    friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// The largest difference of any channel.
[[nodiscard]] int distance(const Rgb& a, const Rgb& b) noexcept;

/// Exact sRGB encoding of a linear value: 0 to 255.
[[nodiscard]] int srgb_code(double linear);
/// Exact linear value of an sRGB code.
[[nodiscard]] double srgb_linear(int code);

/// Two triangles across x and y from -1 to 1 that face +Z, with uv (0, 0) at the top left.
[[nodiscard]] mesh::MeshData quad();
/// A sphere of radius 1 about the origin, with normals and tangents.
[[nodiscard]] mesh::MeshData sphere();
/// An unlit material of one linear colour.
[[nodiscard]] mesh::Material unlit(const vec4& color);
/// An image of the given colours, \p width a row.
[[nodiscard]] texture::Image image_of(std::uint32_t width, const std::vector<Rgb>& texels,
                                      int alpha = 255);
/// An orthographic camera that looks down -Z and sees x and y from -1 to 1.
[[nodiscard]] render::Camera flat_camera();

/// A renderer under the validation layer, and the scene it draws.
///
/// The destructor fails the test if the layer has said anything.
class Stage {
  public:
    explicit Stage(std::uint32_t width = 64, std::uint32_t height = 64, std::uint32_t samples = 4);
    ~Stage();

    VulkanRenderer& renderer() { return *renderer_; }
    render::RenderScene& scene() { return scene_; }

    std::uint32_t mesh(const mesh::MeshData& mesh);
    std::uint32_t material(const mesh::Material& material);
    /// Adds an image and a texture of it.
    mesh::TextureSlot texture(const texture::Image& image, texture::ColorSpace space,
                              const texture::Sampler& sampler = {});
    /// Adds an instance and returns it.
    render::RenderInstance& place(std::uint32_t mesh, std::uint32_t material,
                                  const mat4& transform = mat4{1});
    /// Draws the scene, and gives the picture.
    texture::Image draw();

  private:
    std::unique_ptr<VulkanRenderer> renderer_;
    render::RenderScene scene_;
};

/// Pixel \p x, \p y of \p picture, from the top left.
[[nodiscard]] Rgb pixel(const texture::Image& picture, std::uint32_t x, std::uint32_t y);
/// The pixel in the middle.
[[nodiscard]] Rgb middle(const texture::Image& picture);
/// Writes \p picture to DIORAMA_TEST_PICTURES/\p name.png, where that folder is named.
void keep(const texture::Image& picture, const char* name);

}  // namespace diorama::vulkan::test
