// SPDX-License-Identifier: MIT
/// \file
/// A glTF file as plain data, decoded and ready to use: GltfAsset and its parts.
/// All indices are into the lists of the same GltfAsset; -1 stands for absent.
/// Source: glTF 2.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "diorama/anim/clip.hpp"
#include "diorama/core/error.hpp"
#include "diorama/core/math.hpp"
#include "diorama/mesh/material.hpp"
#include "diorama/mesh/mesh_data.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/texture/sampler.hpp"

namespace diorama::gltf {

/// One image file or embedded image.
struct GltfImage {
    std::string name;             ///< as the file has it
    std::string uri;              ///< as written; empty for data URIs and buffer views
    std::string mime_type;        ///< as written, or the data URI's; empty where none
    std::vector<std::byte> file;  ///< as it came, still encoded; empty unless
                                  ///< LoadOptions::image_files asked for it
    texture::Image
        image;           ///< the pixels; empty when images were not asked for or could not be read
    std::string extras;  ///< exact JSON text; empty where none
};

/// An image and how to read it.
struct GltfTexture {
    std::string name;          ///< as the file has it
    std::int32_t image = -1;   ///< into images: an extension's choice before the plain one
    texture::Sampler sampler;  ///< defaults filled in
    std::string extras;        ///< exact JSON text
};

/// A surface; its slots hold indices into textures.
struct GltfMaterial {
    mesh::Material material;  ///< name included
    std::string extras;       ///< exact JSON text
};

/// One draw of a mesh.
struct GltfPrimitive {
    mesh::MeshData mesh;         ///< decoded; strips, loops and fans turned into lists
    std::int32_t material = -1;  ///< into materials; -1 for glTF's default material
    std::string extras;          ///< exact JSON text
};

/// Primitives drawn together.
struct GltfMesh {
    std::string name;                       ///< as the file has it
    std::vector<GltfPrimitive> primitives;  ///< in file order
    std::vector<float> weights;             ///< default morph weights; as many as targets
    std::string extras;                     ///< exact JSON text
};

/// One node of the hierarchy.
struct GltfNode {
    std::string name;  ///< as the file has it, byte for byte
    std::vector<std::int32_t>
        children;                ///< in file order; loops and shared nodes are kept as written
    vec3 translation{0, 0, 0};   ///< local; from `matrix` where the file gave one
    quat rotation{1, 0, 0, 0};   ///< local
    vec3 scale{1, 1, 1};         ///< local
    std::int32_t mesh = -1;      ///< into meshes
    std::int32_t skin = -1;      ///< into skins
    std::int32_t camera = -1;    ///< into cameras
    std::int32_t light = -1;     ///< into lights
    std::vector<float> weights;  ///< morph weights of this node; empty: the mesh's
    std::string extras;          ///< exact JSON text
};

/// Joints that bend a mesh.
struct GltfSkin {
    std::string name;                  ///< as the file has it
    std::vector<std::int32_t> joints;  ///< into nodes
    std::vector<mat4> inverse_bind;    ///< one per joint; identities where the file has none
    std::int32_t skeleton = -1;        ///< the root the file names; a hint only
    std::string extras;                ///< exact JSON text
};

/// How a camera projects.
enum class Projection : std::uint8_t { perspective, orthographic };

/// A camera; placed by its node, looking down -Z.
struct GltfCamera {
    std::string name;                                 ///< as the file has it
    Projection projection = Projection::perspective;  ///< which of the fields below count
    float fov_y = 0.8f;                               ///< radians, perspective
    float aspect = 0;                                 ///< width over height; 0: the target's
    float near = 0.01f;                               ///< metres
    float far = 0;                                    ///< metres; 0: infinite
    float x_magnification = 1;                        ///< half width, orthographic
    float y_magnification = 1;                        ///< half height, orthographic
    std::string extras;                               ///< exact JSON text
};

/// Which way a light shines.
enum class LightKind : std::uint8_t { directional, point, spot };

/// A KHR_lights_punctual light; placed by its node, shining down -Z.
struct GltfLight {
    std::string name;                         ///< as the file has it
    LightKind kind = LightKind::directional;  ///< which way it shines
    vec3 color{1, 1, 1};                      ///< linear
    float intensity = 1;                      ///< candela (point, spot) or lux (directional)
    float range = 0;                          ///< metres; 0: infinite
    float inner_angle = 0;                    ///< radians from the axis, spot
    float outer_angle = 0.78539816339f;       ///< radians from the axis, spot
    std::string extras;                       ///< exact JSON text
};

/// A clip; its channels' nodes are indices into nodes.
struct GltfAnimation : anim::Clip {
    std::string extras;  ///< exact JSON text
};

/// Roots shown together.
struct GltfScene {
    std::string name;                 ///< as the file has it
    std::vector<std::int32_t> roots;  ///< into nodes, in file order
    std::string extras;               ///< exact JSON text
};

/// A whole file.
struct GltfAsset {
    std::string version;                           ///< asset.version
    std::string generator;                         ///< asset.generator
    std::string copyright;                         ///< asset.copyright
    std::vector<std::string> extensions_used;      ///< in file order
    std::vector<std::string> extensions_required;  ///< in file order
    std::vector<GltfImage> images;                 ///< in file order, as all that follow
    std::vector<GltfTexture> textures;
    std::vector<GltfMaterial> materials;
    std::vector<GltfMesh> meshes;
    std::vector<GltfNode> nodes;
    std::vector<GltfSkin> skins;
    std::vector<GltfAnimation> animations;
    std::vector<GltfCamera> cameras;
    std::vector<GltfLight> lights;
    std::vector<GltfScene> scenes;
    std::int32_t default_scene = -1;  ///< as the file says; -1 where it does not
    std::vector<std::int32_t> roots;  ///< of the default scene: the file's, else the first, else
                                      ///< the parentless nodes
    std::string asset_extras;         ///< exact JSON text of asset.extras
    std::string extras;               ///< exact JSON text of the whole file's extras
    std::vector<Diagnostic> diagnostics;  ///< everything found that was not fatal
};

}  // namespace diorama::gltf
