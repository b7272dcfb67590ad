// SPDX-License-Identifier: MIT
/// \file
/// Decoders of compressed geometry: decode_meshopt, DracoMesh.
/// Source: EXT_meshopt_compression, KHR_meshopt_compression, KHR_draco_mesh_compression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/document.hpp"

namespace diorama::gltf::detail {

/// The elements of \p stream, whose compressed bytes are \p data, filter applied.
///
/// Input:   untrusted; memory is taken only where \p data can hold what the stream claims: at most
///          1024 bytes are made of each.
/// Expects: the product of count and stride was held against the view and does not overflow.
/// Failure: gltf-meshopt-data, gltf-meshopt-layout; `where` is \p at.
[[nodiscard]] Result<std::vector<std::byte>> decode_meshopt(const MeshoptStream& stream,
                                                            std::span<const std::byte> data,
                                                            const std::string& at);

/// How many faces and vertices a Draco mesh says it has.
struct DracoCounts {
    std::uint64_t faces = 0;     ///< triangles
    std::uint64_t vertices = 0;  ///< at least; seams make more
};

/// Reads the counts at the start of a Draco mesh of bitstream 2.2, which glTF asks for, without
/// decoding it; nothing where it has metadata before them, or is of another version.
/// Source: Draco bitstream specification, sections "ParseHeader", "DecodeConnectivityData".
[[nodiscard]] std::optional<DracoCounts> peek_draco(std::span<const std::byte> data) noexcept;

/// A decoded Draco mesh; no exception of the library gets out.
class DracoMesh {
  public:
    /// Decodes \p data. Failure: gltf-draco-data; `where` is \p at.
    [[nodiscard]] static Result<DracoMesh> decode(std::span<const std::byte> data,
                                                  const std::string& at);
    DracoMesh(DracoMesh&&) noexcept;
    DracoMesh& operator=(DracoMesh&&) noexcept;
    ~DracoMesh();

    /// The data of \p accessor, packed, in its own number type: an attribute or the indices.
    ///
    /// Failure: gltf-draco-counts, gltf-draco-data; `where` is \p at.
    [[nodiscard]] Result<std::vector<std::byte>> elements(const Accessor& accessor,
                                                          const std::string& at) const;

  private:
    struct Mesh;
    explicit DracoMesh(std::unique_ptr<Mesh> mesh) noexcept;
    std::unique_ptr<Mesh> mesh_;
};

}  // namespace diorama::gltf::detail
