// SPDX-License-Identifier: MIT
#include "diorama/document/detail/byte_sink.hpp"

#include <algorithm>

namespace diorama::document::detail {
namespace {

// Stays in the second-level cache, so that its bytes reach memory once.
constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

}  // namespace

BytesSink::BytesSink(SceneBytes& to) : to_(to) {
    const std::size_t used = to.size();
    to_.resize(to.capacity());
    hold(used);
}

void BytesSink::expect(std::size_t bytes) {
    const std::size_t used = pending().size();
    if (bytes <= to_.size()) return;
    to_.resize(bytes);
    hold(used);
}

void BytesSink::make_room(std::size_t bytes) {
    const std::size_t used = pending().size();
    to_.resize(std::max({kBlockBytes, 2 * to_.size(), used + bytes}));
    hold(used);
}

/// Goes on behind the \p used bytes of what there is now.
void BytesSink::hold(std::size_t used) {
    char* const first = reinterpret_cast<char*>(to_.data());
    move_to(first, first + used, first + to_.size());
}

BlockSink::BlockSink()
    : block_(std::make_unique_for_overwrite<char[]>(kBlockBytes)), size_(kBlockBytes) {
    move_to(block_.get(), block_.get(), block_.get() + size_);
}

void BlockSink::hand_on() {
    const std::string_view full = pending();
    before_ += full.size();
    take(full);
    move_to(block_.get(), block_.get(), block_.get() + size_);
}

void BlockSink::make_room(std::size_t bytes) {
    hand_on();
    if (bytes <= size_) return;
    block_ = std::make_unique_for_overwrite<char[]>(bytes);
    size_ = bytes;
    move_to(block_.get(), block_.get(), block_.get() + size_);
}

}  // namespace diorama::document::detail
