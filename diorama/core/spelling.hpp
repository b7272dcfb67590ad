// SPDX-License-Identifier: MIT
/// \file
/// What was most likely meant by a misspelt word: edit_distance, nearest_word.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace diorama {

/// Letters to add, drop, replace or swap with their neighbour to get from \p a to \p b.
///
/// Cost:   O(a.size() * b.size()).
/// Source: optimal string alignment, the restricted Damerau-Levenshtein distance.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The one of \p words that was most likely meant by \p typed, the first of those equally near;
/// empty when none is near: a third of the letters and one more may be wrong, and the beginning of
/// a word stands for it.
///
/// Valid: as long as \p words.
[[nodiscard]] std::string_view nearest_word(std::string_view typed,
                                            std::span<const std::string_view> words);

}  // namespace diorama
