// SPDX-License-Identifier: MIT
/// \file
/// Bytes with nothing behind them: GuardedBytes.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <span>

namespace diorama::test {

/// Memory for up to a number of bytes that end where a page begins which nobody may read, so that a
/// read past the end stops the program under any compiler.
class GuardedBytes {
  public:
    /// Room for \p most bytes.
    explicit GuardedBytes(std::size_t most)
        : page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))),
          size_((most + page_ - 1) / page_ * page_),
          data_(static_cast<std::byte*>(::mmap(nullptr, size_ + page_, PROT_READ | PROT_WRITE,
                                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
        (void)::mprotect(data_ + size_, page_, PROT_NONE);
    }
    GuardedBytes(const GuardedBytes&) = delete;
    GuardedBytes& operator=(const GuardedBytes&) = delete;
    ~GuardedBytes() { ::munmap(data_, size_ + page_); }

    /// A copy of \p bytes right before that page.
    ///
    /// Valid: until the next call.
    [[nodiscard]] std::span<std::byte> hold(std::span<const std::byte> bytes) {
        std::byte* const first = data_ + (size_ - bytes.size());
        if (!bytes.empty()) std::memcpy(first, bytes.data(), bytes.size());
        return {first, bytes.size()};
    }

  private:
    std::size_t page_;
    std::size_t size_;
    std::byte* data_;
};

}  // namespace diorama::test
