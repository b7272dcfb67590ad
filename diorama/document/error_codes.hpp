// SPDX-License-Identifier: MIT
/// \file
/// The codes of document's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::document::codes {

inline constexpr ErrorCode header{"doc-header"};              ///< not a scene document at all
inline constexpr ErrorCode entity_order{"doc-entity-order"};  ///< indices must run from 0
inline constexpr ErrorCode syntax{"doc-syntax"};              ///< a line that is not in the grammar
inline constexpr ErrorCode value{"doc-value"};          ///< a value of no kind, or out of range
inline constexpr ErrorCode name{"doc-name"};            ///< a name the text can't hold
inline constexpr ErrorCode duplicate{"doc-duplicate"};  ///< one component or field twice
inline constexpr ErrorCode utf8{"doc-utf8"};            ///< bytes that are not UTF-8
inline constexpr ErrorCode limit{"doc-limit"};          ///< more than the format's limits allow
inline constexpr ErrorCode truncated{"doc-truncated"};  ///< the bytes end inside a record
inline constexpr ErrorCode kind{"doc-kind"};            ///< a field kind that does not exist
inline constexpr ErrorCode reference{"doc-reference"};  ///< an entity the document lacks
inline constexpr ErrorCode trailing_bytes{"doc-trailing-bytes"};  ///< warning: bytes after the end
inline constexpr ErrorCode more_faults{"doc-more-faults"};        ///< info: the list was cut short
inline constexpr ErrorCode extension{"doc-extension"};            ///< neither .cscn nor .cscnb
inline constexpr ErrorCode field_type{"doc-field-type"};  ///< a field of the wrong kind or shape
inline constexpr ErrorCode unknown_field{"doc-unknown-field"};      ///< warning: dropped, or kept
inline constexpr ErrorCode unknown_component{"unknown-component"};  ///< not registered
inline constexpr ErrorCode unregistered{"doc-unregistered"};  ///< in the world, not in the registry
inline constexpr ErrorCode name_taken{"doc-name-taken"};      ///< two types under one name
inline constexpr ErrorCode no_function{"doc-no-function"};    ///< a type without one
inline constexpr ErrorCode no_migration{"doc-no-migration"};  ///< a step is missing
inline constexpr ErrorCode migration_taken{"doc-migration-taken"};      ///< two for one step
inline constexpr ErrorCode migration_invalid{"doc-migration-invalid"};  ///< it could never run
inline constexpr ErrorCode migration_failed{"doc-migration-failed"};    ///< it said so itself
inline constexpr ErrorCode newer{"doc-newer"};            ///< written by a later program
inline constexpr ErrorCode older{"doc-older"};            ///< has to be migrated first
inline constexpr ErrorCode no_target{"doc-no-target"};    ///< warning: a relation to nothing
inline constexpr ErrorCode unwritable{"doc-unwritable"};  ///< a value that no field can hold

}  // namespace diorama::document::codes
