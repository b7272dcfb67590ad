// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of spawn's types.
#pragma once

namespace diorama::spawn {

struct Model;
class Models;
struct UploadedGltf;
struct SpawnOptions;
struct SpawnedGltf;
struct Instantiated;
struct WorldExportOptions;
struct ExportedWorld;
struct CollisionTriangles;

}  // namespace diorama::spawn
