// SPDX-License-Identifier: MIT
/// \file
/// Memory for large arrays that are walked from end to end: Pages, prefer_large_pages.
#pragma once

#include <cstddef>
#include <memory>

namespace diorama {

/// Asks the system for large pages in as much of the \p bytes at \p from as whole ones fit into:
/// then a first touch takes a large page at once. Contents stay.
void prefer_large_pages(void* from, std::size_t bytes) noexcept;

/// A stretch of raw memory, aligned to kLargePage.
class Pages {
  public:
    static constexpr std::size_t kLargePage = 2u << 20;  ///< bytes, on x86-64

    /// \p bytes bytes of no particular value. Memory that is never touched costs addresses only.
    explicit Pages(std::size_t bytes);

    /// The first byte.
    [[nodiscard]] std::byte* data() const noexcept { return memory_.get(); }
    /// Asks the system for large pages from here on: a walk then misses fewer address
    /// translations, and a first touch takes a large page at once. Contents stay.
    void prefer_large() noexcept;

  private:
    struct Free {
        void operator()(std::byte* memory) const noexcept;
    };

    std::unique_ptr<std::byte, Free> memory_;
    std::size_t bytes_;
};

}  // namespace diorama
