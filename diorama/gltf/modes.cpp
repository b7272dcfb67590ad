// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/modes.hpp"

#include <array>
#include <string_view>

namespace diorama::gltf::detail {

namespace {

/// What a mode makes of vertices.
struct Needs {
    std::string_view name;
    std::uint64_t least = 1;
    std::uint64_t step = 1;
    std::string_view expected;
};

// By Mode. Source: glTF 2.0 section 3.7.2.1.
constexpr std::array<Needs, 7> kNeeds{{{"points", 1, 1, "at least one"},
                                       {"a list of lines", 2, 2, "an even number"},
                                       {"a line loop", 2, 1, "at least two"},
                                       {"a line strip", 2, 1, "at least two"},
                                       {"a list of triangles", 3, 3, "a multiple of three"},
                                       {"a triangle strip", 3, 1, "at least three"},
                                       {"a triangle fan", 3, 1, "at least three"}}};

}  // namespace

bool uses_up(Mode mode, std::uint64_t count) noexcept {
    const Needs& needs = kNeeds[static_cast<std::size_t>(mode)];
    return count >= needs.least && count % needs.step == 0;
}

std::string shortfall(Mode mode, std::uint64_t count) {
    const Needs& needs = kNeeds[static_cast<std::size_t>(mode)];
    return std::string("found ")
        .append(std::to_string(count))
        .append(count == 1 ? " vertex for " : " vertices for ")
        .append(needs.name)
        .append(", expected ")
        .append(needs.expected);
}

}  // namespace diorama::gltf::detail
