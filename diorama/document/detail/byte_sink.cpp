// SPDX-License-Identifier: MIT
#include "diorama/document/detail/byte_sink.hpp"

#include <algorithm>

namespace diorama::document::detail {
namespace {

// Stays in the second-level cache, so that its bytes reach memory once.
constexpr std::size_t kBlockBytes = std::size_t{1} << 15;

}  // namespace

ByteSink::ByteSink()
    : block_(std::make_unique_for_overwrite<char[]>(kBlockBytes)),
      at_(block_.get()),
      end_(block_.get() + kBlockBytes) {}

ByteSink::~ByteSink() = default;

void ByteSink::flush() {
    const auto bytes = static_cast<std::size_t>(at_ - block_.get());
    take({block_.get(), bytes});
    taken_ += bytes;
    at_ = block_.get();
}

void ByteSink::make_room(std::size_t bytes) {
    flush();
    if (bytes <= static_cast<std::size_t>(end_ - at_)) return;
    block_ = std::make_unique_for_overwrite<char[]>(bytes);
    at_ = block_.get();
    end_ = at_ + bytes;
}

}  // namespace diorama::document::detail
