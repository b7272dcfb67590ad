// SPDX-License-Identifier: MIT
/// \file
/// What a .gltf or .glb file is made of: Container, open_container.
/// Source: glTF 2.0 chapter 4 (GLB File Format Specification).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "diorama/gltf/detail/report.hpp"

namespace diorama::gltf::detail {

/// The parts of a file, viewed in place.
struct Container {
    std::string_view json;                          ///< without a BOM
    std::size_t json_offset = 0;                    ///< of `json` in the file
    std::optional<std::span<const std::byte>> bin;  ///< the BIN chunk's data, where there is one
    bool glb = false;                               ///< whether it is a GLB
};

/// Takes \p file apart and reports what is wrong with it; `json` is empty after a fatal fault.
[[nodiscard]] Container open_container(std::span<const std::byte> file, Report& report);

}  // namespace diorama::gltf::detail
