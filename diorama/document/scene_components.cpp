// SPDX-License-Identifier: MIT
#include "diorama/document/scene_components.hpp"

#include "diorama/core/expects.hpp"
#include "diorama/ecs/disabled.hpp"
#include "diorama/ecs/placement.hpp"
#include "diorama/scene/mobility.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/visibility.hpp"

namespace diorama::document {

void register_scene_components(SceneRegistry& registry) {
    const auto require = [](const Result<>& added) {
        DIORAMA_EXPECTS(added.has_value(), "a registry without the scene's components");
    };
    require(registry.add<Name>());
    require(registry.add_custom(SceneFunctions<ChildOf>{
        std::string(ComponentName<ChildOf>::value),
        [](const ChildOf& link, FieldWriter& writer) { writer.entity("parent", link.parent); },
        [](FieldReader& reader) { return ChildOf{reader.entity("parent")}; }}));
    require(registry.add<Transform>());
    require(registry.add<Mobility>());
    require(registry.add<Visibility>());
    require(registry.add<Disabled>());
}

}  // namespace diorama::document
