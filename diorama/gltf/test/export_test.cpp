// SPDX-License-Identifier: MIT
#include "diorama/gltf/export.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "diorama/core/file.hpp"
#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/check.hpp"
#include "diorama/gltf/detail/json_out.hpp"
#include "diorama/gltf/test/equal.hpp"
#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

LoadOptions with_files() {
    LoadOptions options;
    options.images = false;
    options.image_files = true;
    options.eight_influences = true;
    return options;
}

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// \p asset as a .glb; a failure fails the test.
std::string packed(const GltfAsset& asset) {
    const auto bytes = write_glb(asset);
    EXPECT_TRUE(bytes) << (bytes ? "" : shown(bytes.error().diagnostics));
    return bytes ? text_of(*bytes) : "";
}

/// The JSON of \p asset as a .glb.
std::string json_of(const GltfAsset& asset) {
    const std::string file = packed(asset);
    if (file.size() < 20) return {};
    std::uint32_t length = 0;
    std::memcpy(&length, file.data() + 12, sizeof(length));
    std::string json = file.substr(20, length);
    json.resize(json.find_last_not_of(' ') + 1);
    return json;
}

/// \p asset written and loaded again.
GltfAsset again(const GltfAsset& asset) {
    return loaded(packed(asset), with_files());
}

GltfPrimitive triangle() {
    GltfPrimitive out;
    out.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    out.mesh.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    out.mesh.indices = {2, 1, 0};
    out.mesh.bounds = {.min = {0, 0, 0}, .max = {1, 1, 0}};
    return out;
}

GltfAsset with_mesh(GltfPrimitive primitive) {
    GltfAsset asset;
    asset.version = "2.0";
    asset.meshes.emplace_back().primitives.push_back(std::move(primitive));
    asset.nodes.emplace_back().mesh = 0;
    asset.scenes.emplace_back().roots = {0};
    asset.roots = {0};
    return asset;
}

/// The code and place that writing \p asset fails with.
std::string refusal(const GltfAsset& asset) {
    const auto bytes = write_glb(asset);
    if (bytes) return "written";
    return std::string(bytes.error().code.name()) + " " + bytes.error().where;
}

TEST(WriteGlb, OfAnEmptyAssetHoldsOnlyTheVersion) {
    EXPECT_EQ(json_of({}), R"({"asset":{"version":"2.0"}})");
}

TEST(WriteGlb, GivesAWholeFileOfAlignedChunks) {
    const std::string file = packed(with_mesh(triangle()));
    std::uint32_t total = 0;
    std::memcpy(&total, file.data() + 8, sizeof(total));
    EXPECT_EQ(total, file.size());
    EXPECT_EQ(file.size() % 4, 0U);
    EXPECT_TRUE(check_memory(std::as_bytes(std::span(file)), ".", "test.glb").empty());
}

TEST(WriteGlb, WritesTheSameBytesTwice) {
    const GltfAsset asset = with_mesh(triangle());
    EXPECT_EQ(packed(asset), packed(asset));
    EXPECT_EQ(packed(again(asset)), packed(asset));
}

TEST(WriteGlb, KeepsNamesByteForByte) {
    GltfAsset asset;
    asset.version = "2.0";
    const std::vector<std::string> names{"a\"b\\c/d",
                                         std::string("nul\0in", 6),
                                         "\x01\x1f\t\n\x7f",
                                         "\xf0\x9f\xa6\x8a",
                                         "same",
                                         "same",
                                         ""};
    for (const std::string& name : names)
        asset.nodes.emplace_back().name = name;
    const GltfAsset read = again(asset);
    ASSERT_EQ(read.nodes.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        EXPECT_EQ(read.nodes[i].name, names[i]);
}

TEST(WriteGlb, KeepsExtrasByteForByte) {
    GltfAsset asset;
    asset.version = "2.0";
    asset.extras = R"({ "big" : 9007199254740993 , "e":1.50e+3})";
    asset.asset_extras = "null";
    asset.nodes.emplace_back().extras = R"( [1,  {"x":[]}])";
    EXPECT_EQ(again(asset).extras, asset.extras);
    EXPECT_EQ(again(asset).asset_extras, "null");
    EXPECT_EQ(again(asset).nodes[0].extras, R"([1,  {"x":[]}])");
}

TEST(WriteGlb, WritesNumbersThatReadBackAsTheSameBits) {
    GltfAsset asset;
    asset.version = "2.0";
    const float all[] = {-0.0f, 0.1f, 1e-45f, 3.4028235e38f, 16777216.0f, 1.17549435e-38f, 1e10f};
    for (const float value : all) {
        GltfNode& node = asset.nodes.emplace_back();
        node.translation = {value, -value, 1 / 3.0f};
        node.scale = {-1, value, 1};
    }
    EXPECT_EQ(difference(
                  [&] {
                      GltfAsset expected = asset;
                      for (std::int32_t n = 0; n < 7; ++n)
                          expected.roots.push_back(n);
                      return expected;
                  }(),
                  again(asset)),
              "");
}

TEST(WriteGlb, HoldsASpotThatIsOpenAllTheWay) {
    // The angle is a quarter turn; the float nearest to that is above it, and glTF allows no more.
    const GltfAsset asset = loaded(gltf(
        R"("extensionsUsed":["KHR_lights_punctual"],"extensions":{"KHR_lights_punctual":{"lights":[
           {"type":"spot","spot":{"outerConeAngle":1.5707963267948966}}]}})"));
    ASSERT_EQ(asset.lights.size(), 1u);
    const GltfAsset read = again(asset);
    EXPECT_EQ(difference(asset, read), "");
    EXPECT_TRUE(read.diagnostics.empty()) << shown(read.diagnostics);
}

TEST(WriteGlb, ChoosesTheSmallestIndexTypeThatHoldsNoRestartValue) {
    const auto type_for = [](std::uint32_t greatest) {
        GltfPrimitive points;
        points.mesh.topology = mesh::Topology::points;
        points.mesh.positions.assign(greatest + 1, vec3(0, 0, 0));
        points.mesh.indices = {greatest, 0};
        const std::string file = packed(with_mesh(points));
        const auto document = parse_text(file);
        EXPECT_TRUE(document);
        return document->accessors.at(static_cast<std::size_t>(document->primitives.at(0).indices))
            .component_type;
    };
    EXPECT_EQ(type_for(254), ComponentType::u8);
    EXPECT_EQ(type_for(255), ComponentType::u16);
    EXPECT_EQ(type_for(65534), ComponentType::u16);
    EXPECT_EQ(type_for(65535), ComponentType::u32);
}

TEST(WriteGlb, GivesPositionsExactBounds) {
    GltfPrimitive primitive = triangle();
    primitive.mesh.positions = {{0.1f, -3, 7}, {0.3f, 2, -1e-7f}, {-0.2f, 5, 1}};
    const std::string file = packed(with_mesh(primitive));
    const auto document = parse_text(file);
    ASSERT_TRUE(document);
    const Accessor& position = document->accessors.at(0);
    const auto numbers = [&](Range range) {
        std::vector<float> out;
        for (const double value : slice(document->numbers, range))
            out.push_back(static_cast<float>(value));
        return out;
    };
    EXPECT_EQ(numbers(position.min), (std::vector<float>{-0.2f, -3, -1e-7f}));
    EXPECT_EQ(numbers(position.max), (std::vector<float>{0.3f, 5, 7}));
}

TEST(WriteGlb, StoresEqualDataOnce) {
    GltfAsset asset = with_mesh(triangle());
    const std::size_t one = packed(asset).size();
    asset.meshes[0].primitives.push_back(triangle());
    const std::string two = packed(asset);
    EXPECT_LT(two.size(), one + 100) << "the second primitive is JSON alone";
    EXPECT_EQ(again(asset).meshes[0].primitives[1].mesh.positions,
              asset.meshes[0].primitives[1].mesh.positions);
}

TEST(WriteGlb, NamesMorphTargetsInTheExtrasWithoutLosingThem) {
    GltfPrimitive primitive = triangle();
    primitive.mesh.morph_targets.resize(2);
    primitive.mesh.morph_targets[0] = {"smile", primitive.mesh.positions, {}, {}};
    primitive.mesh.morph_targets[1] = {"", primitive.mesh.positions, {}, {}};
    GltfAsset asset = with_mesh(primitive);
    asset.meshes[0].weights = {0, 0.5f};
    asset.meshes[0].extras = R"({"a": 1.0,"targetNames":["old"],"b":{}})";
    const GltfAsset read = again(asset);
    const auto& targets = read.meshes[0].primitives[0].mesh.morph_targets;
    ASSERT_EQ(targets.size(), 2U);
    EXPECT_EQ(targets[0].name, "smile");
    EXPECT_EQ(targets[1].name, "");
    EXPECT_EQ(read.meshes[0].extras, R"({"a":1.0,"b":{},"targetNames":["smile",""]})");
    EXPECT_EQ(read.meshes[0].weights, asset.meshes[0].weights);
    asset.meshes[0].extras = "7";
    EXPECT_EQ(refusal(asset), "gltf-export-text #/meshes/0/extras");
}

TEST(WriteGlb, KeepsWhatGltfHasNoWordFor) {
    GltfPrimitive nothing;
    nothing.mesh.morph_targets.resize(1);
    nothing.mesh.morph_targets[0].name = "target_0";
    GltfAsset asset = with_mesh(nothing);
    asset.meshes[0].weights = {0};
    asset.animations.emplace_back().name = "still";
    GltfPrimitive lonely = triangle();
    lonely.mesh.indices.clear();
    asset.meshes.emplace_back().primitives.push_back(lonely);
    const GltfAsset read = again(asset);
    EXPECT_TRUE(read.meshes[0].primitives[0].mesh.positions.empty());
    EXPECT_EQ(read.meshes[0].primitives[0].mesh.morph_targets.size(), 1U);
    EXPECT_EQ(read.animations.at(0).name, "still");
    EXPECT_TRUE(read.animations[0].channels.empty());
    EXPECT_TRUE(read.meshes[1].primitives[0].mesh.indices.empty());
}

TEST(WriteGlb, ListsExactlyTheExtensionsThatItUses) {
    GltfAsset asset;
    asset.version = "2.0";
    asset.extensions_used = {"KHR_mesh_quantization", "KHR_materials_unlit", "X_gone"};
    // An accessor that nothing uses is not written, and so nothing of X_gone is.
    asset.loose_extras.push_back({"/accessors/7", {}, R"({"X_gone":{}})"});
    asset.extensions_required = {"KHR_mesh_quantization", "KHR_materials_unlit"};
    asset.materials.emplace_back().material.unlit = true;
    asset.materials.emplace_back().material.emissive_strength = 2;
    const GltfAsset read = again(asset);
    EXPECT_EQ(read.extensions_used,
              (std::vector<std::string>{"KHR_materials_unlit", "KHR_materials_emissive_strength"}));
    EXPECT_EQ(read.extensions_required, (std::vector<std::string>{"KHR_materials_unlit"}));
}

TEST(WriteGlb, KeepsExtensionsThatAreAStatementWithoutData) {
    GltfAsset asset;
    asset.version = "2.0";
    asset.extensions_used = {"X_flag", "KHR_materials_unlit", "X_demand"};
    asset.extensions_required = {"X_demand"};
    const std::vector<std::byte> file = write_glb(asset).value();  // the document views it
    const auto document = parse_memory(file, {}, "flag.glb", {.best_effort = true});
    ASSERT_TRUE(document) << to_string(document.error());
    EXPECT_EQ(document->extensions_used, (std::vector<std::string_view>{"X_flag", "X_demand"}));
    EXPECT_EQ(document->extensions_required, (std::vector<std::string_view>{"X_demand"}));
}

TEST(WriteGlb, TurnsImagesWithoutAFileIntoPngAndRefusesThoseWithNothing) {
    GltfAsset asset;
    asset.version = "2.0";
    GltfImage& image = asset.images.emplace_back();
    image.image = {1, 1, texture::PixelFormat::rgba8, std::vector<std::byte>(4, std::byte{9})};
    asset.textures.emplace_back().image = 0;
    const GltfAsset read = loaded(packed(asset));
    EXPECT_EQ(read.images.at(0).image.pixels, image.image.pixels);
    image.image = {};
    EXPECT_EQ(refusal(asset), "gltf-export-image #/images/0");
}

TEST(WriteGlb, KeepsTheImageThatIsOneOfTwoForATexture) {
    GltfAsset asset;
    asset.version = "2.0";
    const texture::Image dot{1, 1, texture::PixelFormat::rgba8,
                             std::vector<std::byte>(4, std::byte{9})};
    asset.images.resize(2);
    asset.images[0].file.assign(12, std::byte{'x'});  // what nobody can decode
    asset.images[1].file = *texture::encode_png(dot);
    GltfTexture& texture = asset.textures.emplace_back();
    texture.image = 0;
    texture.alternatives = {1};
    const GltfAsset read = loaded(packed(asset));
    ASSERT_EQ(read.textures.at(0).image, 1);
    EXPECT_EQ(read.images.at(1).image.pixels, dot.pixels);
}

TEST(WriteGlb, RefusesWhatGltfCannotHoldNamingThePlace) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const GltfAsset good = with_mesh(triangle());
    GltfAsset bad = good;
    bad.nodes[0].translation.y = nan;
    EXPECT_EQ(refusal(bad), "gltf-export-value #/nodes/0/translation");
    bad = good;
    bad.meshes[0].primitives[0].mesh.positions[1].z = std::numeric_limits<float>::infinity();
    EXPECT_EQ(refusal(bad), "gltf-export-value #/meshes/0/primitives/0/attributes/POSITION");
    bad = good;
    bad.materials.emplace_back().material.metallic = 1.5f;
    EXPECT_EQ(refusal(bad), "gltf-export-value #/materials/0/pbrMetallicRoughness/metallicFactor");
    bad = good;
    bad.nodes[0].mesh = 1;
    EXPECT_EQ(refusal(bad), "gltf-export-reference #/nodes/0/mesh");
    bad = good;
    bad.nodes[0].children = {0};
    EXPECT_EQ(refusal(bad).substr(0, 21), "gltf-export-hierarchy");
    bad = good;
    bad.nodes[0].name = "\xff";
    EXPECT_EQ(refusal(bad), "gltf-export-text #/nodes/0/name");
    bad = good;
    bad.nodes[0].extras = R"(1,"mesh":7)";
    EXPECT_EQ(refusal(bad), "gltf-export-text #/nodes/0/extras");
    bad = good;
    bad.meshes[0].primitives[0].mesh.indices = {0, 1, 3};
    EXPECT_EQ(refusal(bad), "gltf-export-shape #/meshes/0/primitives/0");
    bad = good;
    bad.skins.emplace_back();
    EXPECT_EQ(refusal(bad), "gltf-export-shape #/skins/0/joints");
    bad = good;
    bad.cameras.emplace_back().projection = Projection::orthographic;
    EXPECT_EQ(refusal(bad).substr(0, 17), "gltf-export-value");
}

TEST(WriteGlb, ReportsEveryFaultAtOnce) {
    GltfAsset bad = with_mesh(triangle());
    bad.nodes[0].mesh = 4;
    bad.nodes[0].name = "\xc3";
    bad.default_scene = 9;
    const auto bytes = write_glb(bad);
    ASSERT_FALSE(bytes);
    EXPECT_TRUE(has(bytes.error().diagnostics, "gltf-export-text", "/nodes/0/name"));
    EXPECT_TRUE(has(bytes.error().diagnostics, "gltf-export-reference", "/nodes/0/mesh"));
    EXPECT_TRUE(has(bytes.error().diagnostics, "gltf-export-reference", "/scene"));
}

TEST(Save, WritesTheBufferAndImagesBesideAGltf) {
    const Folder folder;
    GltfAsset asset = with_mesh(triangle());
    const auto bytes_of = [](std::string_view text) {
        const auto bytes = std::as_bytes(std::span(text));
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    asset.images.resize(4);
    asset.images[0].uri = "maps/Rough%20Map.png";
    asset.images[0].file = bytes_of("one");
    asset.images[1].uri = "maps/../maps/Rough Map.png";  // another file of the same name
    asset.images[1].file = bytes_of("two");
    asset.images[2].uri = "../escape.png";
    asset.images[2].file = bytes_of("three");
    asset.images[3].uri = "100%.png";
    asset.images[3].file = bytes_of("four");
    const auto saved = save(asset, folder.path() / "my model.gltf");
    ASSERT_TRUE(saved) << to_string(saved.error());
    EXPECT_EQ(saved->files.size(), 6U);
    const auto read = load(folder.path() / "my model.gltf", with_files());
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(read->images[0].uri, "maps/Rough%20Map.png");
    EXPECT_EQ(read->images[1].uri, "my%20model_1.bin");
    EXPECT_EQ(read->images[2].uri, "my%20model_2.bin");
    EXPECT_EQ(read->images[3].uri, "100%25.png");
    for (std::size_t i = 0; i < asset.images.size(); ++i)
        EXPECT_EQ(read->images[i].file, asset.images[i].file) << i;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / ".." / "escape.png"));
}

TEST(Save, LeavesEverythingAsItWasWhereOneFileFails) {
    const Folder folder;
    GltfAsset asset = with_mesh(triangle());
    ASSERT_TRUE(save(asset, folder.path() / "a.gltf"));
    const auto before = read_file(folder.path() / "a.bin");
    asset.meshes[0].primitives[0].mesh.positions[0].x = -1;
    asset.images.emplace_back().uri = "a.bin/in a file.png";
    asset.images[0].file = {std::byte{1}};
    const auto saved = save(asset, folder.path() / "a.gltf");
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code.name(), "file-write-failed");
    EXPECT_EQ(read_file(folder.path() / "a.bin").value(), before.value());
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        files += entry.is_regular_file() ? 1 : 0;
    EXPECT_EQ(files, 2U) << "a temporary was left";
}

TEST(Save, RefusesOtherExtensionsAndSources) {
    const Folder folder;
    const GltfAsset asset = with_mesh(triangle());
    const auto code = [&](const std::filesystem::path& path, const SaveOptions& options = {}) {
        const auto saved = save(asset, path, options);
        return saved ? "saved" : std::string(saved.error().code.name());
    };
    EXPECT_EQ(code(folder.path() / "a.obj"), "gltf-export-file");
    EXPECT_EQ(code(folder.path() / "no" / "a.glb"), "gltf-export-file");
    const auto source = folder.write("source.glb", "data");
    EXPECT_EQ(code(folder.path() / "." / "source.glb", {.keep = {source}}),
              "gltf-export-overwrite");
    EXPECT_EQ(text_of(read_file(source).value()), "data");
    EXPECT_EQ(code(folder.path() / "a.gltf", {.keep = {folder.path() / "a.bin"}}),
              "gltf-export-overwrite");
}

}  // namespace
}  // namespace diorama::gltf
