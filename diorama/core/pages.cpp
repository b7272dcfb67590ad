// SPDX-License-Identifier: MIT
#include "diorama/core/pages.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace diorama {

void Pages::Free::operator()(std::byte* memory) const noexcept {
    ::operator delete(memory, std::align_val_t{kLargePage});
}

Pages::Pages(std::size_t bytes)
    : memory_(static_cast<std::byte*>(::operator new(bytes, std::align_val_t{kLargePage}))),
      bytes_(bytes) {}

void Pages::prefer_large() noexcept {
#if defined(__linux__)
    // A wish: where it is not granted, small pages do.
    static_cast<void>(::madvise(memory_.get(), bytes_, MADV_HUGEPAGE));
#endif
}

}  // namespace diorama
