// SPDX-License-Identifier: MIT
/// \file
/// What code made for a type does with its components: DirectFormat, direct_format_of.
/// Design page: docs/design/scene_documents.md, "The straight way".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "diorama/document/detail/direct_record.hpp"
#include "diorama/document/detail/direct_rows.hpp"

namespace diorama::document::detail {

/// Writes components of a type without a field between.
struct DirectWrite {
    /// Writes a record at \p to, where \p out has `room` for it and \p rest bytes more; it has
    /// \p rest where the record ends, which is returned. Null, with nothing written, where a file
    /// can't hold the value.
    using Function = char* (*)(ByteSink& out, char* to, std::size_t rest, const void* value,
                               const EntityNumbers& numbers, std::uint32_t version);
    Function function = nullptr;
    std::size_t room = 0;  ///< bytes
};

/// What a described type whose members are all direct can do without fields.
///
/// It writes what FieldWriter and the writers of the formats would, and takes what they write, byte
/// for byte; where it says no, the way by fields decides.
struct DirectFormat {
    DirectWrite write_bytes;  ///< as CSCN; empty where the type has no DirectFormat
    DirectRows write_rows;    ///< the same of many
    DirectWrite write_text;   ///< as a line of text
    /// Makes the component at raw \p to from the record at \p at; where that ends. Null, with
    /// nothing made, where another kind of record is there, or a faulty one.
    using Take = const char* (*)(const char* at, const char* end, std::uint32_t version, void* to,
                                 TakeFacts& facts);
    Take take_bytes = nullptr;  ///< from CSCN
    Take take_text =
        nullptr;  ///< from a line, from its first character that is not blank to its end
    std::span<const std::string_view> names{};  ///< of its fields
};

/// T's DirectFormat, described by Of; an empty one where a member of it is not direct.
template <class T, class Of = OwnDescription<T>>
[[nodiscard]] DirectFormat direct_format_of() {
    using List = decltype(leaves_of<Of, NameText<0>(""), 0>());
    if constexpr (!std::is_same_v<List, NoLeaves> && std::is_default_constructible_v<T>) {
        using Record = DirectRecord<T, Of, List>;
        if constexpr (Record::kSmall)
            return {{&Record::write_bytes, Record::kBytesRoom},
                    rows_of<Record>(),
                    {&Record::write_text, Record::kTextBytes},
                    &Record::take_bytes,
                    &Record::take_text,
                    Record::kNames};
    }
    return {};
}

}  // namespace diorama::document::detail
