// SPDX-License-Identifier: MIT
#include "diorama/render/resource_ledger.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "diorama/core/expects.hpp"
#include "diorama/render/error_codes.hpp"

namespace diorama::render {

namespace {

constexpr std::string_view kKindNames[] = {"image", "texture", "material", "mesh"};
constexpr std::string_view kSlotNames[kMaterialSlots] = {
    "base_color_texture", "metallic_roughness_texture", "normal_texture", "occlusion_texture",
    "emissive_texture"};

/// "mesh 3".
std::string named(ResourceLedger::Kind kind, std::uint32_t index) {
    return std::string(kKindNames[static_cast<std::size_t>(kind)]) + " " + std::to_string(index);
}

Result<> check_stream(std::size_t size, std::size_t vertices, std::string_view name) {
    if (size == 0 || size == vertices) return {};
    return fail(codes::render_bad_mesh, "stream " + std::string(name) + " has " +
                                            std::to_string(size) + " elements, expected " +
                                            std::to_string(vertices));
}

Result<> check_streams(const mesh::MeshData& mesh) {
    const std::size_t vertices = mesh.vertex_count();
    struct Named {
        std::string_view name;
        std::size_t size;
    };
    const Named streams[] = {{"normals", mesh.normals.size()}, {"tangents", mesh.tangents.size()},
                             {"uvs 0", mesh.uvs[0].size()},    {"uvs 1", mesh.uvs[1].size()},
                             {"uvs 2", mesh.uvs[2].size()},    {"uvs 3", mesh.uvs[3].size()},
                             {"colors", mesh.colors.size()},   {"joints", mesh.joints.size()},
                             {"weights", mesh.weights.size()}};
    for (const Named& stream : streams) {
        if (auto ok = check_stream(stream.size, vertices, stream.name); !ok) return ok;
    }
    if (mesh.joints.empty() != mesh.weights.empty()) {
        return fail(codes::render_bad_mesh, "joints and weights come together, found one of them");
    }
    for (const mesh::MorphTarget& target : mesh.morph_targets) {
        for (const std::size_t size :
             {target.positions.size(), target.normals.size(), target.tangents.size()}) {
            if (auto ok = check_stream(size, vertices, "of a morph target"); !ok) return ok;
        }
    }
    return {};
}

bool inside(std::uint64_t offset, std::uint64_t count, std::size_t size) noexcept {
    return offset + count <= size;
}

}  // namespace

std::array<const mesh::TextureSlot*, kMaterialSlots> material_slots(
    const mesh::Material& material) noexcept {
    return {&material.base_color_texture, &material.metallic_roughness_texture,
            &material.normal_texture, &material.occlusion_texture, &material.emissive_texture};
}

Result<> check_camera(const Camera& camera) {
    const auto bad = [](std::string message) {
        return fail(codes::render_bad_camera, std::move(message), "camera");
    };
    if (camera.projection == Projection::perspective) {
        if (!(camera.fov_y > 0 && camera.fov_y < pi)) {
            return bad("fov_y is " + std::to_string(camera.fov_y) + ", expected between 0 and pi");
        }
        if (!(camera.near > 0)) {
            return bad("near is " + std::to_string(camera.near) + ", expected more than 0");
        }
        if (camera.far != 0 && !(camera.far > camera.near)) {
            return bad("far is " + std::to_string(camera.far) + ", expected 0 or more than near");
        }
        if (!(camera.aspect >= 0)) {
            return bad("aspect is " + std::to_string(camera.aspect) + ", expected 0 or more");
        }
        return {};
    }
    // Below 0 they mirror the picture.
    if (!(std::abs(camera.half_width) > 0 && std::abs(camera.half_height) > 0)) {
        return bad("half_width and half_height are " + std::to_string(camera.half_width) + " and " +
                   std::to_string(camera.half_height) + ", expected neither to be 0");
    }
    if (!(camera.far > camera.near)) {
        return bad("far is " + std::to_string(camera.far) + ", expected more than near, " +
                   std::to_string(camera.near));
    }
    return {};
}

Result<> check_mesh(const mesh::MeshData& mesh) {
    if (auto ok = check_streams(mesh); !ok) return ok;
    const std::size_t corners = static_cast<std::size_t>(mesh.topology) + 1;
    if (mesh.indices.size() % corners != 0) {
        return fail(codes::render_bad_mesh, "found " + std::to_string(mesh.indices.size()) +
                                                " indices, expected a multiple of " +
                                                std::to_string(corners));
    }
    if (mesh.indices.empty()) return {};
    const std::uint32_t highest = *std::ranges::max_element(mesh.indices);
    if (highest >= mesh.vertex_count()) {
        return fail(codes::render_bad_mesh, "index " + std::to_string(highest) + " of " +
                                                std::to_string(mesh.vertex_count()) + " vertices");
    }
    return {};
}

Result<> check_image(const texture::Image& image) {
    const auto refuse = [&](std::size_t level, std::uint32_t width, std::uint32_t height,
                            std::size_t bytes) {
        return fail(codes::render_bad_image,
                    std::to_string(bytes) + " bytes for " + std::to_string(width) + " x " +
                        std::to_string(height) + " pixels of mip level " + std::to_string(level));
    };
    std::uint32_t width = image.width, height = image.height;
    constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 56;
    const std::uint64_t pixels = std::uint64_t{width} * height;
    if (pixels == 0 || pixels > kMostPixels ||
        texture::byte_size(image.format, width, height) != image.pixels.size())
        return refuse(0, width, height, image.pixels.size());
    for (std::size_t i = 0; i < image.mips.size(); ++i) {
        if (width == 1 && height == 1)
            return fail(codes::render_bad_image, std::to_string(image.mips.size()) +
                                                     " mip levels, expected none below 1 x 1");
        width = std::max(width / 2, 1u);
        height = std::max(height / 2, 1u);
        if (texture::byte_size(image.format, width, height) != image.mips[i].size())
            return refuse(i + 1, width, height, image.mips[i].size());
    }
    return {};
}

const ResourceLedger::List& ResourceLedger::list(Kind kind) const noexcept {
    return lists_[static_cast<std::size_t>(kind)];
}

Result<> ResourceLedger::check(Kind kind, std::uint32_t index) const {
    const std::vector<Entry>& entries = list(kind).entries;
    if (index < entries.size() && entries[index].live) return {};
    return fail(codes::render_dead_index,
                named(kind, index) + (index < entries.size() ? " was removed" : " was never added"),
                {}, "use the index that the renderer gave, and not after its removal");
}

Result<> ResourceLedger::check(const mesh::Material& material) const {
    const auto slots = material_slots(material);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (!slots[i]->present()) continue;
        auto ok = check(Kind::texture, static_cast<std::uint32_t>(slots[i]->texture));
        if (!ok) {
            ok.error().where = kSlotNames[i];
            return ok;
        }
    }
    return {};
}

Result<> ResourceLedger::check(const RenderScene& scene) const {
    if (auto ok = check_camera(scene.camera); !ok) return ok;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const RenderInstance& instance = scene.instances[i];
        auto ok = check(Kind::mesh, instance.mesh);
        if (ok) ok = check(Kind::material, instance.material);
        if (ok && !inside(instance.joint_offset, instance.joint_count, scene.joints.size())) {
            ok =
                fail(codes::render_bad_scene, "joints " + std::to_string(instance.joint_offset) +
                                                  " and " + std::to_string(instance.joint_count) +
                                                  " on, of " + std::to_string(scene.joints.size()));
        }
        if (ok &&
            !inside(instance.morph_offset, instance.morph_count, scene.morph_weights.size())) {
            ok = fail(codes::render_bad_scene,
                      "morph weights " + std::to_string(instance.morph_offset) + " and " +
                          std::to_string(instance.morph_count) + " on, of " +
                          std::to_string(scene.morph_weights.size()));
        }
        if (!ok) {
            ok.error().where = "instance " + std::to_string(i);
            return ok;
        }
    }
    return {};
}

std::uint32_t ResourceLedger::add(Kind kind, const Entry& entry) {
    List& into = lists_[static_cast<std::size_t>(kind)];
    into.entries.push_back(entry);
    ++into.live;
    count_users(kind, entry, 1);
    return static_cast<std::uint32_t>(into.entries.size() - 1);
}

void ResourceLedger::count_users(Kind kind, const Entry& user, int change) {
    const Kind used = kind == Kind::material ? Kind::texture : Kind::image;
    std::vector<Entry>& entries = lists_[static_cast<std::size_t>(used)].entries;
    for (const std::int32_t index : user.uses) {
        if (index >= 0) {
            std::uint32_t& users = entries[static_cast<std::size_t>(index)].users;
            users = change > 0 ? users + 1 : users - 1;
        }
    }
}

std::uint32_t ResourceLedger::add_image() {
    return add(Kind::image, {});
}

std::uint32_t ResourceLedger::add_texture(std::uint32_t image) {
    DIORAMA_EXPECTS(check(Kind::image, image), "the image is live");
    Entry entry;
    entry.uses[0] = static_cast<std::int32_t>(image);
    return add(Kind::texture, entry);
}

namespace {

std::array<std::int32_t, kMaterialSlots> textures_of(const mesh::Material& material) {
    std::array<std::int32_t, kMaterialSlots> textures{};
    std::ranges::transform(material_slots(material), textures.begin(),
                           [](const mesh::TextureSlot* slot) { return slot->texture; });
    return textures;
}

}  // namespace

std::uint32_t ResourceLedger::add_material(const mesh::Material& material) {
    DIORAMA_EXPECTS(check(material), "the material's textures are live");
    Entry entry;
    entry.uses = textures_of(material);
    return add(Kind::material, entry);
}

std::uint32_t ResourceLedger::add_mesh() {
    return add(Kind::mesh, {});
}

void ResourceLedger::replace_material(std::uint32_t index, const mesh::Material& material) {
    DIORAMA_EXPECTS(check(Kind::material, index) && check(material),
                    "the material and its textures are live");
    Entry& entry = lists_[static_cast<std::size_t>(Kind::material)].entries[index];
    count_users(Kind::material, entry, -1);
    entry.uses = textures_of(material);
    count_users(Kind::material, entry, 1);
}

Result<> ResourceLedger::remove(Kind kind, std::uint32_t index) {
    if (auto ok = check(kind, index); !ok) return ok;
    List& from = lists_[static_cast<std::size_t>(kind)];
    Entry& entry = from.entries[index];
    if (entry.users > 0) {
        return fail(codes::render_in_use,
                    named(kind, index) + " is used by " + std::to_string(entry.users) +
                        (kind == Kind::image ? " textures" : " materials"),
                    {}, "remove materials before textures, and textures before images");
    }
    entry.live = false;
    --from.live;
    count_users(kind, entry, -1);
    return {};
}

}  // namespace diorama::render
