// SPDX-License-Identifier: MIT
/// \file
/// Names that can be told apart, beside the names as they are: GltfKeys, unique_keys, keys_of.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace diorama::gltf {

struct GltfAsset;

/// One key per name of \p names, no two alike.
///
/// The first of a name keeps it; each further one gets `#2`, `#3` and so on behind it, and one
/// without a name is called \p kind and its index: `node7`. What comes later in the list never
/// changes a key, so keys stay when elements are added at the end.
/// Cost: O(total length of the names).
[[nodiscard]] std::vector<std::string> unique_keys(std::span<const std::string> names,
                                                   std::string_view kind);

/// Keys of an asset's lists, by index.
struct GltfKeys {
    std::vector<std::string> nodes;       ///< `node` and the index without a name
    std::vector<std::string> meshes;      ///< `mesh`
    std::vector<std::string> materials;   ///< `material`
    std::vector<std::string> skins;       ///< `skin`
    std::vector<std::string> animations;  ///< `animation`
    std::vector<std::string> scenes;      ///< `scene`
};

/// The keys of \p asset; its names are left as the file has them.
[[nodiscard]] GltfKeys keys_of(const GltfAsset& asset);

}  // namespace diorama::gltf
