// SPDX-License-Identifier: MIT
// What check() says of animations.
#include "diorama/gltf/check.hpp"

#include "diorama/gltf/test/check_fixtures.hpp"

namespace diorama::gltf {
namespace {

using test::bytes;
using test::found_in;
using test::glb;
using test::gltf;
using test::has;
using test::passes;
using test::shown;
using test::with;

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

}  // namespace
}  // namespace diorama::gltf
