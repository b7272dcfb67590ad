// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of document's types.
#pragma once

#include <cstdint>

namespace diorama::document {

enum class FieldKind : std::uint8_t;
struct EntityIndex;
struct FieldView;
class Field;
struct ComponentRecord;
struct EntityRecord;
struct SceneDoc;
class FieldReader;
class FieldWriter;
class SceneRegistry;

}  // namespace diorama::document
