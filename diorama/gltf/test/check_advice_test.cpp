// SPDX-License-Identifier: MIT
// What check() advises: warnings of what does nothing, or more than was meant.
#include "diorama/gltf/check.hpp"

#include "diorama/gltf/test/check_fixtures.hpp"

namespace diorama::gltf {
namespace {

using test::changed;
using test::found_in;
using test::glb;
using test::gltf;
using test::has;
using test::kBin;
using test::kTriangle;
using test::shown;

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

}  // namespace
}  // namespace diorama::gltf
