// SPDX-License-Identifier: MIT
/// \file
/// Numbers and angles out of any text; what is read must come back from its shortest form.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "diorama/scene2d/fixed_text.hpp"

namespace {

using namespace diorama::scene2d;

void require(bool holds) {
    if (!holds) std::abort();
}

template <class F>
void check(std::string_view text) {
    const diorama::Result<F> value = parse_fixed<F>(text);
    if (value) require(parse_fixed<F>(format_fixed(*value)).value() == *value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check<Fixed>(text);
    check<Fixed64>(text);
    check<Unit>(text);
    const diorama::Result<Angle> angle = parse_degrees(text);
    if (angle) require(parse_degrees(format_degrees(*angle)).value() == *angle);
    // One grammar: what is a number to one is one to all, in range or not.
    require(angle.has_value() || !parse_fixed<Fixed>(text).has_value());
    return 0;
}
