// SPDX-License-Identifier: MIT
/// \file
/// The `extensions` of the object being written: keeps_extension, has_unknown_extension,
/// ExtensionsOut.
#pragma once

#include <string_view>

#include "diorama/gltf/detail/writing.hpp"

namespace diorama::gltf::detail {

/// Whether the source's extension \p name with \p value is written as it was: nothing here knows
/// it, and it does not speak of accessors or buffer views.
[[nodiscard]] bool keeps_extension(std::string_view name, std::string_view value);
/// Whether nothing here knows some extension of \p extensions, the text of a whole member.
[[nodiscard]] bool has_unknown_extension(std::string_view extensions);

/// Writes `extensions` into the open object, where there is any: first what the asset's fields say,
/// then what the source had and nothing here knows, as it was.
class ExtensionsOut {
  public:
    /// \p kept is the text of the source's whole `extensions`; empty where it had none.
    ExtensionsOut(Writing& w, std::string_view kept) : w_(w), kept_(kept) {}

    /// Begins the extension \p name; its value must follow.
    JsonOut& add(std::string_view name, bool required = false);
    /// Writes the source's unknown ones and ends the member.
    ///
    /// One that speaks of accessors or buffer views is left out, with a diagnostic: those are laid
    /// out anew, and its numbers would mean others.
    void close();

  private:
    void keep_unknown();

    Writing& w_;
    std::string_view kept_;
    bool open_ = false;
};

}  // namespace diorama::gltf::detail
