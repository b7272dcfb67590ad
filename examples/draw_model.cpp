// SPDX-License-Identifier: MIT
/// \file
/// Loads a model, spawns it, draws it, and writes the picture: `draw_model MODEL OUT.png`.
#include <cstdio>
#include <string>

#include "diorama/core/file.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/render_bridge.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/spawn/realise.hpp"
#include "diorama/spawn/spawn_gltf.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/vulkan/renderer.hpp"

using namespace diorama;

namespace {

// [draw]
Result<> draw_model(const std::filesystem::path& model, const std::filesystem::path& picture) {
    Result<gltf::GltfAsset> asset = gltf::load(model);
    if (!asset) return std::unexpected(asset.error());

    World world;
    auto placed = spawn::spawn_gltf(world, *asset, {.asset = model.filename().string()});
    if (!placed) return std::unexpected(placed.error());
    world.spawn(Transform{.translation = {0, 1, 4}}, render::CameraComponent{.priority = 1});
    world.spawn(Transform{.rotation = angle_axis(-1, vec3(1, 0, 0))},
                render::LightSource{.intensity = 3});

    auto renderer = vulkan::VulkanRenderer::create({.width = 640, .height = 360});
    if (!renderer) return std::unexpected(renderer.error());
    spawn::Models models(**renderer);  // every file is read and uploaded once
    auto realised = spawn::realise(world, models, {.base = model.parent_path()});
    for (const Diagnostic& found : realised.diagnostics)
        std::puts(to_string(found).c_str());

    propagate_transforms(world);
    motion::update_joint_palettes(world);
    render::RenderScene frame;
    render::RenderBridge().build(world, frame);
    if (auto drawn = (*renderer)->draw(frame); !drawn) return drawn;

    auto image = (*renderer)->read_back();
    if (!image) return std::unexpected(image.error());
    auto png = texture::encode_png(*image);
    if (!png) return std::unexpected(png.error());
    return write_file_atomic(picture, std::span<const std::byte>(*png));
}
// [draw]

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::puts("usage: draw_model MODEL OUT.png");
        return 2;
    }
    const Result<> drawn = draw_model(argv[1], argv[2]);
    if (!drawn) std::puts(to_string(drawn.error()).c_str());
    return drawn ? 0 : 1;
}
