// SPDX-License-Identifier: MIT
#include "diorama/scene2d/components.hpp"

namespace diorama::scene2d {

void register_scene2d_components(document::SceneRegistry& registry) {
    (void)registry.add<Parent2>();
    (void)registry.add<Local2>();
}

}  // namespace diorama::scene2d
