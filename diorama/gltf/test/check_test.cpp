// SPDX-License-Identifier: MIT
#include "diorama/gltf/check.hpp"

#include "diorama/gltf/codes.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/gltf/test/support.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/texture/test/ktx2_builder.hpp"

namespace diorama::gltf {
namespace {

using test::bytes;
using test::Folder;
using test::glb;
using test::gltf;
using test::has;
using test::shown;

/// What check() finds in a file that holds \p content.
std::vector<Diagnostic> found_in(const std::string& content) {
    const Folder folder;
    return check(folder.write("file.gltf", content));
}

bool passes(const std::vector<Diagnostic>& found) {
    return std::ranges::none_of(
        found, [](const Diagnostic& each) { return each.severity == Severity::error; });
}

/// A whole right file: an indexed triangle with normals under one node.
const std::string kBin = bytes<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}) +
                         bytes<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}) +
                         bytes<std::uint16_t>({0, 1, 2, 0});
const std::string kTriangle = gltf(
    R"("buffers":[{"byteLength":80}],
       "bufferViews":[{"buffer":0,"byteLength":36,"target":34962},
                      {"buffer":0,"byteOffset":36,"byteLength":36,"target":34962},
                      {"buffer":0,"byteOffset":72,"byteLength":6,"target":34963},
                      {"buffer":0,"byteOffset":36,"byteLength":36,"byteStride":12},
                      {"buffer":0,"byteOffset":76,"byteLength":4}],
       "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",
                     "min":[0,0,0],"max":[1,1,0]},
                    {"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"},
                    {"bufferView":2,"componentType":5123,"count":3,"type":"SCALAR"}],
       "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1},"indices":2}]}],
       "nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0)");

/// kTriangle with \p from replaced by \p to, over \p bin.
std::vector<Diagnostic> changed(std::string_view from, std::string_view to,
                                const std::string& bin = kBin) {
    std::string json = kTriangle;
    const std::size_t at = json.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    json.replace(at, from.size(), to);
    return found_in(glb(json, bin));
}

/// kBin with the bytes at \p offset replaced.
std::string with(std::size_t offset, const std::string& data) {
    std::string bin = kBin;
    bin.replace(offset, data.size(), data);
    return bin;
}

TEST(Check, PassesARightFile) {
    const std::vector<Diagnostic> found = found_in(glb(kTriangle, kBin));
    EXPECT_TRUE(found.empty()) << shown(found);
}

TEST(Check, OfAMissingFileFindsJustThat) {
    const std::vector<Diagnostic> found = check("/nonexistent/file.glb");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().code.name(), "file-not-found");
}

struct Change {
    const char* name;
    const char* from;
    const char* to;
    const char* code;
    const char* where;
};

const Change kChanges[] = {
    {"AccessorPastItsView", R"("count":3,"type":"VEC3"})", R"("count":4,"type":"VEC3"})",
     "gltf-accessor-range", "#/accessors/1"},
    {"ViewPastItsBuffer", R"("byteLength":6,)", R"("byteLength":16,)", "gltf-buffer-view-range",
     "#/bufferViews/2"},
    {"BufferPastItsChunk", R"("byteLength":80)", R"("byteLength":84)", "gltf-buffer-length",
     "#/buffers/0"},
    {"WrongMax", R"("max":[1,1,0])", R"("max":[1,2,0])", "gltf-accessor-bounds",
     "#/accessors/0/max/1"},
    {"WrongMin", R"("min":[0,0,0])", R"("min":[0,0.5,0])", "gltf-accessor-bounds",
     "#/accessors/0/min/1"},
    {"NoBounds", R"("min":[0,0,0],)", "", "gltf-accessor-no-bounds",
     "#/meshes/0/primitives/0/attributes/POSITION"},
    {"BoundsOfAnotherSize", R"("max":[1,1,0])", R"("max":[1,1])", "gltf-accessor-bounds-length",
     "#/accessors/0/max"},
    {"UnalignedOffset", R"("bufferView":2,)", R"("bufferView":2,"byteOffset":1,)",
     "gltf-accessor-alignment", "#/accessors/2/byteOffset"},
    {"IndicesInAVertexView", R"("target":34963)", R"("target":34962)", "gltf-buffer-view-target",
     "#/meshes/0/primitives/0/indices"},
    {"StrideOnIndices", R"("byteLength":6,"target":34963)", R"("byteLength":8,"byteStride":4)",
     "gltf-buffer-view-stride", "#/meshes/0/primitives/0/indices"},
    {"SharedViewWithoutStride", R"({"bufferView":1,"componentType":5126,"count":3)",
     R"({"bufferView":0,"componentType":5126,"count":3)", "gltf-mesh-layout",
     "#/meshes/0/primitives/0/attributes/NORMAL"},
    {"UnknownAttribute", R"("NORMAL":1)", R"("NORMALS":1)", "gltf-mesh-attribute",
     "#/meshes/0/primitives/0/attributes/NORMALS"},
    {"WrongFormat", R"("NORMAL":1)", R"("TEXCOORD_0":1)", "gltf-accessor-format",
     "#/meshes/0/primitives/0/attributes/TEXCOORD_0"},
    {"SetsNotFromZero", R"("NORMAL":1)", R"("TEXCOORD_1":1)", "gltf-mesh-layout",
     "#/meshes/0/primitives/0/attributes"},
    {"JointsWithoutWeights", R"("NORMAL":1)", R"("JOINTS_0":1)", "gltf-mesh-layout",
     "#/meshes/0/primitives/0/attributes"},
    {"AccessorForTwoUses", R"("indices":2)", R"("indices":1)", "gltf-accessor-usage",
     "#/meshes/0/primitives/0/attributes/NORMAL"},
    {"UnevenCounts", R"("count":3,"type":"VEC3"})", R"("count":2,"type":"VEC3"})",
     "gltf-mesh-counts", "#/meshes/0/primitives/0/attributes/NORMAL"},
    {"UvSetAbsent", R"("indices":2}]}])",
     R"("indices":2,"material":0}]}],"textures":[{}],
        "materials":[{"normalTexture":{"index":0}}])",
     "gltf-material-uv", "#/meshes/0/primitives/0/material"},
    {"AnotherUvSet", R"("NORMAL":1},"indices":2}]}])",
     R"("NORMAL":1,"TEXCOORD_1":1},"indices":2,"material":0}]}],"textures":[{}],
        "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}])",
     "gltf-material-uv", "#/meshes/0/primitives/0/material"},
    {"UvSetOfAnExtensionAbsent", R"("indices":2}]}])",
     R"("indices":2,"material":0}]}],"textures":[{}],
        "extensionsUsed":["KHR_materials_sheen"],"materials":[{"extensions":{
        "KHR_materials_sheen":{"sheenColorTexture":{"index":0,"texCoord":1}}}}])",
     "gltf-material-uv", "#/meshes/0/primitives/0/material"},
    {"ExtensionFactorOutOfRange", R"("scene":0)",
     R"("scene":0,"extensionsUsed":["KHR_materials_ior"],
        "materials":[{"extensions":{"KHR_materials_ior":{"ior":0.5}}}])",
     "gltf-value-range", "#/materials/0/extensions/KHR_materials_ior/ior"},
    {"ExtensionTextureOutOfRange", R"("scene":0)",
     R"("scene":0,"extensionsUsed":["KHR_materials_sheen"],"materials":[{"extensions":{
        "KHR_materials_sheen":{"sheenColorTexture":{"index":4}}}}])",
     "gltf-reference-range",
     "#/materials/0/extensions/KHR_materials_sheen/sheenColorTexture/index"},
    {"VariantMaterialOutOfRange", R"("indices":2})",
     R"("indices":2,"extensions":{"KHR_materials_variants":{"mappings":[
        {"material":7,"variants":[]}]}}})",
     "gltf-reference-range",
     "#/meshes/0/primitives/0/extensions/KHR_materials_variants/mappings/0/material"},
    {"NoRoot", R"("nodes":[{"mesh":0}])", R"("nodes":[{"mesh":0},{"children":[0]}])",
     "gltf-scene-root", "#/scenes/0/nodes/0"},
    {"Loop", R"("nodes":[{"mesh":0}])", R"("nodes":[{"mesh":0,"children":[0]}])", "gltf-node-loop",
     "#/nodes/0/children/0"},
    {"RotationNotUnit", R"({"mesh":0})", R"({"mesh":0,"rotation":[0,0,0.5,0.5]})",
     "gltf-node-rotation", "#/nodes/0/rotation"},
    {"ShearedMatrix", R"({"mesh":0})", R"({"mesh":0,"matrix":[1,0,0,0,1,1,0,0,0,0,1,0,0,0,0,1]})",
     "gltf-node-matrix", "#/nodes/0/matrix"},
    {"AlmostRightAngles", R"({"mesh":0})",
     R"({"mesh":0,"matrix":[1,0,0,0,0.0005,1,0,0,0,0,1,0,0,0,0,1]})", "gltf-node-matrix",
     "#/nodes/0/matrix"},
    {"NoisyLastRow", R"({"mesh":0})", R"({"mesh":0,"matrix":[1,0,0,1e-7,0,1,0,0,0,0,1,0,0,0,0,1]})",
     "gltf-node-matrix-row", "#/nodes/0/matrix"},
    {"NoisyAnglesAreFine", R"({"mesh":0})",
     R"({"mesh":0,"matrix":[1,0,0,0,1e-6,1,0,0,0,0,1,0,0,0,0,1]})", "", ""},
    {"MirroredMatrixIsFine", R"({"mesh":0})",
     R"({"mesh":0,"matrix":[-1,0,0,0,0,1,0,0,0,0,0,0,0,0,0,1]})", "", ""},
    {"UndeclaredExtension", R"({"mesh":0})", R"({"mesh":0,"extensions":{"EXT_x":{}}})",
     "gltf-extension-undeclared", "#/nodes/0/extensions/EXT_x"},
    {"MisplacedExtension", R"({"mesh":0}])",
     R"({"mesh":0,"extensions":{"KHR_materials_unlit":{}}}],
        "extensionsUsed":["KHR_materials_unlit"])",
     "gltf-extension-misplaced", "#/nodes/0/extensions/KHR_materials_unlit"},
    {"RequiredButNotUsed", R"("scene":0)",
     R"("scene":0,"extensionsRequired":["KHR_texture_transform"])", "gltf-extension-unlisted",
     "#/extensionsRequired/0"},
    {"QuantizationOptional", R"("scene":0)",
     R"("scene":0,"extensionsUsed":["KHR_mesh_quantization"])", "gltf-extension-optional",
     "#/extensionsUsed"},
    {"MorphWithoutBase", R"("indices":2)", R"("indices":2,"targets":[{"TANGENT":1}])",
     "gltf-mesh-targets", "#/meshes/0/primitives/0/targets/0/TANGENT"},
    {"WeightsWithoutTargets", R"("meshes":[{)", R"("meshes":[{"weights":[1],)", "gltf-mesh-targets",
     "#/meshes/0/weights"},
    {"SkinWithoutJoints", R"("nodes":[{"mesh":0}])",
     R"("skins":[{"joints":[0]}],"nodes":[{"mesh":0,"skin":0}])", "gltf-skin-mesh",
     "#/nodes/0/skin"},
    {"JointsOfTwoTrees", R"("nodes":[{"mesh":0}])",
     R"("skins":[{"joints":[0,1]}],"nodes":[{"mesh":0},{}])", "gltf-skin-joints",
     "#/skins/0/joints"},
    {"MinimumAboveTheVersion", R"({"version":"2.0"})", R"({"version":"2.0","minVersion":"2.1"})",
     "gltf-version-min", "#/asset/minVersion"},
    {"ImageInAViewWithoutAMediaType", R"("scene":0)", R"("scene":0,"images":[{"bufferView":0}])",
     "gltf-property-dependency", "#/images/0"},
    {"RootTwice", R"({"nodes":[0]})", R"({"nodes":[0,0]})", "gltf-array-duplicate",
     "#/scenes/0/nodes"},
    {"ImageInAViewWithAStride", R"("scene":0)",
     R"("scene":0,"images":[{"bufferView":3,"mimeType":"image/png"}])", "gltf-image-view-stride",
     "#/images/0/bufferView"},
    {"SparseIndicesFall", R"("count":3,"type":"VEC3"})",
     R"("count":3,"type":"VEC3","sparse":{"count":2,"indices":{"bufferView":4,"componentType":5123},
        "values":{"bufferView":1}}})",
     "gltf-sparse-order", "#/accessors/1/sparse/indices"},
    {"ConeThatIsNone", R"("scene":0)",
     R"("scene":0,"extensionsUsed":["KHR_lights_punctual"],"extensions":{"KHR_lights_punctual":
        {"lights":[{"type":"spot","spot":{"innerConeAngle":1,"outerConeAngle":0.5}}]}})",
     "gltf-light-values", "#/extensions/KHR_lights_punctual/lights/0/spot"},
    {"ImageMissing", R"("scene":0)", R"("scene":0,"images":[{"uri":"gone.png"}])",
     "gltf-image-missing", "#/images/0"},
    {"ImageIsNoPng", R"("scene":0)", R"("scene":0,"images":[{"uri":"data:image/png;base64,AAAA"}])",
     "gltf-image-data", "#/images/0"},
};

class CheckChange : public testing::TestWithParam<Change> {};

TEST_P(CheckChange, IsFoundAtItsPlace) {
    const Change& change = GetParam();
    const std::vector<Diagnostic> found = changed(change.from, change.to);
    if (std::string_view(change.code).empty()) {
        EXPECT_TRUE(passes(found)) << shown(found);
        return;
    }
    EXPECT_FALSE(passes(found));
    EXPECT_TRUE(has(found, change.code, change.where)) << shown(found);
}

INSTANTIATE_TEST_SUITE_P(Row, CheckChange, testing::ValuesIn(kChanges),
                         [](const auto& row) { return row.param.name; });

TEST(CheckData, FindsNonFiniteFloats) {
    const std::uint32_t nan = 0x7fc00000;
    const auto found = changed("", "", with(12, bytes<std::uint32_t>({nan})));
    EXPECT_TRUE(has(found, "gltf-accessor-nonfinite", "#/accessors/0")) << shown(found);
}

TEST(CheckData, FindsIndicesOutOfRangeAndRestarts) {
    const auto past = changed("", "", with(74, bytes<std::uint16_t>({3})));
    EXPECT_TRUE(has(past, "gltf-index-range", "#/meshes/0/primitives/0/indices")) << shown(past);
    const auto restart = changed("", "", with(74, bytes<std::uint16_t>({65535})));
    EXPECT_TRUE(has(restart, "gltf-index-restart", "/indices")) << shown(restart);
    EXPECT_FALSE(has(restart, "gltf-index-range")) << shown(restart);
}

TEST(CheckData, FindsVectorsThatAreNotUnit) {
    const auto found = changed("", "", with(36, bytes<float>({1, 1, 1})));
    EXPECT_TRUE(has(found, "gltf-accessor-values", "/attributes/NORMAL")) << shown(found);
    EXPECT_FALSE(code_info(codes::accessor_values).fatal) << "it must load all the same";
}

/// A channel that drives node 0's \p path with two keys at \p times and \p values.
std::vector<Diagnostic> animated(std::string_view path, const std::string& times,
                                 const std::string& values, std::string_view type,
                                 std::string_view interpolation, std::string_view node,
                                 std::size_t outputs = 2) {
    std::string json = R"("buffers":[{"byteLength":)" + std::to_string(8 + values.size());
    json +=
        R"(}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":)";
    json += std::to_string(values.size());
    json += R"(}],"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR",
               "min":[0],"max":[1]},{"bufferView":1,"componentType":5126,"count":)";
    json += std::to_string(outputs);
    json += R"(,"type":")";
    json.append(type);
    json += R"("}],"nodes":[)";
    json.append(node);
    json += R"(],"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":")";
    json.append(path);
    json += R"("}}],"samplers":[{"input":0,"output":1,"interpolation":")";
    json.append(interpolation);
    json += R"("}]}])";
    return found_in(glb(gltf(json), times + values));
}

TEST(CheckAnimation, IsHeldToItsRules) {
    const std::string times = bytes<float>({0, 1});
    const std::string units = bytes<float>({0, 0, 0, 1, 0, 0, 0, 1});
    const std::string threes = bytes<float>({1, 1, 1, 2, 2, 2});
    EXPECT_TRUE(passes(animated("rotation", times, units, "VEC4", "LINEAR", "{}")));
    EXPECT_TRUE(passes(animated("scale", times, threes, "VEC3", "STEP", "{}")));
    EXPECT_TRUE(has(animated("scale", bytes<float>({1, 0}), threes, "VEC3", "STEP", "{}"),
                    "gltf-animation-times", "/samplers/0/input"));
    EXPECT_TRUE(has(animated("scale", times, units, "VEC4", "STEP", "{}"), "gltf-accessor-format",
                    "/channels/0/sampler"));
    EXPECT_TRUE(has(
        animated("rotation", times, bytes<float>({0, 0, 0, 2, 0, 0, 0, 1}), "VEC4", "LINEAR", "{}"),
        "gltf-animation-sampler", "/channels/0/sampler"));
    EXPECT_TRUE(has(animated("scale", times, threes, "VEC3", "CUBICSPLINE", "{}"),
                    "gltf-animation-sampler", "/channels/0/sampler"))
        << "three outputs per key";
    EXPECT_TRUE(has(animated("scale", times, threes, "VEC3", "LINEAR",
                             R"({"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]})"),
                    "gltf-animation-target", "/channels/0/target/node"));
    EXPECT_TRUE(has(animated("weights", times, bytes<float>({0, 1}), "SCALAR", "LINEAR", "{}"),
                    "gltf-animation-target", "/channels/0/target/node"));
}

/// What check() finds in an animation of \p channels whose one sampler gives threes, beside a node,
/// a material, a camera and a light.
std::vector<Diagnostic> pointed(std::string_view channels) {
    std::string json =
        R"("extensionsUsed":["KHR_animation_pointer","KHR_lights_punctual"],"nodes":[{}],
           "buffers":[{"byteLength":32}],"materials":[{}],
           "cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1}}],
           "extensions":{"KHR_lights_punctual":{"lights":[{"type":"point"}]}},
           "bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],
           "accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR",
                         "min":[0],"max":[1]},
                        {"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],
           "animations":[{"samplers":[{"input":0,"output":1}],"channels":[)";
    json.append(channels).append("]}]");
    return found_in(glb(gltf(json), bytes<float>({0, 1, 1, 1, 1, 2, 2, 2})));
}

/// A channel that follows \p pointer.
std::string follow(std::string_view pointer, std::string_view path = "pointer") {
    return std::string(R"({"sampler":0,"target":{"path":")").append(path) +
           R"(","extensions":{"KHR_animation_pointer":{"pointer":")" + std::string(pointer) +
           R"("}}}})";
}

TEST(CheckAnimation, PointersLeadToWhatIsThereAndCanBeAnimated) {
    for (const char* const pointer :
         {"/nodes/0/translation", "/materials/0/emissiveFactor",
          "/materials/0/extensions/KHR_materials_sheen/sheenColorFactor",
          "/materials/0/normalTexture/extensions/KHR_texture_transform/scale",
          "/cameras/0/perspective/yfov", "/extensions/KHR_lights_punctual/lights/0/color",
          "/nodes/0/weights/3", "/extensions/EXT_of_someone/list/7/colour"})
        EXPECT_TRUE(pointed(follow(pointer)).empty()) << pointer << "\n"
                                                      << shown(pointed(follow(pointer)));
    for (const char* const pointer :
         {"/nodes/99/translation", "/nodes/00/translation", "/materials/7/emissiveFactor",
          "/nodes/0/name", "/nodes/0", "/cameras/1/perspective/yfov", "/nodes/0/weights/",
          "/materials/0/normalTexture/offset", "/extensions/KHR_lights_punctual/lights/1/color",
          "/images/0/uri"})
        EXPECT_TRUE(has(pointed(follow(pointer)), "gltf-animation-pointer",
                        "/target/extensions/KHR_animation_pointer/pointer"))
            << pointer << "\n"
            << shown(pointed(follow(pointer)));
}

TEST(CheckAnimation, PathAndPointerBelongTogether) {
    EXPECT_TRUE(has(pointed(follow("/nodes/0/translation", "translation")), "gltf-animation-target",
                    "#/animations/0/channels/0/target/path"));
    EXPECT_TRUE(has(pointed(R"({"sampler":0,"target":{"path":"pointer"}})"),
                    "gltf-animation-target", "#/animations/0/channels/0/target/path"));
}

TEST(CheckAnimation, PointersAndNodesMayNotDriveTheSame) {
    const std::string core = R"({"sampler":0,"target":{"node":0,"path":"translation"}})";
    EXPECT_TRUE(has(pointed(core + "," + follow("/nodes/0/translation")), "gltf-animation-target",
                    "#/animations/0/channels/1/target"));
    EXPECT_TRUE(has(pointed(follow("/nodes/0/translation") + "," + core), "gltf-animation-target",
                    "#/animations/0/channels/1/target"));
    const std::string glow = follow("/materials/0/emissiveFactor");
    EXPECT_TRUE(has(pointed(glow + "," + glow), "gltf-animation-pointer",
                    "#/animations/0/channels/1/target"));
    EXPECT_TRUE(passes(pointed(core + "," + follow("/nodes/0/scale") + "," + glow)));
}

TEST(CheckAnimation, PointersToNodesAreHeldToTheRulesOfTheirProperties) {
    EXPECT_TRUE(has(pointed(follow("/nodes/0/rotation")), "gltf-accessor-format",
                    "#/animations/0/channels/0/sampler"));
}

/// What check() finds in instances whose \p attribute is an accessor of \p members over \p data.
std::vector<Diagnostic> instanced(std::string_view attribute, std::string_view members,
                                  const std::string& data) {
    std::string json = R"("extensionsUsed":["EXT_mesh_gpu_instancing"],"buffers":[{"byteLength":)" +
                       std::to_string(data.size()) +
                       R"(}],"bufferViews":[{"buffer":0,"byteLength":)" +
                       std::to_string(data.size()) + R"(}],"accessors":[{"bufferView":0,)";
    json.append(members);
    json +=
        R"(},{"componentType":5126,"count":2,"type":"SCALAR"}],"meshes":[{"primitives":[{"attributes":{"_X":1}}]}],
        "nodes":[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"_ID":1,")";
    json.append(attribute).append(R"(":0}}}}])");
    return found_in(glb(gltf(json), data));
}

TEST(CheckInstances, HaveFormatsLengthsAndCountsThatFit) {
    const std::string at = "#/nodes/0/extensions/EXT_mesh_gpu_instancing/attributes/";
    const std::string threes = bytes<float>({0, 0, 0, 1, 1, 1});
    EXPECT_TRUE(
        passes(instanced("SCALE", R"("componentType":5126,"count":2,"type":"VEC3")", threes)));
    EXPECT_TRUE(has(instanced("SCALE", R"("componentType":5126,"count":1,"type":"VEC3")", threes),
                    "gltf-node-instances", at + "SCALE"));
    EXPECT_TRUE(has(instanced("TRANSLATION", R"("componentType":5123,"count":2,"type":"VEC3")",
                              bytes<std::uint16_t>({1, 2, 3, 4, 5, 6})),
                    "gltf-accessor-format", at + "TRANSLATION"));
    const std::string units = bytes<std::int8_t>({0, 0, 0, 127, 127, 0, 0, 0});
    const std::string packed = R"("componentType":5120,"count":2,"type":"VEC4")";
    EXPECT_TRUE(passes(instanced("ROTATION", packed + R"(,"normalized":true)", units)));
    EXPECT_TRUE(has(instanced("ROTATION", packed, units), "gltf-accessor-format", at + "ROTATION"));
    const auto lengths = instanced("ROTATION", R"("componentType":5126,"count":2,"type":"VEC4")",
                                   bytes<float>({0, 0, 0, 2, 0, 0, 0, 0}));
    EXPECT_TRUE(has(lengths, "gltf-node-rotation", at + "ROTATION")) << shown(lengths);
}

TEST(CheckVertices, NameEachJointOnce) {
    const auto found = [](std::initializer_list<std::uint8_t> joints,
                          std::initializer_list<float> weights) {
        return found_in(
            glb(gltf(R"("buffers":[{"byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":4},
                    {"buffer":0,"byteOffset":4,"byteLength":16}],"accessors":[
                    {"bufferView":0,"componentType":5121,"count":1,"type":"VEC4"},
                    {"bufferView":1,"componentType":5126,"count":1,"type":"VEC4"}],
                    "meshes":[{"primitives":[{"attributes":{"JOINTS_0":0,"WEIGHTS_0":1}}]}])"),
                bytes(joints) + bytes(weights) + std::string(16, '\0')));
    };
    EXPECT_TRUE(has(found({1, 1, 0, 0}, {0.5f, 0.5f, 0, 0}), "gltf-joint-duplicate",
                    "#/meshes/0/primitives/0/attributes/JOINTS_0"));
    EXPECT_FALSE(has(found({1, 1, 0, 0}, {1, 0, 0, 0}), "gltf-joint-duplicate"))
        << "a joint without weight is none";
    EXPECT_FALSE(has(found({1, 2, 0, 0}, {0.5f, 0.5f, 0, 0}), "gltf-joint-duplicate"));
}

TEST(CheckBuffers, InDataUrisAreOfABuffersMediaType) {
    const auto found = [](const std::string& type) {
        return found_in(
            gltf(R"("buffers":[{"byteLength":3,"uri":"data:)" + type + R"(;base64,AAAA"}])"));
    };
    EXPECT_TRUE(passes(found("application/octet-stream")));
    EXPECT_TRUE(passes(found("application/gltf-buffer")));
    EXPECT_TRUE(has(found("application/pdf"), "gltf-uri-media-type", "#/buffers/0/uri"));
    EXPECT_TRUE(has(found("image/png"), "gltf-uri-media-type", "#/buffers/0/uri"));
}

TEST(CheckCamera, HasAFieldOfViewBelowHalfATurn) {
    const auto found = [](const char* yfov) {
        return found_in(
            gltf(std::string(R"("cameras":[{"type":"perspective","perspective":{"yfov":)") + yfov +
                 R"(,"znear":1}}])"));
    };
    EXPECT_TRUE(passes(found("3.1415")));
    EXPECT_TRUE(has(found("3.1416"), "gltf-camera-values", "#/cameras/0/perspective/yfov"));
    EXPECT_TRUE(has(found("60"), "gltf-camera-values", "#/cameras/0/perspective/yfov"));
}

std::string text_of(const std::vector<std::byte>& file) {
    return {reinterpret_cast<const char*>(file.data()), file.size()};
}

/// What check() finds in a texture whose plain image is a PNG and whose extension names \p better,
/// a file of \p data.
std::vector<Diagnostic> found_in_texture(const char* better, const std::string& data) {
    const Folder folder;
    texture::Image image{.width = 1, .height = 1, .pixels = std::vector(4, std::byte{9})};
    folder.write("plain.png", text_of(texture::encode_png(image).value()));
    folder.write(better, data);
    return check(folder.write(
        "file.gltf",
        gltf(R"("extensionsUsed":["KHR_texture_basisu"],"images":[{"uri":"plain.png"},{"uri":")" +
             std::string(better) +
             R"("}],"textures":[{"source":0,"extensions":{"KHR_texture_basisu":{"source":1}}}])")));
}

TEST(CheckTexture, ReadsKtx2ImagesAndWantsThemWhereTheirExtensionIs) {
    using namespace texture::test;
    Ktx2Spec spec = uastc_spec(4, 4, 3, {uastc_solid(1, {1, 2, 3, 255})});
    spec.transfer = 2;
    EXPECT_TRUE(found_in_texture("a.ktx2", text_of(build_ktx2(spec))).empty());

    texture::Image image{.width = 1, .height = 1, .pixels = std::vector(4, std::byte{9})};
    const auto png = found_in_texture("a.png", text_of(texture::encode_png(image).value()));
    EXPECT_TRUE(has(png, "gltf-image-type", "#/textures/0/extensions/KHR_texture_basisu/source"))
        << shown(png);

    spec.type_size = 2;
    const auto fault = found_in_texture("a.ktx2", text_of(build_ktx2(spec)));
    EXPECT_TRUE(has(fault, "ktx2-type-size", "#/images/1@16")) << shown(fault);
    EXPECT_FALSE(passes(fault));
    spec.type_size = 1;
    spec.width = 3;
    EXPECT_TRUE(
        has(found_in_texture("a.ktx2", text_of(build_ktx2(spec))), "ktx2-gltf", "#/images/1@20"));
}

TEST(CheckTexture, SaysThatUastcHdrIsNotDecodedAndIsNoTextureOfGltf) {
    using namespace texture::test;
    Ktx2Spec spec = uastc_spec(4, 4, 0, {Bytes(16)});
    spec.format = 1000066000;  // ASTC_4x4_SFLOAT_BLOCK
    spec.model = 167;
    spec.samples = {{0, 128, 0, 8, 0, 0x3f800000}};
    const auto found = found_in_texture("a.ktx2", text_of(build_ktx2(spec)));
    EXPECT_TRUE(has(found, "ktx2-not-decoded", "#/images/1@12")) << shown(found);
    EXPECT_TRUE(has(found, "ktx2-gltf", "#/images/1@116")) << shown(found);
    EXPECT_FALSE(passes(found));
}

TEST(CheckTexture, CountsWhatKtx2ImagesDecodeToAgainstTheLimitOfAnImport) {
    using namespace texture::test;
    Ktx2Spec spec = uastc_spec(64, 64, 3, {uastc_solid(256, {1, 2, 3, 255})});
    spec.transfer = 2;
    const Folder folder;
    folder.write("a.ktx2", text_of(build_ktx2(spec)));
    const auto file = folder.write(
        "file.gltf",
        gltf(
            R"("extensionsUsed":["KHR_texture_basisu"],"extensionsRequired":["KHR_texture_basisu"],)"
            R"("images":[{"uri":"a.ktx2"},{"uri":"a.ktx2"}],)"
            R"("textures":[{"extensions":{"KHR_texture_basisu":{"source":0}}},)"
            R"({"extensions":{"KHR_texture_basisu":{"source":1}}}])"));
    ImportLimits limits;
    limits.max_growth = 0;
    limits.max_decoded_start = 2 * 64 * 64 * 4;  // of one level each, and no more
    EXPECT_TRUE(check(file, limits).empty()) << shown(check(file, limits));
    EXPECT_TRUE(load(file, {.limits = limits}));
    --limits.max_decoded_start;
    EXPECT_TRUE(has(check(file, limits), "gltf-decode-limit", "#/images/1"));
    const auto loaded = load(file, {.limits = limits});
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code.name(), "gltf-decode-limit");
}

/// What check() finds in an image whose URI is \p uri and whose `mimeType` is \p type.
std::vector<Diagnostic> found_in_uri(const std::string& uri, const std::string& type) {
    const std::string text =
        gltf(R"("images":[{"uri":")" + uri + R"(","mimeType":")" + type + R"("}])");
    return check_memory(std::as_bytes(std::span(text)), "/", "file.gltf");
}

TEST(CheckResources, WantsBase64ThatEndsAsItShould) {
    // A GIF: its kind is not known, which is another finding.
    const std::string start = "data:image/gif;base64,R0lGODlh";
    EXPECT_FALSE(has(found_in_uri(start + "AAA=", "image/gif"), "gltf-uri-base64"));
    for (const char* end : {"AAA", "AA", "AAB=", "AB==", "AAB"}) {
        const auto found = found_in_uri(start + end, "image/gif");
        EXPECT_TRUE(has(found, "gltf-uri-base64", "#/images/0/uri")) << end << shown(found);
    }
}

TEST(CheckResources, WantsTheMediaTypeOfAnImageInItsDataUri) {
    const auto found = found_in_uri("data:application/octet-stream;base64,AAA=", "image/x-basis");
    EXPECT_TRUE(has(found, "gltf-image-type", "#/images/0/uri")) << shown(found);
    EXPECT_FALSE(has(found_in_uri("data:image/gif;base64,R0lG", "image/gif"), "gltf-image-type"));
}

TEST(CheckExtensions, WantsTheListThatALightIsIn) {
    const std::string text =
        gltf(R"("extensionsUsed":["KHR_lights_punctual"],)"
             R"("nodes":[{"extensions":{"KHR_lights_punctual":{"light":0}}}])");
    const auto found = check_memory(std::as_bytes(std::span(text)), "/", "file.gltf");
    EXPECT_TRUE(has(found, "gltf-property-dependency", "#/nodes/0/extensions/KHR_lights_punctual"))
        << shown(found);
}

TEST(CheckData, HoldsAccessorsAgainstViewsWhoseBufferIsNotThere) {
    const std::string text =
        gltf(R"("buffers":[{"byteLength":16}],"bufferViews":[{"buffer":0,"byteLength":16}],)"
             R"("accessors":[{"bufferView":0,"componentType":5126,"count":5,"type":"SCALAR"},)"
             R"({"bufferView":0,"componentType":5126,"count":4,"type":"SCALAR"}])");
    const auto found = check_memory(std::as_bytes(std::span(text)), "/", "file.gltf");
    EXPECT_TRUE(has(found, "gltf-accessor-range", "#/accessors/0")) << shown(found);
    EXPECT_FALSE(has(found, "gltf-accessor-range", "#/accessors/1")) << shown(found);
}

TEST(CheckData, SaysNothingOfTheNumbersOfAnUnknownType) {
    const std::string text = gltf(
        R"("buffers":[{"uri":"data:application/octet-stream;base64,AADAfw==","byteLength":4}],)"
        R"("bufferViews":[{"buffer":0,"byteLength":4}],"accessors":[)"
        R"({"bufferView":0,"componentType":5130,"count":1,"type":"SCALAR"},)"
        R"({"bufferView":0,"componentType":5126,"count":1,"type":"VEC5","min":[1,2]}])");
    const auto found = check_memory(std::as_bytes(std::span(text)), "/", "file.gltf");
    EXPECT_TRUE(has(found, "gltf-value-unknown", "#/accessors/0/componentType")) << shown(found);
    EXPECT_TRUE(has(found, "gltf-value-unknown", "#/accessors/1/type")) << shown(found);
    EXPECT_FALSE(has(found, "gltf-accessor-nonfinite")) << shown(found);
    EXPECT_FALSE(has(found, "gltf-accessor-bounds-length")) << shown(found);
}

TEST(CheckTexture, HoldsTheColourSpaceOfKtx2ImagesAgainstTheirUse) {
    using namespace texture::test;
    const auto found = [](std::uint8_t transfer, const char* slot) {
        Ktx2Spec spec = uastc_spec(4, 4, 3, {uastc_solid(1, {1, 2, 3, 255})});
        spec.transfer = transfer;
        spec.primaries = transfer == 2 ? 1 : 0;
        const Folder folder;
        folder.write("a.ktx2", text_of(build_ktx2(spec)));
        return check(folder.write(
            "file.gltf",
            gltf(R"("extensionsUsed":["KHR_texture_basisu"],)"
                 R"("extensionsRequired":["KHR_texture_basisu"],"images":[{"uri":"a.ktx2"}],)"
                 R"("textures":[{"extensions":{"KHR_texture_basisu":{"source":0}}}],)"
                 R"("materials":[{")" +
                 std::string(slot) + R"(":{"index":0}}])")));
    };
    EXPECT_FALSE(has(found(2, "emissiveTexture"), "gltf-image-transfer"));
    EXPECT_FALSE(has(found(1, "normalTexture"), "gltf-image-transfer"));
    EXPECT_TRUE(
        has(found(1, "emissiveTexture"), "gltf-image-transfer", "#/materials/0/emissiveTexture"))
        << shown(found(1, "emissiveTexture"));
    EXPECT_TRUE(
        has(found(2, "normalTexture"), "gltf-image-transfer", "#/materials/0/normalTexture"));
    EXPECT_TRUE(passes(found(1, "emissiveTexture"))) << "a warning";
}

struct Advice {
    const char* name;
    const char* members;
    const char* code;  ///< "" for nothing
    const char* where;
};
void PrintTo(const Advice& row, std::ostream* out) {
    *out << row.name;
}

constexpr const char* kNoTransmission =
    R"("extensionsUsed":["KHR_materials_volume"],"materials":[{"extensions":)"
    R"({"KHR_materials_volume":{"thicknessFactor":1}}}])";
const Advice kAdvice[] = {
    {"CutoffWithoutMask", R"("materials":[{"alphaMode":"BLEND","alphaCutoff":0.5}])",
     "gltf-material-unused", "#/materials/0/alphaCutoff"},
    {"CutoffWithMask", R"("materials":[{"alphaMode":"MASK","alphaCutoff":0.5}])", "", ""},
    {"VolumeWithoutTransmission", kNoTransmission, "gltf-material-unused",
     "#/materials/0/extensions/KHR_materials_volume"},
    {"DispersionWithoutVolume",
     R"("extensionsUsed":["KHR_materials_dispersion"],"materials":[{"extensions":)"
     R"({"KHR_materials_dispersion":{"dispersion":1}}}])",
     "gltf-material-unused", "#/materials/0/extensions/KHR_materials_dispersion"},
    {"StrengthOfBlack",
     R"("extensionsUsed":["KHR_materials_emissive_strength"],"materials":[{"extensions":)"
     R"({"KHR_materials_emissive_strength":{"emissiveStrength":5}}}])",
     "gltf-material-unused", "/emissiveStrength"},
    {"StrengthOfLight",
     R"("extensionsUsed":["KHR_materials_emissive_strength"],"materials":[{"emissiveFactor":)"
     R"([1,1,1],"extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":5}}}])",
     "", ""},
    {"MirroringCamera",
     R"("cameras":[{"type":"orthographic","orthographic":)"
     R"({"xmag":-1,"ymag":1,"zfar":2,"znear":1}}])",
     "gltf-camera-negative", "#/cameras/0/orthographic"},
    {"ImageOfNoKnownKind", R"("images":[{"uri":"data:application/x,abcd"}])", "gltf-image-unknown",
     "#/images/0"},
    {"PercentThatStartsNoEscape", R"("images":[{"uri":"50%.png"}])", "gltf-uri-escape",
     "#/images/0/uri"},
    {"SeveralScenesAndNoneShown", R"("scenes":[{},{}])", "gltf-scene-default", "#/scenes"},
    {"SeveralScenesAndOneShown", R"("scenes":[{},{}],"scene":1)", "", ""},
    {"MediaTypeThatGltfHasNot", R"("images":[{"uri":"data:,","mimeType":"image/gif"}])",
     "gltf-value-ignored", "#/images/0/mimeType"}};

class CheckAdviceRow : public testing::TestWithParam<Advice> {};

TEST_P(CheckAdviceRow, IsAWarningWhereSomethingDoesNothing) {
    const std::vector<Diagnostic> found = found_in(gltf(GetParam().members));
    if (*GetParam().code == '\0') {
        EXPECT_TRUE(found.empty()) << shown(found);
        return;
    }
    EXPECT_TRUE(has(found, GetParam().code, GetParam().where)) << shown(found);
    for (const Diagnostic& each : found)
        EXPECT_TRUE(each.code.name() != GetParam().code || each.severity == Severity::warning);
}
INSTANTIATE_TEST_SUITE_P(Row, CheckAdviceRow, testing::ValuesIn(kAdvice),
                         [](const auto& row) { return row.param.name; });

TEST(CheckAdvice, OfAGlbNamesBytesThatNothingUsesAndDataThatTakesMore) {
    const auto longer = found_in(glb(kTriangle, kBin + std::string(8, '\0')));
    EXPECT_TRUE(has(longer, "gltf-buffer-glb-long", "#/buffers/0")) << shown(longer);
    const auto inlined =
        changed(R"("scene":0)", R"("scene":0,"images":[{"uri":"data:image/png;base64,AAAA"}])");
    EXPECT_TRUE(has(inlined, "gltf-uri-data-glb", "#/images/0/uri")) << shown(inlined);
}

TEST(CheckAdvice, TangentsWithoutNormalsAndNormalMapsWithoutTangentsAreNamed) {
    const auto unused = changed(R"("attributes":{"POSITION":0,"NORMAL":1})",
                                R"("attributes":{"POSITION":0,"TANGENT":1})");
    EXPECT_TRUE(has(unused, "gltf-mesh-tangents-unused", "/attributes/TANGENT")) << shown(unused);
    const auto made =
        changed(R"("indices":2}]}])", R"("indices":2,"material":0}]}],"textures":[{}],)"
                                      R"("materials":[{"normalTexture":{"index":0}}])");
    EXPECT_TRUE(has(made, "gltf-mesh-tangents-made", "#/meshes/0/primitives/0/material"))
        << shown(made);
}

TEST(CheckAdvice, SkinnedMeshesThatNodesWouldPlaceAreNamed) {
    const auto found = [](const char* nodes) {
        return found_in(
            gltf(std::string(R"("meshes":[{"primitives":[{"attributes":{"_A":0}}]}],)") +
                 R"("accessors":[{"componentType":5126,"count":1,"type":"SCALAR"}],)" +
                 R"("skins":[{"joints":[0]}],"nodes":[)" + nodes + "]"));
    };
    EXPECT_FALSE(has(found(R"({},{"mesh":0,"skin":0})"), "gltf-skin-placement"));
    EXPECT_TRUE(has(found(R"({},{"mesh":0,"skin":0,"scale":[1,1,2]})"), "gltf-skin-placement",
                    "#/nodes/1"));
    EXPECT_TRUE(
        has(found(R"({"children":[1]},{"mesh":0,"skin":0})"), "gltf-skin-placement", "#/nodes/1"));
}

TEST(CheckData, HoldsIndicesOfAPrimitiveWithoutVerticesToNone) {
    const auto found = changed(R"("attributes":{"POSITION":0,"NORMAL":1})", R"("attributes":{})");
    EXPECT_TRUE(has(found, "gltf-index-range", "/indices")) << shown(found);
}

TEST(CheckUsage, OfAViewForSparseDataAndVerticesIsAnError) {
    const auto found = changed(
        R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",)",
        R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":)"
        R"({"count":1,"indices":{"bufferView":2,"componentType":5123},"values":{"bufferView":1}},)");
    EXPECT_TRUE(has(found, "gltf-buffer-view-target")) << shown(found);
}

TEST(Check, ReportsManyFaultsInOneRun) {
    const auto found =
        changed(R"("max":[1,1,0])", R"("max":[5,1,0])", with(36, bytes<float>({0, 0, 3})));
    EXPECT_TRUE(has(found, "gltf-accessor-bounds"));
    EXPECT_TRUE(has(found, "gltf-accessor-values"));
}

}  // namespace
}  // namespace diorama::gltf
