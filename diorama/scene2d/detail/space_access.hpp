// SPDX-License-Identifier: MIT
/// \file
/// The inside of a Space2, for passes and hashes: SpaceAccess.
#pragma once

#include "diorama/scene2d/detail/columns.hpp"
#include "diorama/scene2d/space.hpp"

namespace diorama::scene2d::detail {

/// What only this module may see of a Space2.
struct SpaceAccess {
    /// Its columns, valid until it changes.
    [[nodiscard]] static Columns columns(Space2& space) noexcept;
    /// Calls \p visit with each column, in the order of a snapshot.
    template <class S, class F>
    static void for_columns(S& space, F&& visit);
};

}  // namespace diorama::scene2d::detail
