// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of gltf's types.
#pragma once

namespace diorama::gltf {

struct AccessorView;
struct Document;
struct GltfAsset;
struct GltfKeys;
struct ImportLimits;
struct Summary;
class Resource;

}  // namespace diorama::gltf
