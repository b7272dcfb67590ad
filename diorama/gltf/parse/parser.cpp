// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/parser.hpp"

#include <algorithm>
#include <charconv>

#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// \p value as short as it reads back.
std::string shown(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string shown(const Allowed& allowed) {
    const bool from = std::isfinite(allowed.min);
    const bool to = std::isfinite(allowed.max);
    if (from && to) return shown(allowed.min) + " to " + shown(allowed.max);
    if (to) return "at most " + shown(allowed.max);
    return (allowed.above_min ? "more than " : "at least ") + shown(allowed.min);
}

bool holds(const Allowed& allowed, double value) {
    return value <= allowed.max && (allowed.above_min ? value > allowed.min : value >= allowed.min);
}

/// Whether \p value is an integer that a double holds exactly.
bool is_integer(double value) {
    return std::abs(value) <= 9007199254740992.0 && value == std::trunc(value);
}

}  // namespace

std::string Parser::pointer() const {
    std::vector<const Place*> steps;
    for (const Place* step = place_; step != nullptr; step = step->parent)
        steps.push_back(step);
    std::string out = prefix_;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        if ((*step)->index >= 0) {
            out += '/' + std::to_string((*step)->index);
        } else {
            append_key(out, (*step)->key);
        }
    }
    return out;
}

void Parser::fault(ErrorCode code, std::string message, std::string_view member, std::string hint) {
    if (json_.fault()) return;  // what is read past a fault in the JSON is not in the file
    std::string place = pointer();
    if (!member.empty()) append_key(place, member);
    report_.at_pointer(code, place, std::move(message), std::move(hint));
}

bool Parser::refuse_twice() {
    fault(codes::json_duplicate_key, "found the key a second time, expected it once", {},
          "remove one: readers differ in which of the two they take");
    json_.skip();
    return false;
}

void Parser::fault_unknown() {
    fault(codes::property_unknown, "found a property that glTF 2.0 does not have here", {},
          "move it into extras");
    json_.skip();
}

void Parser::report_empty() {
    fault(codes::array_empty, "found an empty array, expected at least one element", {},
          "leave the property out");
}

void Parser::report_missing(std::span<const std::string_view> names, std::uint32_t missing) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if ((missing & bit(i)) == 0) continue;
        fault(codes::property_missing,
              "found no property " + quoted(names[i]) + ", expected one: it is required");
    }
}

bool Parser::refuse_kind(JsonKind expected) {
    fault(codes::type_mismatch, "found " + std::string(to_string(json_.next())) + ", expected " +
                                    std::string(to_string(expected)));
    json_.skip();
    return false;
}

double Parser::real(const Allowed& allowed, double otherwise) {
    if (!expect(JsonKind::number)) return otherwise;
    const double value = json_.read_number();
    if (!std::isfinite(value)) {
        fault(codes::number_range, "found a number too large to hold");
        return otherwise;
    }
    if (!holds(allowed, value)) {
        fault(codes::value_range, "found " + shown(value) + ", expected " + shown(allowed));
    }
    return value;
}

float Parser::real32(const Allowed& allowed, float otherwise) {
    const double value = real(allowed, static_cast<double>(otherwise));
    const float narrow = static_cast<float>(value);
    if (std::isfinite(narrow)) return narrow;
    fault(codes::number_range, "found " + shown(value) + ", expected what a 32-bit float can hold");
    return otherwise;
}

std::uint64_t Parser::count(std::uint64_t min) {
    std::uint64_t whole = 0;
    if (!json_.read_plain(1ull << 53, whole)) {
        if (!expect(JsonKind::number)) return 0;
        const double value = json_.read_number();
        if (!is_integer(value) || value < 0) {
            fault(codes::type_mismatch,
                  "found " + shown(value) + ", expected a non-negative integer below 2^53");
            return 0;
        }
        whole = static_cast<std::uint64_t>(value);
    }
    if (whole < min) {
        fault(codes::value_range,
              "found " + std::to_string(whole) + ", expected at least " + std::to_string(min));
    }
    return whole;
}

Index Parser::any_index() {
    if (!expect(JsonKind::number)) return kNone;
    const double value = json_.read_number();
    if (!is_integer(value)) {
        fault(codes::type_mismatch, "found " + shown(value) + ", expected an integer");
        return kNone;
    }
    if (value < 0 || value > std::numeric_limits<Index>::max()) {
        fault(codes::reference_range,
              "found the index " + shown(value) + ", expected a non-negative one inside its list");
        return kNone;
    }
    return static_cast<Index>(value);
}

bool Parser::reals32(std::span<float> out, const Allowed& allowed) {
    std::array<float, 16> values{};
    std::size_t found = 0;
    if (json_.next() != JsonKind::array) return expect(JsonKind::array);
    const bool plain = json_.read_plain_array([&](double value) {
        const auto narrow = static_cast<float>(value);
        if (found == out.size() || !std::isfinite(narrow) || !holds(allowed, value)) return false;
        values[found++] = narrow;
        return true;
    });
    if (!plain) {
        found = 0;
        elements([&] {
            const float value = real32(allowed);
            if (found < out.size()) values[found] = value;
            ++found;
        });
    }
    if (found != out.size()) {
        fault(codes::array_length, "found " + std::to_string(found) + " numbers, expected " +
                                       std::to_string(out.size()));
        return false;
    }
    std::copy_n(values.begin(), out.size(), out.begin());
    return true;
}

Range Parser::numbers() {
    Range range{static_cast<std::uint32_t>(out_.numbers.size()), 0};
    const bool plain = json_.read_plain_array([&](double value) {
        out_.numbers.push_back(value);
        return std::isfinite(value);
    });
    if (!plain) {
        out_.numbers.resize(range.first);
        elements([&] { out_.numbers.push_back(real()); });
    }
    range.count = static_cast<std::uint32_t>(out_.numbers.size()) - range.first;
    return range;
}

Range Parser::indices() {
    Range range{static_cast<std::uint32_t>(out_.indices.size()), 0};
    elements([&] { out_.indices.push_back(index()); });
    range.count = static_cast<std::uint32_t>(out_.indices.size()) - range.first;
    return range;
}

std::vector<std::string_view> Parser::texts() {
    std::vector<std::string_view> out;
    elements([&] { out.push_back(text()); });
    return out;
}

}  // namespace diorama::gltf::detail
