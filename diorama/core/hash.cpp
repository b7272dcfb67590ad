// SPDX-License-Identifier: MIT
#include "diorama/core/hash.hpp"

// Inlined, so that no library has to travel with the installed package.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace diorama {

std::uint64_t fnv1a64(std::span<const std::byte> bytes) noexcept {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const std::byte byte : bytes) {
        hash ^= static_cast<std::uint64_t>(byte);
        hash *= 0x100000001b3U;
    }
    return hash;
}

std::uint64_t fnv1a64(std::string_view text) noexcept {
    return fnv1a64(std::as_bytes(std::span(text)));
}

std::uint64_t content_hash(std::span<const std::byte> bytes) noexcept {
    return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace diorama
