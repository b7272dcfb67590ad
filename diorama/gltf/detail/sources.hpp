// SPDX-License-Identifier: MIT
/// \file
/// The bytes behind a Document: Sources.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "diorama/core/file.hpp"
#include "diorama/gltf/detail/base64.hpp"
#include "diorama/gltf/detail/compression.hpp"
#include "diorama/gltf/resource.hpp"

namespace diorama::gltf::detail {

/// The bytes of a buffer, or of a data URI that is decoded where it is asked for.
using OpenBuffer = std::variant<Resource, Base64>;

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
    /// How many bytes that are, decoding none: what the document says, once they are there.
    [[nodiscard]] Result<std::uint64_t> buffer_size(const Document& document, std::size_t i);
    /// \p count of them from \p first on. Expects that buffer_size() has found them there.
    [[nodiscard]] std::span<const std::byte> buffer_part(std::size_t i, std::uint64_t first,
                                                         std::uint64_t count);
    /// The bytes of buffer view \p i, which is compressed with meshopt, decoded on the first call.
    [[nodiscard]] Result<std::span<const std::byte>> meshopt(const Document& document,
                                                             std::size_t i);
    /// The packed elements of accessor \p i, which a Draco mesh holds, decoded on the first call.
    [[nodiscard]] Result<std::span<const std::byte>> draco(const Document& document, std::size_t i);

    /// Maps the file at \p path, once for all who hold it: a file may be named any number of times,
    /// and a process has few mappings.
    [[nodiscard]] Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);

    /// Takes \p bytes, if they are many and far into a mapped file, out of memory until they are
    /// read again: whoever copies a great file need not hold all of it twice.
    void let_go(std::span<const std::byte> bytes) const;

    /// How many bytes the glTF file and the files opened so far have, each counted once.
    [[nodiscard]] std::uint64_t bytes_read() const;
    /// Counts the glTF file itself.
    void count(std::uint64_t bytes);

  private:
    using Bytes = Result<std::vector<std::byte>>;

    [[nodiscard]] Bytes decode_view(const Document& document, std::size_t i);
    [[nodiscard]] Bytes decode_accessor(const Document& document, std::size_t i);
    [[nodiscard]] Result<const DracoMesh*> draco_mesh(const Document& document, std::size_t i);
    /// Counts \p bytes that decoding is about to take; fails beyond the document's limits.
    [[nodiscard]] Result<> take(const Document& document, std::uint64_t bytes,
                                const std::string& at);

    std::mutex mutex_;
    std::mutex decoding_;                        // of what follows
    std::map<std::size_t, Bytes> views_;         // by buffer view
    std::map<std::size_t, Bytes> accessors_;     // by accessor
    std::map<Index, Result<DracoMesh>> meshes_;  // by DracoStream
    std::uint64_t taken_ = 0;                    // bytes decoded so far
    // One per buffer once any was asked for; empty until its own first call.
    std::deque<std::optional<Result<OpenBuffer>>> buffers_;
    mutable std::mutex files_mutex_;
    std::map<std::string, std::weak_ptr<const MappedFile>> files_;  // by path
    std::uint64_t bytes_read_ = 0;
};

}  // namespace diorama::gltf::detail
