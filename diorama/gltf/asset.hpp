// SPDX-License-Identifier: MIT
/// \file
/// A glTF file as plain data, decoded and ready to use: GltfAsset and its parts.
/// All indices are into the lists of the same GltfAsset; -1 stands for absent.
/// Source: glTF 2.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
        image;  ///< the pixels; empty when images were not asked for or could not be read
    std::string extras{};      ///< exact JSON text; empty where none
    std::string extensions{};  ///< exact JSON text of all of them, known ones too
};

/// An image and how to read it.
struct GltfTexture {
    std::string name;          ///< as the file has it
    std::int32_t image = -1;   ///< into images: an extension's choice before the plain one
    texture::Sampler sampler;  ///< defaults filled in
    /// The other images that the file gives for it, in the order in which they are to be taken by
    /// who can't decode `image`: what KHR_texture_basisu and EXT_texture_webp name, and `source`.
    std::vector<std::int32_t> alternatives{};
    std::string sampler_name{};        ///< as the file has it
    std::string sampler_extras{};      ///< exact JSON text
    std::string sampler_extensions{};  ///< exact JSON text of all of them
    std::string extras{};              ///< exact JSON text
    std::string extensions{};          ///< exact JSON text of all of them, known ones too
};

/// A surface; its slots hold indices into textures.
struct GltfMaterial {
    mesh::Material material;   ///< name included
    std::string extras{};      ///< exact JSON text
    std::string extensions{};  ///< exact JSON text of all of them, known ones too
};

/// What a JSON object without a struct here carries: a textureInfo, an accessor, a buffer.
///
/// Its place is told by the lists of the asset, which need not be the file's. An accessor is where
/// it is used, `/meshes/0/primitives/1/attributes/POSITION`, and its buffer view is the member
/// `bufferView` of that, as if a reference were what it refers to; so are `sampler`,
/// `sampler/input` and `sampler/output` of the channels of an animation, pointers following the
/// core's channels. Accessors, views and samplers that nothing uses, and buffers, are where the
/// file has them.
struct GltfLooseExtras {
    std::string pointer;       ///< JSON pointer of the object
    std::string extras{};      ///< exact JSON text; empty where none
    std::string extensions{};  ///< exact JSON text; empty where none
    std::string name{};        ///< as the file has it; empty where none
};

/// One draw of a mesh.
struct GltfPrimitive {
    mesh::MeshData mesh;         ///< decoded; strips, loops and fans turned into lists
    std::int32_t material = -1;  ///< into materials; -1 for glTF's default material
    std::vector<std::int32_t>
        variant_materials;     ///< per variant, into materials; -1 for `material`; may be empty
    std::string extras{};      ///< exact JSON text
    std::string extensions{};  ///< exact JSON text of all of them, known ones too
};

/// Primitives drawn together.
struct GltfMesh {
    std::string name;                       ///< as the file has it
    std::vector<GltfPrimitive> primitives;  ///< in file order
    std::vector<float> weights;             ///< default morph weights; as many as targets
    std::string extras{};                   ///< exact JSON text
    std::string extensions{};               ///< exact JSON text of all of them, known ones too
};

/// Where one instance of a node's mesh stands, below the node.
struct GltfInstance {
    vec3 translation{0, 0, 0};  ///< in the node's space
    quat rotation{1, 0, 0, 0};  ///< unit length
    vec3 scale{1, 1, 1};        ///< in the node's space
};

/// An attribute of instances that glTF gives no meaning: `_ID`.
struct GltfInstanceAttribute {
    std::string name;              ///< as written
    std::uint32_t components = 1;  ///< floats of one instance
    std::vector<float> values;     ///< of all instances
};

/// EXT_mesh_gpu_instancing: a mesh drawn at many places.
struct GltfInstances {
    std::vector<GltfInstance> places;               ///< in file order; may be empty
    std::vector<GltfInstanceAttribute> attributes;  ///< in file order
};

/// One node of the hierarchy.
struct GltfNode {
    std::string name;  ///< as the file has it, byte for byte
    std::vector<std::int32_t>
        children;               ///< in file order; loops and shared nodes are kept as written
    vec3 translation{0, 0, 0};  ///< local; from `matrix` where the file gave one
    quat rotation{1, 0, 0, 0};  ///< local
    vec3 scale{1, 1, 1};        ///< local
    std::int32_t mesh = -1;     ///< into meshes
    std::int32_t skin = -1;     ///< into skins
    std::int32_t camera = -1;   ///< into cameras
    std::int32_t light = -1;    ///< into lights
    bool visible = true;        ///< false hides the node and all below it
    std::optional<GltfInstances> instances;  ///< then the mesh is drawn there, not at the node
    std::vector<float> weights;              ///< morph weights of this node; empty: the mesh's
    std::string extras{};                    ///< exact JSON text
    std::string extensions{};                ///< exact JSON text of all of them, known ones too
};

/// Joints that bend a mesh.
struct GltfSkin {
    std::string name;                  ///< as the file has it
    std::vector<std::int32_t> joints;  ///< into nodes
    std::vector<mat4> inverse_bind;    ///< one per joint; identities where the file has none
    std::int32_t skeleton = -1;        ///< the root the file names; a hint only
    std::string extras{};              ///< exact JSON text
    std::string extensions{};          ///< exact JSON text of all of them, known ones too
};

/// How a camera projects.
enum class Projection : std::uint8_t { perspective, orthographic };

/// How a camera sees, looking down -Z.
struct CameraLens {
    Projection projection = Projection::perspective;  ///< which of the fields below count
    float fov_y = 0.8f;                               ///< radians, perspective
    float aspect = 0;                                 ///< width over height; 0: the target's
    float near = 0.01f;                               ///< metres
    float far = 0;                                    ///< metres; 0: infinite
    float x_magnification = 1;                        ///< half width, orthographic
    float y_magnification = 1;                        ///< half height, orthographic
};

/// A camera; placed by its node.
struct GltfCamera : CameraLens {
    std::string name;          ///< as the file has it
    std::string extras{};      ///< exact JSON text
    std::string extensions{};  ///< exact JSON text of all of them, known ones too
};

/// Which way a light shines.
enum class LightKind : std::uint8_t { directional, point, spot };

/// What a light of KHR_lights_punctual sends out, shining down -Z.
struct LightEmission {
    LightKind kind = LightKind::directional;  ///< which way it shines
    vec3 color{1, 1, 1};                      ///< linear
    float intensity = 1;                      ///< candela (point, spot) or lux (directional)
    float range = 0;                          ///< metres; 0: infinite
    float inner_angle = 0;                    ///< radians from the axis, spot
    float outer_angle = 0.78539816339f;       ///< radians from the axis, spot
};

/// A light; placed by its node.
struct GltfLight : LightEmission {
    std::string name;          ///< as the file has it
    std::string extras{};      ///< exact JSON text
    std::string extensions{};  ///< exact JSON text of all of them, known ones too
};

/// Keys of a property that no channel can name: KHR_animation_pointer to other than the placement
/// and weights of a node, or what an extension that is not known here says in a target without a
/// node.
struct GltfPointerChannel {
    std::string pointer;  ///< as written: `/materials/2/pbrMetallicRoughness/baseColorFactor`;
                          ///< empty for an unknown extension's, which is in GltfAsset::loose_extras
    anim::Interpolation interpolation = anim::Interpolation::linear;  ///< between keys
    std::uint32_t components = 1;                                     ///< floats of one value
    std::vector<float> times;                                         ///< seconds, strictly rising
    std::vector<float> values;  ///< components per key, three times as many for cubic_spline
    /// What the target's `path` would mean of a node, where `pointer` is empty.
    anim::Path path = anim::Path::translation;
};

/// A clip; its channels' nodes are indices into nodes.
struct GltfAnimation : anim::Clip {
    std::vector<GltfPointerChannel> pointers;  ///< in file order
    std::string extras{};                      ///< exact JSON text
    std::string extensions{};                  ///< exact JSON text of all of them, known ones too
};

/// Roots shown together.
struct GltfScene {
    std::string name;                 ///< as the file has it
    std::vector<std::int32_t> roots;  ///< into nodes, in file order
    std::string extras{};             ///< exact JSON text
    std::string extensions{};         ///< exact JSON text of all of them, known ones too
};

/// A whole file.
struct GltfAsset {
    std::string version;                           ///< asset.version
    std::string min_version;                       ///< asset.minVersion; empty where none
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
    std::vector<std::string> variants;          ///< names of KHR_materials_variants
    std::vector<GltfLooseExtras> loose_extras;  ///< in file order, as far as it has one
    std::int32_t default_scene = -1;            ///< as the file says; -1 where it does not
    std::vector<std::int32_t> roots;  ///< of the default scene: the file's, else the first, else
                                      ///< the parentless nodes
    std::string asset_extras{};       ///< exact JSON text of asset.extras
    std::string asset_extensions{};   ///< exact JSON text of asset.extensions
    std::string extras{};             ///< exact JSON text of the whole file's extras
    std::string extensions{};         ///< exact JSON text of the whole file's extensions
    std::vector<Diagnostic> diagnostics;  ///< everything found that was not fatal
};

}  // namespace diorama::gltf
