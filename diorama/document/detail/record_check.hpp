// SPDX-License-Identifier: MIT
/// \file
/// What no writer may write, found: RecordCheck.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "diorama/document/detail/duplicates.hpp"
#include "diorama/document/detail/findings.hpp"
#include "diorama/document/detail/name_set.hpp"
#include "diorama/document/detail/record_scratch.hpp"

namespace diorama::document::detail {

/// Adds an error for everything that check_doc() refuses. Fed by feed().
class RecordCheck {
  public:
    /// Looks at the records of the input \p facts describe; faults go to \p findings.
    RecordCheck(const InputFacts& facts, Findings& findings);

    /// The next entity.
    void entity();
    /// Goes on with entity \p entity; for those who feed only some components.
    void resume(std::size_t entity);
    /// A component of that entity; false where looking on is of no use.
    bool component(const RecordView& record);

  private:
    [[nodiscard]] bool names_are_known(const RecordView& record) const;
    void check_names(const RecordView& record);
    void check_value(const RecordView& record, const FieldView& field);
    void limit(std::size_t count, std::size_t most, const char* what, const Place& place);
    [[nodiscard]] std::string here() const;
    [[nodiscard]] std::string here(const RecordView& record) const;
    [[nodiscard]] Place where(const RecordView& record, std::uint32_t field = 0) const;

    const InputFacts facts_;
    Findings& findings_;
    std::size_t entities_ = 0;  // begun
    std::size_t count_ = 0;     // components of the current one
    NameSet components_;
    Duplicates duplicates_;
    NameSet fields_;
    // Of the last sound record of each component: one whose names are the same needs no second
    // look.
    std::map<std::string, std::vector<std::string>, std::less<>> sound_;
};

}  // namespace diorama::document::detail
