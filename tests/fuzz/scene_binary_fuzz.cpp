// SPDX-License-Identifier: MIT
/// \file
/// read_binary() on any bytes: what is accepted is written as the same bytes, but for trailing
/// ones, and read back equal from text.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_text.hpp"

namespace {

using namespace diorama::document;

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = std::as_bytes(std::span(data, size));
    const auto doc = read_binary(input, "fuzz");
    if (!doc) {
        require(!doc.error().diagnostics.empty() && !doc.error().where.empty());
        return 0;
    }
    const auto bytes = write_binary(*doc);
    require(bytes.has_value() && bytes->size() <= size);
    require(std::equal(bytes->begin(), bytes->end(), input.begin()));
    require((bytes->size() == size) == doc->warnings.empty());
    const auto text = write_text(*doc);
    require(text.has_value());
    const auto again = read_text(*text, "fuzz");
    require(again.has_value() && *again == *doc);
    return 0;
}
