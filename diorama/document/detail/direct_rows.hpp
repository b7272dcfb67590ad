// SPDX-License-Identifier: MIT
/// \file
/// Components of one type of many entities written in one go: DirectRows.
/// Design page: docs/design/scene_documents.md, "The straight way".
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "diorama/document/detail/direct_leaf.hpp"
#include "diorama/document/detail/direct_record.hpp"
#include "diorama/ecs/component_info.hpp"

namespace diorama::document::detail {

/// Writes components of a type of many entities that stand in a row, each at a place of its own.
struct DirectRows {
    /// Adds to each of \p sizes what the value of the same number, from \p values on, takes beyond
    /// `bytes`; false where one is so large, or such, that it is not for \ref write.
    using Measure = bool (*)(std::span<std::uint32_t> sizes, const void* values);
    /// Writes the record of each value from \p values on at \p first plus the one of \p places of
    /// the same number, which is then where the record ends; false where a value is not saved, as a
    /// relationship to what is not.
    using Write = bool (*)(char* first, std::span<std::uint32_t> places, const void* values,
                           const EntityNumbers& numbers, std::uint32_t version);
    std::size_t bytes = 0;      ///< of every record, but for a version
    Measure measure = nullptr;  ///< empty where that is all that any has
    Write write = nullptr;
};

/// Bytes that an entity written by DirectRows has at most, but for those that its values of
/// variable sizes add, and that each of its components adds at most: larger ones gain nothing by
/// it.
inline constexpr std::size_t kMostRowBytes = 4096;

template <class Record, class List = typename Record::Leaves>
struct RowsOf;

template <class Record, class... Ls>
struct RowsOf<Record, LeafList<Ls...>> {
    using T = typename Record::Component;

    static bool measure(std::span<std::uint32_t> sizes, const void* values) {
        const T* value = static_cast<const T*>(values);
        for (std::uint32_t& size : sizes) {
            const std::size_t more = (payload<Ls>(*value) + ... + 0);
            if (more > kMostRowBytes || !Record::writable(*value)) return false;
            size += static_cast<std::uint32_t>(more);
            ++value;
        }
        return true;
    }
    /// Bytes of a field beyond L::kBytes.
    template <class L>
    static std::size_t payload([[maybe_unused]] const T& value) {
        if constexpr (L::kFixed)
            return 0;
        else
            return L::Codec::payload(L::of(value));
    }

    static bool write(char* first, std::span<std::uint32_t> places, const void* values,
                      const EntityNumbers& numbers, std::uint32_t version) {
        const T* value = static_cast<const T*>(values);
        bool all = true;
        for (std::uint32_t& place : places) {
            char* to = Record::put_head(first + place, version);
            if constexpr (Relation<T>)
                all &= numbers.find(RelationTraits<T>::target(*value)).value >= 0;
            ((to = write_member<Ls>(to, *value, numbers)), ...);
            place = static_cast<std::uint32_t>(Record::put_tail(to, version) - first);
            ++value;
        }
        return all;
    }
    template <class L>
    static char* write_member(char* to, const T& value,
                              [[maybe_unused]] const EntityNumbers& numbers) {
        std::memcpy(to, L::kHead.data(), L::kHead.size());
        to += L::kHead.size();
        if constexpr (L::kFixed)
            return L::Codec::put(to, L::of(value), numbers);
        else
            return L::Codec::put_measured(to, L::of(value));
    }
};

/// The DirectRows of the type of a DirectRecord.
template <class Record>
[[nodiscard]] constexpr DirectRows rows_of() {
    using Rows = RowsOf<Record>;
    return {Record::kBytes, Record::kAllFixed ? nullptr : &Rows::measure, &Rows::write};
}

}  // namespace diorama::document::detail
