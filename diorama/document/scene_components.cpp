// SPDX-License-Identifier: MIT
#include "diorama/document/scene_components.hpp"

#include "diorama/core/expects.hpp"
#include "diorama/ecs/disabled.hpp"
#include "diorama/ecs/placement.hpp"
#include "diorama/scene/mobility.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/visibility.hpp"

namespace diorama::document {
namespace {

/// ChildOf keeps to the World, so that nothing there describes it.
struct ChildOfDescription {
    static constexpr auto value = describe_members<ChildOf>(
        ComponentName<ChildOf>::value, describe_member<ChildOf>("parent", &ChildOf::parent));
};

}  // namespace

void register_scene_components(SceneRegistry& registry) {
    const auto require = [](const Result<>& added) {
        DIORAMA_EXPECTS(added.has_value(), "a registry without the scene's components");
    };
    require(registry.add<Name>());
    require(registry.add_described<ChildOf, ChildOfDescription>());
    require(registry.add<Transform>());
    require(registry.add<Mobility>());
    require(registry.add<Visibility>());
    require(registry.add<Disabled>());
}

}  // namespace diorama::document
