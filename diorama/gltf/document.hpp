// SPDX-License-Identifier: MIT
/// \file
/// The JSON of a glTF file as flat arrays, nothing decoded yet: Document and its parts, parse,
/// parse_memory, default_scene, scene_roots, local_matrix.
/// Source: glTF 2.0 chapter 5 (Properties Reference).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/core/math.hpp"
#include "diorama/gltf/asset.hpp"
#include "diorama/gltf/limits.hpp"
#include "diorama/mesh/material.hpp"
#include "diorama/texture/sampler.hpp"

namespace diorama::gltf {

/// A reference to another object of the same Document; kNone for absent.
using Index = std::int32_t;
inline constexpr Index kNone = -1;  ///< the reference that is not there

/// A run of elements in one of Document's pools.
struct Range {
    std::uint32_t first = 0;  ///< the first element
    std::uint32_t count = 0;  ///< how many; may be 0
};

/// What every glTF object carries. Texts are views into the Document that holds the object.
struct Object {
    std::string_view name;        ///< unescaped, byte for byte; empty where none
    std::string_view extras;      ///< exact JSON text; empty where none
    std::string_view extensions;  ///< exact JSON text of the whole member; empty where none
};

/// Where an `extras` or `extensions` was found on an object that has no struct of its own, such as
/// a textureInfo.
struct LooseExtras {
    std::string pointer;          ///< JSON pointer of the object
    std::string_view extras;      ///< exact JSON text; empty where none
    std::string_view extensions;  ///< exact JSON text; empty where none
    std::string_view name;        ///< unescaped; empty where none
};

/// The number type of an accessor; the value is glTF's own.
enum class ComponentType : std::uint16_t {
    i8 = 5120,   ///< signed byte
    u8 = 5121,   ///< unsigned byte
    i16 = 5122,  ///< signed short
    u16 = 5123,  ///< unsigned short
    u32 = 5125,  ///< unsigned int
    f32 = 5126,  ///< IEEE single
};

/// The shape of one accessor element.
enum class ElementType : std::uint8_t { scalar, vec2, vec3, vec4, mat2, mat3, mat4 };

/// Bytes of one number of \p type.
[[nodiscard]] std::uint32_t component_size(ComponentType type) noexcept;
/// Numbers in one element of \p type, padding not counted.
[[nodiscard]] std::uint32_t component_count(ElementType type) noexcept;

/// `asset`.
struct AssetInfo : Object {
    std::string_view version;      ///< "2.0" and the like
    std::string_view min_version;  ///< empty where none
    std::string_view generator;    ///< empty where none
    std::string_view copyright;    ///< empty where none
};

/// An element of `buffers`.
struct Buffer : Object {
    std::string_view uri;           ///< as written; empty where none
    std::uint64_t byte_length = 0;  ///< as written
    bool has_uri = false;           ///< tells an empty `uri` from none
};

/// An element of `bufferViews`. Not yet held against the buffer's bytes: accessor.hpp does that.
struct BufferView : Object {
    Index buffer = kNone;           ///< into buffers
    std::uint64_t byte_offset = 0;  ///< in the buffer
    std::uint64_t byte_length = 0;  ///< in the buffer
    std::uint32_t byte_stride = 0;  ///< 0: tightly packed
    std::uint32_t target = 0;       ///< 34962 vertices, 34963 indices, 0 unsaid
    Index meshopt = kNone;          ///< into meshopt_streams; then the buffer is only a fallback
};

/// What a MeshoptStream is made of.
enum class MeshoptMode : std::uint8_t { attributes, triangles, indices };
/// What is done to a MeshoptStream's elements after decoding.
enum class MeshoptFilter : std::uint8_t { none, octahedral, quaternion, exponential, color };

/// The EXT_meshopt_compression or KHR_meshopt_compression of a buffer view.
struct MeshoptStream {
    Index buffer = kNone;                        ///< into buffers
    std::uint64_t byte_offset = 0;               ///< in the buffer
    std::uint64_t byte_length = 0;               ///< compressed
    std::uint64_t byte_stride = 0;               ///< bytes of one element
    std::uint64_t count = 0;                     ///< elements
    MeshoptMode mode = MeshoptMode::attributes;  ///< how they are coded
    MeshoptFilter filter = MeshoptFilter::none;  ///< what comes after
    bool khr = false;                            ///< written as KHR_, else as EXT_
};

/// `accessor.sparse`.
struct Sparse {
    std::uint64_t count = 0;                          ///< elements replaced
    Index indices_view = kNone;                       ///< into buffer_views
    std::uint64_t indices_offset = 0;                 ///< in the view
    ComponentType indices_type = ComponentType::u32;  ///< unsigned
    Index values_view = kNone;                        ///< into buffer_views
    std::uint64_t values_offset = 0;                  ///< in the view
};

/// An element of `accessors`.
struct Accessor : Object {
    Index buffer_view = kNone;                          ///< kNone: zeros
    std::uint64_t byte_offset = 0;                      ///< in the view
    std::uint64_t count = 0;                            ///< elements
    ComponentType component_type = ComponentType::f32;  ///< of each number
    ElementType type = ElementType::scalar;             ///< of each element
    bool normalized = false;                            ///< integers stand for 0..1 or -1..1
    Index sparse = kNone;                               ///< into sparses
    Index draco = kNone;                                ///< into draco_streams, with no view
    std::uint32_t draco_id = 0;                         ///< attribute there, or kDracoIndices
    Range min;                                          ///< into numbers
    Range max;                                          ///< into numbers
};

/// Accessor::draco_id of the indices of a Draco mesh.
inline constexpr std::uint32_t kDracoIndices = UINT32_MAX;

/// The KHR_draco_mesh_compression of a primitive.
struct DracoStream {
    Index buffer_view = kNone;  ///< into buffer_views: the compressed mesh
    Range attributes;           ///< into draco_attributes
};

/// An attribute of a DracoStream.
struct DracoAttribute {
    std::string_view name;  ///< as written: `POSITION`
    std::uint32_t id = 0;   ///< the attribute's unique id in the compressed mesh
};

/// What a vertex attribute means; `custom` for names that start with an underscore or are unknown.
enum class Semantic : std::uint8_t {
    position,
    normal,
    tangent,
    texcoord,
    color,
    joints,
    weights,
    custom
};

/// One member of a primitive's `attributes` or of a morph target.
struct Attribute {
    std::string_view name;                 ///< as written: `TEXCOORD_1`
    Semantic semantic = Semantic::custom;  ///< without its number
    std::uint32_t set = 0;                 ///< its number
    Index accessor = kNone;                ///< into accessors
};

/// `primitive.mode`; the value is glTF's own.
enum class Mode : std::uint8_t {
    points,
    lines,
    line_loop,
    line_strip,
    triangles,
    triangle_strip,
    triangle_fan
};

/// What a primitive wears in one variant of KHR_materials_variants.
struct VariantMaterial {
    Index variant = kNone;      ///< into variants
    Index material = kNone;     ///< into materials
    std::uint32_t mapping = 0;  ///< the element of `mappings` that says so
};

/// An element of a mesh's `primitives`.
struct Primitive : Object {
    Range attributes;             ///< into attributes
    Range targets;                ///< into targets: morph targets, each a Range of attributes
    Index indices = kNone;        ///< into accessors
    Index material = kNone;       ///< into materials
    Mode mode = Mode::triangles;  ///< how vertices connect
    Index draco = kNone;          ///< into draco_streams
    Range variants;               ///< into variant_materials
};

/// An element of `meshes`.
struct Mesh : Object {
    Range primitives;  ///< into primitives
    Range weights;     ///< into numbers: default morph weights
};

/// An element of `nodes`.
struct Node : Object {
    Range children;             ///< into indices; loops and shared nodes are as written
    Range weights;              ///< into numbers; empty: the mesh's
    vec3 translation{0, 0, 0};  ///< local
    quat rotation{1, 0, 0, 0};  ///< local, as written
    vec3 scale{1, 1, 1};        ///< local
    Index matrix = kNone;       ///< into matrices; then translation, rotation and scale are unused
    Index mesh = kNone;         ///< into meshes
    Index skin = kNone;         ///< into skins
    Index camera = kNone;       ///< into cameras
    Index light = kNone;        ///< into lights, by KHR_lights_punctual
    Range instances;            ///< into attributes, by EXT_mesh_gpu_instancing
    bool visible = true;        ///< by KHR_node_visibility; false hides what is below too
};

/// An element of `scenes`.
struct Scene : Object {
    Range nodes;  ///< into indices: the roots
};

/// An element of `materials`; texture slots hold indices into textures.
struct Material : Object {
    mesh::Material surface;         ///< name included; a texture transform's texCoord is applied
    bool has_alpha_cutoff = false;  ///< tells a default from none
};

/// An element of `textures`.
struct Texture : Object {
    Index sampler = kNone;  ///< into samplers; kNone: the defaults
    Index source = kNone;   ///< into images
    Index basisu = kNone;   ///< into images: KHR_texture_basisu's, to be taken before source
    Index webp = kNone;     ///< into images: EXT_texture_webp's, to be taken before source
};

/// An element of `samplers`.
struct SamplerObject : Object {
    texture::Sampler sampler;  ///< defaults filled in
};

/// An element of `images`. Its bytes: image_bytes() of resource.hpp.
struct Image : Object {
    std::string_view uri;        ///< as written; empty where none
    std::string_view mime_type;  ///< as written; empty where none
    Index buffer_view = kNone;   ///< into buffer_views
    bool has_uri = false;        ///< tells an empty `uri` from none
};

/// An element of `skins`.
struct Skin : Object {
    Range joints;                         ///< into indices: nodes
    Index inverse_bind_matrices = kNone;  ///< into accessors; kNone: identities
    Index skeleton = kNone;               ///< into nodes; a hint only
};

/// What an animation channel drives.
enum class TargetPath : std::uint8_t {
    translation,
    rotation,
    scale,
    weights,
    pointer,  ///< KHR_animation_pointer: AnimationChannel::pointer says what
    unknown
};

/// An element of an animation's `channels`.
struct AnimationChannel : Object {
    Index sampler = kNone;                  ///< into animation_samplers of the Document
    Index node = kNone;                     ///< into nodes; kNone: drives nothing of the core
    TargetPath path = TargetPath::unknown;  ///< which property
    std::string_view pointer;               ///< of KHR_animation_pointer; empty where none
    std::string_view target_extensions;     ///< exact JSON text of `target.extensions`
};

/// An element of an animation's `samplers`.
struct AnimationSampler : Object {
    Index input = kNone;                                              ///< into accessors: times
    Index output = kNone;                                             ///< into accessors: values
    anim::Interpolation interpolation = anim::Interpolation::linear;  ///< between keys
};

/// An element of `animations`.
struct Animation : Object {
    Range channels;  ///< into animation_channels
    Range samplers;  ///< into animation_samplers
};

/// An element of `cameras`.
struct Camera : Object, CameraLens {};

/// A light of KHR_lights_punctual.
struct Light : Object, LightEmission {};

namespace detail {
class Sources;
}  // namespace detail

/// A glTF file, parsed: every object in file order, no buffer or image opened.
///
/// Once parse() has returned it, every Index is in range or kNone, and every Range is inside its
/// pool. Accessors are not yet held against their buffers; accessor.hpp does it on each read.
/// Valid:   all texts are views into storage that the Document owns; a move keeps them valid.
/// Threads: any number may read one Document, its buffers included.
struct Document {
    Document();
    Document(Document&&) noexcept;
    Document& operator=(Document&&) noexcept;
    ~Document();

    std::string name;              ///< the file as the caller named it; starts every `where`
    std::filesystem::path folder;  ///< where its URIs start
    ImportLimits limits;           ///< as given to parse()

    AssetInfo asset;
    Object root;                                        ///< extras and extensions of the whole file
    std::vector<std::string_view> extensions_used;      ///< in file order
    std::vector<std::string_view> extensions_required;  ///< in file order
    std::vector<Buffer> buffers;
    std::vector<BufferView> buffer_views;
    std::vector<Accessor> accessors;
    std::vector<Mesh> meshes;
    std::vector<Node> nodes;
    std::vector<Scene> scenes;
    Index scene = kNone;  ///< as written; default_scene() applies the rule
    std::vector<Material> materials;
    std::vector<Texture> textures;
    std::vector<SamplerObject> samplers;
    std::vector<Image> images;
    std::vector<Skin> skins;
    std::vector<Animation> animations;
    std::vector<Camera> cameras;
    std::vector<Light> lights;               ///< KHR_lights_punctual
    std::vector<std::string_view> variants;  ///< names of KHR_materials_variants

    std::vector<Primitive> primitives;                 ///< pool, in file order
    std::vector<Attribute> attributes;                 ///< pool
    std::vector<Range> targets;                        ///< pool: morph targets
    std::vector<Sparse> sparses;                       ///< pool
    std::vector<VariantMaterial> variant_materials;    ///< pool
    std::vector<MeshoptStream> meshopt_streams;        ///< pool
    std::vector<DracoStream> draco_streams;            ///< pool
    std::vector<DracoAttribute> draco_attributes;      ///< pool
    std::vector<AnimationChannel> animation_channels;  ///< pool
    std::vector<AnimationSampler> animation_samplers;  ///< pool
    std::vector<mat4> matrices;                        ///< pool
    std::vector<Index> indices;                        ///< pool: children, roots, joints
    std::vector<double> numbers;                       ///< pool: weights, min, max
    std::vector<LooseExtras> loose_extras;             ///< in file order

    std::vector<Diagnostic> diagnostics;  ///< everything found that was not fatal

    std::unique_ptr<detail::Sources> sources;  ///< the bytes behind all of it
};

/// The elements of \p range in \p pool.
template <class T>
[[nodiscard]] std::span<const T> slice(const std::vector<T>& pool, Range range) noexcept {
    return std::span<const T>(pool).subspan(range.first, range.count);
}

/// Reads a .gltf or .glb file; which of the two its content tells, not its name.
///
/// Input:   untrusted. The file is mapped and stays mapped; no other file is opened.
/// Cost:    one pass over the JSON.
/// Failure: file-not-found, file-read-failed, or the first fatal code of codes.hpp; the Error's
///          diagnostics hold everything found.
/// Source:  glTF 2.0 chapters 3 to 5.
[[nodiscard]] Result<Document> parse(const std::filesystem::path& path,
                                     const ImportLimits& limits = {});

/// Reads \p bytes as parse() reads a file; URIs start at \p folder, and \p name starts every
/// `where`.
///
/// Valid:   \p bytes must outlive the Document.
[[nodiscard]] Result<Document> parse_memory(std::span<const std::byte> bytes,
                                            const std::filesystem::path& folder, std::string name,
                                            const ImportLimits& limits = {});

/// The scene to show: `scene`, else the first, else kNone.
[[nodiscard]] Index default_scene(const Document& document) noexcept;

/// The roots of \p scene; for kNone the nodes that are nobody's child, in file order.
[[nodiscard]] std::vector<Index> scene_roots(const Document& document, Index scene);

/// Where \p node stands in its parent.
[[nodiscard]] mat4 local_matrix(const Document& document, const Node& node) noexcept;

/// `NAME#POINTER`: the place of the object at \p pointer in \p document, as in Error::where.
[[nodiscard]] std::string where(const Document& document, std::string_view pointer);
/// `NAME#/LIST/INDEX`: the place of an element of one of the document's lists.
[[nodiscard]] std::string where(const Document& document, std::string_view list, Index index);

}  // namespace diorama::gltf
