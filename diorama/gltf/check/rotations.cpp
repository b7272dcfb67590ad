// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/rotations.hpp"

#include <cmath>

#include "diorama/gltf/detail/elements.hpp"

namespace diorama::gltf::detail {

NotUnit not_unit(Checker& c, Index accessor, bool cubic) {
    NotUnit wrong;
    const AccessorView* const view = c.view(accessor);
    if (view == nullptr || !c.work(view->count)) return wrong;
    each_element(*view, [&](std::size_t i, std::span<const double> numbers) {
        if (cubic && i % 3 != 1) return;  // tangents
        double squared = 0;
        for (const double number : numbers) {
            const double value = normalized(*view, number);
            squared += value * value;
        }
        if (std::abs(std::sqrt(squared) - 1) <= kRotationTolerance) return;
        if (wrong.count++ == 0) wrong.first = i;
    });
    return wrong;
}

}  // namespace diorama::gltf::detail
