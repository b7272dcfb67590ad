// SPDX-License-Identifier: MIT
#include "diorama/core/spelling.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace diorama {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min(
                {above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = std::exchange(above, row);
    }
    return above[b.size()];
}

std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> words) {
    // A word of a hostile file may be as long as the file.
    constexpr std::size_t kLongest = 128;
    if (typed.size() > kLongest) return {};
    std::string_view best;
    std::size_t least = typed.size() / 3 + 2;
    for (const std::string_view word : words) {
        const bool begun = typed.size() > 3 && word.starts_with(typed);
        const std::size_t distance = begun ? 1 : edit_distance(typed, word);
        if (distance < least) {
            least = distance;
            best = word;
        }
    }
    return best;
}

}  // namespace diorama
