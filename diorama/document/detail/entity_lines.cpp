// SPDX-License-Identifier: MIT
#include "diorama/document/detail/entity_lines.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "diorama/core/spelling.hpp"

namespace diorama::document::detail {

std::string_view trimmed(const char* from, const char* end) noexcept {
    while (from != end && is_blank(*from))
        ++from;
    while (from != end && is_blank(end[-1]))
        --end;
    return view(from, end);
}

std::optional<std::uint64_t> index_in(std::string_view text) noexcept {
    std::uint64_t index = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, wrong] = std::from_chars(text.data(), end, index);
    if (wrong != std::errc() || stop != end) return std::nullopt;
    return index;
}

bool is_misspelt_entity(std::string_view word, std::string_view rest) {
    constexpr std::size_t kLongest = kEntityWord.size() + 1;
    if (rest.empty() || word.empty() || word.size() > kLongest) return false;
    if (rest.find_first_not_of("0123456789") != std::string_view::npos) return false;
    std::string lower(word);
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return edit_distance(lower, kEntityWord) <= 1;
}

void EntityLines::add(std::optional<std::uint64_t> index) noexcept {
    in_order = in_order && index == count;
    ++count;
    reference_end = std::max({reference_end, static_cast<std::int64_t>(count), end_of(index)});
}

EntityLines find_entities(std::string_view text) {
    EntityLines found;
    while (!text.empty()) {
        const std::size_t line = std::min(text.find('\n'), text.size() - 1) + 1;
        const char* at = text.data();
        const char* end = at + line;
        text.remove_prefix(line);
        if (end[-1] == '\n') --end;
        if (end != at && end[-1] == '\r') --end;
        while (at != end && is_blank(*at))
            ++at;
        const char* stop = at;
        while (stop != end && !is_blank(*stop))
            ++stop;
        const std::string_view word = view(at, stop);
        const std::string_view rest = trimmed(stop, end);
        if (word == kEntityWord || is_misspelt_entity(word, rest)) found.add(index_in(rest));
    }
    return found;
}

std::size_t count_entities(std::string_view text) noexcept {
    std::size_t count = 0;
    while (!text.empty()) {
        const std::size_t line = std::min(text.find('\n'), text.size() - 1) + 1;
        std::string_view rest = text.substr(0, line);
        text.remove_prefix(line);
        while (!rest.empty() && is_blank(rest.front()))
            rest.remove_prefix(1);
        if (!rest.starts_with(kEntityWord)) continue;
        rest.remove_prefix(kEntityWord.size());
        if (rest.empty() || is_blank(rest[0]) || rest[0] == '\n' || rest == "\r\n" || rest == "\r")
            ++count;
    }
    return count;
}

}  // namespace diorama::document::detail
