// SPDX-License-Identifier: MIT
#include "diorama/spawn/detail/asset_indices.hpp"

#include <utility>

#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn::detail {
namespace {

std::unexpected<Error> range_failure(std::string where, std::string_view what, std::int64_t index,
                                     std::size_t count) {
    return fail(codes::index_range,
                std::string(what) + " index is " + std::to_string(index) + ", there are " +
                    std::to_string(count),
                std::move(where));
}

/// Holds the materials that primitives wear, by themselves and in variants, against their list.
Result<> check_materials(const gltf::GltfAsset& asset) {
    const std::size_t count = asset.materials.size();
    for (std::size_t m = 0; m < asset.meshes.size(); ++m) {
        const std::vector<gltf::GltfPrimitive>& primitives = asset.meshes[m].primitives;
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            const auto held = [&](std::int32_t index, const char* what) -> Result<> {
                if (in_range(index, count)) return {};
                return range_failure(
                    "/meshes/" + std::to_string(m) + "/primitives/" + std::to_string(p), what,
                    index, count);
            };
            if (Result<> ok = held(primitives[p].material, "material"); !ok) return ok;
            for (const std::int32_t worn : primitives[p].variant_materials)
                if (Result<> ok = held(worn, "variant material"); !ok) return ok;
        }
    }
    return {};
}

}  // namespace

bool in_range(std::int32_t index, std::size_t count) noexcept {
    return index == -1 || (index >= 0 && static_cast<std::size_t>(index) < count);
}

Result<> check_nodes(std::span<const std::int32_t> nodes, const std::string& where,
                     std::string_view what, const gltf::GltfAsset& asset) {
    for (const std::int32_t node : nodes)
        if (node < 0 || !in_range(node, asset.nodes.size()))
            return range_failure(where, what, node, asset.nodes.size());
    return {};
}

Result<> check_indices(const gltf::GltfAsset& asset) {
    for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
        const gltf::GltfNode& node = asset.nodes[n];
        const std::string where = "/nodes/" + std::to_string(n);
        const std::pair<std::int32_t, std::pair<const char*, std::size_t>> references[] = {
            {node.mesh, {"mesh", asset.meshes.size()}},
            {node.skin, {"skin", asset.skins.size()}},
            {node.camera, {"camera", asset.cameras.size()}},
            {node.light, {"light", asset.lights.size()}},
        };
        for (const auto& [index, list] : references)
            if (!in_range(index, list.second))
                return range_failure(where, list.first, index, list.second);
        if (Result<> ok = check_nodes(node.children, where, "child", asset); !ok) return ok;
    }
    for (const gltf::GltfSkin& skin : asset.skins)
        if (Result<> ok = check_nodes(skin.joints, "/skins", "joint", asset); !ok) return ok;
    if (Result<> ok = check_materials(asset); !ok) return ok;
    return check_nodes(asset.roots, "/scenes", "root", asset);
}

Result<const std::vector<std::int32_t>*> roots_of(const gltf::GltfAsset& asset,
                                                  std::int32_t scene) {
    const std::vector<std::int32_t>* roots = &asset.roots;
    if (scene != -1) {
        if (scene < 0 || !in_range(scene, asset.scenes.size()))
            return fail(codes::scene_range,
                        "scene " + std::to_string(scene) + " was asked for, the asset has " +
                            std::to_string(asset.scenes.size()),
                        {}, "scenes are numbered from 0");
        roots = &asset.scenes[static_cast<std::size_t>(scene)].roots;
    }
    if (Result<> valid = check_nodes(*roots, "/scenes", "root", asset); !valid)
        return std::unexpected(std::move(valid.error()));
    return roots;
}

}  // namespace diorama::spawn::detail
