// SPDX-License-Identifier: MIT
/// \file
/// Names of morph targets, which glTF keeps by convention in a mesh's extras: read_target_names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diorama::gltf::detail {

/// What some extras say about target names.
struct TargetNames {
    bool present = false;            ///< there is a member `targetNames`
    std::vector<std::string> names;  ///< empty where it is not an array of strings
};

/// Reads `targetNames` of the JSON object \p extras, nested at most \p max_depth deep.
/// Source: glTF 2.0 section 3.7.2.2, implementation note on names of morph targets.
[[nodiscard]] TargetNames read_target_names(std::string_view extras, std::uint32_t max_depth);

}  // namespace diorama::gltf::detail
