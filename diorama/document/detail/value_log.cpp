// SPDX-License-Identifier: MIT
#include "diorama/document/detail/value_log.hpp"

#include <algorithm>

namespace diorama::document::detail {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 16;

}  // namespace

void ValueLog::grow(std::size_t bytes) {
    const auto begun = static_cast<std::size_t>(at_ - start_);
    // Half as much again for a record that grows and grows.
    const std::size_t size = std::max(kPieceBytes, begun + begun / 2 + bytes);
    Piece piece{std::make_unique_for_overwrite<char[]>(size), nullptr};
    if (begun > 0) std::memcpy(piece.bytes.get(), start_, begun);
    if (!pieces_.empty()) pieces_.back().end = start_;
    start_ = piece.bytes.get();
    at_ = start_ + begun;
    end_ = start_ + size;
    pieces_.push_back(std::move(piece));
}

const char* ValueLog::first() {
    if (pieces_.empty()) return nullptr;
    pieces_.back().end = start_;
    reading_ = 0;
    return pieces_.front().bytes.get();
}

const char* ValueLog::next(const char* at) {
    if (pieces_.empty()) return at;
    while (at == pieces_[reading_].end && reading_ + 1 < pieces_.size()) {
        pieces_[reading_].bytes.reset();
        at = pieces_[++reading_].bytes.get();
    }
    return at;
}

}  // namespace diorama::document::detail
