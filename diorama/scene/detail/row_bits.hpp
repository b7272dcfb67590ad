// SPDX-License-Identifier: MIT
/// \file
/// Rows of a RowMask: row_count, for_each_row, low_bits.
#pragma once

#include <bit>
#include <cstdint>

#include "diorama/ecs/placement_store.hpp"

namespace diorama::detail {

/// Number of bits; std::popcount is a call where the compiler may not assume the instruction.
[[nodiscard]] inline std::uint32_t row_count(std::uint64_t word) noexcept {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<std::uint32_t>(word * 0x0101010101010101u >> 56);
}

/// Number of rows of \p mask.
[[nodiscard]] inline std::uint32_t row_count(const RowMask& mask) noexcept {
    return row_count(mask.words[0]) + row_count(mask.words[1]) + row_count(mask.words[2]) +
           row_count(mask.words[3]);
}

/// The lowest \p count bits, one at least.
[[nodiscard]] inline std::uint64_t low_bits(std::uint32_t count) noexcept {
    return ~std::uint64_t{0} >> (64 - count);
}

/// Calls \p visit(row) for every row of \p mask in order; rows that \p visit sets are not seen.
template <class F>
void for_each_row(const RowMask& mask, F&& visit) {
    for (std::uint32_t word = 0; word < kBlockRows / 64; ++word)
        for (std::uint64_t bits = mask.words[word]; bits != 0; bits &= bits - 1)
            visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

}  // namespace diorama::detail
