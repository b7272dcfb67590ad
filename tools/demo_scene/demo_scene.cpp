// SPDX-License-Identifier: MIT
#include "demo_scene.hpp"

#include "layout.hpp"
#include "terrain.hpp"

namespace diorama::demo {

gltf::GltfAsset make_demo_scene() {
    SceneBuilder scene("Diorama");
    const Materials materials = add_materials(scene);
    add_terrain(scene, materials);
    add_places(scene, materials);
    add_stage(scene);
    return scene.finish();
}

}  // namespace diorama::demo
