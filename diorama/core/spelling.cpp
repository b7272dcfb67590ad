// SPDX-License-Identifier: MIT
#include "diorama/core/spelling.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace diorama {
namespace {

/// The edit_distance() of \p a and \p b, or any number from \p limit on where it is not below that.
std::size_t distance_below(std::string_view a, std::string_view b, std::size_t limit) {
    if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) >= limit) return limit;
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> rows(3 * width);
    std::size_t* before = rows.data();
    std::size_t* above = before + width;
    std::size_t* row = above + width;
    for (std::size_t j = 0; j < width; ++j)
        above[j] = j;
    std::size_t least_above = 0;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        std::size_t least = i;
        for (std::size_t j = 1; j < width; ++j) {
            std::size_t best = std::min(above[j], row[j - 1]) + 1;
            best = std::min(best, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = std::min(best, before[j - 2] + 1);
            row[j] = best;
            least = std::min(least, best);
        }
        // Each row is made from the two above it.
        if (std::min(least, least_above + 1) >= limit) return limit;
        least_above = least;
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[b.size()];
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    return distance_below(a, b, a.size() + b.size() + 1);
}

std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> words) {
    // A word of a hostile file may be as long as the file.
    constexpr std::size_t kLongest = 128;
    if (typed.size() > kLongest) return {};
    std::string_view best;
    std::size_t least = typed.size() / 3 + 2;
    for (const std::string_view word : words) {
        const bool begun = typed.size() > 3 && word.starts_with(typed);
        const std::size_t distance = begun ? 1 : distance_below(typed, word, least);
        if (distance < least) {
            least = distance;
            best = word;
        }
    }
    return best;
}

}  // namespace diorama
