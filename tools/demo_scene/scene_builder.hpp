// SPDX-License-Identifier: MIT
/// \file
/// Putting a glTF scene together by name and parent: Bake, NodeOptions, SceneBuilder.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "diorama/gltf/asset.hpp"
#include "paint.hpp"
#include "shapes.hpp"

namespace diorama::demo {

/// An index into one of the lists of the asset; -1 for none.
using Index = std::int32_t;

/// Which neighbourhood darkens a mesh's vertex colours (see occlusion.hpp).
enum class Bake : std::uint8_t {
    none,       ///< colours stay as they are
    alone,      ///< the mesh shades itself
    on_ground,  ///< itself, and level ground at y = 0 of the mesh
    in_place,   ///< the whole scene around its first node
};

/// A shape and the material it wears.
struct Part {
    Shape shape;          ///< geometry
    Index material = -1;  ///< into the asset's materials
};

/// What a node is besides its name and parent.
struct NodeOptions {
    vec3 at{0, 0, 0};           ///< translation in the parent's space
    quat rotation{1, 0, 0, 0};  ///< in the parent's space
    vec3 scale{1, 1, 1};        ///< in the parent's space
    Index mesh = -1;            ///< shown here
    Index light = -1;           ///< shines from here
    Index camera = -1;          ///< looks from here
    std::string extras = {};    ///< JSON text; empty for none
};

/// Collects a GltfAsset; every add_ function returns the index of what it added.
class SceneBuilder {
  public:
    /// Starts with one scene called \p name and one root node of the same name.
    explicit SceneBuilder(std::string name);

    /// The node everything hangs from.
    [[nodiscard]] static Index root() { return 0; }
    /// What was collected so far.
    [[nodiscard]] const gltf::GltfAsset& asset() const { return asset_; }

    /// Adds an image and a texture that repeats it.
    Index add_texture(std::string name, texture::Image image);
    /// Adds a material.
    Index add_material(mesh::Material material);
    /// Adds a mesh with one primitive a part.
    Index add_mesh(std::string name, std::vector<Part> parts, Bake bake = Bake::on_ground);
    /// Adds a node under \p parent.
    Index add_node(Index parent, std::string name, NodeOptions options = {});
    /// Adds a light.
    Index add_light(gltf::GltfLight light);
    /// Adds a camera.
    Index add_camera(gltf::GltfCamera camera);
    /// Shows \p mesh at the scene's root, bent by \p joints; it is bound as it and they stand now,
    /// the mesh in the space of \p frame. (A skinned mesh follows its joints, not its parents.)
    void add_skinned(std::string name, Index mesh, Index frame, std::vector<Index> joints);
    /// Gives the last primitive of \p mesh morph targets and the mesh the weights it rests at.
    void set_morphs(Index mesh, std::vector<mesh::MorphTarget> targets, std::vector<float> weights);
    /// Turns \p node, without moving what is bound to it.
    void pose(Index node, quat rotation);

    /// From \p node's space to the scene's.
    [[nodiscard]] mat4 world_of(Index node) const;
    /// Adds tangents where a normal map needs them, multiplies every mesh's vertex colours by the
    /// light that its Bake leaves, and hands over.
    [[nodiscard]] gltf::GltfAsset finish();

  private:
    void bake();

    gltf::GltfAsset asset_;
    std::vector<Index> parents_;  // one per node
    std::vector<Bake> bakes_;     // one per mesh
};

}  // namespace diorama::demo
