// SPDX-License-Identifier: MIT
/// \file
/// The bytes a glTF file points at, opened when asked for: Resource, buffer_bytes, view_bytes,
/// fallback_bytes, image_bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "diorama/core/file.hpp"
#include "diorama/gltf/document.hpp"

namespace diorama::gltf {

/// Bytes that are a view into a Document's buffer, a mapped file, or decoded from a data URI.
///
/// Valid: while it and the Document live.
class Resource {
  public:
    /// Views \p bytes, which belong to the Document.
    explicit Resource(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}
    /// Shares the mapping \p file.
    explicit Resource(std::shared_ptr<const MappedFile> file) noexcept
        : file_(std::move(file)), bytes_(file_->bytes()) {}
    /// Owns \p bytes.
    explicit Resource(std::vector<std::byte> bytes) noexcept
        : decoded_(std::move(bytes)), bytes_(decoded_) {}

    /// The bytes.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

  private:
    std::shared_ptr<const MappedFile> file_;
    std::vector<std::byte> decoded_;
    std::span<const std::byte> bytes_;
};

/// The bytes of buffer \p buffer, exactly its byteLength of them: the GLB's chunk, a mapped file,
/// or a decoded data URI. Opened on the first call and kept.
///
/// Valid:   while \p document lives.
/// Threads: any; the first caller of a buffer opens it, others wait.
/// Expects: \p buffer is in range.
/// Failure: gltf-buffer-missing, gltf-buffer-length, gltf-uri-*; `where` is the buffer.
[[nodiscard]] Result<std::span<const std::byte>> buffer_bytes(const Document& document,
                                                              Index buffer);

/// The bytes of buffer view \p view, its stride not applied. A compressed view is decoded on the
/// first call and kept; its fallback buffer is not opened.
///
/// Expects: \p view is in range.
/// Failure: gltf-buffer-view-range, gltf-meshopt-data, gltf-decode-limit, and buffer_bytes()'s.
[[nodiscard]] Result<std::span<const std::byte>> view_bytes(const Document& document, Index view);

/// The same from its buffer even where the view is compressed: the fallback's bytes.
///
/// Failure: gltf-buffer-view-range, and buffer_bytes()'s.
[[nodiscard]] Result<std::span<const std::byte>> fallback_bytes(const Document& document,
                                                                Index view);

/// The bytes of image file \p image, still encoded.
///
/// Expects: \p image is in range.
/// Failure: gltf-image-missing, gltf-uri-*, and view_bytes()'s; `where` is the image.
[[nodiscard]] Result<Resource> image_bytes(const Document& document, Index image);

}  // namespace diorama::gltf
