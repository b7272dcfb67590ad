// SPDX-License-Identifier: MIT
/// \file
/// Counts what a test program allocates: allocation_count, counts_allocations.
/// Linking diorama_allocation_count replaces the program's operator new.
#pragma once

#include <cstddef>

namespace diorama::test {

/// Calls of operator new so far, by every thread.
[[nodiscard]] std::size_t allocation_count() noexcept;

/// Whether they are counted: not under ThreadSanitizer, whose run-time brings its own operator new.
[[nodiscard]] bool counts_allocations() noexcept;

}  // namespace diorama::test
