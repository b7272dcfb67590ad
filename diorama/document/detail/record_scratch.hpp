// SPDX-License-Identifier: MIT
/// \file
/// Components on their way: RecordEvent, RecordView, InputFacts, RecordScratch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/document/detail/name_set.hpp"
#include "diorama/document/field.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// What a cursor has come upon.
enum class RecordEvent : std::uint8_t {
    entity,     ///< the next entity begins
    component,  ///< a component of that entity, whole, in the cursor's record()
    end         ///< the input ends, or can't be followed any further
};

/// One component, which somebody else owns.
struct RecordView {
    std::string_view name;              ///< the component's
    std::uint64_t place = 0;            ///< see ComponentRecord::place
    std::span<const FieldView> fields;  ///< in order
    std::uint32_t column = 0;           ///< see ComponentRecord::column
    bool whole = true;                  ///< no field was left out because it is at fault
};

/// What an input is called and how many entities it has.
struct InputFacts {
    std::string_view source;                 ///< its name in messages
    SceneFormat format = SceneFormat::none;  ///< what places count
    std::uint32_t version = 0;               ///< of the document
    std::size_t entities = 0;                ///< how many it has
    bool in_order = true;                    ///< see EntityLines
    std::int64_t highest_end = 0;  ///< EntityLines::reference_end, where it was looked for

    /// References from here on mean none of its entities.
    [[nodiscard]] std::int64_t reference_end() const noexcept {
        return std::max(highest_end, static_cast<std::int64_t>(entities));
    }
};

/// One component as read, viewed where it stands or copied into buffers that are used again.
struct RecordScratch {
    std::string_view name;          ///< the component's
    std::uint64_t place = 0;        ///< see ComponentRecord::place
    std::uint32_t column = 0;       ///< see ComponentRecord::column
    bool whole = true;              ///< see RecordView
    std::vector<FieldView> fields;  ///< valid until the cursor moves on
    std::vector<float> floats;      ///< of all lists, one after another
    std::string text;               ///< of strings with escapes
    NameSet names;                  ///< of the fields

    /// Makes it ready for the next component.
    void begin(std::string_view component, std::uint64_t at, std::uint32_t in_line = 0) {
        name = component;
        place = at;
        column = in_line;
        whole = true;
        fields.clear();
        floats.clear();
        text.clear();
        names.clear();
    }
    /// All of it; valid until the cursor moves on.
    [[nodiscard]] RecordView view() const noexcept { return {name, place, fields, column, whole}; }
    /// Points the lists at `floats`, which does not grow any more.
    void finish() {
        const float* next = floats.data();
        for (FieldView& field : fields) {
            if (auto* list = std::get_if<std::span<const float>>(&field.value)) {
                *list = std::span(next, list->size());
                next += list->size();
            }
        }
    }
};

/// A list of \p count floats whose place in RecordScratch::floats is not settled yet.
[[nodiscard]] inline FieldValue pending_list(std::size_t count) {
    return std::span<const float>(static_cast<const float*>(nullptr), count);
}

/// \p wide as far as a Field::place can hold it.
[[nodiscard]] inline std::uint32_t narrow_place(std::uint64_t wide) noexcept {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(wide, UINT32_MAX));
}

}  // namespace diorama::document::detail
