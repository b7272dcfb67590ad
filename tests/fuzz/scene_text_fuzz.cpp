// SPDX-License-Identifier: MIT
/// \file
/// read_text() on any bytes: what is accepted is written, read back equal, and written the same in
/// both formats.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_text.hpp"

namespace {

using namespace diorama::document;

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto doc = read_text({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!doc) {
        require(!doc.error().diagnostics.empty() && !doc.error().where.empty());
        return 0;
    }
    const auto text = write_text(*doc);
    require(text.has_value());
    const auto again = read_text(*text, "fuzz");
    require(again.has_value() && *again == *doc && *write_text(*again) == *text);
    const auto bytes = write_binary(*doc);
    require(bytes.has_value());
    const auto other = read_binary(*bytes, "fuzz");
    require(other.has_value() && *other == *doc);
    return 0;
}
