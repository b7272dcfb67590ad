// SPDX-License-Identifier: MIT
/// \file
/// read_text(), check() and load() on any bytes, with a header before those that have none: what is
/// accepted is written, read back equal from both formats, and loaded as by its document.
#include <cstdint>
#include <string_view>
#include <vector>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_text.hpp"
#include "tests/fuzz/scene_load.hpp"

using namespace diorama::document;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view given(reinterpret_cast<const char*>(data), size);
    const bool has_header = given.substr(0, 15).find("cinder-scene") <= 3;
    const std::vector<std::byte> whole =
        exact_input(has_header ? "" : "cinder-scene 2\n", data, size);
    const std::string_view input(reinterpret_cast<const char*>(whole.data()), whole.size());
    check_as_load(whole);
    const auto doc = read_text(input, "fuzz");
    if (!doc) {
        require(!doc.error().diagnostics.empty() && !doc.error().where.empty());
        return 0;
    }
    const auto text = write_text(*doc);
    require(text.has_value());
    const auto again = read_text(*text, "fuzz");
    require(again.has_value() && *again == *doc);
    const auto bytes = write_binary(*doc);
    require(bytes.has_value());
    const auto other = read_binary(*bytes, "fuzz");
    require(other.has_value() && *other == *doc);
    load_as_by_document(whole, *doc);
    return 0;
}
