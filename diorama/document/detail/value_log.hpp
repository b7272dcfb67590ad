// SPDX-License-Identifier: MIT
/// \file
/// Values on their way from text into components: ValueLog.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

namespace diorama::document::detail {

/// Records of bytes, each in one piece, written one after another and then read in that order.
class ValueLog {
  public:
    /// Begins the next record; what was written of one that was not ended is dropped.
    void begin() noexcept { at_ = start_; }
    /// Where to write next, with room for \p bytes; earlier such places are no longer valid.
    [[nodiscard]] char* room(std::size_t bytes) {
        if (bytes > static_cast<std::size_t>(end_ - at_)) grow(bytes);
        return at_;
    }
    /// Says that everything before \p to was written.
    void advance(char* to) noexcept { at_ = to; }
    /// The record being written, as far as it is.
    [[nodiscard]] const char* record() const noexcept { return start_; }
    /// Ends the record.
    void end() noexcept { start_ = at_; }

    /// The first record. Nothing can be written any more.
    [[nodiscard]] const char* first();
    /// The next record: where the last one ended, at \p at, or in the next piece. Frees what has
    /// been read.
    [[nodiscard]] const char* next(const char* at);

  private:
    struct Piece {
        std::unique_ptr<char[]> bytes;
        const char* end = nullptr;  // of what was written
    };

    void grow(std::size_t bytes);

    std::vector<Piece> pieces_;
    std::size_t reading_ = 0;
    char* start_ = nullptr;  // of the record being written
    char* at_ = nullptr;
    char* end_ = nullptr;
};

}  // namespace diorama::document::detail
