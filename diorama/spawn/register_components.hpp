// SPDX-License-Identifier: MIT
/// \file
/// What a spawned model is made of, made saveable: register_components.
#pragma once

#include "diorama/document/scene_registry.hpp"

namespace diorama::spawn {

/// Registers all that spawn_gltf() puts into a world, so that spawned models can be saved and
/// loaded: the scene's own components (document::register_scene_components()), then
/// render::Renderable, render::Instances, render::LightSource, render::CameraComponent,
/// motion::Skin and motion::MorphWeights.
///
/// What realise() adds (MeshRenderer, SkinBinding) is never saved; call it again after loading.
/// Expects: a registry that knows none of them.
void register_components(document::SceneRegistry& registry);

}  // namespace diorama::spawn
