// SPDX-License-Identifier: MIT
/// \file
/// Where bytes on their way out go: ByteSink, BytesSink, BlockSink, StringSink.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "diorama/core/pages.hpp"
#include "diorama/core/prefetch.hpp"
#include "diorama/document/scene_bytes.hpp"

namespace diorama::document::detail {

/// Memory that is written by pointer, and made or made free whenever it is full.
///
/// A writer asks for room, writes, and says where it stopped: one comparison for many values.
class ByteSink {
  public:
    ByteSink() = default;
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;
    virtual ~ByteSink() = default;

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
    /// Asks for \p bytes of the room, from \p ahead on, as far as there is any yet; see prefetch().
    void ask_for(std::size_t ahead, std::size_t bytes) const noexcept {
        const std::size_t end = std::min(ahead + bytes, static_cast<std::size_t>(end_ - at_));
        for (; ahead < end; ahead += 64)
            prefetch(at_ + ahead);
    }
    /// Bytes written so far.
    [[nodiscard]] std::size_t written() const noexcept {
        return before_ + static_cast<std::size_t>(at_ - begin_);
    }
    /// Says that about \p bytes will be written in all.
    virtual void expect(std::size_t bytes) = 0;
    /// Everything was written.
    virtual void finish() = 0;

  protected:
    /// Makes room for \p bytes behind what was written.
    virtual void make_room(std::size_t bytes) = 0;
    /// Goes on at \p at, of the memory from \p begin to \p end.
    void move_to(char* begin, char* at, char* end) noexcept {
        begin_ = begin;
        at_ = at;
        end_ = end;
    }
    /// What stands in the memory.
    [[nodiscard]] std::string_view pending() const noexcept {
        return {begin_, static_cast<std::size_t>(at_ - begin_)};
    }

    std::size_t before_ = 0;  ///< bytes written before what stands in the memory

  private:
    char* begin_ = nullptr;
    char* at_ = nullptr;
    char* end_ = nullptr;
};

/// Writes into a SceneBytes itself.
class BytesSink final : public ByteSink {
  public:
    /// Appends to \p to, which must outlive the sink and be let alone meanwhile.
    explicit BytesSink(SceneBytes& to);

    void expect(std::size_t bytes) override;
    void finish() override { to_.resize(pending().size()); }

  private:
    void make_room(std::size_t bytes) override;
    void hold(std::size_t used);

    SceneBytes& to_;
};

/// Writes into a block, which is handed on whenever it is full.
class BlockSink : public ByteSink {
  public:
    BlockSink();

    void expect(std::size_t /*bytes*/) override {}
    void finish() override { hand_on(); }

  protected:
    /// Takes \p bytes, which are gone afterwards.
    virtual void take(std::string_view bytes) = 0;

  private:
    void make_room(std::size_t bytes) override;
    void hand_on();

    std::unique_ptr<char[]> block_;
    std::size_t size_ = 0;
};

/// Appends to a string.
class StringSink final : public BlockSink {
  public:
    /// Appends to \p to, which must outlive the sink.
    explicit StringSink(std::string& to) noexcept : to_(to) {}

    void expect(std::size_t bytes) override {
        to_.reserve(bytes);
        prefer_large_pages(to_.data() + to_.size(), to_.capacity() - to_.size());
    }

  private:
    void take(std::string_view bytes) override { to_.append(bytes); }

    std::string& to_;
};

}  // namespace diorama::document::detail
