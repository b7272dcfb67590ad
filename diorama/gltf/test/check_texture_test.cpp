// SPDX-License-Identifier: MIT
// What check() says of textures, images and what their URIs hold.
#include "diorama/gltf/check.hpp"

#include "diorama/gltf/load.hpp"
#include "diorama/gltf/test/check_fixtures.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/texture/test/ktx2_builder.hpp"

namespace diorama::gltf {
namespace {

using test::Folder;
using test::gltf;
using test::has;
using test::passes;
using test::shown;

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

}  // namespace
}  // namespace diorama::gltf
