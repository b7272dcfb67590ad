// SPDX-License-Identifier: MIT
/// \file
/// Components that an entity has twice, told: Duplicates.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "diorama/document/detail/findings.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// Adds an error for each component that an entity has twice. Several of one entity are most often
/// those of the next one, whose line is missing, which the first of them says.
class Duplicates {
  public:
    /// The next entity.
    void entity() noexcept { count_ = 0; }
    /// Adds to \p findings that \p message, of what stands at \p place of a \p format.
    void add(Findings& findings, SceneFormat format, std::string message, Place place) {
        const Findings::Handle added =
            findings.error(codes::duplicate, std::move(message), std::move(place));
        if (++count_ == 1) first_ = added;
        if (count_ == 2 && format == SceneFormat::text)
            findings.advise(first_,
                            "keep one of each; or is an `entity` line missing above this one?");
    }

  private:
    std::size_t count_ = 0;  // of the current entity
    Findings::Handle first_ = Findings::kNotListed;
};

}  // namespace diorama::document::detail
