// SPDX-License-Identifier: MIT
/// \file
/// A file replaced piece by piece, whole or not at all: AtomicFile.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "diorama/core/error.hpp"

namespace diorama {

/// A file on its way to replace another: a temporary beside it, until commit().
///
/// A reader of the path finds the whole old file or the whole new one at any time. One that is
/// ended without commit() leaves the path as it was and no temporary. One whose process is killed
/// leaves `<name>.tmp-<number>-<number>`, which later ones pass over and never remove: whether its
/// writer still lives, in another container or on another host, can't be told.
class AtomicFile {
  public:
    /// Begins to replace \p path.
    ///
    /// Failure: file-write-failed.
    [[nodiscard]] static Result<AtomicFile> create(const std::filesystem::path& path);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    /// Appends \p bytes.
    ///
    /// Failure: file-write-failed; then there is nothing left to commit.
    [[nodiscard]] Result<> write(std::span<const std::byte> bytes);
    /// Makes what was written durable, then the file at the path: fsync, rename, fsync of the
    /// folder.
    ///
    /// Failure: file-write-failed; the path then holds what it held before.
    [[nodiscard]] Result<> commit();

  private:
    AtomicFile(std::filesystem::path path, std::filesystem::path target);
    [[nodiscard]] Result<> failure(const char* step);

    std::filesystem::path path_;       // as the caller wrote it
    std::filesystem::path target_;     // behind links, so that a link stays one
    std::filesystem::path temporary_;  // empty until there is one
    int file_ = -1;                    // -1 once closed
};

}  // namespace diorama
