// SPDX-License-Identifier: MIT
#include "diorama/render/null_renderer.hpp"

#include "diorama/core/expects.hpp"

namespace diorama::render {

using Kind = ResourceLedger::Kind;

Result<std::uint32_t> NullRenderer::add_image(const texture::Image& image,
                                              texture::ColorSpace space) {
    if (auto ok = check_image(image); !ok) return std::unexpected(ok.error());
    spaces_.push_back(space);
    return ledger_.add_image();
}

Result<> NullRenderer::replace_image(std::uint32_t index, const texture::Image& image,
                                     texture::ColorSpace space) {
    if (auto ok = ledger_.check(Kind::image, index); !ok) return ok;
    if (auto ok = check_image(image); !ok) return ok;
    spaces_[index] = space;
    return {};
}

Result<> NullRenderer::remove_image(std::uint32_t index) {
    return ledger_.remove(Kind::image, index);
}

Result<std::uint32_t> NullRenderer::add_texture(std::uint32_t image, const texture::Sampler&) {
    if (auto ok = ledger_.check(Kind::image, image); !ok) return std::unexpected(ok.error());
    return ledger_.add_texture(image);
}

Result<> NullRenderer::remove_texture(std::uint32_t index) {
    return ledger_.remove(Kind::texture, index);
}

Result<std::uint32_t> NullRenderer::add_material(const mesh::Material& material) {
    if (auto ok = ledger_.check(material); !ok) return std::unexpected(ok.error());
    materials_.push_back(material);
    return ledger_.add_material(material);
}

Result<> NullRenderer::replace_material(std::uint32_t index, const mesh::Material& material) {
    if (auto ok = ledger_.check(Kind::material, index); !ok) return ok;
    if (auto ok = ledger_.check(material); !ok) return ok;
    ledger_.replace_material(index, material);
    materials_[index] = material;
    return {};
}

Result<> NullRenderer::remove_material(std::uint32_t index) {
    return ledger_.remove(Kind::material, index);
}

Result<std::uint32_t> NullRenderer::add_mesh(const mesh::MeshData& mesh) {
    if (auto ok = check_mesh(mesh); !ok) return std::unexpected(ok.error());
    return ledger_.add_mesh();
}

Result<> NullRenderer::replace_mesh(std::uint32_t index, const mesh::MeshData& mesh) {
    if (auto ok = ledger_.check(Kind::mesh, index); !ok) return ok;
    return check_mesh(mesh);
}

Result<> NullRenderer::remove_mesh(std::uint32_t index) {
    return ledger_.remove(Kind::mesh, index);
}

Result<> NullRenderer::draw(const RenderScene& scene) {
    if (auto ok = ledger_.check(scene); !ok) return ok;
    last_ = scene;
    ++draws_;
    return {};
}

std::size_t NullRenderer::image_count() const noexcept {
    return ledger_.count(Kind::image);
}
std::size_t NullRenderer::texture_count() const noexcept {
    return ledger_.count(Kind::texture);
}
std::size_t NullRenderer::material_count() const noexcept {
    return ledger_.count(Kind::material);
}
std::size_t NullRenderer::mesh_count() const noexcept {
    return ledger_.count(Kind::mesh);
}

texture::ColorSpace NullRenderer::color_space(std::uint32_t index) const {
    DIORAMA_EXPECTS(index < spaces_.size(), "the image's index was given by add_image()");
    return spaces_[index];
}

const mesh::Material& NullRenderer::material(std::uint32_t index) const {
    DIORAMA_EXPECTS(index < materials_.size(), "the material's index was given by add_material()");
    return materials_[index];
}

}  // namespace diorama::render
