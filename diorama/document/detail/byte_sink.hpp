// SPDX-License-Identifier: MIT
/// \file
/// Where bytes on their way out go: ByteSink, and the sinks into a container: ContainerSink.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace diorama::document::detail {

/// A block that is written by pointer, and handed on whenever it is full.
///
/// A writer asks for room, writes, and says where it stopped: one comparison for many values.
class ByteSink {
  public:
    ByteSink();
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;
    virtual ~ByteSink();

    /// Where to write next, with room for \p bytes at least.
    [[nodiscard]] char* room(std::size_t bytes) {
        if (bytes > static_cast<std::size_t>(end_ - at_)) make_room(bytes);
        return at_;
    }
    /// Says that everything before \p to was written.
    void advance(char* to) noexcept { at_ = to; }
    /// Writes a copy of \p bytes.
    void put(std::string_view bytes) {
        char* const to = room(bytes.size());
        if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
        advance(to + bytes.size());
    }
    /// Hands on what is left; the end of writing.
    void flush();
    /// Bytes written so far.
    [[nodiscard]] std::size_t written() const noexcept {
        return taken_ + static_cast<std::size_t>(at_ - block_.get());
    }
    /// Says that about \p bytes will be written in all.
    virtual void expect(std::size_t /*bytes*/) {}

  protected:
    /// Takes \p bytes, which are gone afterwards.
    virtual void take(std::string_view bytes) = 0;

  private:
    void make_room(std::size_t bytes);

    std::size_t taken_ = 0;
    std::unique_ptr<char[]> block_;
    char* at_ = nullptr;
    char* end_ = nullptr;
};

/// Appends to a container of bytes.
template <class Container>
class ContainerSink final : public ByteSink {
  public:
    /// Appends to \p to, which must outlive the sink.
    explicit ContainerSink(Container& to) noexcept : to_(to) {}

    void expect(std::size_t bytes) override { to_.reserve(bytes); }

  private:
    void take(std::string_view bytes) override {
        using Byte = typename Container::value_type;
        const auto* const first = reinterpret_cast<const Byte*>(bytes.data());
        to_.insert(to_.end(), first, first + bytes.size());
    }

    Container& to_;
};

}  // namespace diorama::document::detail
