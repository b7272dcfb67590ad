// SPDX-License-Identifier: MIT
/// \file
/// Which extensions nothing here reads: knows_extension, unknown_extensions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace diorama::gltf {

/// Whether the extension \p name is read here.
[[nodiscard]] bool knows_extension(std::string_view name);

/// The names in \p extensions, the JSON text of an object's member as GltfNode::extensions has it,
/// that nothing here reads; in file order. None for what is no JSON object.
[[nodiscard]] std::vector<std::string> unknown_extensions(std::string_view extensions);

}  // namespace diorama::gltf
