// SPDX-License-Identifier: MIT
#include "diorama/document/detail/float_codec.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "diorama/document/float_text.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {
namespace {

// Powers of ten that a double holds exactly.
constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kMostPower = 22;

/// The float nearest to \p digits times ten to \p exponent, where that can be told without looking
/// further.
///
/// One correctly rounded operation on two exact doubles gives the double nearest to the decimal.
/// Rounding that to a float gives the float nearest to the decimal too, unless the double stands
/// half way between two floats: any half way point is a double, and none lies between a number and
/// the double nearest to it.
/// Source: Clinger, "How to read floating point numbers accurately", PLDI 1990.
bool exact_float(std::uint64_t digits, int exponent, float& value) noexcept {
    if (digits >> 53 != 0 || exponent < -kMostPower || exponent > kMostPower) return false;
    const auto whole = static_cast<double>(digits);
    const double wide = exponent < 0 ? whole / kPowers[-exponent] : whole * kPowers[exponent];
    const auto bits = std::bit_cast<std::uint64_t>(wide);
    constexpr std::uint64_t kBelowFloat = (std::uint64_t{1} << 29) - 1;
    if ((bits & kBelowFloat) == std::uint64_t{1} << 28) return false;
    // Zero, or well inside the floats that have all their digits.
    if (digits != 0 && (wide < 1e-37 || wide > 1e38)) return false;
    value = static_cast<float>(wide);
    return true;
}

constexpr bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

constexpr std::uint64_t kPowersOfTen[] = {1,       10,        100,        1'000,      10'000,
                                          100'000, 1'000'000, 10'000'000, 100'000'000};

/// The number that the first \p count digits of the 8 characters at \p at make; 1 to 8.
///
/// All at once: how many there are is a matter of chance, and a loop over them would mostly be
/// mispredicted.
/// Source: Lemire, "Quickly parsing eight digits", 2018.
std::uint64_t number_of(const char* at, int count) noexcept {
    std::uint64_t eight = 0;
    std::memcpy(&eight, at, sizeof(eight));
    eight = (eight ^ 0x3030303030303030u) << 8 * (8 - count);  // zeros before them
    eight = eight * 10 + (eight >> 8);
    return ((eight & 0x000000ff000000ffu) * 0x000f424000000064u +
            (eight >> 16 & 0x000000ff000000ffu) * 0x0000271000000001u) >>
           32;
}

/// Appends the decimal digits at \p at to \p digits; where they end.
const char* take_digits(const char* at, const char* end, std::uint64_t& digits) noexcept {
    while (end - at >= 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, at, sizeof(eight));
        eight ^= 0x3030303030303030u;  // digits are now 0 to 9
        const std::uint64_t others =
            (((eight & 0x7f7f7f7f7f7f7f7fu) + 0x7676767676767676u) | eight) & 0x8080808080808080u;
        const int count = others == 0 ? 8 : std::countr_zero(others) / 8;
        if (count == 0) return at;
        digits = digits * kPowersOfTen[count] + number_of(at, count);
        at += count;
        if (count < 8) return at;
    }
    while (at != end && is_digit(*at))
        digits = digits * 10 + static_cast<std::uint64_t>(*at++ - '0');
    return at;
}

}  // namespace

char* write_file_float(char* to, float value) noexcept {
    return write_float(to, std::isnan(value) ? std::bit_cast<float>(0x7fc00000u) : value);
}

char* write_floats(char* to, const float* values, std::size_t count) noexcept {
    *to++ = '[';
    for (std::size_t i = 0; i < count; ++i) {
        to = write_float(to, values[i]);
        *to++ = ',';
    }
    to[count > 0 ? -1 : 0] = ']';
    return count > 0 ? to : to + 1;
}

char* write_file_floats(char* to, const float* values, std::size_t count) noexcept {
    *to++ = '[';
    for (std::size_t i = 0; i < count; ++i) {
        to = write_file_float(to, values[i]);
        *to++ = ',';
    }
    to[count > 0 ? -1 : 0] = ']';
    return count > 0 ? to : to + 1;
}

namespace {

/// match_float() whatever the spelling.
const char* match_any_float(const char* at, const char* end, float& value) noexcept {
    const char* const first = at;
    const bool negative = at != end && *at == '-';
    at += negative ? 1 : 0;
    std::uint64_t digits = 0;
    const char* const whole = at;
    at = take_digits(at, end, digits);
    if (at == whole || at == end) return nullptr;
    std::ptrdiff_t count = at - whole;
    int exponent = 0;
    bool marked = false;
    if (*at == '.') {
        const char* const fraction = ++at;
        at = take_digits(at, end, digits);
        if (at == fraction) return nullptr;
        count += at - fraction;
        exponent = -static_cast<int>(at - fraction);
        marked = true;
    }
    if (at != end && *at == 'e') {
        ++at;
        const bool below = at != end && *at == '-';
        at += at != end && (*at == '-' || *at == '+') ? 1 : 0;
        const char* const power = at;
        int ten = 0;
        while (at != end && is_digit(*at) && at - power < 4)
            ten = ten * 10 + (*at++ - '0');
        if (at == power || (at != end && is_digit(*at))) return nullptr;
        exponent += below ? -ten : ten;
        marked = true;
    }
    if (!marked) return nullptr;
    // 19 digits never overflow.
    if (count <= 19 && exact_float(digits, exponent, value)) {
        value = negative ? -value : value;
        return at;
    }
    const auto [stop, wrong] = std::from_chars(first, at, value);
    return wrong == std::errc() && stop == at ? at : nullptr;
}

#ifdef __SSE2__
/// Bit i is set where character i of the 16 at \p at is no digit.
unsigned others_among(const char* at) noexcept {
    const __m128i chars = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i digits = _mm_sub_epi8(chars, _mm_set1_epi8('0'));
    const __m128i within = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
    return static_cast<unsigned>(_mm_movemask_epi8(within)) ^ 0xffffu;
}

/// Most floats: up to 8 digits, a point, up to 8 digits. Where both end is known from one look, so
/// that the next float need not wait for the value of this one.
inline const char* match_plain_float(const char* at, const char* end, float& value) noexcept {
    if (end - at < 26) return match_any_float(at, end, value);
    const bool negative = *at == '-';
    const char* const whole = at + (negative ? 1 : 0);
    const unsigned others = others_among(whole);
    const unsigned after = others & (others - 1);  // without the point's
    if (after == 0) return match_any_float(at, end, value);
    const int point = std::countr_zero(others), stop = std::countr_zero(after);
    const int places = stop - point - 1;
    if (point == 0 || point > 8 || places == 0 || places > 8 || whole[point] != '.' ||
        whole[stop] == 'e')
        return match_any_float(at, end, value);
    const std::uint64_t digits =
        number_of(whole, point) * kPowersOfTen[places] + number_of(whole + point + 1, places);
    if (!exact_float(digits, -places, value)) return match_any_float(at, end, value);
    value = negative ? -value : value;
    return whole + stop;
}
#else
inline const char* match_plain_float(const char* at, const char* end, float& value) noexcept {
    return match_any_float(at, end, value);
}
#endif

}  // namespace

const char* match_float(const char* at, const char* end, float& value) noexcept {
    return match_plain_float(at, end, value);
}

const char* match_floats(const char* at, const char* end, float* to, std::size_t count) noexcept {
    if (at == end || *at != '[') return nullptr;
    for (std::size_t i = 0; i < count; ++i) {
        at = match_plain_float(at + 1, end, to[i]);
        const char after = i + 1 < count ? ',' : ']';
        if (at == nullptr || at == end || *at != after) return nullptr;
    }
    return at + 1;
}

const char* match_float_list(const char* at, const char* end, std::vector<float>& list) {
    list.clear();
    if (end - at < 2 || *at != '[') return nullptr;
    if (at[1] == ']') return at + 2;
    do {
        float value = 0;
        at = match_plain_float(at + 1, end, value);
        if (at == nullptr || at == end || list.size() == SceneLimits::floats) return nullptr;
        list.push_back(value);
    } while (*at == ',');
    return *at == ']' ? at + 1 : nullptr;
}

}  // namespace diorama::document::detail
