// SPDX-License-Identifier: MIT
/// \file
/// The lines of a text that open entities: EntityLines, find_entities, count_entities.
/// Design page: docs/formats/scene_text.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace diorama::document::detail {

/// Whether the text format takes \p c for a blank.
[[nodiscard]] constexpr bool is_blank(char c) noexcept {
    return c == ' ' || c == '\t';
}

/// What stands from \p from up to \p to.
[[nodiscard]] inline std::string_view view(const char* from, const char* to) noexcept {
    return {from, static_cast<std::size_t>(to - from)};
}

/// How a line opens an entity.
struct Opening {
    bool opens = false;     ///< it does
    bool misspelt = false;  ///< by a word that is `entity` but for one letter or bad byte. Taken
                            ///< for a component, what follows would be the entity's before
    std::string_view word = {};   ///< that word
    std::string_view index = {};  ///< what should be the entity's index
};

/// How \p line, without its end, opens an entity, if it does.
[[nodiscard]] Opening opening_of(std::string_view line) noexcept;

/// The index that is all of \p text.
[[nodiscard]] std::optional<std::uint64_t> index_in(std::string_view text) noexcept;

/// What lies behind \p index; 0 for none, or one that can't be counted up.
[[nodiscard]] constexpr std::int64_t end_of(std::optional<std::uint64_t> index) noexcept {
    return index && *index < INT64_MAX ? static_cast<std::int64_t>(*index) + 1 : 0;
}

/// What a text that may be faulty says of its entities.
struct EntityLines {
    std::size_t count = 0;           ///< lines that a TextCursor takes for an entity's
    bool in_order = true;            ///< numbered from 0 without gaps: it is known who is who
    std::int64_t reference_end = 0;  ///< references from here on mean none of them: their count,
                                     ///< or what lies behind the highest of their numbers

    /// The next one, numbered \p index, if it is.
    void add(std::optional<std::uint64_t> index) noexcept;
};

/// Looks at every line of \p text.
[[nodiscard]] EntityLines find_entities(std::string_view text) noexcept;

/// Lines of \p text, which is sound, that open an entity.
[[nodiscard]] std::size_t count_entities(std::string_view text) noexcept;

}  // namespace diorama::document::detail
