// SPDX-License-Identifier: MIT
/// \file
/// Whether an asset's indices stay in its lists, since one can also be built by hand: in_range,
/// check_nodes, check_indices, roots_of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/asset.hpp"

namespace diorama::spawn::detail {

/// Whether \p index is -1 or below \p count.
[[nodiscard]] bool in_range(std::int32_t index, std::size_t count) noexcept;

/// Holds \p nodes, which `where` calls \p what each, against the nodes of \p asset.
/// Failure: spawn-index-range; `where` is \p where.
[[nodiscard]] Result<> check_nodes(std::span<const std::int32_t> nodes, const std::string& where,
                                   std::string_view what, const gltf::GltfAsset& asset);

/// Holds every index of \p asset that spawning follows against its list.
/// Failure: spawn-index-range; `where` is the object's JSON pointer.
[[nodiscard]] Result<> check_indices(const gltf::GltfAsset& asset);

/// The roots of scene \p scene of \p asset, of its default scene for -1.
/// Failure: spawn-scene-range, spawn-index-range.
[[nodiscard]] Result<const std::vector<std::int32_t>*> roots_of(const gltf::GltfAsset& asset,
                                                                std::int32_t scene);

}  // namespace diorama::spawn::detail
