// SPDX-License-Identifier: MIT
/// \file
/// Asking for memory before it is needed: prefetch.
#pragma once

namespace diorama {

/// Asks for the cache line at \p at, to be read or written soon. Never fails, whatever \p at is.
///
/// The empty statement is an effect: GCC takes a function that does nothing but prefetch for one
/// without effect, and leaves out calls to it.
inline void prefetch(const void* at) noexcept {
    __builtin_prefetch(at);
#if defined(__GNUC__)
    asm volatile("");
#endif
}

}  // namespace diorama
