// SPDX-License-Identifier: MIT
/// \file
/// The codes of ecs's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::codes {

inline constexpr ErrorCode entity_dead{"entity-dead"};  ///< stale, null or foreign handle
inline constexpr ErrorCode parent_dead{"parent-dead"};  ///< a relation's target is not alive
inline constexpr ErrorCode hierarchy_cycle{"hierarchy-cycle"};    ///< an entity above itself
inline constexpr ErrorCode component_absent{"component-absent"};  ///< the entity has no such one
inline constexpr ErrorCode component_required{"component-required"};      ///< another one needs it
inline constexpr ErrorCode component_name_taken{"component-name-taken"};  ///< two types, one name
inline constexpr ErrorCode component_not_copyable{"component-not-copyable"};  ///< can't duplicate
inline constexpr ErrorCode not_siblings{"not-siblings"};      ///< reorder across two parents
inline constexpr ErrorCode delta_invalid{"delta-invalid"};    ///< negative, NaN or infinite time
inline constexpr ErrorCode system_failed{"system-failed"};    ///< a system returned an error
inline constexpr ErrorCode world_poisoned{"world-poisoned"};  ///< an earlier system failed
inline constexpr ErrorCode schedule_cycle{"schedule-cycle"};  ///< systems ordered in a loop
inline constexpr ErrorCode system_name_taken{"system-name-taken"};  ///< two systems, one name
inline constexpr ErrorCode system_invalid{"system-invalid"};  ///< a system without name or body
inline constexpr ErrorCode system_unknown{"system-unknown"};  ///< ordered by a name nobody has
inline constexpr ErrorCode system_access{"system-access"};    ///< it did what it did not declare
inline constexpr ErrorCode plugin_present{"plugin-present"};  ///< the plugin is already installed
inline constexpr ErrorCode plugin_absent{"plugin-absent"};    ///< no plugin of that name

}  // namespace diorama::codes
