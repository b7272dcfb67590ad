// SPDX-License-Identifier: MIT
#include "scene_builder.hpp"

#include "occlusion.hpp"

namespace diorama::demo {
namespace {

constexpr float kReachAlone = 0.6f;    ///< metres; a prop shades itself no further
constexpr float kReachInPlace = 1.4f;  ///< metres; a house shades the square before it

std::size_t at(Index index) {
    return static_cast<std::size_t>(index);
}

mat4 local_of(const gltf::GltfNode& node) {
    return compose(node.translation, node.rotation, node.scale);
}

}  // namespace

SceneBuilder::SceneBuilder(std::string name) {
    asset_.version = "2.0";
    asset_.generator = "Diorama demo_scene";
    asset_.scenes.push_back({.name = name, .roots = {0}, .extras = {}});
    asset_.default_scene = 0;
    asset_.roots = {0};
    asset_.nodes.emplace_back().name = std::move(name);
    parents_.push_back(-1);
}

Index SceneBuilder::add_texture(std::string name, texture::Image image) {
    const auto index = static_cast<Index>(asset_.textures.size());
    gltf::GltfImage& source = asset_.images.emplace_back();
    source.name = name;
    source.image = std::move(image);
    gltf::GltfTexture& texture = asset_.textures.emplace_back();
    texture.name = std::move(name);
    texture.image = index;
    return index;
}

Index SceneBuilder::add_material(mesh::Material material) {
    asset_.materials.push_back({.material = std::move(material), .extras = {}});
    return static_cast<Index>(asset_.materials.size() - 1);
}

Index SceneBuilder::add_mesh(std::string name, std::vector<Part> parts, Bake bake) {
    gltf::GltfMesh& mesh = asset_.meshes.emplace_back();
    mesh.name = std::move(name);
    for (Part& part : parts) {
        gltf::GltfPrimitive& primitive = mesh.primitives.emplace_back();
        primitive.mesh = std::move(part.shape);
        primitive.material = part.material;
    }
    bakes_.push_back(bake);
    return static_cast<Index>(asset_.meshes.size() - 1);
}

Index SceneBuilder::add_node(Index parent, std::string name, NodeOptions options) {
    const auto index = static_cast<Index>(asset_.nodes.size());
    gltf::GltfNode& node = asset_.nodes.emplace_back();
    node.name = std::move(name);
    node.translation = options.at;
    node.rotation = options.rotation;
    node.scale = options.scale;
    node.mesh = options.mesh;
    node.light = options.light;
    node.camera = options.camera;
    node.extras = std::move(options.extras);
    parents_.push_back(parent);
    asset_.nodes[at(parent)].children.push_back(index);
    return index;
}

Index SceneBuilder::add_light(gltf::GltfLight light) {
    asset_.lights.push_back(std::move(light));
    return static_cast<Index>(asset_.lights.size() - 1);
}

Index SceneBuilder::add_camera(gltf::GltfCamera camera) {
    asset_.cameras.push_back(std::move(camera));
    return static_cast<Index>(asset_.cameras.size() - 1);
}

void SceneBuilder::add_skinned(std::string name, Index mesh, Index frame,
                               std::vector<Index> joints) {
    gltf::GltfSkin& skin = asset_.skins.emplace_back();
    skin.name = name;
    for (const Index joint : joints)
        skin.inverse_bind.push_back(
            affine_product(affine_inverse(world_of(joint)), world_of(frame)));
    skin.joints = std::move(joints);
    gltf::GltfNode& node = asset_.nodes.emplace_back();
    node.name = std::move(name);
    node.mesh = mesh;
    node.skin = static_cast<Index>(asset_.skins.size() - 1);
    parents_.push_back(-1);
    asset_.scenes.front().roots.push_back(static_cast<Index>(asset_.nodes.size() - 1));
}

void SceneBuilder::set_morphs(Index mesh, std::vector<mesh::MorphTarget> targets,
                              std::vector<float> weights) {
    asset_.meshes[at(mesh)].primitives.back().mesh.morph_targets = std::move(targets);
    asset_.meshes[at(mesh)].weights = std::move(weights);
}

void SceneBuilder::pose(Index node, quat rotation) {
    asset_.nodes[at(node)].rotation = rotation;
}

mat4 SceneBuilder::world_of(Index node) const {
    mat4 world = local_of(asset_.nodes[at(node)]);
    for (Index up = parents_[at(node)]; up >= 0; up = parents_[at(up)])
        world = affine_product(local_of(asset_.nodes[at(up)]), world);
    return world;
}

gltf::GltfAsset SceneBuilder::finish() {
    for (gltf::GltfMesh& mesh : asset_.meshes)
        for (gltf::GltfPrimitive& primitive : mesh.primitives)
            if (asset_.materials[at(primitive.material)].material.normal_texture.present())
                add_tangents(primitive.mesh);
    bake();
    return std::move(asset_);
}

void SceneBuilder::bake() {
    Occluders whole;
    std::vector<Index> first_node(asset_.meshes.size(), -1);
    for (Index node = 0; node < static_cast<Index>(asset_.nodes.size()); ++node) {
        const Index mesh = asset_.nodes[at(node)].mesh;
        if (mesh < 0) continue;
        if (first_node[at(mesh)] < 0) first_node[at(mesh)] = node;
        // What is soft, hangs high or lets light through takes no light away.
        if (bakes_[at(mesh)] == Bake::none) continue;
        for (const gltf::GltfPrimitive& primitive : asset_.meshes[at(mesh)].primitives)
            whole.add(primitive.mesh, world_of(node));
    }
    whole.build();
    for (std::size_t i = 0; i < asset_.meshes.size(); ++i) {
        if (bakes_[i] == Bake::none) continue;
        Occluders own;
        const bool in_place = bakes_[i] == Bake::in_place;
        if (!in_place) {
            for (const gltf::GltfPrimitive& primitive : asset_.meshes[i].primitives)
                own.add(primitive.mesh);
            if (bakes_[i] == Bake::on_ground) own.add_ground(0, 4);
            own.build();
        }
        const mat4 placement = in_place ? world_of(first_node[i]) : mat4(1);
        for (gltf::GltfPrimitive& primitive : asset_.meshes[i].primitives)
            bake_occlusion(primitive.mesh, in_place ? whole : own, placement,
                           in_place ? kReachInPlace : kReachAlone);
    }
}

}  // namespace diorama::demo
