// SPDX-License-Identifier: MIT
// What extensions add to materials, nodes and animations, and what is kept of everything else.
#include <gtest/gtest.h>

#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// The material with \p extensions, beside eight textures; every extension declared.
mesh::Material material_with(const std::string& name, const std::string& body) {
    const GltfAsset asset =
        loaded(gltf(R"("textures":[{},{},{},{},{},{},{},{}],"extensionsUsed":[")" + name +
                    R"(","KHR_texture_transform"],"materials":[{"extensions":{")" + name +
                    R"(":{)" + body + "}}}]"));
    return asset.materials.empty() ? mesh::Material{} : asset.materials[0].material;
}

TEST(LoadExtension, ClearcoatIsRead) {
    const mesh::Material m = material_with(
        "KHR_materials_clearcoat",
        R"("clearcoatFactor":0.5,"clearcoatTexture":{"index":1},"clearcoatRoughnessFactor":0.25,
           "clearcoatRoughnessTexture":{"index":2,"texCoord":1},
           "clearcoatNormalTexture":{"index":3,"scale":0.75})");
    ASSERT_TRUE(m.clearcoat);
    EXPECT_EQ(m.clearcoat->factor, 0.5f);
    EXPECT_EQ(m.clearcoat->roughness, 0.25f);
    EXPECT_EQ(m.clearcoat->normal_scale, 0.75f);
    EXPECT_EQ(m.clearcoat->texture.texture, 1);
    EXPECT_EQ(m.clearcoat->roughness_texture.texture, 2);
    EXPECT_EQ(m.clearcoat->roughness_texture.uv_set, 1u);
    EXPECT_EQ(m.clearcoat->normal_texture.texture, 3);
    EXPECT_FALSE(m.sheen) << "only what the file has";
}

TEST(LoadExtension, SheenIsReadWithTextureTransforms) {
    const mesh::Material m =
        material_with("KHR_materials_sheen",
                      R"("sheenColorFactor":[0.1,0.2,0.3],"sheenRoughnessFactor":0.4,
           "sheenColorTexture":{"index":1,"extensions":{"KHR_texture_transform":
             {"offset":[0.5,0.25],"rotation":0.125,"scale":[2,3],"texCoord":1}}},
           "sheenRoughnessTexture":{"index":2})");
    ASSERT_TRUE(m.sheen);
    EXPECT_EQ(m.sheen->color, vec3(0.1f, 0.2f, 0.3f));
    EXPECT_EQ(m.sheen->roughness, 0.4f);
    EXPECT_EQ(m.sheen->color_texture.offset, vec2(0.5f, 0.25f));
    EXPECT_EQ(m.sheen->color_texture.rotation, 0.125f);
    EXPECT_EQ(m.sheen->color_texture.scale, vec2(2, 3));
    EXPECT_EQ(m.sheen->color_texture.uv_set, 1u);
    EXPECT_EQ(m.sheen->roughness_texture.texture, 2);
}

TEST(LoadExtension, TransmissionAndVolumeAreRead) {
    const mesh::Material t =
        material_with("KHR_materials_transmission",
                      R"("transmissionFactor":0.75,"transmissionTexture":{"index":4})");
    ASSERT_TRUE(t.transmission);
    EXPECT_EQ(t.transmission->factor, 0.75f);
    EXPECT_EQ(t.transmission->texture.texture, 4);
    const mesh::Material v = material_with(
        "KHR_materials_volume",
        R"("thicknessFactor":0.5,"thicknessTexture":{"index":5},"attenuationDistance":2,
           "attenuationColor":[0.5,0.6,0.7])");
    ASSERT_TRUE(v.volume);
    EXPECT_EQ(v.volume->thickness, 0.5f);
    EXPECT_EQ(v.volume->attenuation_distance, 2.0f);
    EXPECT_EQ(v.volume->attenuation_color, vec3(0.5f, 0.6f, 0.7f));
    EXPECT_EQ(v.volume->thickness_texture.texture, 5);
    const mesh::Material bare = material_with("KHR_materials_volume", "");
    ASSERT_TRUE(bare.volume);
    EXPECT_EQ(bare.volume->attenuation_distance, 0.0f) << "infinite";
    EXPECT_EQ(bare.volume->attenuation_color, vec3(1, 1, 1));
}

TEST(LoadExtension, SpecularIorAndDispersionAreRead) {
    const mesh::Material s = material_with(
        "KHR_materials_specular",
        R"("specularFactor":0.5,"specularTexture":{"index":1},"specularColorFactor":[2,1,0.5],
           "specularColorTexture":{"index":2})");
    ASSERT_TRUE(s.specular);
    EXPECT_EQ(s.specular->factor, 0.5f);
    EXPECT_EQ(s.specular->color, vec3(2, 1, 0.5f));
    EXPECT_EQ(s.specular->texture.texture, 1);
    EXPECT_EQ(s.specular->color_texture.texture, 2);
    EXPECT_EQ(material_with("KHR_materials_ior", R"("ior":1.33)").ior, 1.33f);
    EXPECT_EQ(material_with("KHR_materials_ior", "").ior, 1.5f);
    EXPECT_EQ(material_with("KHR_materials_ior", R"("ior":0)").ior, 0.0f);
    EXPECT_EQ(material_with("KHR_materials_dispersion", R"("dispersion":0.5)").dispersion, 0.5f);
    EXPECT_FALSE(material_with("KHR_materials_unlit", "").dispersion);
}

TEST(LoadExtension, IridescenceAndAnisotropyAreRead) {
    const mesh::Material i = material_with(
        "KHR_materials_iridescence",
        R"("iridescenceFactor":1,"iridescenceTexture":{"index":1},"iridescenceIor":1.5,
           "iridescenceThicknessMinimum":50,"iridescenceThicknessMaximum":300,
           "iridescenceThicknessTexture":{"index":2})");
    ASSERT_TRUE(i.iridescence);
    EXPECT_EQ(i.iridescence->factor, 1.0f);
    EXPECT_EQ(i.iridescence->ior, 1.5f);
    EXPECT_EQ(i.iridescence->thickness_min, 50.0f);
    EXPECT_EQ(i.iridescence->thickness_max, 300.0f);
    EXPECT_EQ(i.iridescence->texture.texture, 1);
    EXPECT_EQ(i.iridescence->thickness_texture.texture, 2);
    const mesh::Material defaults = material_with("KHR_materials_iridescence", "");
    EXPECT_EQ(defaults.iridescence->ior, 1.3f);
    EXPECT_EQ(defaults.iridescence->thickness_min, 100.0f);
    EXPECT_EQ(defaults.iridescence->thickness_max, 400.0f);
    const mesh::Material a = material_with(
        "KHR_materials_anisotropy",
        R"("anisotropyStrength":0.5,"anisotropyRotation":1.25,"anisotropyTexture":{"index":7})");
    ASSERT_TRUE(a.anisotropy);
    EXPECT_EQ(a.anisotropy->strength, 0.5f);
    EXPECT_EQ(a.anisotropy->rotation, 1.25f);
    EXPECT_EQ(a.anisotropy->texture.texture, 7);
}

TEST(LoadExtension, TextureOfALayerBeyondTheListIsNamed) {
    const auto document =
        parse_text(gltf(R"("extensionsUsed":["KHR_materials_sheen"],"materials":[{"extensions":
                {"KHR_materials_sheen":{"sheenColorTexture":{"index":3}}}}])"));
    ASSERT_FALSE(document);
    EXPECT_TRUE(has(document.error().diagnostics, "gltf-reference-range",
                    "/materials/0/extensions/KHR_materials_sheen/sheenColorTexture/index"));
}

TEST(LoadExtension, VariantsGiveAMaterialPerVariant) {
    Model model;
    const std::string p = std::to_string(model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3"));
    const GltfAsset asset = loaded(model.file(
        R"("extensionsUsed":["KHR_materials_variants"],"materials":[{},{},{}],
           "extensions":{"KHR_materials_variants":{"variants":[{"name":"day"},{"name":""},
             {"name":"night"}]}},)" +
        one_mesh(R"("POSITION":)" + p,
                 R"(,"material":0,"extensions":{"KHR_materials_variants":{"mappings":[
                    {"material":2,"variants":[2,0]},{"material":1,"variants":[]}]}})")));
    EXPECT_EQ(asset.variants, (std::vector<std::string>{"day", "", "night"}));
    EXPECT_EQ(asset.meshes[0].primitives[0].material, 0);
    EXPECT_EQ(asset.meshes[0].primitives[0].variant_materials,
              (std::vector<std::int32_t>{2, -1, 2}));
}

TEST(LoadExtension, InstancesArePlacedByWhatTheyHave) {
    Model model;
    const std::string t = std::to_string(model.floats({1, 2, 3, 4, 5, 6}, "VEC3"));
    // Signed bytes, normalised: half a turn about y, and about a hair less than unit length z.
    const std::string r =
        std::to_string(model.accessor(bytes<std::int8_t>({0, 127, 0, 0, 0, 0, 126, 0}), 5120,
                                      "VEC4", 2, R"(,"normalized":true)"));
    const std::string id = std::to_string(model.floats({7, 9}, "SCALAR"));
    const GltfAsset asset = loaded(model.file(
        R"("extensionsUsed":["EXT_mesh_gpu_instancing"],"nodes":[{"extensions":
           {"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":)" +
        t + R"(,"ROTATION":)" + r + R"(,"_ID":)" + id + "}}}},{}]"));
    ASSERT_TRUE(asset.nodes[0].instances);
    EXPECT_FALSE(asset.nodes[1].instances);
    const GltfInstances& instances = *asset.nodes[0].instances;
    ASSERT_EQ(instances.places.size(), 2u);
    EXPECT_EQ(instances.places[1].translation, vec3(4, 5, 6));
    EXPECT_EQ(instances.places[0].rotation, quat(0, 0, 1, 0));
    EXPECT_EQ(instances.places[1].rotation, quat(0, 0, 0, 1)) << "unit length again";
    EXPECT_EQ(instances.places[1].scale, vec3(1, 1, 1));
    ASSERT_EQ(instances.attributes.size(), 1u);
    EXPECT_EQ(instances.attributes[0].name, "_ID");
    EXPECT_EQ(instances.attributes[0].values, (std::vector<float>{7, 9}));
}

TEST(LoadExtension, InstanceAttributesOfUnequalCountsAreLeftOut) {
    Model model;
    const std::string t = std::to_string(model.floats({1, 2, 3, 4, 5, 6}, "VEC3"));
    const std::string s = std::to_string(model.floats({2, 2, 2}, "VEC3"));
    const GltfAsset asset = loaded(model.file(
        R"("extensionsUsed":["EXT_mesh_gpu_instancing"],"nodes":[{"extensions":
           {"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":)" +
        t + R"(,"SCALE":)" + s + "}}}}]"));
    EXPECT_TRUE(has(asset.diagnostics, "gltf-node-instances", "/attributes/SCALE"));
    ASSERT_EQ(asset.nodes[0].instances->places.size(), 2u);
    EXPECT_EQ(asset.nodes[0].instances->places[0].scale, vec3(1, 1, 1));
}

TEST(LoadExtension, NodeVisibilityIsRead) {
    const GltfAsset asset = loaded(gltf(R"("extensionsUsed":["KHR_node_visibility"],"nodes":[
                {"extensions":{"KHR_node_visibility":{"visible":false}}},
                {"extensions":{"KHR_node_visibility":{}}},{}])"));
    EXPECT_FALSE(asset.nodes[0].visible);
    EXPECT_TRUE(asset.nodes[1].visible);
    EXPECT_TRUE(asset.nodes[2].visible);
}

/// A file with two nodes and an animation whose one channel follows \p pointer.
std::string animated(const std::string& pointer, std::string_view type,
                     std::initializer_list<float> values) {
    Model model;
    const std::string times = std::to_string(model.floats({0, 1}, "SCALAR"));
    const std::string output = std::to_string(model.floats(values, type));
    return model.file(
        R"("extensionsUsed":["KHR_animation_pointer"],"materials":[{}],"nodes":[{},{}],
           "animations":[{"samplers":[{"input":)" +
        times + R"(,"output":)" + output +
        R"(}],"channels":[{"sampler":0,"target":{"path":"pointer","extensions":
           {"KHR_animation_pointer":{"pointer":")" +
        pointer + R"("}}}}]}])");
}

TEST(LoadExtension, PointerToANodesPlacementIsAChannel) {
    const GltfAsset asset = loaded(animated("/nodes/1/translation", "VEC3", {0, 0, 0, 1, 2, 3}));
    ASSERT_EQ(asset.animations.at(0).channels.size(), 1u);
    const anim::Channel& channel = asset.animations[0].channels[0];
    EXPECT_EQ(channel.node, 1u);
    EXPECT_EQ(channel.path, anim::Path::translation);
    EXPECT_EQ(channel.values.back(), 3.0f);
    EXPECT_TRUE(asset.animations[0].pointers.empty());
}

TEST(LoadExtension, PointerToAnythingElseIsKept) {
    for (const char* pointer :
         {"/materials/0/pbrMetallicRoughness/baseColorFactor", "/nodes/9/translation",
          "/nodes/01/rotation", "/nodes/1/rotation/x"}) {
        const GltfAsset asset = loaded(animated(pointer, "VEC4", {0, 0, 0, 1, 1, 1, 1, 1}));
        ASSERT_EQ(asset.animations.at(0).pointers.size(), 1u) << pointer;
        const GltfPointerChannel& kept = asset.animations[0].pointers[0];
        EXPECT_EQ(kept.pointer, pointer);
        EXPECT_EQ(kept.components, 4u);
        EXPECT_EQ(kept.times, (std::vector<float>{0, 1}));
        EXPECT_EQ(kept.values.size(), 8u);
        EXPECT_EQ(asset.animations[0].duration, 1.0f);
    }
}

// Case G24: the same text back, whatever it holds and wherever it stands.
TEST(LoadExtension, ExtrasAndUnknownExtensionsKeepTheirExactText) {
    const std::string extras = R"({"big":9007199254740993, "nested" : {"a":[1,2.50]}})";
    const auto both = [&](const std::string& rest) {
        return "{" + rest + (rest.empty() ? "" : ",") + R"("extras":)" + extras +
               R"(,"extensions":{"X_toy":{"n":1e2 }})" + "}";
    };
    Model model;
    const std::string p = std::to_string(model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3"));
    const std::string times = std::to_string(model.floats({0, 1}, "SCALAR"));
    const std::string turns = std::to_string(model.floats({0, 0, 0, 1, 1, 1}, "VEC3"));
    const std::string file = model.file(
        R"("extensionsUsed":["X_toy"],"scenes":[)" + both(R"("nodes":[0])") + R"(],"nodes":[)" +
        both(R"("mesh":0,"skin":0)") + "," + both("") + R"(],"skins":[)" + both(R"("joints":[1])") +
        R"(],"meshes":[)" +
        both(R"("primitives":[)" + both(R"("attributes":{"POSITION":)" + p + R"(},"material":0)") +
             "]") +
        R"(],"materials":[)" + both(R"("normalTexture":)" + both(R"("index":0)")) +
        R"(],"textures":[)" + both(R"("sampler":0)") + R"(],"samplers":[)" + both("") +
        R"(],"cameras":[)" + both(R"("type":"perspective","perspective":{"yfov":1,"znear":1})") +
        R"(],"animations":[)" +
        both(R"("channels":[)" + both(R"("sampler":0,"target":{"node":1,"path":"translation"})") +
             R"(],"samplers":[{"input":)" + times + R"(,"output":)" + turns + "}]") +
        "]");
    const GltfAsset asset = loaded(file);
    const std::string kept = R"({"X_toy":{"n":1e2 }})";
    const auto expect = [&](const auto& object, const char* what) {
        EXPECT_EQ(object.extras, extras) << what;
        EXPECT_EQ(object.extensions, kept) << what;
    };
    expect(asset.scenes.at(0), "scene");
    expect(asset.nodes.at(0), "node");
    expect(asset.nodes.at(1), "second node");
    expect(asset.skins.at(0), "skin");
    expect(asset.meshes.at(0), "mesh");
    expect(asset.meshes[0].primitives.at(0), "primitive");
    expect(asset.materials.at(0), "material");
    expect(asset.textures.at(0), "texture");
    expect(asset.cameras.at(0), "camera");
    expect(asset.animations.at(0), "animation");
    const auto loose = [&](std::string_view pointer) {
        const auto found =
            std::ranges::find(asset.loose_extras, pointer, &GltfLooseExtras::pointer);
        ASSERT_NE(found, asset.loose_extras.end()) << pointer;
        expect(*found, "loose");
    };
    EXPECT_EQ(asset.textures[0].sampler_extras, extras);
    EXPECT_EQ(asset.textures[0].sampler_extensions, kept);
    loose("/materials/0/normalTexture");
    loose("/animations/0/channels/0");
}

TEST(LoadExtension, EightInfluencesAreKeptWhereAskedFor) {
    Model model;
    const std::string p = std::to_string(model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3"));
    const auto joints = [&](std::uint8_t first) {
        std::string data;
        for (int v = 0; v < 3; ++v)
            data += bytes<std::uint8_t>({first, static_cast<std::uint8_t>(first + 1),
                                         static_cast<std::uint8_t>(first + 2),
                                         static_cast<std::uint8_t>(first + 3)});
        return std::to_string(model.accessor(data, 5121, "VEC4", 3));
    };
    const std::string j0 = joints(0);
    const std::string j1 = joints(4);
    const auto weights = [&](float w) {
        return std::to_string(model.floats({w, w, w, w, w, w, w, w, w, w, w, w}, "VEC4"));
    };
    const std::string w0 = weights(0.125f);
    const std::string w1 = weights(0.125f);
    const std::string file = model.file(
        R"("nodes":[{"mesh":0,"skin":0},{},{},{},{},{},{},{},{}],
           "skins":[{"joints":[1,2,3,4,5,6,7,8]}],)" +
        one_mesh(R"("POSITION":)" + p + R"(,"JOINTS_0":)" + j0 + R"(,"WEIGHTS_0":)" + w0 +
                 R"(,"JOINTS_1":)" + j1 + R"(,"WEIGHTS_1":)" + w1));
    const mesh::MeshData eight =
        loaded(file, {.eight_influences = true}).meshes.at(0).primitives.at(0).mesh;
    ASSERT_EQ(eight.more_joints.size(), 3u);
    EXPECT_EQ(eight.more_joints[2], (std::array<std::uint16_t, 4>{4, 5, 6, 7}));
    EXPECT_EQ(eight.more_weights[2], vec4(0.125f));
    EXPECT_EQ(eight.weights[2], vec4(0.125f));
    const mesh::MeshData four = loaded(file).meshes.at(0).primitives.at(0).mesh;
    EXPECT_TRUE(four.more_joints.empty());
    EXPECT_EQ(four.weights[2], vec4(0.25f)) << "the four left sum to one";
}

// Case G11: refused by default, naming every user; loaded without it where that is asked for.
TEST(LoadExtension, BestEffortLeavesOutAnUnknownRequiredExtension) {
    const std::string file = gltf(R"("extensionsUsed":["X_foo"],"extensionsRequired":["X_foo"],
                "nodes":[{"name":"a","extensions":{"X_foo":{}}}])");
    const auto refused = load_model(file);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, codes::extension_required);
    EXPECT_NE(refused.error().message.find("/nodes/0"), std::string::npos);
    const GltfAsset asset = loaded(file, {.limits = {.best_effort = true}});
    EXPECT_EQ(asset.nodes.at(0).name, "a");
    EXPECT_TRUE(has(asset.diagnostics, "gltf-extension-required"));
}

TEST(LoadExtension, BestEffortLeavesOutWhatIsWrongAndKeepsTheRest) {
    Model model;
    const std::string p = std::to_string(model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3"));
    const std::string beyond = std::to_string(model.indices({0, 1, 7}));
    const std::string file = model.file(
        R"("scenes":[{"nodes":[0,9]}],"nodes":[{"mesh":0,"children":[5,1]},{"mesh":1,"skin":0}],
           "skins":[{"joints":[0,8]}],"materials":[{"normalTexture":{"index":4}}],
           "meshes":[{"primitives":[{"attributes":{"POSITION":)" +
        p + R"(}}]},{"primitives":[{"attributes":{"POSITION":)" + p + R"(},"indices":)" + beyond +
        R"(,"material":0}]}])");
    EXPECT_FALSE(load_model(file));
    const GltfAsset asset = loaded(file, {.limits = {.best_effort = true}});
    EXPECT_EQ(asset.roots, (std::vector<std::int32_t>{0}));
    EXPECT_EQ(asset.nodes.at(0).children, (std::vector<std::int32_t>{1}));
    EXPECT_TRUE(asset.skins.at(0).joints.empty()) << "joints are named by place: all or none";
    EXPECT_EQ(asset.meshes.at(0).primitives.at(0).mesh.vertex_count(), 3u);
    EXPECT_EQ(asset.meshes.at(1).primitives.at(0).mesh.vertex_count(), 0u);
    EXPECT_FALSE(asset.materials.at(0).material.normal_texture.present());
    EXPECT_TRUE(has(asset.diagnostics, "gltf-index-range"));
    EXPECT_TRUE(has(asset.diagnostics, "gltf-reference-range", "/scenes/0/nodes/1"));
    for (const Diagnostic& each : asset.diagnostics)
        EXPECT_NE(each.message, "");
}

TEST(LoadExtension, BestEffortStillRefusesWhatIsNoGltf) {
    EXPECT_FALSE(load_model("{", {.limits = {.best_effort = true}}));
    EXPECT_FALSE(load_model(R"({"asset":{"version":"1.0"}})", {.limits = {.best_effort = true}}));
}

TEST(LoadExtension, BestEffortHoldsAFileWithoutAssetToItsReferences) {
    const std::string file = R"({"scenes":[{"nodes":[0,9]}],"nodes":[{"name":"a","mesh":3}]})";
    EXPECT_FALSE(load_model(file));
    const GltfAsset asset = loaded(file, {.limits = {.best_effort = true}});
    EXPECT_EQ(asset.roots, (std::vector<std::int32_t>{0}));
    EXPECT_TRUE(has(asset.diagnostics, "gltf-reference-range", "/scenes/0/nodes/1"));
    EXPECT_TRUE(has(asset.diagnostics, "gltf-reference-range", "/nodes/0/mesh"));
}

TEST(LoadExtension, ProgressIsToldAndCanStopTheImport) {
    Model model;
    const std::string p = std::to_string(model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3"));
    const std::string mesh = R"({"primitives":[{"attributes":{"POSITION":)" + p + "}}]}";
    const std::string file = model.file(R"("meshes":[)" + mesh + "," + mesh + "," + mesh + "]");
    std::vector<std::size_t> told;
    LoadOptions options;
    options.progress = [&](std::size_t done, std::size_t total) {
        EXPECT_EQ(total, 3u);
        told.push_back(done);
        return true;
    };
    EXPECT_TRUE(load_model(file, options));
    EXPECT_EQ(told, (std::vector<std::size_t>{0, 1, 2}));
    std::size_t calls = 0;
    options.progress = [&](std::size_t, std::size_t) { return ++calls < 2; };
    const auto stopped = load_model(file, options);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, codes::cancelled);
    EXPECT_EQ(calls, 2u) << "nothing more is done";
}

}  // namespace
}  // namespace diorama::gltf
