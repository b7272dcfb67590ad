// SPDX-License-Identifier: MIT
/// \file
/// Whole files in and out: MappedFile, read_file, write_file_atomic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"

namespace diorama {

/// A file's bytes, mapped read-only for as long as this lives.
///
/// Valid: a file cut short by another process while mapped faults on access, as every mapping does;
/// writers that replace files by rename, as write_file_atomic() does, never cause that.
class MappedFile {
  public:
    /// Maps \p path.
    ///
    /// Failure: file-not-found, file-read-failed; `where` is the path.
    [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path& path);

    MappedFile() = default;
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    /// The file's bytes; empty for an empty file.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {data_, size_}; }
    /// Takes the whole pages of \p part, some of bytes(), out of the process's memory until they
    /// are read again: for one who walks a large file once.
    void drop(std::span<const std::byte> part) const noexcept;

  private:
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Reads the whole of \p path.
///
/// Failure: file-not-found, file-read-failed; file-too-large above \p max_bytes, before reading.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::filesystem::path& path,
                                                       std::uint64_t max_bytes = UINT64_MAX);

/// Replaces \p path by \p bytes: a temporary beside it, fsync, rename, fsync of the folder.
///
/// A file that is replaced keeps its rights, and a link to one stays a link.
/// Failure: file-write-failed, also where \p path is a folder, device or pipe; \p path then holds
///          what it held before, and no temporary stays.
[[nodiscard]] Result<> write_file_atomic(const std::filesystem::path& path,
                                         std::span<const std::byte> bytes);
/// The same with the characters of \p text.
[[nodiscard]] Result<> write_file_atomic(const std::filesystem::path& path, std::string_view text);

}  // namespace diorama
