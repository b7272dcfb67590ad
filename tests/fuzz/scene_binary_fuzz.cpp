// SPDX-License-Identifier: MIT
/// \file
/// read_binary(), check() and load() on any bytes, with a header before those that have none: what
/// is accepted is written as the same bytes, but for trailing ones, read back equal from text, and
/// loaded as by its document.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_text.hpp"
#include "tests/fuzz/scene_load.hpp"

using namespace diorama::document;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const bool has_header = size >= 4 && std::memcmp(data, "CSCN", 4) == 0;
    const std::string_view header("CSCN\2\0\0\0", has_header ? 0 : 8);
    const std::vector<std::byte> whole = exact_input(header, data, size);
    const std::span<const std::byte> input(whole);
    check_as_load(input);
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
