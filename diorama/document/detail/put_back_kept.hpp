// SPDX-License-Identifier: MIT
/// \file
/// What was kept of an entity on its way back into a file: put_back_kept.
#pragma once

#include "diorama/document/field_writer.hpp"
#include "diorama/document/kept_records.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// Puts \p kept back into \p entity where it stood, but for what that has itself by now, with
/// references as \p numbers has them.
void put_back_kept(EntityRecord& entity, const KeptRecords& kept, const EntityNumbers& numbers);

}  // namespace diorama::document::detail
