// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of mesh's types.
#pragma once

namespace diorama::mesh {

struct MeshData;
struct MorphTarget;
struct Material;
struct TextureSlot;

}  // namespace diorama::mesh
