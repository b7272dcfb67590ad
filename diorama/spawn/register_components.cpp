// SPDX-License-Identifier: MIT
#include "diorama/spawn/register_components.hpp"

#include "diorama/core/expects.hpp"
#include "diorama/document/scene_components.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"

namespace diorama::spawn {

void register_components(document::SceneRegistry& registry) {
    const auto require = [](const Result<>& added) {
        DIORAMA_EXPECTS(added.has_value(), "a registry without a spawned model's components");
    };
    document::register_scene_components(registry);
    require(registry.add<render::Renderable>());
    require(registry.add<render::Instances>());
    require(registry.add<render::LightSource>());
    require(registry.add<render::CameraComponent>());
    require(registry.add<motion::Skin>());
    require(registry.add<motion::MorphWeights>());
}

}  // namespace diorama::spawn
