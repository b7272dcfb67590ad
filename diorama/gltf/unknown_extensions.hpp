// SPDX-License-Identifier: MIT
/// \file
/// Which extensions of an object nothing here reads: unknown_extensions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace diorama::gltf {

/// The names in \p extensions, the JSON text of an object's member as GltfNode::extensions has it,
/// that nothing here reads; in file order. None for what is no JSON object.
[[nodiscard]] std::vector<std::string> unknown_extensions(std::string_view extensions);

}  // namespace diorama::gltf
