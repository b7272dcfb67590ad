// SPDX-License-Identifier: MIT
#include <simdjson.h>

#include <limits>

#include "diorama/gltf/detail/json_reader.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// simdjson's kernel for this processor: as simdjson would choose, but by what the start of the
/// program has already asked of it, for in a virtual machine each question takes microseconds.
const simdjson::implementation& kernel() {
#if defined(__x86_64__)
    const auto& all = simdjson::get_available_implementations();
    const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
                      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    const bool wider = wide && __builtin_cpu_supports("avx512f") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd") &&
                       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                       __builtin_cpu_supports("avx512vbmi") &&
                       __builtin_cpu_supports("avx512vbmi2");
    const simdjson::implementation* found = wider ? all["icelake"] : nullptr;
    if (found == nullptr && wide) found = all["haswell"];
    if (found != nullptr) return *found;
#endif
    return *simdjson::get_active_implementation();
}

}  // namespace

struct JsonIndex::Stage {
    /// Indexes \p text.
    simdjson::error_code index(std::string_view text) {
        simdjson::error_code code = simdjson::SUCCESS;
        // Some more than is needed: the next part may be longer by what is left of a value.
        if (!parser)
            code = kernel().create_dom_parser_implementation(text.size() + kSpare, /*max_depth=*/1,
                                                             parser);
        else if (parser->capacity() < text.size())
            code = parser->set_capacity(text.size() + kSpare);
        if (code != simdjson::SUCCESS) return simdjson::MEMALLOC;
        return parser->stage1(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                              simdjson::stage1_mode::regular);
    }
    [[nodiscard]] std::span<const std::uint32_t> starts() const {
        return {parser->structural_indexes.get(), parser->n_structural_indexes};
    }

    static constexpr std::size_t kSpare = 4096;
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

JsonIndex::JsonIndex(std::string_view text) : text_(text) {}
JsonIndex::~JsonIndex() = default;

namespace {

/// Where a control character stands inside a string, or where the last string opens.
std::size_t find_string_fault(std::string_view text, bool control) {
    bool inside = false;
    std::size_t opened = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == '\\') {  // even outside a string, as the indexer has it
            ++i;
        } else if (c == '"') {
            inside = !inside;
            if (inside) opened = i;
        } else if (control && inside && c < 0x20) {
            return i;
        }
    }
    return opened;
}

JsonFault fault_of(simdjson::error_code code, std::string_view text) {
    switch (code) {
        case simdjson::CAPACITY:
        case simdjson::MEMALLOC:
            return {codes::json_too_large, 0,
                    "the JSON is " + std::to_string(text.size()) +
                        " bytes long, expected at most 4294967295 and memory for its index"};
        case simdjson::EMPTY:
            return {codes::json_syntax, 0, "found no JSON value, expected an object"};
        case simdjson::UNESCAPED_CHARS:
            return {codes::json_syntax, find_string_fault(text, true),
                    "found a control character in a string, expected it to be escaped"};
        case simdjson::UNCLOSED_STRING:
            return {codes::json_syntax, find_string_fault(text, false),
                    "found a string that does not end, expected a closing quote"};
        default:
            break;
    }
    const std::size_t offset = find_invalid_utf8(text);
    if (offset < text.size()) {
        return {codes::json_encoding, offset, "found bytes that are not UTF-8"};
    }
    return {codes::json_syntax, 0, "found text that is not JSON"};
}

}  // namespace

std::size_t JsonIndex::end_of_part(std::size_t size) const noexcept {
    if (text_.size() - first_ <= size) return text_.size();
    const std::size_t comma = text_.find(',', first_ + size - 1);
    return comma == std::string_view::npos ? text_.size() : comma + 1;
}

std::optional<JsonFault> JsonIndex::advance() {
    constexpr std::size_t kPart = std::size_t{1} << 16;  // its index stays in the cache
    starts_ = {};
    first_ = next_;
    if (text_.size() > std::numeric_limits<std::uint32_t>::max())
        return fault_of(simdjson::CAPACITY, text_);
    if (first_ == text_.size() && first_ != 0) return std::nullopt;
    if (!stage_) stage_ = std::make_unique<Stage>();
    // A comma inside a string is no end: the part is made twice as long, until it has a better one.
    for (std::size_t size = kPart;; size *= 2) {
        const std::size_t end = end_of_part(size);
        const std::string_view part = text_.substr(first_, end - first_);
        simdjson::error_code code = stage_->index(part);
        const bool whole = end == text_.size();
        if (code == simdjson::UNCLOSED_STRING && !whole) continue;
        if (code == simdjson::EMPTY && first_ != 0) code = simdjson::SUCCESS;
        if (code != simdjson::SUCCESS) {
            JsonFault fault = fault_of(code, part);
            fault.offset += first_;
            return fault;
        }
        next_ = end;
        starts_ = stage_->starts();
        return std::nullopt;
    }
}

std::size_t find_invalid_utf8(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const auto trails = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
    for (std::size_t i = 0; i < text.size();) {
        const unsigned lead = byte(i);
        const unsigned second = byte(i + 1);
        if (lead < 0x80) {
            i += 1;
        } else if (lead >= 0xc2 && lead <= 0xdf && trails(i + 1)) {
            i += 2;
        } else if (lead >= 0xe0 && lead <= 0xef && trails(i + 1) && trails(i + 2) &&
                   !(lead == 0xe0 && second < 0xa0) && !(lead == 0xed && second > 0x9f)) {
            i += 3;
        } else if (lead >= 0xf0 && lead <= 0xf4 && trails(i + 1) && trails(i + 2) &&
                   trails(i + 3) && !(lead == 0xf0 && second < 0x90) &&
                   !(lead == 0xf4 && second > 0x8f)) {
            i += 4;
        } else {
            return i;
        }
    }
    return text.size();
}

}  // namespace diorama::gltf::detail
