// SPDX-License-Identifier: MIT
#include "diorama/document/float_text.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"

namespace diorama::document {
namespace {

template <class F>
using Bits = std::conditional_t<sizeof(F) == 4, std::uint32_t, std::uint64_t>;

template <class F>
char* write(char* to, F value) noexcept {
    if (!std::isfinite(value)) {
        auto bits = std::bit_cast<Bits<F>>(value);
        *to++ = '0';
        *to++ = 'x';
        for (int shift = 8 * int(sizeof(F)) - 4; shift >= 0; shift -= 4)
            *to++ = "0123456789abcdef"[(bits >> shift) & 15];
        return to;
    }
    // Whole numbers are common, and below 1e5 plain digits are the shortest form.
    if (std::abs(value) < F(100'000) && value != 0) {
        const auto whole = static_cast<std::int32_t>(value);
        if (static_cast<F>(whole) == value) {
            char* const point = std::to_chars(to, to + kFloatTextBytes, whole).ptr;
            point[0] = '.';
            point[1] = '0';
            return point + 2;
        }
    }
    char* const end = std::to_chars(to, to + kFloatTextBytes, value).ptr;
    const bool marked = std::any_of(to, end, [](char c) { return c == '.' || c == 'e'; });
    if (marked) return end;
    end[0] = '.';
    end[1] = '0';
    return end + 2;
}

template <class F>
Result<F> parse(std::string_view text) {
    const auto malformed = [&](const char* why) {
        return fail(codes::value, "found " + excerpt(text) + ", expected " + why);
    };
    const char* const end = text.data() + text.size();
    if (text.starts_with("0x")) {
        Bits<F> bits = 0;
        const auto [stop, fault] = std::from_chars(text.data() + 2, end, bits, 16);
        if (fault != std::errc() || stop != end || text.size() > 2 + 2 * sizeof(F))
            return malformed(sizeof(F) == 4 ? "0x and one to eight hex digits"
                                            : "0x and one to sixteen hex digits");
        return std::bit_cast<F>(bits);
    }
    // std::from_chars would take the words inf and nan too.
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    const char head = first < text.size() ? text[first] : '\0';
    if (head != '.' && (head < '0' || head > '9')) return malformed("a number");
    F value = 0;
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault == std::errc::result_out_of_range)
        return malformed(sizeof(F) == 4 ? "a number in the range of a 32-bit float"
                                        : "a number in the range of a 64-bit float");
    if (fault != std::errc() || stop != end) return malformed("a number");
    return value;
}

}  // namespace

char* write_float(char* to, float value) noexcept {
    return write(to, value);
}

std::string format_float(float value) {
    char text[kFloatTextBytes];
    return {text, write(text, value)};
}

std::string format_double(double value) {
    char text[kFloatTextBytes];
    return {text, write(text, value)};
}

Result<float> parse_float(std::string_view text) {
    return parse<float>(text);
}

Result<double> parse_double(std::string_view text) {
    return parse<double>(text);
}

}  // namespace diorama::document
