// SPDX-License-Identifier: MIT
/// \file
/// What a user's first program does, against an installed Diorama: it reaches, through the modules,
/// each library that is installed with them or has to be found again.
#include <cmath>
#include <cstdio>
#include <span>
#include <string_view>

#include "diorama/ecs/world.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/mesh/mesh_data.hpp"
#include "diorama/mesh/surface.hpp"
#include "diorama/scene/scene_plugin.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/vulkan/renderer.hpp"

namespace {

int failures = 0;

void expect(bool holds, const char* text) {
    if (holds) return;
    std::printf("not so: %s\n", text);
    ++failures;
}

void places_a_child() {
    using namespace diorama;
    World world;
    expect(world.add_plugin(ScenePlugin{}).has_value(), "the plugin is installed");
    const Entity hub = world.spawn(Transform{.rotation = angle_axis(half_pi, vec3(0, 1, 0))});
    const Entity arm = world.spawn(Transform{.translation = {1, 0, 0}}, ChildOf{hub});
    expect(world.update(1.0 / 60).has_value(), "a frame runs");
    const vec3 at = world.get<GlobalTransform>(arm)->translation();
    expect(std::abs(at.x) < 1e-6f && at.y == 0 && std::abs(at.z + 1) < 1e-6f,
           "a quarter turn of its parent moves (1, 0, 0) to (0, 0, -1)");
}

void makes_tangents() {
    diorama::mesh::MeshData mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.normals.assign(3, {0, 0, 1});
    mesh.uvs[0] = {{0, 0}, {1, 0}, {0, 1}};
    mesh.indices = {0, 1, 2};
    expect(diorama::mesh::add_tangents(mesh, 0).has_value(), "a textured triangle gets tangents");
    expect(mesh.tangents.size() == 3 && diorama::vec3(mesh.tangents[0]) == diorama::vec3(1, 0, 0),
           "which follow its first texture coordinate");
}

void writes_and_reads_a_picture() {
    diorama::texture::Image image;
    image.width = 1;
    image.height = 2;
    for (int value : {255, 0, 0, 255, 0, 255, 0, 128})
        image.pixels.push_back(std::byte(value));
    const auto file = diorama::texture::encode_png(image);
    expect(file.has_value(), "an image is encoded");
    if (!file) return;
    const auto back = diorama::texture::decode_image(*file, "picture");
    expect(back && back->pixels == image.pixels, "and read back the same");
}

void loads_a_model() {
    constexpr std::string_view text =
        R"({"asset":{"version":"2.0"},"nodes":[{"name":"crate","translation":[1,2,3]}]})";
    const auto model =
        diorama::gltf::load_memory(std::as_bytes(std::span(text)), ".", "crate.gltf");
    expect(model && model->nodes.size() == 1 && model->nodes[0].name == "crate",
           "a model of one node is loaded");
}

void makes_a_renderer_or_says_why_not() {
    const auto renderer = diorama::vulkan::VulkanRenderer::create({.width = 16, .height = 16});
    expect(renderer || !renderer.error().hint.empty(), "a renderer, or a hint what is missing");
}

}  // namespace

int main() {
    places_a_child();
    makes_tangents();
    writes_and_reads_a_picture();
    loads_a_model();
    makes_a_renderer_or_says_why_not();
    if (failures == 0) std::puts("consumer: ok");
    return failures == 0 ? 0 : 1;
}
