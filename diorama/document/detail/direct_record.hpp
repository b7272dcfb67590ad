// SPDX-License-Identifier: MIT
/// \file
/// A component written, matched and read as one: DirectRecord.
/// Design page: docs/design/scene_documents.md, "The straight way".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "diorama/document/detail/direct_leaf.hpp"
#include "diorama/ecs/component_info.hpp"

namespace diorama::document::detail {

/// The last field of a component whose version is above 1.
inline constexpr std::string_view kVersionField = "_version";

/// Zero exactly where the N bytes at \p at are those of \p expected.
template <std::size_t N>
[[nodiscard]] inline std::uint64_t difference(const char* at,
                                              const std::array<char, N>& expected) noexcept {
    const auto word = [&]<class Word>(std::size_t i, Word) -> std::uint64_t {
        return static_cast<Word>(load_as<Word>(at + i) ^ load_as<Word>(expected.data() + i));
    };
    std::uint64_t differ = 0;
    if constexpr (N >= 8) {
        for (std::size_t i = 0; i + 8 <= N; i += 8)
            differ |= word(i, std::uint64_t{});
        if constexpr (N % 8 != 0) differ |= word(N - 8, std::uint64_t{});
    } else if constexpr (N >= 4) {
        differ = word(0, std::uint32_t{}) | word(N - 4, std::uint32_t{});
    } else {
        for (std::size_t i = 0; i < N; ++i)
            differ |= word(i, std::uint8_t{});
    }
    return differ;
}

/// Whether the N bytes at \p at are those of \p expected.
template <std::size_t N>
[[nodiscard]] inline bool same_bytes(const char* at, const std::array<char, N>& expected) noexcept {
    return difference(at, expected) == 0;
}

/// Bytes of the field `_version` in CSCN.
inline constexpr std::size_t kVersionBytes = 4 + kVersionField.size() + 1 + 8;
/// Characters of it in text, at most.
inline constexpr std::size_t kVersionTextBytes = 1 + kVersionField.size() + 1 + kIntegerTextBytes;

char* put_version(char* to, std::uint32_t version) noexcept;
char* put_version_text(char* to, std::uint32_t version) noexcept;
/// Whether the kVersionBytes at \p at are what put_version() writes.
[[nodiscard]] bool same_version(const char* at, std::uint32_t version) noexcept;
/// Where what put_version_text() writes ends; null where it is not there.
[[nodiscard]] const char* match_version_text(const char* at, const char* end,
                                             std::uint32_t version) noexcept;

/// T, described by Of, by its leaves.
template <class T, class Of, class List>
struct DirectRecord;

template <class T, class Of, class... Ls>
struct DirectRecord<T, Of, LeafList<Ls...>> {
    using Component = T;
    using Leaves = LeafList<Ls...>;
    static constexpr std::string_view kName = Of::value.name;
    static constexpr bool kAllFixed = (Ls::kFixed && ...);
    static constexpr std::array<std::string_view, sizeof...(Ls)> kNames{Ls::kName...};

    /// What precedes the fields in CSCN but their number: the component's name.
    static constexpr auto kHead = [] {
        std::array<char, 4 + kName.size()> head{};
        for (std::size_t byte = 0; byte < 4; ++byte)
            head[byte] = static_cast<char>(kName.size() >> (8 * byte) & 0xff);
        for (std::size_t i = 0; i < kName.size(); ++i)
            head[4 + i] = kName[i];
        return head;
    }();
    static constexpr auto kLineHead = [] {
        std::array<char, 2 + kName.size()> head{' ', ' '};
        for (std::size_t i = 0; i < kName.size(); ++i)
            head[2 + i] = kName[i];
        return head;
    }();
    static constexpr auto kWord = [] {
        std::array<char, kName.size()> word{};
        for (std::size_t i = 0; i < kName.size(); ++i)
            word[i] = kName[i];
        return word;
    }();
    static constexpr std::size_t kBytes = ((kHead.size() + 4) + ... + Ls::kBytes);
    static constexpr std::size_t kTextBytes =
        ((kLineHead.size() + kVersionTextBytes + 1) + ... + Ls::kTextBytes);
    /// Records of more are few; code made for them would only be large.
    static constexpr bool kSmall = sizeof...(Ls) <= 64 && kBytes <= 4096;

    /// For each leaf the bytes that follow its head at least.
    static constexpr auto kRest = [] {
        constexpr std::array<std::size_t, sizeof...(Ls) + 1> each{Ls::kBytes..., 0};
        constexpr std::array<std::size_t, sizeof...(Ls) + 1> heads{Ls::kHead.size()..., 0};
        std::array<std::size_t, sizeof...(Ls) + 1> rest{};
        std::size_t sum = 0;
        for (std::size_t i = sizeof...(Ls); i-- > 0;) {
            sum += each[i];
            rest[i] = sum - heads[i];
        }
        return rest;
    }();

    /// Where each leaf begins behind the number of fields, and where the last one ends; if all are
    /// fixed.
    static constexpr auto kStarts = [] {
        constexpr std::array<std::size_t, sizeof...(Ls) + 1> each{Ls::kBytes..., 0};
        std::array<std::size_t, sizeof...(Ls) + 1> starts{};
        for (std::size_t i = 0; i < sizeof...(Ls); ++i)
            starts[i + 1] = starts[i] + each[i];
        return starts;
    }();

    /// What precedes the first field's payload in CSCN, which is always the same.
    template <bool kVersioned>
    static constexpr auto kStart = [] {
        constexpr std::size_t kFirst = [] {
            constexpr std::array<std::size_t, sizeof...(Ls) + 1> heads{Ls::kHead.size()..., 0};
            return heads[0];
        }();
        std::array<char, kHead.size() + 4 + kFirst> start{};
        std::size_t at = 0;
        for (const char c : kHead)
            start[at++] = c;
        for (std::size_t byte = 0; byte < 4; ++byte)
            start[at++] = static_cast<char>((sizeof...(Ls) + kVersioned) >> (8 * byte) & 0xff);
        [[maybe_unused]] const auto put_first = [&](const auto& head) {
            if (at == kHead.size() + 4 && kFirst > 0)
                for (const char c : head)
                    start[at++] = c;
        };
        (put_first(Ls::kHead), ...);
        return start;
    }();

    static bool writable([[maybe_unused]] const T& value) {
        return (writable_member<Ls>(value) && ...);
    }
    template <class L>
    static bool writable_member([[maybe_unused]] const T& value) {
        if constexpr (L::kFixed)
            return true;
        else
            return L::Codec::writable(L::of(value));
    }

    static constexpr std::size_t kBytesRoom = kBytes + kVersionBytes + (Ls::kSlack + ... + 0);

    static char* write_bytes(ByteSink& out, char* to, [[maybe_unused]] std::size_t rest,
                             const void* from, const EntityNumbers& numbers,
                             std::uint32_t version) {
        const T& value = *static_cast<const T*>(from);
        if (!writable(value)) return nullptr;
        to = put_head(to, version);
        (write_member<Ls>(out, to, rest, value, numbers), ...);
        return put_tail(to, version);
    }
    /// Writes what precedes the fields, and what follows them.
    static char* put_head(char* to, std::uint32_t version) {
        std::memcpy(to, kHead.data(), kHead.size());
        return store(to + kHead.size(),
                     static_cast<std::uint32_t>(sizeof...(Ls) + (version > 1 ? 1 : 0)));
    }
    static char* put_tail(char* to, std::uint32_t version) {
        return version > 1 ? put_version(to, version) : to;
    }
    template <class L>
    static void write_member([[maybe_unused]] ByteSink& out, char*& to,
                             [[maybe_unused]] std::size_t rest, const T& value,
                             const EntityNumbers& numbers) {
        std::memcpy(to, L::kHead.data(), L::kHead.size());
        to += L::kHead.size();
        if constexpr (L::kFixed)
            to = L::Codec::put(to, L::of(value), numbers);
        else
            to = L::Codec::put(out, to, L::of(value), kBytesRoom + rest);
    }

    static char* write_text(ByteSink& out, char* to, [[maybe_unused]] std::size_t rest,
                            const void* from, const EntityNumbers& numbers, std::uint32_t version) {
        const T& value = *static_cast<const T*>(from);
        if (!writable(value)) return nullptr;
        std::memcpy(to, kLineHead.data(), kLineHead.size());
        to += kLineHead.size();
        (write_text_member<Ls>(out, to, rest, value, numbers), ...);
        if (version > 1) to = put_version_text(to, version);
        *to++ = '\n';
        return to;
    }
    template <class L>
    static void write_text_member([[maybe_unused]] ByteSink& out, char*& to,
                                  [[maybe_unused]] std::size_t rest, const T& value,
                                  const EntityNumbers& numbers) {
        std::memcpy(to, L::kTextHead.data(), L::kTextHead.size());
        to += L::kTextHead.size();
        if constexpr (L::kFixed)
            to = L::Codec::put_text(to, L::of(value), numbers);
        else
            to = L::Codec::put_text(out, to, L::of(value), kTextBytes + rest);
    }

    static const char* take_bytes(const char* at, const char* end, std::uint32_t version, void* to,
                                  TakeFacts& facts) {
        return version > 1 ? take_record<true>(at, end, version, to, facts)
                           : take_record<false>(at, end, version, to, facts);
    }
    template <bool kVersioned>
    static const char* take_record(const char* at, const char* end, std::uint32_t version, void* to,
                                   TakeFacts& facts) {
        constexpr std::size_t kBehind = kVersioned ? kVersionBytes : 0;
        if (static_cast<std::size_t>(end - at) < kBytes + kBehind) return nullptr;
        if constexpr (kAllFixed) return take_fixed<kVersioned>(at, version, to, facts);
        if (!same_bytes(at, kStart<kVersioned>)) return nullptr;
        at += kHead.size() + 4;
        T* const made = ::new (to) T{};
        const bool fits = [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (take_member<Ls, I>(at, end - kBehind, *made, facts) && ...);
        }(std::index_sequence_for<Ls...>{});
        at = fits ? after_version<kVersioned>(at, *made, version) : nullptr;
        if (at == nullptr) made->~T();
        return at;
    }
    /// The same where all fields have fixed sizes; they are there.
    template <bool kVersioned>
    static const char* take_fixed(const char* at, std::uint32_t version, void* to,
                                  TakeFacts& facts) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) -> const char* {
            constexpr std::size_t kFields = kHead.size() + 4;
            std::uint64_t differ = difference(at, kStart<kVersioned>);
            // The first field's head is of the start.
            ((I > 0 ? differ |= difference(at + kFields + kStarts[I], Ls::kHead) : differ), ...);
            if (differ != 0) return nullptr;
            T* const made = start(to);
            const bool fits = (Ls::Codec::take(at + kFields + kStarts[I] + Ls::kHead.size(),
                                               Ls::of(*made), facts) &
                               ... & true);
            at = fits ? after_version<kVersioned>(at + kBytes, *made, version) : nullptr;
            if (at == nullptr) made->~T();
            return at;
        }(std::index_sequence_for<Ls...>{});
    }
    /// Begins the life of a T at raw \p to. Where its fields are all there is of it, they get their
    /// values from the record alone, and are not written twice.
    static T* start(void* to) {
        if constexpr (std::is_trivially_copyable_v<T> && std::is_aggregate_v<T> &&
                      (sizeof(typename Ls::Member) + ... + 0) == sizeof(T))
            // Copying bytes to where they are begins the life of such a type, and is no code.
            return std::launder(static_cast<T*>(std::memmove(to, to, sizeof(T))));
        else
            return ::new (to) T{};
    }
    /// Where a record ends that has \p value and whose own fields end at \p at.
    template <bool kVersioned>
    static const char* after_version(const char* at, const T& value,
                                     [[maybe_unused]] std::uint32_t version) {
        if (!has_target(value)) return nullptr;
        if constexpr (kVersioned)
            return same_version(at, version) ? at + kVersionBytes : nullptr;
        else
            return at;
    }
    template <class L, std::size_t I>
    static bool take_member(const char*& at, [[maybe_unused]] const char* end, T& value,
                            [[maybe_unused]] TakeFacts& facts) {
        if (I > 0 && !same_bytes(at, L::kHead)) return false;  // the first one's is of the start
        at += L::kHead.size();
        if constexpr (L::kFixed) {
            if (!L::Codec::take(at, L::of(value), facts)) return false;
            at += L::Codec::kBytes;
            return true;
        } else {
            at = L::Codec::take(at, end, L::of(value));
            return at != nullptr && static_cast<std::size_t>(end - at) >= kRest[I] - 4;
        }
    }

    static const char* take_text(const char* at, const char* end, std::uint32_t version, void* to,
                                 TakeFacts& facts) {
        if (static_cast<std::size_t>(end - at) < kWord.size() || !same_bytes(at, kWord))
            return nullptr;
        at += kWord.size();
        T* const made = ::new (to) T{};
        const bool fits = (take_text_member<Ls>(at, end, *made, facts) && ...);
        if (fits && version > 1) at = match_version_text(at, end, version);
        if (fits && at != nullptr && (at == end || *at == '\n') && has_target(*made))
            return at == end ? at : at + 1;
        made->~T();
        return nullptr;
    }
    template <class L>
    static bool take_text_member(const char*& at, const char* end, T& value,
                                 [[maybe_unused]] TakeFacts& facts) {
        if (static_cast<std::size_t>(end - at) < L::kTextHead.size() ||
            !same_bytes(at, L::kTextHead))
            return false;
        at += L::kTextHead.size();
        if constexpr (L::kFixed)
            at = L::Codec::take_text(at, end, L::of(value), facts);
        else
            at = L::Codec::take_text(at, end, L::of(value));
        return at != nullptr;
    }

    /// False for a relationship to nothing, which is left out.
    static bool has_target([[maybe_unused]] const T& value) {
        if constexpr (Relation<T>) return !RelationTraits<T>::target(value).is_null();
        return true;
    }
};

}  // namespace diorama::document::detail
