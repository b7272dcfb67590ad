// SPDX-License-Identifier: MIT
#include "diorama/document/detail/entity_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace diorama::document::detail {
namespace {

constexpr std::string_view kEntity = "entity";

/// Whether \p word is `entity` but for its case and one letter that is another, missing, too many
/// or swapped with the next.
bool is_nearly_entity(std::string_view word) noexcept {
    if (word.size() + 1 < kEntity.size() || word.size() > kEntity.size() + 1) return false;
    std::array<char, kEntity.size() + 1> letters{};
    std::transform(word.begin(), word.end(), letters.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    std::string_view found(letters.data(), word.size());
    std::string_view meant = kEntity;
    while (!found.empty() && !meant.empty() && found.front() == meant.front()) {
        found.remove_prefix(1);
        meant.remove_prefix(1);
    }
    if (found.size() > meant.size()) return found.substr(1) == meant;
    if (found.size() < meant.size()) return found == meant.substr(1);
    if (found.size() < 2 || found.substr(1) == meant.substr(1)) return true;
    return found[0] == meant[1] && found[1] == meant[0] && found.substr(2) == meant.substr(2);
}

/// \p text without the blanks before it.
std::string_view past_blanks(std::string_view text) noexcept {
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    return text;
}

/// Takes the next line, without its end, off \p text.
std::string_view take_line(std::string_view& text) noexcept {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

}  // namespace

Opening opening_of(std::string_view line) noexcept {
    line = past_blanks(line);
    if (line.empty() || line.front() == '#') return {};
    const auto end = std::find_if(line.begin(), line.end(), is_blank);
    const std::string_view word = line.substr(0, static_cast<std::size_t>(end - line.begin()));
    std::string_view rest = past_blanks(line.substr(word.size()));
    while (!rest.empty() && is_blank(rest.back()))
        rest.remove_suffix(1);
    if (word == kEntity) return {true, false, word, rest};
    // Digits alone are no field: this is no component that happens to be called nearly so.
    const bool misspelt = !rest.empty() &&
                          rest.find_first_not_of("0123456789") == std::string_view::npos &&
                          is_nearly_entity(word);
    return misspelt ? Opening{true, true, word, rest} : Opening{};
}

std::optional<std::uint64_t> index_in(std::string_view text) noexcept {
    std::uint64_t index = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, wrong] = std::from_chars(text.data(), end, index);
    if (wrong != std::errc() || stop != end) return std::nullopt;
    return index;
}

void EntityLines::add(std::optional<std::uint64_t> index) noexcept {
    in_order = in_order && index == count;
    ++count;
    reference_end = std::max({reference_end, static_cast<std::int64_t>(count), end_of(index)});
}

EntityLines find_entities(std::string_view text) noexcept {
    EntityLines found;
    while (!text.empty()) {
        const Opening opening = opening_of(take_line(text));
        if (opening.opens) found.add(index_in(opening.index));
    }
    return found;
}

std::size_t count_entities(std::string_view text) noexcept {
    std::size_t count = 0;
    while (!text.empty()) {
        const std::string_view line = past_blanks(take_line(text));
        if (!line.starts_with(kEntity)) continue;
        const Opening opening = opening_of(line);
        count += opening.opens && !opening.misspelt ? 1 : 0;
    }
    return count;
}

}  // namespace diorama::document::detail
