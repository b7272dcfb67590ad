// SPDX-License-Identifier: MIT
#include "scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <glm/geometric.hpp>
#include <string>

#include "diorama/core/file.hpp"

namespace diorama::vulkan::test {

int distance(const Rgb& a, const Rgb& b) noexcept {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

int srgb_code(double linear) {
    const double c = std::clamp(linear, 0.0, 1.0);
    const double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(encoded * 255));
}

double srgb_linear(int code) {
    const double c = code / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

mesh::MeshData quad() {
    mesh::MeshData out;
    out.positions = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    out.normals.assign(4, vec3(0, 0, 1));
    out.tangents.assign(4, vec4(1, 0, 0, 1));
    out.uvs[0] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    out.indices = {0, 1, 2, 0, 2, 3};
    return out;
}

mesh::MeshData sphere() {
    constexpr std::uint32_t kAround = 64;
    constexpr std::uint32_t kDown = 32;
    mesh::MeshData out;
    for (std::uint32_t row = 0; row <= kDown; ++row) {
        for (std::uint32_t column = 0; column <= kAround; ++column) {
            const double u = static_cast<double>(column) / kAround;
            const double v = static_cast<double>(row) / kDown;
            const SinCos turn = sin_cos(2 * static_cast<double>(pi) * u);
            const SinCos tilt = sin_cos(static_cast<double>(pi) * v);
            const vec3 n{static_cast<float>(tilt.sin * turn.sin), static_cast<float>(tilt.cos),
                         static_cast<float>(tilt.sin * turn.cos)};
            out.positions.push_back(n);
            out.normals.push_back(n);
            out.tangents.emplace_back(static_cast<float>(turn.cos), 0.0f,
                                      static_cast<float>(-turn.sin), 1.0f);
            out.uvs[0].emplace_back(static_cast<float>(u), static_cast<float>(v));
            if (row == kDown || column == kAround) continue;
            const std::uint32_t at = row * (kAround + 1) + column;
            const std::uint32_t below = at + kAround + 1;
            out.indices.insert(out.indices.end(), {at, below, at + 1, at + 1, below, below + 1});
        }
    }
    return out;
}

mesh::Material unlit(const vec4& color) {
    mesh::Material out;
    out.base_color = color;
    out.unlit = true;
    return out;
}

texture::Image image_of(std::uint32_t width, const std::vector<Rgb>& texels, int alpha) {
    texture::Image out;
    out.width = width;
    out.height = static_cast<std::uint32_t>(texels.size()) / width;
    for (const Rgb& texel : texels) {
        for (const int channel : {texel.r, texel.g, texel.b, alpha}) {
            out.pixels.push_back(static_cast<std::byte>(channel));
        }
    }
    return out;
}

render::Camera flat_camera() {
    render::Camera camera;
    camera.projection = render::Projection::orthographic;
    camera.near = -10;
    camera.far = 10;
    return camera;
}

Stage::Stage(std::uint32_t width, std::uint32_t height, std::uint32_t samples) {
    auto made = VulkanRenderer::create(
        {.width = width, .height = height, .samples = samples, .validation = true});
    if (!made) {
        ADD_FAILURE() << to_string(made.error());
        std::abort();
    }
    renderer_ = std::move(*made);
    scene_.camera = flat_camera();
}

Stage::~Stage() {
    for (const std::string& message : renderer_->validation_messages()) {
        ADD_FAILURE() << message;
    }
}

std::uint32_t Stage::mesh(const mesh::MeshData& mesh) {
    return renderer_->add_mesh(mesh).value();
}

std::uint32_t Stage::material(const mesh::Material& material) {
    return renderer_->add_material(material).value();
}

mesh::TextureSlot Stage::texture(const texture::Image& image, texture::ColorSpace space,
                                 const texture::Sampler& sampler) {
    const std::uint32_t index = renderer_->add_image(image, space).value();
    mesh::TextureSlot slot;
    slot.texture = static_cast<std::int32_t>(renderer_->add_texture(index, sampler).value());
    return slot;
}

render::RenderInstance& Stage::place(std::uint32_t mesh, std::uint32_t material,
                                     const mat4& transform) {
    render::RenderInstance instance;
    instance.mesh = mesh;
    instance.material = material;
    instance.transform = transform;
    return scene_.instances.emplace_back(instance);
}

texture::Image Stage::draw() {
    const auto drawn = renderer_->draw(scene_);
    if (!drawn) ADD_FAILURE() << to_string(drawn.error());
    auto picture = renderer_->read_back();
    if (!picture) ADD_FAILURE() << to_string(picture.error());
    return picture.value_or(texture::Image{});
}

Rgb pixel(const texture::Image& picture, std::uint32_t x, std::uint32_t y) {
    const std::size_t at = (std::size_t{y} * picture.width + x) * 4;
    return {std::to_integer<int>(picture.pixels.at(at)),
            std::to_integer<int>(picture.pixels.at(at + 1)),
            std::to_integer<int>(picture.pixels.at(at + 2))};
}

Rgb middle(const texture::Image& picture) {
    return pixel(picture, picture.width / 2, picture.height / 2);
}

void keep(const texture::Image& picture, const char* name) {
    const char* folder = std::getenv("DIORAMA_TEST_PICTURES");
    if (folder == nullptr) return;
    const auto png = texture::encode_png(picture);
    ASSERT_TRUE(png) << to_string(png.error());
    const auto written = write_file_atomic(std::string(folder) + "/" + name + ".png", *png);
    ASSERT_TRUE(written) << to_string(written.error());
}

}  // namespace diorama::vulkan::test
