// SPDX-License-Identifier: MIT
#include "diorama/gltf/check.hpp"

#include "diorama/gltf/codes.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/gltf/test/check_fixtures.hpp"

namespace diorama::gltf {
namespace {

using test::bytes;
using test::changed;
using test::found_in;
using test::glb;
using test::gltf;
using test::has;
using test::kBin;
using test::kTriangle;
using test::passes;
using test::shown;
using test::with;

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
