// SPDX-License-Identifier: MIT
/// \file
/// Members whose bytes and text are written and matched without a field between: DirectCodec.
///
/// Each writes just what its FieldCodec does, and accepts just what the writers write; anything
/// else is left to FieldCodec. Those with kBytes have payloads of so many bytes; the others begin
/// with a 32-bit size, and \ref payload says how many bytes follow it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/component.hpp"
#include "diorama/document/detail/byte_sink.hpp"
#include "diorama/document/detail/float_codec.hpp"
#include "diorama/document/detail/utf8.hpp"
#include "diorama/document/field_codec.hpp"
#include "diorama/document/field_containers.hpp"
#include "diorama/document/float_text.hpp"
#include "diorama/document/scene_doc.hpp"
#include "diorama/ecs/bulk_spawn.hpp"

namespace diorama::document::detail {

/// What taking components needs and finds out.
struct TakeFacts {
    /// Tells which entity each index of the file stands for.
    const diorama::detail::BulkSpawn* batch = nullptr;
    std::int64_t highest = -1;  ///< the highest index met so far

    /// Reads the reference \p index; false where no file has that many entities.
    bool take(std::int64_t index, Entity& value) noexcept {
        if (index < -1 || index > static_cast<std::int64_t>(SceneLimits::entities)) return false;
        highest = index > highest ? index : highest;
        value = index < 0 ? Entity::null() : batch->handle(static_cast<std::uint32_t>(index));
        return true;
    }
};

template <class T>
[[nodiscard]] T load_as(const char* at) noexcept {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

template <class T>
char* store(char* to, T value) noexcept {
    std::memcpy(to, &value, sizeof(T));
    return to + sizeof(T);
}

/// Copies \p count floats of files, where every NaN is 0x7fc00000.
inline void store_floats(char* to, const float* from, std::size_t count) noexcept {
    if (count == 0) return;
    const auto* const bytes = reinterpret_cast<const char*>(from);
    std::memcpy(to, bytes, count * sizeof(float));
    // Two floats at a time: without its sign a NaN is above infinity, so that it and what infinity
    // lacks to 2^31, less one, carry into the sign's place.
    constexpr std::uint64_t kMagnitude = 0x7fffffff'7fffffffu, kRaise = 0x007fffff'007fffffu;
    std::uint64_t odd = 0;
    for (std::size_t i = 0; i + 2 <= count; i += 2)
        odd |= (load_as<std::uint64_t>(bytes + i * sizeof(float)) & kMagnitude) + kRaise;
    if (count % 2 == 1)
        odd |= (load_as<std::uint32_t>(bytes + (count - 1) * sizeof(float)) & kMagnitude) + kRaise;
    if ((odd & ~kMagnitude) == 0) return;
    for (std::size_t i = 0; i < count; ++i) {
        if ((std::bit_cast<std::uint32_t>(from[i]) & 0x7fffffffu) > 0x7f800000u)
            store(to + i * sizeof(float), 0x7fc00000u);
    }
}

/// Reads an integer; null where there is none, or one of more than 18 digits.
inline const char* match_integer(const char* at, const char* end, std::int64_t& value) noexcept {
    const bool negative = at != end && *at == '-';
    at += negative ? 1 : 0;
    const char* const first = at;
    std::int64_t number = 0;
    while (at != end && *at >= '0' && *at <= '9' && at - first < 18)
        number = number * 10 + (*at++ - '0');
    if (at == first || (at != end && *at >= '0' && *at <= '9')) return nullptr;
    value = negative ? -number : number;
    return at;
}

/// Characters of an integer, at most.
inline constexpr std::size_t kIntegerTextBytes = 20;

/// Where \p word, which is expected at \p at, ends; null where it is not there.
template <std::size_t N>
[[nodiscard]] const char* match_word(const char* at, const char* end,
                                     const char (&word)[N]) noexcept {
    constexpr std::size_t kSize = N - 1;
    if (static_cast<std::size_t>(end - at) < kSize || std::memcmp(at, word, kSize) != 0)
        return nullptr;
    return at + kSize;
}

/// Writes \p value between quotes, escaped, with room for \p rest after it; returns its end.
char* write_quoted(ByteSink& out, char* to, std::string_view value, std::size_t rest);

/// Reads a quoted string at \p at; null where it is none or has a faulty escape.
const char* take_quoted(const char* at, const char* end, std::string& value);

/// Makes \p value the \p size characters at \p at; where they end, or null where that is beyond
/// \p end, or no file can hold them.
const char* take_long(const char* at, const char* end, std::size_t size, std::string& value);

/// Whether a file can hold \p value.
[[nodiscard]] inline bool is_sound(std::string_view value) noexcept {
    return value.size() <= SceneLimits::string_bytes && is_utf8(value);
}

/// The characters of a string in CSCN at \p at.
[[nodiscard]] inline std::string_view text_at(const char* at) noexcept {
    return {at + 4, load_as<std::uint32_t>(at)};
}

/// Payloads of no more bytes are written with no look at the room.
inline constexpr std::size_t kShortBytes = 32;

/// Copies \p text to \p to; its end. As a name mostly is short, it is copied in few large pieces.
inline char* copy_text(char* to, std::string_view text) noexcept {
    const char* const from = text.data();
    const std::size_t size = text.size();
    if (size > kShortBytes) {
        std::memcpy(to, from, size);
    } else if (size >= 16) {
        std::memcpy(to, from, 16);
        std::memcpy(to + size - 16, from + size - 16, 16);
    } else if (size >= 8) {
        std::memcpy(to, from, 8);
        std::memcpy(to + size - 8, from + size - 8, 8);
    } else {
        for (std::size_t i = 0; i < size; ++i)
            to[i] = from[i];
    }
    return to + size;
}

/// The same where \p out has room for kShortBytes and \p rest, which there is room for afterwards.
inline char* put_short(ByteSink& out, char* to, std::string_view text, std::size_t rest) {
    if (text.size() > kShortBytes) {
        out.advance(to);
        to = out.room(text.size() + rest);
    }
    return copy_text(to, text);
}

/// Makes \p value the \p size characters at \p at, at once, where it is so short that no memory has
/// to be taken, as most names are, and plain ASCII; false, with nothing done, else. Sixteen
/// characters can be read at \p at.
[[nodiscard]] inline bool take_short(std::string& value, const char* at, std::size_t size) {
    // The high bits of `size` bytes stand at 16 - size.
    static constexpr auto kHighBits = [] {
        std::array<unsigned char, 32> bits{};
        std::fill_n(bits.begin(), 16, static_cast<unsigned char>(0x80));
        return bits;
    }();
    constexpr std::size_t kMost = 15;
    if (size > kMost) return false;
    const auto high_bits = [size](std::size_t n) {
        return load_as<std::uint64_t>(reinterpret_cast<const char*>(kHighBits.data()) + 16 - size +
                                      n);
    };
    if (((load_as<std::uint64_t>(at) & high_bits(0)) |
         (load_as<std::uint64_t>(at + 8) & high_bits(8))) != 0)
        return false;
    // As many as there is room for, in two moves; copying `size` of them would be a call.
    value.resize_and_overwrite(kMost, [at, size](char* to, std::size_t) noexcept {
        std::memcpy(to, at, kMost);
        return size;
    });
    return true;
}

template <class M>
struct DirectCodec;

template <>
struct DirectCodec<float> {
    static constexpr FieldKind kKind = FieldKind::number;
    static constexpr std::size_t kBytes = 4;
    static constexpr std::size_t kTextBytes = kFloatTextBytes;
    static char* put(char* to, float value, const EntityNumbers&) noexcept {
        store_floats(to, &value, 1);
        return to + 4;
    }
    static bool take(const char* at, float& value, TakeFacts&) noexcept {
        value = load_as<float>(at);
        return true;
    }
    static char* put_text(char* to, float value, const EntityNumbers&) noexcept {
        return write_file_float(to, value);
    }
    static const char* take_text(const char* at, const char* end, float& value,
                                 TakeFacts&) noexcept {
        return match_float(at, end, value);
    }
};

template <>
struct DirectCodec<bool> {
    static constexpr FieldKind kKind = FieldKind::boolean;
    static constexpr std::size_t kBytes = 8;
    static constexpr std::size_t kTextBytes = 5;
    static char* put(char* to, bool value, const EntityNumbers&) noexcept {
        return store(to, std::int64_t{value});
    }
    static bool take(const char* at, bool& value, TakeFacts&) noexcept {
        const auto number = load_as<std::uint64_t>(at);
        value = number != 0;
        return number <= 1;
    }
    static char* put_text(char* to, bool value, const EntityNumbers&) noexcept {
        std::memcpy(to, value ? "true" : "false", value ? 4 : 5);
        return to + (value ? 4 : 5);
    }
    static const char* take_text(const char* at, const char* end, bool& value,
                                 TakeFacts&) noexcept {
        const char* const yes = match_word(at, end, "true");
        value = yes != nullptr;
        return yes != nullptr ? yes : match_word(at, end, "false");
    }
};

/// An integer that an int64 always holds; the others may be strings.
template <class M>
concept DirectInteger = std::integral<M> && !std::same_as<M, bool> &&
                        (std::signed_integral<M> || sizeof(M) < sizeof(std::int64_t));

template <DirectInteger M>
struct DirectCodec<M> {
    static constexpr FieldKind kKind = FieldKind::integer;
    static constexpr std::size_t kBytes = 8;
    static constexpr std::size_t kTextBytes = kIntegerTextBytes;
    static char* put(char* to, M value, const EntityNumbers&) noexcept {
        return store(to, static_cast<std::int64_t>(value));
    }
    static bool take(const char* at, M& value, TakeFacts&) noexcept {
        const auto number = load_as<std::int64_t>(at);
        value = static_cast<M>(number);
        return in_range(number);
    }
    static char* put_text(char* to, M value, const EntityNumbers&) noexcept {
        return std::to_chars(to, to + kTextBytes, static_cast<std::int64_t>(value)).ptr;
    }
    static const char* take_text(const char* at, const char* end, M& value, TakeFacts&) noexcept {
        std::int64_t number = 0;
        at = match_integer(at, end, number);
        value = static_cast<M>(number);
        return in_range(number) ? at : nullptr;
    }

  private:
    static bool in_range(std::int64_t value) noexcept {
        return value >= static_cast<std::int64_t>(std::numeric_limits<M>::min()) &&
               value <= static_cast<std::int64_t>(std::numeric_limits<M>::max());
    }
};

template <>
struct DirectCodec<Entity> {
    static constexpr FieldKind kKind = FieldKind::entity;
    static constexpr std::size_t kBytes = 8;
    static constexpr std::size_t kTextBytes = kIntegerTextBytes + 1;
    static char* put(char* to, Entity value, const EntityNumbers& numbers) noexcept {
        return store(to, numbers.find(value).value);
    }
    static bool take(const char* at, Entity& value, TakeFacts& facts) noexcept {
        return facts.take(load_as<std::int64_t>(at), value);
    }
    static char* put_text(char* to, Entity value, const EntityNumbers& numbers) noexcept {
        *to++ = '#';
        return std::to_chars(to, to + kIntegerTextBytes, numbers.find(value).value).ptr;
    }
    static const char* take_text(const char* at, const char* end, Entity& value,
                                 TakeFacts& facts) noexcept {
        if (at == end || *at != '#') return nullptr;
        std::int64_t index = 0;
        at = match_integer(at + 1, end, index);
        return at != nullptr && facts.take(index, value) ? at : nullptr;
    }
};

template <Packed M>
    requires(!std::same_as<M, float> && requires { typename FieldCodec<M>::BuiltIn; })
struct DirectCodec<M> {
    static constexpr FieldKind kKind = FieldKind::floats;
    static constexpr std::uint32_t kList = kPackedFloats<M>;  // the count, which precedes them
    static constexpr std::size_t kBytes = sizeof(M);
    static constexpr std::size_t kTextBytes = 2 + kList * (kFloatTextBytes + 1);
    static char* put(char* to, const M& value, const EntityNumbers&) noexcept {
        store_floats(to, reinterpret_cast<const float*>(&value), kList);
        return to + kBytes;
    }
    static bool take(const char* at, M& value, TakeFacts&) noexcept {
        std::memcpy(reinterpret_cast<float*>(&value), at, kBytes);
        return true;
    }
    static char* put_text(char* to, const M& value, const EntityNumbers&) noexcept {
        return write_file_floats(to, reinterpret_cast<const float*>(&value), kList);
    }
    static const char* take_text(const char* at, const char* end, M& value, TakeFacts&) noexcept {
        return match_floats(at, end, reinterpret_cast<float*>(&value), kList);
    }
};

/// Text.
template <>
struct DirectCodec<std::string> {
    static constexpr FieldKind kKind = FieldKind::string;
    static bool writable(const std::string& value) noexcept { return is_sound(value); }
    static char* put(ByteSink& out, char* to, const std::string& value, std::size_t rest) {
        return put_short(out, store(to, static_cast<std::uint32_t>(value.size())), value, rest);
    }
    static std::size_t payload(const std::string& value) noexcept { return value.size(); }
    static char* put_measured(char* to, const std::string& value) noexcept {
        return copy_text(store(to, static_cast<std::uint32_t>(value.size())), value);
    }
    static const char* take(const char* at, const char* end, std::string& value) {
        const auto size = load_as<std::uint32_t>(at);
        at += 4;
        if (end - at >= 16 && take_short(value, at, size)) return at + size;
        return take_long(at, end, size, value);
    }
    static char* put_text(ByteSink& out, char* to, const std::string& value, std::size_t rest) {
        return write_quoted(out, to, value, rest);
    }
    static const char* take_text(const char* at, const char* end, std::string& value) {
        return take_quoted(at, end, value);
    }
};

/// The name of an enumerator; values without one are integers, and left to FieldCodec.
template <DescribedEnum M>
    requires requires { typename FieldCodec<M>::BuiltIn; }
struct DirectCodec<M> {
    static constexpr FieldKind kKind = FieldKind::string;
    static bool writable(M value) noexcept { return !name_of(value).empty(); }
    static char* put(ByteSink& out, char* to, M value, std::size_t rest) {
        const std::string_view name = name_of(value);
        return put_short(out, store(to, static_cast<std::uint32_t>(name.size())), name, rest);
    }
    static std::size_t payload(M value) noexcept { return name_of(value).size(); }
    static char* put_measured(char* to, M value) noexcept {
        const std::string_view name = name_of(value);
        return copy_text(store(to, static_cast<std::uint32_t>(name.size())), name);
    }
    static const char* take(const char* at, const char* end, M& value) noexcept {
        const auto size = load_as<std::uint32_t>(at);
        if (size > static_cast<std::size_t>(end - at - 4) || !find(text_at(at), value))
            return nullptr;
        return at + 4 + size;
    }
    static char* put_text(ByteSink& out, char* to, M value, std::size_t rest) {
        return write_quoted(out, to, name_of(value), rest);
    }
    static const char* take_text(const char* at, const char* end, M& value) {
        std::string name;
        at = take_quoted(at, end, name);
        return at != nullptr && find(name, value) ? at : nullptr;
    }

  private:
    static std::string_view name_of(M value) noexcept {
        for (const auto& enumerator : enumerators_of<M>()) {
            if (enumerator.value == value) return enumerator.name;
        }
        return {};
    }
    static bool find(std::string_view name, M& value) noexcept {
        for (const auto& enumerator : enumerators_of<M>()) {
            if (enumerator.name == name) {
                value = enumerator.value;
                return true;
            }
        }
        return false;
    }
};

/// A list of floats or of what is made of floats.
template <Packed E>
    requires requires { typename FieldCodec<std::vector<E>>::BuiltIn; }
struct DirectCodec<std::vector<E>> {
    static constexpr FieldKind kKind = FieldKind::floats;
    static constexpr std::size_t kEach = kPackedFloats<E>;
    static bool writable(const std::vector<E>& value) noexcept {
        return value.size() <= SceneLimits::floats / kEach;
    }
    static char* put(ByteSink& out, char* to, const std::vector<E>& value, std::size_t rest) {
        out.advance(to);
        return put_measured(out.room(4 + payload(value) + rest), value);
    }
    static std::size_t payload(const std::vector<E>& value) noexcept {
        return value.size() * sizeof(E);
    }
    static char* put_measured(char* to, const std::vector<E>& value) noexcept {
        to = store(to, static_cast<std::uint32_t>(value.size() * kEach));
        store_floats(to, reinterpret_cast<const float*>(value.data()), value.size() * kEach);
        return to + payload(value);
    }
    static const char* take(const char* at, const char* end, std::vector<E>& value) {
        const auto count = load_as<std::uint32_t>(at);
        at += 4;
        if (count > SceneLimits::floats || count % kEach != 0 ||
            count * sizeof(float) > static_cast<std::size_t>(end - at))
            return nullptr;
        value.resize(count / kEach);
        if (count > 0)
            std::memcpy(reinterpret_cast<float*>(value.data()), at, count * sizeof(float));
        return at + count * sizeof(float);
    }
    static char* put_text(ByteSink& out, char* to, const std::vector<E>& value, std::size_t rest) {
        out.advance(to);
        to = out.room(2 + value.size() * kEach * (kFloatTextBytes + 1) + rest);
        return write_file_floats(to, reinterpret_cast<const float*>(value.data()),
                                 value.size() * kEach);
    }
    static const char* take_text(const char* at, const char* end, std::vector<E>& value) {
        std::vector<float> list;
        at = match_float_list(at, end, list);
        if (at == nullptr || list.size() % kEach != 0) return nullptr;
        value.resize(list.size() / kEach);
        if (!list.empty())
            std::memcpy(reinterpret_cast<float*>(value.data()), list.data(),
                        list.size() * sizeof(float));
        return at;
    }
};

/// A member that has a DirectCodec.
template <class M>
concept DirectMember = requires { DirectCodec<M>::kKind; };

/// A DirectMember whose payload is always of one size.
template <class M>
concept FixedMember = DirectMember<M> && requires { DirectCodec<M>::kBytes; };

}  // namespace diorama::document::detail
