// SPDX-License-Identifier: MIT
#include "diorama/gltf/document.hpp"

#include "diorama/gltf/codes.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf {
namespace {

using test::findings;
using test::gltf;
using test::has;
using test::parse_text;
using test::shown;

TEST(Document, HoldsTheSmallestFile) {
    const Result<Document> document = parse_text(gltf());
    ASSERT_TRUE(document) << to_string(document.error());
    EXPECT_EQ(document->asset.version, "2.0");
    EXPECT_TRUE(document->diagnostics.empty()) << shown(document->diagnostics);
    EXPECT_TRUE(document->nodes.empty());
}

TEST(Document, KeepsNamesByteForByte) {
    const Result<Document> document = parse_text(
        gltf(R"("nodes":[{"name":""},{"name":"a/b [0] \"q\""},{"name":"\u00e9\ud83d\ude00"},)"
             "{\"name\":\"e\xcc\x81\"},{\"name\":\"twice\"},{\"name\":\"twice\"},{}]"));
    ASSERT_TRUE(document) << to_string(document.error());
    const std::vector<std::string_view> expected{
        "", "a/b [0] \"q\"", "\xc3\xa9\xf0\x9f\x98\x80", "e\xcc\x81", "twice", "twice", ""};
    ASSERT_EQ(document->nodes.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(document->nodes[i].name, expected[i]) << i;
    }
}

TEST(Document, KeepsExtrasAndExtensionsOfEveryObjectAsWritten) {
    const std::string extras = R"({ "n" : 9007199254740993, "o":{"a":[1.50]} })";
    const std::string extensions = R"({"EXT_unknown": { "x" : [ ] }})";
    std::string with = R"("extras":)" + extras;
    with += R"(,"extensions":)" + extensions;
    const auto object = [&](const std::string& rest) {
        std::string out = "{" + with;
        if (!rest.empty()) out += "," + rest;
        return out + "}";
    };
    std::string text = R"({"asset":)" + object(R"("version":"2.0")") + "," + with;
    const std::pair<const char*, std::string> lists[] = {
        {"scenes", ""},
        {"nodes", ""},
        {"meshes", R"("primitives":[)" + object(R"("attributes":{"POSITION":0})") + "]"},
        {"accessors", R"("componentType":5126,"count":1,"type":"VEC3")"},
        {"buffers", R"("byteLength":1)"},
        {"bufferViews", R"("buffer":0,"byteLength":1)"},
        {"materials", R"("normalTexture":)" + object(R"("index":0)")},
        {"textures", ""},
        {"images", R"("uri":"a.png")"},
        {"samplers", ""},
        {"skins", R"("joints":[0])"},
        {"cameras", R"("type":"perspective","perspective":)" + object(R"("yfov":1,"znear":1)")},
        {"animations", R"("channels":[)" +
                           object(R"("sampler":0,"target":{"node":0,"path":"scale"})") +
                           R"(],"samplers":[)" + object(R"("input":0,"output":0)") + "]"},
    };
    for (const auto& [name, rest] : lists) {
        text += ",\"" + std::string(name) + "\":[" + object(rest) + "]";
    }
    const Result<Document> document = parse_text(text + "}");
    ASSERT_TRUE(document) << to_string(document.error());
    const auto kept = [&](const Object& each, const char* what) {
        EXPECT_EQ(each.extras, extras) << what;
        EXPECT_EQ(each.extensions, extensions) << what;
    };
    kept(document->asset, "asset");
    kept(document->root, "root");
    kept(document->scenes.at(0), "scene");
    kept(document->nodes.at(0), "node");
    kept(document->meshes.at(0), "mesh");
    kept(document->primitives.at(0), "primitive");
    kept(document->accessors.at(0), "accessor");
    kept(document->buffers.at(0), "buffer");
    kept(document->buffer_views.at(0), "buffer view");
    kept(document->materials.at(0), "material");
    kept(document->textures.at(0), "texture");
    kept(document->images.at(0), "image");
    kept(document->samplers.at(0), "sampler");
    kept(document->skins.at(0), "skin");
    kept(document->cameras.at(0), "camera");
    kept(document->animations.at(0), "animation");
    kept(document->animation_channels.at(0), "channel");
    kept(document->animation_samplers.at(0), "animation sampler");
    ASSERT_EQ(document->loose_extras.size(), 2u);
    EXPECT_EQ(document->loose_extras[0].pointer, "/materials/0/normalTexture");
    EXPECT_EQ(document->loose_extras[0].extras, extras);
    EXPECT_EQ(document->loose_extras[1].pointer, "/cameras/0/perspective");
    EXPECT_EQ(document->loose_extras[1].extensions, extensions);
}

TEST(Document, ReadsNodes) {
    const Result<Document> document =
        parse_text(gltf(R"("nodes":[{"translation":[1,2,3],"rotation":[0,0,1,0],"scale":[1,-1,2],
                          "children":[1,2],"mesh":0,"weights":[0.5]},
                         {"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,4,5,6,1]},{}],
                "meshes":[{"primitives":[{"attributes":{}}],"weights":[0.25]}])"));
    ASSERT_TRUE(document) << to_string(document.error());
    const Node& node = document->nodes[0];
    EXPECT_EQ(node.translation, vec3(1, 2, 3));
    EXPECT_EQ(node.rotation, quat(0, 0, 0, 1));
    EXPECT_EQ(node.scale, vec3(1, -1, 2));
    EXPECT_EQ(slice(document->indices, node.children)[1], 2);
    EXPECT_EQ(slice(document->numbers, node.weights)[0], 0.5);
    EXPECT_EQ(slice(document->numbers, document->meshes[0].weights)[0], 0.25);
    EXPECT_EQ(local_matrix(*document, node) * vec4(1, 1, 1, 1), vec4(0, 3, 5, 1));
    EXPECT_EQ(local_matrix(*document, document->nodes[1]) * vec4(0, 0, 0, 1), vec4(4, 5, 6, 1));
    EXPECT_EQ(local_matrix(*document, document->nodes[2]), mat4(1));
}

TEST(Document, ReadsPrimitives) {
    const Result<Document> document =
        parse_text(gltf(R"("accessors":[{"componentType":5126,"count":1,"type":"VEC3","min":[0,0,0],
                              "max":[1,2,4294967295]}],
                "materials":[{}],
                "meshes":[{"primitives":[{"attributes":{"TEXCOORD_12":0,"POSITION":0,"_ID":0,
                           "COLOR_01":0,"JOINTS_0":0},"indices":0,"material":0,"mode":6,
                           "targets":[{"POSITION":0},{"NORMAL":0,"TANGENT":0}]}]}])"));
    ASSERT_TRUE(document) << to_string(document.error());
    const Primitive& primitive = document->primitives[0];
    EXPECT_EQ(primitive.mode, Mode::triangle_fan);
    EXPECT_EQ(primitive.material, 0);
    const auto attributes = slice(document->attributes, primitive.attributes);
    ASSERT_EQ(attributes.size(), 5u);
    EXPECT_EQ(attributes[0].semantic, Semantic::texcoord);
    EXPECT_EQ(attributes[0].set, 12u);
    EXPECT_EQ(attributes[1].semantic, Semantic::position);
    EXPECT_EQ(attributes[2].semantic, Semantic::custom);
    EXPECT_EQ(attributes[3].semantic, Semantic::custom) << "sets have no leading zeros";
    EXPECT_EQ(attributes[4].semantic, Semantic::joints);
    const auto targets = slice(document->targets, primitive.targets);
    ASSERT_EQ(targets.size(), 2u);
    EXPECT_EQ(slice(document->attributes, targets[1])[1].semantic, Semantic::tangent);
    EXPECT_EQ(slice(document->numbers, document->accessors[0].max)[2], 4294967295.0);
}

TEST(Document, ReadsMaterialsWithTheirExtensions) {
    const Result<Document> document = parse_text(gltf(
        R"("extensionsUsed":["KHR_texture_transform","KHR_materials_unlit"],
           "textures":[{},{}],
           "materials":[{"name":"m","pbrMetallicRoughness":{"baseColorFactor":[0.1,0.2,0.3,0.4],
             "metallicFactor":0.5,"baseColorTexture":{"index":1,"texCoord":0,"extensions":{
               "KHR_texture_transform":{"offset":[0.1,0.2],"rotation":1.5,"scale":[2,1],
                                        "texCoord":1}}}},
             "normalTexture":{"index":0,"scale":0.25,"texCoord":2},
             "occlusionTexture":{"index":0,"strength":0.75},
             "emissiveFactor":[1,0.5,0],"alphaMode":"MASK","alphaCutoff":0.3,"doubleSided":true,
             "extensions":{"KHR_materials_unlit":{},
                           "KHR_materials_emissive_strength":{"emissiveStrength":8}}},{}])"));
    ASSERT_TRUE(document) << to_string(document.error());
    const mesh::Material& material = document->materials[0].surface;
    EXPECT_EQ(material.name, "m");
    EXPECT_EQ(material.base_color, vec4(0.1f, 0.2f, 0.3f, 0.4f));
    EXPECT_EQ(material.metallic, 0.5f);
    EXPECT_EQ(material.base_color_texture.texture, 1);
    EXPECT_EQ(material.base_color_texture.uv_set, 1u) << "the transform's texCoord wins";
    EXPECT_EQ(material.base_color_texture.offset, vec2(0.1f, 0.2f));
    EXPECT_EQ(material.base_color_texture.rotation, 1.5f);
    EXPECT_EQ(material.base_color_texture.scale, vec2(2, 1));
    EXPECT_EQ(material.normal_texture.uv_set, 2u);
    EXPECT_EQ(material.normal_scale, 0.25f);
    EXPECT_EQ(material.occlusion_strength, 0.75f);
    EXPECT_EQ(material.alpha_mode, mesh::AlphaMode::mask);
    EXPECT_EQ(material.alpha_cutoff, 0.3f);
    EXPECT_TRUE(material.double_sided);
    EXPECT_TRUE(material.unlit);
    EXPECT_EQ(material.emissive_strength, 8.0f);
    const mesh::Material& plain = document->materials[1].surface;
    EXPECT_EQ(plain.base_color, vec4(1));
    EXPECT_EQ(plain.roughness, 1.0f);
    EXPECT_FALSE(plain.base_color_texture.present());
}

TEST(Document, ReadsSamplersCamerasLightsSkinsAndAnimations) {
    const Result<Document> document = parse_text(gltf(
        R"("extensionsUsed":["KHR_lights_punctual"],
           "samplers":[{"magFilter":9728,"minFilter":9986,"wrapS":33071,"wrapT":33648},{}],
           "cameras":[{"type":"perspective","perspective":{"yfov":0.5,"znear":0.1}},
                      {"type":"orthographic",
                       "orthographic":{"xmag":2,"ymag":3,"znear":0,"zfar":10}}],
           "nodes":[{"extensions":{"KHR_lights_punctual":{"light":1}}},{}],
           "extensions":{"KHR_lights_punctual":{"lights":[{"type":"point","range":4},
             {"type":"spot","color":[1,0.5,0],"intensity":2,
              "spot":{"innerConeAngle":0.1,"outerConeAngle":0.2}}]}},
           "accessors":[{"componentType":5126,"count":1,"type":"SCALAR"}],
           "skins":[{"joints":[1,0],"skeleton":1,"inverseBindMatrices":0}],
           "animations":[{"channels":[{"sampler":0,"target":{"node":1,"path":"weights"}}],
                          "samplers":[{"input":0,"output":0}]},
                         {"channels":[{"sampler":1,"target":{"path":"rotation"}}],
                          "samplers":[{"input":0,"output":0},
                                      {"input":0,"output":0,"interpolation":"CUBICSPLINE"}]}])"));
    ASSERT_TRUE(document) << to_string(document.error());
    EXPECT_EQ(document->samplers[0].sampler,
              (texture::Sampler{.mag = texture::Filter::nearest,
                                .min = texture::Filter::nearest,
                                .mip = texture::MipFilter::linear,
                                .wrap_u = texture::Wrap::clamp_to_edge,
                                .wrap_v = texture::Wrap::mirrored_repeat}));
    EXPECT_EQ(document->samplers[1].sampler, texture::Sampler{});
    EXPECT_EQ(document->cameras[0].projection, Projection::perspective);
    EXPECT_EQ(document->cameras[0].far, 0.0f) << "no zfar is infinite";
    EXPECT_EQ(document->cameras[1].projection, Projection::orthographic);
    EXPECT_EQ(document->cameras[1].y_magnification, 3.0f);
    EXPECT_EQ(document->nodes[0].light, 1);
    EXPECT_EQ(document->lights[0].range, 4.0f);
    EXPECT_EQ(document->lights[1].kind, LightKind::spot);
    EXPECT_EQ(document->lights[1].outer_angle, 0.2f);
    EXPECT_EQ(slice(document->indices, document->skins[0].joints)[0], 1);
    const AnimationChannel& first = document->animation_channels[0];
    EXPECT_EQ(first.path, TargetPath::weights);
    const AnimationChannel& second = document->animation_channels[1];
    EXPECT_EQ(second.node, kNone);
    EXPECT_EQ(second.sampler, 2) << "samplers are counted over all animations";
    EXPECT_EQ(document->animation_samplers[2].interpolation, anim::Interpolation::cubic_spline);
}

TEST(Parse, WarnsOfWhatCanBeReadInTwoWays) {
    const auto scenes = parse_text(gltf(R"("scenes":[{},{}],"buffers":[{"byteLength":1,)"
                                        R"("uri":"part 10%.bin"}])"));
    ASSERT_TRUE(scenes);
    EXPECT_TRUE(has(scenes->diagnostics, "gltf-scene-default", "#/scenes"));
    EXPECT_TRUE(has(scenes->diagnostics, "gltf-uri-escape", "#/buffers/0/uri"));
    EXPECT_EQ(default_scene(*scenes), 0);
    const auto plain =
        parse_text(gltf(R"("scenes":[{},{}],"scene":1,"images":[{"uri":"a%20b.png"}])"));
    ASSERT_TRUE(plain);
    EXPECT_TRUE(plain->diagnostics.empty()) << test::shown(plain->diagnostics);
}

TEST(Parse, SaysWhatFailedInOneOfThreeWords) {
    const auto starts = [](const Result<Document>& read, std::string_view word) {
        return !read && read.error().message.starts_with(word) &&
               has(findings(read), read.error().code.name());
    };
    EXPECT_TRUE(starts(parse_text("{"), "parse failed: "));
    EXPECT_TRUE(starts(parse_text(gltf(R"("scene":4)")), "out of range: "));
    EXPECT_TRUE(starts(parse_text(gltf(R"("nodes":7)")), "validation failed: "));
}

TEST(Parse, OfTwoProjectionsTakesTheOneThatTheTypeNames) {
    const auto camera = [](const std::string& type) {
        const auto document =
            parse_text(gltf(R"("cameras":[{"type":")" + type +
                            R"(","perspective":{"yfov":0.5,"znear":0.25,"zfar":9},"orthographic":)"
                            R"({"xmag":2,"ymag":3,"znear":1,"zfar":7}}])"));
        EXPECT_TRUE(has(findings(document), "gltf-property-conflict", "#/cameras/0"));
        return document->cameras.at(0);
    };
    EXPECT_EQ(camera("perspective").projection, Projection::perspective);
    EXPECT_EQ(camera("perspective").near, 0.25f);
    EXPECT_EQ(camera("perspective").far, 9.0f);
    EXPECT_EQ(camera("orthographic").projection, Projection::orthographic);
    EXPECT_EQ(camera("orthographic").near, 1.0f);
    EXPECT_EQ(camera("orthographic").far, 7.0f);
}

TEST(Document, DefaultSceneFollowsTheRule) {
    const auto roots = [](const std::string& members) {
        const Result<Document> document = parse_text(gltf(members));
        return document ? scene_roots(*document, default_scene(*document)) : std::vector<Index>{-9};
    };
    const std::string nodes = R"("nodes":[{"children":[1]},{},{}])";
    EXPECT_EQ(roots(nodes + R"(,"scenes":[{"nodes":[2]},{"nodes":[0]}],"scene":1)"),
              (std::vector<Index>{0}));
    EXPECT_EQ(roots(nodes + R"(,"scenes":[{"nodes":[2]},{"nodes":[0]}])"), (std::vector<Index>{2}));
    EXPECT_EQ(roots(nodes), (std::vector<Index>{0, 2})) << "the parentless nodes";
    EXPECT_EQ(roots(nodes + R"(,"scenes":[{}])"), (std::vector<Index>{})) << "an empty scene";
    const Result<Document> out_of_range = parse_text(gltf(nodes + R"(,"scenes":[{}],"scene":1)"));
    ASSERT_FALSE(out_of_range);
    EXPECT_TRUE(has(findings(out_of_range), "gltf-reference-range", "#/scene"));
}

TEST(Document, UnknownRequiredExtensionIsNamedWithItsUsers) {
    const Result<Document> document = parse_text(gltf(
        R"("extensionsUsed":["X_foo","KHR_texture_transform"],
           "extensionsRequired":["KHR_texture_transform","X_foo"],
           "nodes":[{"extras":{"extensions":{"X_foo":{}}}},{"extensions":{"X_foo":{"a":1}}}],
           "materials":[{"extensions":{"X_foo":{}}}])"));
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, codes::extension_required);
    EXPECT_EQ(document.error().where, "test.gltf#/extensionsRequired/1");
    EXPECT_NE(document.error().message.find("\"X_foo\""), std::string::npos);
    EXPECT_NE(document.error().message.find("/nodes/1, /materials/0"), std::string::npos)
        << document.error().message;
    EXPECT_EQ(document.error().message.find("/nodes/0"), std::string::npos)
        << "what extras hold is no use of an extension";
    const Result<Document> optional = parse_text(
        gltf(R"("extensionsUsed":["X_foo"],"nodes":[{"extensions":{"X_foo":{"a":1}}}])"));
    ASSERT_TRUE(optional) << to_string(optional.error());
    EXPECT_EQ(optional->nodes[0].extensions, R"({"X_foo":{"a":1}})");
}

TEST(Document, ExtensionsThatAreLeftOutAreNamedOnceEach) {
    const Result<Document> document =
        parse_text(gltf(R"("extensionsUsed":["X_foo","KHR_materials_unlit","X_bar","X_foo"])"));
    ASSERT_TRUE(document) << to_string(document.error());
    std::vector<std::string> ignored;
    for (const Diagnostic& found : document->diagnostics) {
        if (found.code != codes::extension_ignored) continue;
        EXPECT_EQ(found.severity, Severity::warning);
        ignored.push_back(found.where);
    }
    EXPECT_EQ(ignored, (std::vector<std::string>{"test.gltf#/extensionsUsed/0",
                                                 "test.gltf#/extensionsUsed/2"}));
}

TEST(Document, OtherVersionsAreRefusedWithNothingElseSaid) {
    const Result<Document> old =
        parse_text(R"({"asset":{"version":"1.0"},"nodes":{"a":{}},"meshes":{"b":[]},"scene":"s"})");
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().code, codes::version_unsupported);
    EXPECT_EQ(old.error().where, "test.gltf#/asset/version");
    EXPECT_EQ(old.error().diagnostics.size(), 1u) << shown(old.error().diagnostics);
    EXPECT_FALSE(parse_text(R"({"asset":{"version":"2"}})"));
    EXPECT_FALSE(parse_text(R"({"asset":{"version":"2.1","minVersion":"2.1"}})"));
    const Result<Document> newer = parse_text(R"({"asset":{"version":"2.1"}})");
    ASSERT_TRUE(newer);
    EXPECT_TRUE(has(newer->diagnostics, "gltf-version-newer"));
    const Result<Document> none = parse_text("{}");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, codes::property_missing);
}

TEST(Document, AVersionThatIsANumberIsAnOlderGltf) {
    // As exporters of glTF 1.0 wrote it, whose lists are objects.
    const Result<Document> old = parse_text(R"({"nodes":{"a":{}},"asset":{"version":1}})");
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().code, codes::version_unsupported);
    EXPECT_EQ(old.error().where, "test.gltf#/asset/version");
    EXPECT_EQ(old.error().diagnostics.size(), 1u) << shown(old.error().diagnostics);
    const Result<Document> mistyped = parse_text(R"({"asset":{"version":2.0}})");
    ASSERT_FALSE(mistyped);
    EXPECT_EQ(mistyped.error().code, codes::type_mismatch);
}

TEST(Document, AnEmptyVersionIsNone) {
    const Result<Document> empty = parse_text(R"({"asset":{"version":""}})");
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, codes::version_unsupported);
    EXPECT_EQ(empty.error().where, "test.gltf#/asset/version");
}

TEST(Document, TheVersionIsNamedAfterMoreFaultsThanAreKept) {
    std::string text = R"({"nodes":[)";
    for (std::uint32_t i = 0; i <= ImportLimits().max_diagnostics; ++i)
        text += R"({"matrix":1},)";
    const Result<Document> other = parse_text(text + R"({}],"asset":{"version":"3.0"}})");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, codes::version_unsupported);
    EXPECT_EQ(other.error().message, "validation failed: found \"3.0\", expected version 2.0");
    EXPECT_EQ(other.error().diagnostics.size(), 1u);
}

struct Fault {
    const char* name;
    const char* members;
    const char* code;
    const char* where;
    bool loads;
};

const Fault kFaults[] = {
    {"NodesNotAnArray", R"("nodes":{})", "gltf-type-mismatch", "#/nodes", false},
    {"NodeNotAnObject", R"("nodes":[{},3])", "gltf-type-mismatch", "#/nodes/1", false},
    {"NameNotAString", R"("nodes":[{"name":1}])", "gltf-type-mismatch", "#/nodes/0/name", false},
    {"NullIsNoValue", R"("nodes":[{"mesh":null}])", "gltf-type-mismatch", "#/nodes/0/mesh", false},
    {"FractionalIndex", R"("scene":0.5)", "gltf-type-mismatch", "#/scene", false},
    {"NegativeIndex", R"("scene":-1)", "gltf-reference-range", "#/scene", false},
    {"HugeIndex", R"("scene":1e300)", "gltf-type-mismatch", "#/scene", false},
    {"IndexPast32Bits", R"("scene":4294967296)", "gltf-reference-range", "#/scene", false},
    {"NegativeCount", R"("buffers":[{"byteLength":-1}])", "gltf-type-mismatch",
     "#/buffers/0/byteLength", false},
    {"FloatOverflow", R"("nodes":[{"translation":[0,1e39,0]}])", "gltf-number-range",
     "#/nodes/0/translation/1", false},
    {"DoubleOverflow", R"("nodes":[{"translation":[0,1e999,0]}])", "gltf-number-range",
     "#/nodes/0/translation/1", false},
    {"ShortVector", R"("nodes":[{"scale":[1,1]}])", "gltf-array-length", "#/nodes/0/scale", false},
    {"LongVector", R"("nodes":[{"scale":[1,1,1,1]}])", "gltf-array-length", "#/nodes/0/scale",
     false},
    {"MissingCount", R"("accessors":[{"componentType":5126,"type":"VEC3"}])",
     "gltf-property-missing", "#/accessors/0", false},
    {"UnknownComponentType", R"("accessors":[{"componentType":5124,"count":1,"type":"VEC3"}])",
     "gltf-value-unknown", "#/accessors/0/componentType", false},
    {"UnknownElementType", R"("accessors":[{"componentType":5126,"count":1,"type":"VEC5"}])",
     "gltf-value-unknown", "#/accessors/0/type", false},
    {"UnknownMode", R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":7}]}])",
     "gltf-value-unknown", "#/meshes/0/primitives/0/mode", false},
    {"DuplicateKey", R"("nodes":[{"mesh":0,"mesh":1}])", "gltf-json-duplicate-key",
     "#/nodes/0/mesh", false},
    {"DuplicateList", R"("nodes":[{}],"nodes":[{}])", "gltf-json-duplicate-key", "#/nodes", false},
    {"DuplicateAttribute",
     R"("meshes":[{"primitives":[{"attributes":{"POSITION":0,"POSITION":1}}]}])",
     "gltf-json-duplicate-key", "#/meshes/0/primitives/0/attributes/POSITION", false},
    {"ChildOutOfRange", R"("nodes":[{"children":[1]}])", "gltf-reference-range",
     "#/nodes/0/children/0", false},
    {"AttributeOutOfRange", R"("meshes":[{"primitives":[{"attributes":{"POSITION":3}}]}])",
     "gltf-reference-range", "#/meshes/0/primitives/0/attributes/POSITION", false},
    {"TargetOutOfRange",
     R"("meshes":[{"primitives":[{"attributes":{},"targets":[{},{"NORMAL":3}]}]}])",
     "gltf-reference-range", "#/meshes/0/primitives/0/targets/1/NORMAL", false},
    {"TextureOutOfRange", R"("materials":[{"emissiveTexture":{"index":0}}])",
     "gltf-reference-range", "#/materials/0/emissiveTexture/index", false},
    {"LightOutOfRange", R"("nodes":[{"extensions":{"KHR_lights_punctual":{"light":0}}}])",
     "gltf-reference-range", "#/nodes/0/extensions/KHR_lights_punctual/light", false},
    {"SamplerOutOfRange",
     R"("animations":[{"channels":[{"sampler":1,"target":{"path":"scale"}}],"samplers":[
        {"input":0,"output":0}]}],"accessors":[{"componentType":5126,"count":1,"type":"VEC3"}])",
     "gltf-reference-range", "#/animations/0/channels/0/sampler", false},
    {"ExtensionNotAnObject", R"("nodes":[{"extensions":{"X":1}}])", "gltf-type-mismatch",
     "#/nodes/0/extensions/X", false},
    {"UnknownProperty", R"("nodes":[{"a/b~c":1}])", "gltf-property-unknown", "#/nodes/0/a~1b~0c",
     true},
    {"FactorOutOfRange", R"("materials":[{"alphaCutoff":-1}])", "gltf-value-range",
     "#/materials/0/alphaCutoff", true},
    {"EmptyArray", R"("nodes":[])", "gltf-array-empty", "#/nodes", true},
    {"MatrixAndScale", R"("nodes":[{"scale":[1,1,1],"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}])",
     "gltf-property-conflict", "#/nodes/0", true},
    {"UnknownAlphaMode", R"("materials":[{"alphaMode":"DITHER"}])", "gltf-value-ignored",
     "#/materials/0/alphaMode", true},
    {"SharedNode", R"("nodes":[{"children":[2]},{"children":[2]},{}])", "gltf-node-shared",
     "#/nodes/1/children/0", true},
    {"SelfLoop", R"("nodes":[{"children":[0]}])", "gltf-node-loop", "#/nodes/0/children/0", true},
};

class DocumentFault : public testing::TestWithParam<Fault> {};

TEST_P(DocumentFault, IsReportedAtItsPlace) {
    const Fault& fault = GetParam();
    const Result<Document> document = parse_text(gltf(fault.members));
    EXPECT_EQ(document.has_value(), fault.loads) << shown(findings(document));
    EXPECT_TRUE(has(findings(document), fault.code, fault.where)) << shown(findings(document));
    for (const Diagnostic& each : findings(document)) {
        EXPECT_EQ(each.severity, code_info(each.code).severity);
        EXPECT_FALSE(each.message.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Row, DocumentFault, testing::ValuesIn(kFaults),
                         [](const auto& row) { return row.param.name; });

TEST(Document, IntegersMayBeWrittenAsFloats) {
    const Result<Document> document =
        parse_text(gltf(R"("scene":0.0,"scenes":[{"nodes":[1e0]}],"nodes":[{},{}])"));
    ASSERT_TRUE(document) << to_string(document.error());
    EXPECT_EQ(document->scene, 0);
    EXPECT_EQ(scene_roots(*document, 0), (std::vector<Index>{1}));
}

TEST(Document, ALoopIsNamedNodeByNode) {
    const Result<Document> document = parse_text(
        gltf(R"("nodes":[{"children":[1]},{"children":[2]},{"children":[3]},{"children":[1]}])"));
    ASSERT_TRUE(document);
    const auto& found = document->diagnostics;
    const auto loop = std::ranges::find_if(
        found, [](const Diagnostic& each) { return each.code == codes::node_loop; });
    ASSERT_NE(loop, found.end()) << shown(found);
    EXPECT_NE(loop->message.find("1 -> 2 -> 3 -> 1"), std::string::npos) << loop->message;
}

TEST(Document, ALoopIsFoundInWhicheverOrderItsNodesStand) {
    const auto loops = [](std::string_view nodes) {
        const Result<Document> document =
            parse_text(gltf(R"("nodes":[)" + std::string(nodes) + "]"));
        return document && has(document->diagnostics, "gltf-node-loop", "");
    };
    EXPECT_TRUE(loops(R"({"children":[0]})"));
    EXPECT_TRUE(loops(R"({"children":[1]},{"children":[0]})"));
    EXPECT_TRUE(loops(R"({},{"children":[0,2]},{"children":[1]})"));
    EXPECT_TRUE(loops(R"({"children":[2]},{"children":[0]},{"children":[1]})"));
    EXPECT_FALSE(loops(R"({"children":[1]},{"children":[2]},{})")) << "parents first";
    EXPECT_FALSE(loops(R"({},{"children":[0]},{"children":[1]})")) << "children first";
    EXPECT_FALSE(loops(R"({},{"children":[0,2]},{"children":[3]},{})")) << "both";
}

TEST(Document, NumbersThatNoFloatHoldsAreReportedAtTheirPlaces) {
    const Result<Document> document = parse_text(
        gltf(R"("nodes":[{"scale":[1,1e39,1]},{"rotation":[0,0,2,1]},{"translation":[1,2]}])"));
    const std::vector<Diagnostic> found = findings(document);
    EXPECT_TRUE(has(found, "gltf-number-range", "#/nodes/0/scale/1")) << shown(found);
    EXPECT_TRUE(has(found, "gltf-value-range", "#/nodes/1/rotation/2")) << shown(found);
    EXPECT_TRUE(has(found, "gltf-array-length", "#/nodes/2/translation")) << shown(found);
}

TEST(Document, ALongLoopIsNamedByItsEnds) {
    std::string nodes = R"("nodes":[)";
    for (int i = 0; i < 1000; ++i) {
        nodes += R"({"children":[)";
        nodes += std::to_string((i + 1) % 1000) + (i == 999 ? "]}]" : "]},");
    }
    const Result<Document> document = parse_text(gltf(nodes));
    ASSERT_TRUE(document);
    ASSERT_EQ(document->diagnostics.size(), 1u) << shown(document->diagnostics);
    const std::string& message = document->diagnostics.front().message;
    EXPECT_NE(message.find("0 -> 1 -> 2"), std::string::npos) << message;
    EXPECT_NE(message.find("... -> 992"), std::string::npos) << message;
    EXPECT_NE(message.find("999 -> 0,"), std::string::npos) << message;
}

TEST(Document, FaultsUnderALongKeyStaySmall) {
    // 1 MB of key over a thousand faults would be 1 GB of places.
    const std::string key(1u << 20, 'k');
    std::string meshes = R"("meshes":[)";
    for (int i = 0; i < 50; ++i) {
        meshes += R"({"primitives":[{"attributes":{"_A":99}}]},)";
    }
    meshes += R"({"primitives":[{"attributes":{"_)" + key + R"(":99}}]}])";
    const Result<Document> document = parse_text(gltf(meshes));
    ASSERT_FALSE(document);
    for (const Diagnostic& each : document.error().diagnostics) {
        EXPECT_LT(each.where.size() + each.message.size(), 1000u);
    }
}

TEST(Document, AllFaultsOfAFileAreReportedInOneRun) {
    const Result<Document> document = parse_text(
        gltf(R"("scene":7,"nodes":[{"mesh":9},{"skin":"x"}],"materials":[{"alphaCutoff":-1}])"));
    ASSERT_FALSE(document);
    EXPECT_TRUE(has(document.error().diagnostics, "gltf-reference-range", "#/scene"));
    EXPECT_TRUE(has(document.error().diagnostics, "gltf-reference-range", "#/nodes/0/mesh"));
    EXPECT_TRUE(has(document.error().diagnostics, "gltf-type-mismatch", "#/nodes/1/skin"));
    EXPECT_TRUE(has(document.error().diagnostics, "gltf-value-range"));
}

TEST(Document, KeepsNoMoreFindingsThanAllowed) {
    std::string nodes = R"("nodes":[)";
    for (int i = 0; i < 1000; ++i)
        nodes += R"({"x":1},)";
    const Result<Document> document =
        parse_text(gltf(nodes + R"({"mesh":1}])"), {.max_diagnostics = 10});
    ASSERT_FALSE(document) << "the fatal one counts even past the limit";
    EXPECT_EQ(document.error().code, codes::reference_range);
    EXPECT_LE(document.error().diagnostics.size(), 12u);
    EXPECT_NE(document.error().diagnostics.back().message.find("990 more"), std::string::npos)
        << shown(document.error().diagnostics);
}

TEST(Document, ManySmallObjectsAreReadWithoutRecursion) {
    std::string extras(100, '[');
    extras += std::string(100, ']');
    EXPECT_TRUE(parse_text(gltf(R"("nodes":[{"extras":)" + extras + "}]")));
    const std::string deep = std::string(300, '[') + std::string(300, ']');
    const Result<Document> refused = parse_text(gltf(R"("nodes":[{"extras":)" + deep + "}]"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, codes::json_depth);
    EXPECT_TRUE(parse_text(gltf(R"("nodes":[{"extras":)" + deep + "}]"), {.max_json_depth = 400}));
}

TEST(Document, MovesWithItsTexts) {
    Result<Document> first = parse_text(gltf(R"("nodes":[{"name":"a\nb"}])"));
    ASSERT_TRUE(first);
    const Document moved = std::move(*first);
    EXPECT_EQ(moved.nodes[0].name, "a\nb");
}

TEST(CodeTable, HoldsEveryCodeOnce) {
    std::vector<std::string_view> names;
    for (const CodeInfo& row : code_table()) {
        EXPECT_TRUE(row.code.name().starts_with("gltf-")) << row.code.name();
        EXPECT_TRUE(!row.fatal || row.severity == Severity::error) << row.code.name();
        names.push_back(row.code.name());
    }
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
    EXPECT_TRUE(code_info(ErrorCode{"file-not-found"}).fatal) << "codes of other modules";
}

}  // namespace
}  // namespace diorama::gltf
