// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of scene's types.
#pragma once

namespace diorama {

struct HierarchyFault;
struct Mobility;
struct MobilityDiagnostic;
struct Name;
struct PropagationReport;
struct ScenePlugin;
struct Visibility;
struct VisibilityResolution;

}  // namespace diorama
