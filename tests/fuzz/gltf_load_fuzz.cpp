// SPDX-License-Identifier: MIT
/// \file
/// gltf::load_memory on any bytes: whatever it accepts must be sound, so that no user of an asset
/// has to check it again. Meshes fit together, indices are in range, numbers are finite, weights
/// sum to 1.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "diorama/gltf/load.hpp"
#include "diorama/mesh/topology.hpp"

namespace {

using namespace diorama;

void require(bool holds) {
    if (!holds) std::abort();
}

template <class T>
void require_index(std::int32_t index, const std::vector<T>& list) {
    require(index >= -1 && index < static_cast<std::int64_t>(list.size()));
}

template <class T>
void require_finite(const std::vector<T>& vectors) {
    for (const T& vector : vectors)
        for (int c = 0; c < vector.length(); ++c)
            require(std::isfinite(vector[c]));
}

void require_sound(const mesh::MeshData& mesh) {
    require(mesh::check(mesh).has_value());
    require_finite(mesh.positions);
    require_finite(mesh.normals);
    require_finite(mesh.tangents);
    require_finite(mesh.colors);
    // Not the other way about: flat normals leave out vertices that the bounds have counted.
    require(mesh.positions.empty() || !mesh.bounds.empty());
    const auto sum = [](const vec4& w) { return w.x + w.y + w.z + w.w; };
    for (std::size_t v = 0; v < mesh.weights.size(); ++v) {
        const float more = mesh.more_weights.empty() ? 0 : sum(mesh.more_weights[v]);
        require(std::abs(sum(mesh.weights[v]) + more - 1) < 1e-5f);
    }
}

void require_sound(const gltf::GltfAsset& asset, const mesh::TextureSlot& slot) {
    require_index(slot.texture, asset.textures);
    require(slot.uv_set < 4);
}

void require_sound(const gltf::GltfAsset& asset, const gltf::GltfNode& node) {
    require_index(node.mesh, asset.meshes);
    require_index(node.skin, asset.skins);
    require_index(node.camera, asset.cameras);
    require_index(node.light, asset.lights);
    require_finite(std::vector{node.translation, node.scale});
    for (const std::int32_t child : node.children)
        require_index(child, asset.nodes);
    if (node.mesh >= 0 && !node.weights.empty())
        require(node.weights.size() ==
                asset.meshes[static_cast<std::size_t>(node.mesh)].weights.size());
    if (node.mesh < 0 || node.skin < 0) return;
    const auto& mesh = asset.meshes[static_cast<std::size_t>(node.mesh)];
    const auto& skin = asset.skins[static_cast<std::size_t>(node.skin)];
    for (const gltf::GltfPrimitive& primitive : mesh.primitives)
        for (const auto* stream : {&primitive.mesh.joints, &primitive.mesh.more_joints})
            for (const auto& joints : *stream)
                for (const std::uint16_t joint : joints)
                    require(joint < skin.joints.size());
}

void require_sound(const gltf::GltfAsset& asset) {
    for (const gltf::GltfMesh& mesh : asset.meshes) {
        for (const gltf::GltfPrimitive& primitive : mesh.primitives) {
            require_sound(primitive.mesh);
            require_index(primitive.material, asset.materials);
            require(primitive.mesh.morph_targets.size() <= mesh.weights.size());
            require(primitive.variant_materials.empty() ||
                    primitive.variant_materials.size() == asset.variants.size());
            for (const std::int32_t material : primitive.variant_materials)
                require_index(material, asset.materials);
        }
    }
    for (const gltf::GltfMaterial& material : asset.materials)
        mesh::each_texture(material.material,
                           [&](const mesh::TextureSlot& slot, const mesh::SlotPlace&) {
                               require_sound(asset, slot);
                           });
    for (const gltf::GltfNode& node : asset.nodes) {
        require_sound(asset, node);
        if (!node.instances) continue;
        for (const gltf::GltfInstance& place : node.instances->places)
            require_finite(std::vector{place.translation, place.scale});
    }
    for (const gltf::GltfSkin& skin : asset.skins)
        require(skin.inverse_bind.size() == skin.joints.size());
    for (const gltf::GltfAnimation& animation : asset.animations) {
        for (const anim::Channel& channel : animation.channels)
            require(channel.node < asset.nodes.size() && anim::check(channel).has_value());
        for (const gltf::GltfPointerChannel& channel : animation.pointers)
            require(!channel.times.empty() &&
                    channel.values.size() % (channel.times.size() * channel.components) == 0);
    }
    for (const std::int32_t root : asset.roots)
        require(root >= 0 && static_cast<std::size_t>(root) < asset.nodes.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    gltf::LoadOptions options;
    options.limits.max_decoded_bytes = 1u << 24;
    options.limits.max_zero_bytes = 1u << 20;
    options.limits.image.max_pixels = 1u << 14;
    for (const bool best_effort : {false, true}) {
        options.limits.best_effort = best_effort;
        options.eight_influences = best_effort;
        const auto asset = gltf::load_memory(std::as_bytes(std::span(data, size)), "/nonexistent",
                                             "input", options);
        if (asset) {
            require_sound(*asset);
        } else {
            require(!asset.error().message.empty() && !asset.error().diagnostics.empty());
        }
    }
    return 0;
}
