// SPDX-License-Identifier: MIT
/// \file
/// read_binary() on any bytes, with a header before those that have none: what is accepted is
/// written as the same bytes, but for trailing ones, read back equal from text, and loaded as by
/// its document.
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_text.hpp"
#include "tests/fuzz/scene_load.hpp"

using namespace diorama::document;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string whole(reinterpret_cast<const char*>(data), size);
    if (!whole.starts_with("CSCN")) whole.insert(0, std::string_view("CSCN\2\0\0\0", 8));
    const auto input = std::as_bytes(std::span(whole));
    const auto doc = read_binary(input, "fuzz");
    if (!doc) {
        require(!doc.error().diagnostics.empty() && !doc.error().where.empty());
        return 0;
    }
    const auto bytes = write_binary(*doc);
    require(bytes.has_value() && bytes->size() <= input.size());
    require(std::equal(bytes->begin(), bytes->end(), input.begin()));
    require((bytes->size() == input.size()) == doc->warnings.empty());
    const auto text = write_text(*doc);
    require(text.has_value());
    const auto again = read_text(*text, "fuzz");
    require(again.has_value() && *again == *doc);
    load_as_by_document(input, *doc);
    return 0;
}
