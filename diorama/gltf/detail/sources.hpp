// SPDX-License-Identifier: MIT
/// \file
/// The bytes behind a Document: Sources.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "diorama/core/file.hpp"
#include "diorama/gltf/resource.hpp"

namespace diorama::gltf::detail {

/// What a Document's views point into. Never moves once made.
class Sources {
  public:
    MappedFile file;                                ///< the glTF file; unused for parse_memory()
    std::deque<std::string> arena;                  ///< strings that had escapes
    std::optional<std::span<const std::byte>> bin;  ///< the GLB's BIN chunk
    bool glb = false;                               ///< whether the file is a GLB

    /// The bytes of buffer \p i of \p document, opened on the first call.
    [[nodiscard]] Result<std::span<const std::byte>> buffer(const Document& document,
                                                            std::size_t i);

  private:
    std::mutex mutex_;
    // One per buffer once any was asked for; empty until its own first call.
    std::deque<std::optional<Result<Resource>>> buffers_;
};

}  // namespace diorama::gltf::detail
