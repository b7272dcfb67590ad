// SPDX-License-Identifier: MIT
/// \file
/// Loads a model, spawns it, moves a node, saves the world, loads it into another and draws both:
/// `save_scene MODEL SCENE.cscn OUT.png`. The two pictures are the same.
#include <cstdio>
#include <string>
#include <vector>

#include "diorama/core/file.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/render_bridge.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/spawn/asset_path.hpp"
#include "diorama/spawn/realise.hpp"
#include "diorama/spawn/register_components.hpp"
#include "diorama/spawn/spawn_gltf.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/vulkan/renderer.hpp"

using namespace diorama;
namespace fs = std::filesystem;

namespace {

/// Draws \p world, whose references to models start at \p base, and returns the picture as PNG.
Result<std::vector<std::byte>> picture_of(World& world, const fs::path& base) {
    auto renderer = vulkan::VulkanRenderer::create({.width = 640, .height = 360});
    if (!renderer) return std::unexpected(renderer.error());
    spawn::Models models(**renderer);
    // The scene is this program's own, so it may name models outside its folder.
    const auto realised = spawn::realise(world, models, {.base = base, .outside_base = true});
    for (const Diagnostic& found : realised.diagnostics)
        std::puts(to_string(found).c_str());
    propagate_transforms(world);
    motion::update_joint_palettes(world);
    render::RenderScene frame;
    render::RenderBridge().build(world, frame);
    if (auto drawn = (*renderer)->draw(frame); !drawn) return std::unexpected(drawn.error());
    auto image = (*renderer)->read_back();
    if (!image) return std::unexpected(image.error());
    return texture::encode_png(*image);
}

// [save]
Result<> save_scene(const fs::path& model, const fs::path& scene, const fs::path& picture) {
    auto asset = gltf::load(model);
    if (!asset) return std::unexpected(asset.error());
    World world;
    const fs::path base = scene.parent_path();
    auto placed = spawn::spawn_gltf(world, *asset, {.asset = spawn::asset_reference(base, model)});
    if (!placed) return std::unexpected(placed.error());
    world.spawn(Transform{.translation = {0, 1, 4}}, render::CameraComponent{.priority = 1});
    world.spawn(Transform{.rotation = angle_axis(-1, vec3(1, 0, 0))},
                render::LightSource{.intensity = 3});
    if (auto* node = world.get_mut<Transform>(placed->entity_of_node(0)))
        node->translation.y += 0.25f;

    document::SceneRegistry registry;  // what is saved, and how
    spawn::register_components(registry);
    auto doc = registry.to_doc(world);
    if (!doc) return std::unexpected(doc.error());
    if (auto written = document::write_file(scene, *doc); !written) return written;

    auto read = document::read_file(scene);
    if (!read) return std::unexpected(read.error());
    World again;
    if (auto spawned = registry.instantiate(again, *read); !spawned)
        return std::unexpected(spawned.error());
    // [save]

    const auto before = picture_of(world, base);
    if (!before) return std::unexpected(before.error());
    const auto after = picture_of(again, base);
    if (!after) return std::unexpected(after.error());
    std::puts(*before == *after ? "the same picture" : "another picture");
    return write_file_atomic(picture, std::span<const std::byte>(*after));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::puts("usage: save_scene MODEL SCENE.cscn OUT.png");
        return 2;
    }
    const Result<> saved = save_scene(argv[1], argv[2], argv[3]);
    if (!saved) std::puts(to_string(saved.error()).c_str());
    return saved ? 0 : 1;
}
