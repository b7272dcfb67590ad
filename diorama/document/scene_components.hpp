// SPDX-License-Identifier: MIT
/// \file
/// The scene's own components made saveable: register_scene_components.
#pragma once

#include "diorama/document/scene_registry.hpp"

namespace diorama::document {

/// Registers Name, ChildOf, Transform, Mobility, Visibility and Disabled, in this order.
///
/// What is derived from them (GlobalTransform, Children) is never saved.
/// Expects: a registry that knows none of them.
void register_scene_components(SceneRegistry& registry);

}  // namespace diorama::document
