// SPDX-License-Identifier: MIT
#include "diorama/gltf/keys.hpp"

#include <unordered_map>
#include <unordered_set>

#include "diorama/gltf/asset.hpp"

namespace diorama::gltf {

std::vector<std::string> unique_keys(std::span<const std::string> names, std::string_view kind) {
    std::vector<std::string> keys;
    keys.reserve(names.size());
    std::unordered_set<std::string> taken;
    std::unordered_map<std::string, std::size_t> next;  // the number to try first, by name
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string base = names[i];
        if (base.empty()) base.append(kind).append(std::to_string(i));
        std::string key = base;
        // Starting where the last of this name stopped keeps a long run of one name linear.
        for (std::size_t& number = next.try_emplace(base, 1).first->second; taken.contains(key);)
            key = std::string(base).append("#").append(std::to_string(++number));
        taken.insert(key);
        keys.push_back(std::move(key));
    }
    return keys;
}

namespace {

/// Keys of \p list, whose elements' names \p name_of gives.
template <class T, class F>
std::vector<std::string> keys_by(const std::vector<T>& list, std::string_view kind, F&& name_of) {
    std::vector<std::string> names;
    names.reserve(list.size());
    for (const T& each : list)
        names.push_back(name_of(each));
    return unique_keys(names, kind);
}

}  // namespace

GltfKeys keys_of(const GltfAsset& asset) {
    const auto named = [](const auto& each) { return each.name; };
    return {keys_by(asset.nodes, "node", named),
            keys_by(asset.meshes, "mesh", named),
            keys_by(asset.materials, "material",
                    [](const GltfMaterial& each) { return each.material.name; }),
            keys_by(asset.skins, "skin", named),
            keys_by(asset.animations, "animation", named),
            keys_by(asset.scenes, "scene", named)};
}

}  // namespace diorama::gltf
