// SPDX-License-Identifier: MIT
/// \file
/// The text format written front to back: TextWriter.
/// Design page: docs/formats/scene_text.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "diorama/document/field.hpp"

namespace diorama::document::detail {

/// Appends a text scene to a string. Checks nothing: what it is given has passed check_doc().
class TextWriter {
  public:
    /// Begins a document of \p version at the end of \p out.
    TextWriter(std::string& out, std::uint32_t version);

    /// Begins the next entity.
    void entity();
    /// Begins a component of that entity.
    void component(std::string_view name);
    /// Adds a field to that component.
    void field(const FieldView& field);

  private:
    void number(float value);
    void integer(std::int64_t value);
    void string(std::string_view value);

    std::string& out_;
    std::int64_t next_ = 0;
};

}  // namespace diorama::document::detail
