// SPDX-License-Identifier: MIT
#include <simdjson.h>

#include <limits>

#include "diorama/gltf/detail/json_reader.hpp"
#include "diorama/gltf/detail/large_pages.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

struct JsonIndex::Stage {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

JsonIndex::JsonIndex() = default;
JsonIndex::JsonIndex(JsonIndex&&) noexcept = default;
JsonIndex& JsonIndex::operator=(JsonIndex&&) noexcept = default;
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

std::optional<JsonFault> JsonIndex::make(std::string_view text, JsonIndex& out) {
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
        return fault_of(simdjson::CAPACITY, text);
    }
    auto stage = std::make_unique<Stage>();
    simdjson::error_code code =
        simdjson::get_active_implementation()->create_dom_parser_implementation(
            text.size(), /*max_depth=*/1, stage->parser);
    if (code != simdjson::SUCCESS) return fault_of(simdjson::MEMALLOC, text);
    // It has room for a place a byte, of which a file fills a part.
    use_large_pages(stage->parser->structural_indexes.get(), text.size() * sizeof(std::uint32_t));
    code = stage->parser->stage1(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                 simdjson::stage1_mode::regular);
    if (code != simdjson::SUCCESS) return fault_of(code, text);
    out.stage_ = std::move(stage);
    out.text_ = text;
    out.starts_ = {out.stage_->parser->structural_indexes.get(),
                   out.stage_->parser->n_structural_indexes};
    return std::nullopt;
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
