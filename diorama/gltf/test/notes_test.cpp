// SPDX-License-Identifier: MIT
/// \file
/// Names, extras and unknown extensions of every object of a file, and what an export makes of
/// them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "diorama/core/file.hpp"
#include "diorama/gltf/export.hpp"
#include "diorama/gltf/test/equal.hpp"
#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// What an object called \p name carries: extras and an extension that tell it from all others.
std::string carried(const std::string& name, const std::string& known = {}) {
    return R"("extras":{"of" : ")" + name + R"(", "n":1.50e+1},"extensions":{"X_toy":{"of": ")" +
           name + R"("})" + known + "}";
}

/// The same with the name itself.
std::string named(const std::string& name) {
    return R"("name":")" + name + "\"," + carried(name);
}

/// A file whose every object carries something, as glTF text with its data beside it in \p folder.
std::filesystem::path write_everything(const Folder& folder) {
    const std::string data = bytes<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}) +  // 0: positions
                             bytes<std::uint16_t>({0, 1, 2, 0}) +         // 36: indices
                             bytes<float>({0, 1}) +                       // 44: times
                             bytes<float>({0, 0, 0, 1, 1, 1}) +           // 52: places
                             bytes<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}) +  // 76
                             bytes<std::uint16_t>({1, 0});  // 140: sparse indices
    folder.write("data.bin", data);
    folder.write("a.png", "not opened");
    const auto view = [](const std::string& name, int offset, int length) {
        return R"({"buffer":0,"byteOffset":)" + std::to_string(offset) + R"(,"byteLength":)" +
               std::to_string(length) + "," + named(name) + "}";
    };
    const auto accessor = [](const std::string& name, int in, int component, int count,
                             const std::string& type, const std::string& more = {}) {
        return R"({"bufferView":)" + std::to_string(in) + R"(,"componentType":)" +
               std::to_string(component) + R"(,"count":)" + std::to_string(count) + R"(,"type":")" +
               type + "\"," + named(name) + more + "}";
    };
    const std::string sampler = R"(,"sampler":)";
    return folder.write(
        "all.gltf",
        R"({"asset":{"version":"2.0","minVersion":"2.0",)" + carried("asset") + "}," +
            carried("root", R"(,"KHR_lights_punctual":{"lights":[{"type":"spot","spot":{)" +
                                carried("spot") + "}," + named("light") + "}]," +
                                carried("lights") +
                                R"(},"KHR_materials_variants":{"variants":[{"name":"red",)" +
                                carried("variant") + "}]," + carried("variants") + "}") +
            R"(,"extensionsUsed":["X_toy","KHR_lights_punctual","KHR_materials_variants",)"
            R"("KHR_texture_transform","KHR_materials_clearcoat","KHR_animation_pointer",)"
            R"("EXT_mesh_gpu_instancing"],)"
            R"("buffers":[{"uri":"data.bin","byteLength":144,)" +
            named("buffer") + "}]," + R"("bufferViews":[)" + view("points", 0, 36) + "," +
            view("corners", 36, 8) + "," + view("times", 44, 8) + "," + view("places", 52, 24) +
            "," + view("binds", 76, 64) + "," + view("some", 140, 4) +
            "],"
            R"("accessors":[)" +
            accessor("position", 0, 5126, 3, "VEC3", R"(,"min":[0,0,0],"max":[1,1,0])") + "," +
            accessor("indices", 1, 5123, 3, "SCALAR") + "," +
            accessor("input", 2, 5126, 2, "SCALAR", R"(,"min":[0],"max":[1])") + "," +
            accessor("output", 3, 5126, 2, "VEC3") + "," +
            accessor("matrices", 4, 5126, 1, "MAT4") + "," +
            accessor("morph", 0, 5126, 3, "VEC3", R"(,"min":[0,0,0],"max":[1,1,0])") +
            "],"
            R"("images":[{"uri":"a.png",)" +
            named("image") +
            "}],"
            R"("samplers":[{)" +
            named("texture sampler") +
            "}],"
            R"("textures":[{"source":0)" +
            sampler + "0," + named("texture") +
            "}],"
            R"("materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0,)" +
            carried("slot",
                    R"(,"KHR_texture_transform":{"rotation":1,)" + carried("transform") + "}") +
            "}," + carried("metallic") + R"(},"name":"material",)" +
            carried("material", R"(,"KHR_materials_clearcoat":{"clearcoatTexture":{"index":0,)" +
                                    carried("coat texture") + "}," + carried("coat") + "}") +
            "}],"
            R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0,)"
            R"("targets":[{"POSITION":5}],)" +
            carried("primitive", R"(,"KHR_materials_variants":{"mappings":[{"material":0,)"
                                 R"("variants":[0],)" +
                                     named("mapping") + "}]," + carried("mappings") + "}") +
            "}]," + named("mesh") +
            "}],"
            R"("skins":[{"joints":[0],"inverseBindMatrices":4,)" +
            named("skin") +
            "}],"
            R"("cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1,)" +
            carried("perspective") + "}," + named("camera") +
            "}],"
            R"("nodes":[{"mesh":0,"camera":0,"name":"node",)" +
            carried("node", R"(,"KHR_lights_punctual":{"light":0,)" + carried("light of node") +
                                R"(},"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":3},)" +
                                carried("instances") + "}") +
            "}],"
            R"("scenes":[{"nodes":[0],)" +
            named("scene") +
            R"(}],"scene":0,)"
            R"("animations":[{"channels":[)"
            R"({"sampler":1,"target":{"path":"pointer",)" +
            carried("pointer target",
                    R"(,"KHR_animation_pointer":{"pointer":"/materials/0/emissiveFactor",)" +
                        carried("pointer") + "}") +
            "}," + carried("pointer channel") +
            "},"
            R"({"sampler":0,"target":{"node":0,"path":"translation",)" +
            carried("target") + "}," + carried("channel") +
            "},"
            R"({"sampler":0,"target":{"path":"scale",)" +
            carried("target of a toy") +
            "}}],"
            R"("samplers":[{"input":2,"output":3,)" +
            carried("sampler") +
            "},"
            R"({"input":2,"output":3,)" +
            carried("pointer sampler") + "}]," + named("animation") + "}]}");
}

/// All that write_everything() gives names or extras to.
constexpr const char* kObjects[] = {"asset",
                                    "root",
                                    "spot",
                                    "light",
                                    "lights",
                                    "variant",
                                    "variants",
                                    "buffer",
                                    "points",
                                    "corners",
                                    "times",
                                    "places",
                                    "binds",
                                    "position",
                                    "indices",
                                    "input",
                                    "output",
                                    "matrices",
                                    "morph",
                                    "image",
                                    "slot",
                                    "texture sampler",
                                    "texture",
                                    "transform",
                                    "metallic",
                                    "material",
                                    "coat texture",
                                    "coat",
                                    "primitive",
                                    "mapping",
                                    "mappings",
                                    "mesh",
                                    "skin",
                                    "perspective",
                                    "camera",
                                    "node",
                                    "light of node",
                                    "instances",
                                    "scene",
                                    "pointer target",
                                    "pointer",
                                    "pointer channel",
                                    "target",
                                    "channel",
                                    "target of a toy",
                                    "sampler",
                                    "pointer sampler",
                                    "animation"};

LoadOptions with_files() {
    LoadOptions options;
    options.images = false;
    options.image_files = true;
    return options;
}

std::string text_of(const std::filesystem::path& file) {
    const auto read = read_file(file);
    EXPECT_TRUE(read);
    return read ? std::string(reinterpret_cast<const char*>(read->data()), read->size()) : "";
}

TEST(Notes, OfEveryObjectComeBackFromAnExport) {
    const Folder folder;
    const auto asset = load(write_everything(folder), with_files());
    ASSERT_TRUE(asset) << shown(asset.error().diagnostics);
    for (const char* extension : {".glb", ".gltf"}) {
        const std::filesystem::path file = folder.path() / (std::string("out") + extension);
        const auto saved = save(*asset, file);
        ASSERT_TRUE(saved) << shown(saved.error().diagnostics);
        const std::string text = text_of(file);
        for (const std::string name : kObjects) {
            EXPECT_NE(text.find(R"({"of" : ")" + name + R"(", "n":1.50e+1})"), std::string::npos)
                << "extras of " << name;
            EXPECT_NE(text.find(R"("X_toy":{"of": ")" + name + R"("})"), std::string::npos)
                << "extension of " << name;
        }
        for (const std::string name : {"buffer", "points", "corners", "position", "indices",
                                       "texture sampler", "mapping", "morph"})
            EXPECT_NE(text.find(R"("name":")" + name + '"'), std::string::npos) << name;
        EXPECT_NE(text.find(R"("minVersion":"2.0")"), std::string::npos);
        const auto again = load(file, with_files());
        ASSERT_TRUE(again) << shown(again.error().diagnostics);
        EXPECT_EQ(difference(*asset, *again, {.image_uris = false}), "");
    }
}

TEST(Notes, OfWhatNoExportHasAreCountedAndTheFirstIsNamed) {
    const Folder folder;
    const auto asset = load(write_everything(folder), with_files());
    ASSERT_TRUE(asset);
    // The view of the sparse indices is used by nothing.
    const auto saved = save(*asset, folder.path() / "out.glb");
    ASSERT_TRUE(saved);
    ASSERT_EQ(saved->diagnostics.size(), 1U) << shown(saved->diagnostics);
    EXPECT_EQ(saved->diagnostics[0].code.name(), "gltf-export-left-out");
    EXPECT_NE(saved->diagnostics[0].message.find("1 object"), std::string::npos);
    EXPECT_NE(saved->diagnostics[0].message.find("/bufferViews/5"), std::string::npos);
}

TEST(Notes, OfOneAccessorAreThereForEachOfItsUsers) {
    Model model;
    const int p = model.accessor(bytes<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}), 5126, "VEC3", 3,
                                 R"(,"name":"shared")");
    const std::string primitive = R"({"attributes":{"POSITION":)" + std::to_string(p) + "}}";
    const GltfAsset asset =
        loaded(model.file(R"("meshes":[{"primitives":[)" + primitive + "," + primitive + "]}]"));
    ASSERT_EQ(asset.loose_extras.size(), 2U);
    EXPECT_EQ(asset.loose_extras[0].pointer, "/meshes/0/primitives/0/attributes/POSITION");
    EXPECT_EQ(asset.loose_extras[1].pointer, "/meshes/0/primitives/1/attributes/POSITION");
    EXPECT_EQ(asset.loose_extras[1].name, "shared");
    const auto written = write_glb(asset);
    ASSERT_TRUE(written);
    const std::string text(reinterpret_cast<const char*>(written->data()), written->size());
    EXPECT_EQ(text.find("shared"), text.rfind("shared")) << "they are one accessor again";
}

TEST(Notes, KeepAccessorsOfEqualDataApart) {
    Model model;
    const std::string data = bytes<float>({0, 0, 0, 1, 0, 0, 0, 1, 0});
    const int a = model.accessor(data, 5126, "VEC3", 3, R"(,"name":"a")");
    const int b = model.accessor(data, 5126, "VEC3", 3, R"(,"name":"b")");
    const GltfAsset asset = loaded(model.file(
        one_mesh(R"("POSITION":)" + std::to_string(a) + R"(,"NORMAL":)" + std::to_string(b))));
    const auto written = write_glb(asset);
    ASSERT_TRUE(written);
    const std::string text(reinterpret_cast<const char*>(written->data()), written->size());
    EXPECT_NE(text.find(R"("name":"a")"), std::string::npos);
    EXPECT_NE(text.find(R"("name":"b")"), std::string::npos);
    EXPECT_EQ(difference(asset, loaded(text)), "");
}

TEST(Notes, FollowMappingsToWhereTheyAreWritten) {
    Model model;
    const std::string p = std::to_string(model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3"));
    const GltfAsset asset = loaded(model.file(
        R"("extensionsUsed":["KHR_materials_variants"],"materials":[{},{}],)"
        R"("extensions":{"KHR_materials_variants":{"variants":[{"name":"a"},{"name":"b"}]}},)" +
        one_mesh(R"("POSITION":)" + p, R"(,"extensions":{"KHR_materials_variants":{"mappings":[)"
                                       R"({"material":1,"variants":[1],"extras":"second"},)"
                                       R"({"material":0,"variants":[0],"extras":"first"}]}})")));
    const auto written = write_glb(asset);
    ASSERT_TRUE(written);
    const std::string text(reinterpret_cast<const char*>(written->data()), written->size());
    EXPECT_NE(text.find(R"({"material":0,"variants":[0],"extras":"first"})"), std::string::npos);
    EXPECT_NE(text.find(R"({"material":1,"variants":[1],"extras":"second"})"), std::string::npos);
    EXPECT_EQ(difference(asset, loaded(text)), "");
}

TEST(Notes, OfManyUsersCountAgainstTheLimit) {
    Model model;
    const std::string name(2000, 'n');
    const int p = model.accessor(bytes<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}), 5126, "VEC3", 3,
                                 R"(,"name":")" + name + '"');
    std::string primitives;
    for (int i = 0; i < 1000; ++i)
        primitives += R"({"attributes":{"POSITION":)" + std::to_string(p) + "}},";
    primitives.pop_back();
    LoadOptions options;
    options.limits.max_decoded_start = 1 << 20;
    options.limits.max_growth = 0;
    const auto asset =
        load_model(model.file(R"("meshes":[{"primitives":[)" + primitives + "]}]"), options);
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-decode-limit");
}

}  // namespace
}  // namespace diorama::gltf
