// SPDX-License-Identifier: MIT
#include "diorama/scene2d/fixed.hpp"

namespace diorama::scene2d::detail {
namespace {

thread_local std::uint64_t saturation_total = 0;

}  // namespace

void note_saturation() noexcept {
    ++saturation_total;
}

std::uint64_t saturations() noexcept {
    return saturation_total;
}

}  // namespace diorama::scene2d::detail
