// SPDX-License-Identifier: MIT
/// \file
/// Little-endian bytes in and out: ByteReader, ByteWriter.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace diorama {

static_assert(std::endian::native == std::endian::little,
              "file layouts are little-endian and are copied as they are");

/// A number a file can hold as it is.
template <class T>
concept Scalar = std::is_arithmetic_v<T> && !std::same_as<T, bool>;

/// Reads numbers and runs of bytes from untrusted memory, front to back.
///
/// A read past the end gives zero or an empty run and makes ok() false for good, so that a decoder
/// can check once per record instead of once per field.
class ByteReader {
  public:
    /// Reads \p bytes, which must outlive the reader.
    explicit ByteReader(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

    /// Whether every read so far was inside the bytes.
    [[nodiscard]] bool ok() const noexcept { return ok_; }
    /// Bytes from the start to the next read.
    [[nodiscard]] std::size_t offset() const noexcept { return offset_; }
    /// Bytes not yet read.
    [[nodiscard]] std::size_t remaining() const noexcept { return bytes_.size() - offset_; }

    /// The next T, unaligned.
    template <Scalar T>
    T read() noexcept {
        T value{};
        const std::span<const std::byte> run = read_bytes(sizeof(T));
        if (!run.empty()) std::memcpy(&value, run.data(), sizeof(T));
        return value;
    }

    /// The next \p count bytes, viewed in place; empty past the end.
    std::span<const std::byte> read_bytes(std::size_t count) noexcept {
        if (!ok_ || count > remaining()) {
            ok_ = false;
            return {};
        }
        const std::span<const std::byte> run = bytes_.subspan(offset_, count);
        offset_ += count;
        return run;
    }

    /// Moves on by \p count bytes.
    void skip(std::size_t count) noexcept { read_bytes(count); }

  private:
    std::span<const std::byte> bytes_;
    std::size_t offset_ = 0;
    bool ok_ = true;
};

/// Appends numbers and runs of bytes to a vector.
class ByteWriter {
  public:
    /// Appends \p value.
    template <Scalar T>
    void write(T value) {
        const auto* first = reinterpret_cast<const std::byte*>(&value);
        bytes_.insert(bytes_.end(), first, first + sizeof(T));
    }
    /// Appends \p run as it is.
    void write_bytes(std::span<const std::byte> run) {
        bytes_.insert(bytes_.end(), run.begin(), run.end());
    }
    /// Appends the bytes of \p text, with no length and no terminator.
    void write_text(std::string_view text) { write_bytes(std::as_bytes(std::span(text))); }
    /// Overwrites the T at \p offset, which must have been written before.
    template <Scalar T>
    void patch(std::size_t offset, T value) {
        std::memcpy(bytes_.data() + offset, &value, sizeof(T));
    }

    /// Bytes written so far.
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
    /// What was written; valid until the next write.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
    /// Hands the bytes over and starts afresh.
    [[nodiscard]] std::vector<std::byte> take() noexcept { return std::move(bytes_); }

  private:
    std::vector<std::byte> bytes_;
};

}  // namespace diorama
