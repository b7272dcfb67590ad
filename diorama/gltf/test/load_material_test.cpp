// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "diorama/core/jobs.hpp"
#include "diorama/gltf/test/equal.hpp"
#include "diorama/gltf/test/model.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/texture/test/ktx2_builder.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// A PNG file of 3 x 2 pixels.
std::string png() {
    texture::Image image{.width = 3, .height = 2, .pixels = {}};
    image.pixels.assign(3 * 2 * 4, std::byte{200});
    const auto file = texture::encode_png(image);
    EXPECT_TRUE(file);
    return {reinterpret_cast<const char*>(file->data()), file->size()};
}

constexpr const char* kTextured =
    R"("images":[{"uri":"a b.png","name":"bricks"}],"textures":[{"source":0}],)"
    R"("materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}])";

TEST(LoadMaterial, HasTheSpecifiedDefaults) {
    const mesh::Material material = loaded(gltf(R"("materials":[{}])")).materials.at(0).material;
    EXPECT_EQ(material.base_color, vec4(1, 1, 1, 1));
    EXPECT_EQ(material.metallic, 1.0f);
    EXPECT_EQ(material.roughness, 1.0f);
    EXPECT_EQ(material.emissive, vec3(0, 0, 0));
    EXPECT_EQ(material.emissive_strength, 1.0f);
    EXPECT_EQ(material.alpha_mode, mesh::AlphaMode::opaque);
    EXPECT_EQ(material.alpha_cutoff, 0.5f);
    EXPECT_FALSE(material.double_sided);
    EXPECT_FALSE(material.unlit);
    EXPECT_FALSE(material.base_color_texture.present());
}

TEST(LoadMaterial, KeepsEveryProperty) {
    const GltfAsset asset = loaded(gltf(
        R"("textures":[{},{},{},{},{}],"materials":[{"name":"paint","pbrMetallicRoughness":{)"
        R"("baseColorFactor":[0.1,0.2,0.3,0.4],"metallicFactor":0.5,"roughnessFactor":0.6,)"
        R"("baseColorTexture":{"index":0,"texCoord":1},"metallicRoughnessTexture":{"index":1}},)"
        R"("normalTexture":{"index":2,"scale":0.7},"occlusionTexture":{"index":3,"strength":0.8},)"
        R"("emissiveTexture":{"index":4},"emissiveFactor":[1,0.5,0.25],"alphaMode":"MASK",)"
        R"("alphaCutoff":0.9,"doubleSided":true,"extensions":{)"
        R"("KHR_materials_emissive_strength":{"emissiveStrength":5},"KHR_materials_unlit":{}}}],)"
        R"("extensionsUsed":["KHR_materials_emissive_strength","KHR_materials_unlit"])"));
    const mesh::Material& material = asset.materials.at(0).material;
    EXPECT_EQ(material.name, "paint");
    EXPECT_EQ(material.base_color, vec4(0.1f, 0.2f, 0.3f, 0.4f));
    EXPECT_EQ(material.metallic, 0.5f);
    EXPECT_EQ(material.roughness, 0.6f);
    EXPECT_EQ(material.normal_scale, 0.7f);
    EXPECT_EQ(material.occlusion_strength, 0.8f);
    EXPECT_EQ(material.emissive, vec3(1, 0.5f, 0.25f));
    EXPECT_EQ(material.emissive_strength, 5.0f);
    EXPECT_EQ(material.alpha_mode, mesh::AlphaMode::mask);
    EXPECT_EQ(material.alpha_cutoff, 0.9f);
    EXPECT_TRUE(material.double_sided);
    EXPECT_TRUE(material.unlit);
    EXPECT_EQ(material.base_color_texture.texture, 0);
    EXPECT_EQ(material.base_color_texture.uv_set, 1U);
    EXPECT_EQ(material.metallic_roughness_texture.texture, 1);
    EXPECT_EQ(material.normal_texture.texture, 2);
    EXPECT_EQ(material.occlusion_texture.texture, 3);
    EXPECT_EQ(material.emissive_texture.texture, 4);
}

TEST(LoadMaterial, AppliesATextureTransformsOwnTextureCoordinates) {
    const GltfAsset asset = loaded(
        gltf(R"("textures":[{}],"extensionsUsed":["KHR_texture_transform"],"materials":[{)"
             R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0,"texCoord":0,"extensions":{)"
             R"("KHR_texture_transform":{"offset":[0.1,0.2],"rotation":1.5,"scale":[2,1],)"
             R"("texCoord":1}}}}}])"));
    const mesh::TextureSlot& slot = asset.materials.at(0).material.base_color_texture;
    EXPECT_EQ(slot.uv_set, 1U);
    EXPECT_EQ(slot.offset, vec2(0.1f, 0.2f));
    EXPECT_EQ(slot.rotation, 1.5f);
    EXPECT_EQ(slot.scale, vec2(2, 1));
}

TEST(LoadMaterial, KeepsATextureWhoseCoordinatesHaveNoStreamAndSaysSo) {
    const GltfAsset asset = loaded(
        gltf(R"("textures":[{}],"materials":[{"emissiveTexture":{"index":0,"texCoord":4}}])"));
    EXPECT_TRUE(asset.materials.at(0).material.emissive_texture.present());
    EXPECT_EQ(asset.materials[0].material.emissive_texture.uv_set, 4U);
    EXPECT_TRUE(has(asset.diagnostics, "gltf-texcoord-set", "#/materials/0/emissiveTexture"));
}

TEST(LoadTexture, FillsInTheSamplersDefaults) {
    const GltfAsset asset = loaded(
        gltf(R"("textures":[{},{"sampler":0},{"sampler":1,"name":"tiles"}],)"
             R"("samplers":[{},{"magFilter":9728,"minFilter":9984,"wrapS":33071,"wrapT":33648}])"));
    EXPECT_EQ(asset.textures[0].sampler, texture::Sampler{});
    EXPECT_EQ(asset.textures[1].sampler, texture::Sampler{});
    EXPECT_EQ(asset.textures[0].sampler.wrap_u, texture::Wrap::repeat);
    EXPECT_EQ(asset.textures[0].image, -1);
    const texture::Sampler& sampler = asset.textures[2].sampler;
    EXPECT_EQ(asset.textures[2].name, "tiles");
    EXPECT_EQ(sampler.mag, texture::Filter::nearest);
    EXPECT_EQ(sampler.min, texture::Filter::nearest);
    EXPECT_EQ(sampler.mip, texture::MipFilter::nearest);
    EXPECT_EQ(sampler.wrap_u, texture::Wrap::clamp_to_edge);
    EXPECT_EQ(sampler.wrap_v, texture::Wrap::mirrored_repeat);
}

TEST(LoadImage, IsDecodedFromABufferView) {
    Model model;
    const int view = model.view(png());
    const GltfAsset asset = loaded(
        model.file(R"("textures":[{"source":0}],"images":[{"mimeType":"image/png","bufferView":)" +
                   std::to_string(view) + "}]"));
    EXPECT_EQ(asset.images.at(0).image.width, 3U);
    EXPECT_EQ(asset.images.at(0).image.height, 2U);
    EXPECT_EQ(asset.images.at(0).image.pixels.size(), 24U);
    EXPECT_EQ(asset.images.at(0).uri, "");
}

TEST(LoadImage, IsReadFromAFileWithItsUriKeptAsWritten) {
    const Folder folder;
    folder.write("a b.png", png());
    const auto path = folder.write("m.gltf", gltf(kTextured));
    const auto asset = load(path);
    ASSERT_TRUE(asset) << shown(asset.error().diagnostics);
    EXPECT_EQ(asset->images.at(0).name, "bricks");
    EXPECT_EQ(asset->images.at(0).uri, "a b.png");
    EXPECT_EQ(asset->images.at(0).image.width, 3U);
}

/// A KTX2 file of 4 x 4 texels; \p first is the first byte of its one block of UASTC.
std::string ktx2(int first) {
    auto block = texture::test::uastc_solid(1, {255, 128, 64, 255});
    if (first >= 0) block[0] = static_cast<std::byte>(first);
    const auto file = texture::test::build_ktx2(texture::test::uastc_spec(4, 4, 3, {block}));
    return {reinterpret_cast<const char*>(file.data()), file.size()};
}

/// A texture whose plain image is a PNG, image 0, and whose extension names \p better, image 1.
std::string with_extension(std::string_view better) {
    Model model;
    const std::string plain = std::to_string(model.view(png()));
    const std::string view = std::to_string(model.view(better));
    return model.file(
        R"("textures":[{"source":0,"extensions":{"KHR_texture_basisu":{"source":1}}}],)"
        R"("extensionsUsed":["KHR_texture_basisu"],"images":[)"
        R"({"mimeType":"image/png","bufferView":)" +
        plain + R"(},{"mimeType":"image/ktx2","bufferView":)" + view + "}]");
}

/// \p count textures, each of an image of its own shade.
std::string model_of_images(std::size_t count) {
    Model model;
    std::string images;
    std::string textures;
    for (std::size_t i = 0; i < count; ++i) {
        texture::Image image{.width = 3, .height = 2, .pixels = {}};
        image.pixels.assign(3 * 2 * 4, static_cast<std::byte>(5 * i));
        const auto file = texture::encode_png(image).value();
        const int view = model.view({reinterpret_cast<const char*>(file.data()), file.size()});
        images += std::string(i > 0 ? "," : "") + R"({"mimeType":"image/png","bufferView":)" +
                  std::to_string(view) + "}";
        textures += std::string(i > 0 ? "," : "") + R"({"source":)" + std::to_string(i) + "}";
    }
    return model.file(R"("images":[)" + images + R"(],"textures":[)" + textures + "]");
}

TEST(LoadImage, OfAnExtensionIsTakenBeforeThePlainOne) {
    const GltfAsset asset = loaded(with_extension(ktx2(-1)));
    EXPECT_EQ(asset.textures.at(0).image, 1);
    EXPECT_TRUE(asset.images.at(0).image.empty());
    const texture::Image& image = asset.images.at(1).image;
    ASSERT_EQ(image.width, 4U);
    EXPECT_EQ(image.pixels[1], std::byte{128});
    EXPECT_TRUE(asset.diagnostics.empty()) << shown(asset.diagnostics);
    LoadOptions options;
    options.texels = texture::TexelTarget::bc7;
    EXPECT_EQ(loaded(with_extension(ktx2(-1)), options).images.at(1).image.format,
              texture::PixelFormat::bc7);
}

TEST(LoadImage, OfAnExtensionThatIsDamagedLeavesThePlainOne) {
    const GltfAsset asset = loaded(with_extension(ktx2(0x45)));
    EXPECT_EQ(asset.textures.at(0).image, 0);
    EXPECT_EQ(asset.images.at(0).image.width, 3U);
    ASSERT_EQ(asset.diagnostics.size(), 1U) << shown(asset.diagnostics);
    EXPECT_EQ(asset.diagnostics[0].code.name(), "gltf-image-fallback");
    EXPECT_EQ(asset.diagnostics[0].severity, Severity::warning);
}

TEST(LoadTexture, KeepsTheOtherImagesThatTheFileGives) {
    const GltfAsset whole = loaded(with_extension(ktx2(-1)));
    EXPECT_EQ(whole.textures.at(0).alternatives, std::vector<std::int32_t>{0});
    const GltfAsset damaged = loaded(with_extension(ktx2(0x45)));
    EXPECT_EQ(damaged.textures.at(0).alternatives, std::vector<std::int32_t>{1});
    EXPECT_TRUE(loaded(model_of_images(1)).textures.at(0).alternatives.empty());
}

TEST(LoadTexture, KeepsTheSamplersNameAndExtras) {
    const GltfAsset asset =
        loaded(gltf(R"("samplers":[{"name":"s","extras":{"a":1.0}}],"textures":[{"sampler":0}])"));
    EXPECT_EQ(asset.textures.at(0).sampler_name, "s");
    EXPECT_EQ(asset.textures.at(0).sampler_extras, R"({"a":1.0})");
}

TEST(LoadImage, IsTheSameWhateverNumberOfWorkersDecodes) {
    const GltfAsset alone = loaded(model_of_images(40));
    for (const unsigned workers : {1u, 2u, 5u}) {
        Jobs jobs(workers);
        std::size_t told = 0;
        LoadOptions options;
        options.jobs = &jobs;
        options.progress = [&](std::size_t, std::size_t total) {
            EXPECT_EQ(total, 40U);
            ++told;
            return true;
        };
        const GltfAsset shared = loaded(model_of_images(40), options);
        EXPECT_EQ(difference(alone, shared), "");
        EXPECT_EQ(told, 40U);
    }
}

TEST(LoadImage, FaultsAreTheSameWhateverNumberOfWorkersDecodes) {
    Model model;
    std::string images;
    std::string textures;
    for (int i = 0; i < 9; ++i) {
        const int view = model.view(i % 3 == 1 ? png().substr(0, 40) : png());
        images += std::string(i > 0 ? "," : "") + R"({"mimeType":"image/png","bufferView":)" +
                  std::to_string(view) + "}";
        textures += std::string(i > 0 ? "," : "") + R"({"source":)" + std::to_string(i) + "}";
    }
    const std::string file =
        model.file(R"("images":[)" + images + R"(],"textures":[)" + textures + "]");
    const auto alone = load_model(file);
    Jobs jobs(3);
    LoadOptions options;
    options.jobs = &jobs;
    const auto shared = load_model(file, options);
    ASSERT_FALSE(alone);
    ASSERT_FALSE(shared);
    EXPECT_EQ(shown(alone.error().diagnostics), shown(shared.error().diagnostics));
    EXPECT_EQ(alone.error().diagnostics.size(), 3U);
}

TEST(LoadImage, StopsWhereTheCallerAsksTo) {
    Jobs jobs(2);
    LoadOptions options;
    options.jobs = &jobs;
    options.progress = [](std::size_t done, std::size_t) { return done < 10; };
    const auto stopped = load_model(model_of_images(40), options);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code.name(), "gltf-cancelled");
}

TEST(LoadImages, FillsInWhatWasLeftForLater) {
    const Folder folder;
    const auto path = folder.write("m.glb", with_extension(ktx2(-1)));
    GltfAsset asset = load(path, {.ktx2 = false}).value();
    EXPECT_EQ(asset.textures.at(0).image, 1);
    EXPECT_TRUE(asset.images.at(1).image.empty());
    ASSERT_TRUE(load_images(asset, path, {.texels = texture::TexelTarget::bc7}));
    EXPECT_EQ(asset.images.at(1).image.format, texture::PixelFormat::bc7);
    EXPECT_TRUE(asset.diagnostics.empty()) << shown(asset.diagnostics);

    GltfAsset none = load(path, {.images = false}).value();
    ASSERT_TRUE(load_images(none, path));
    EXPECT_EQ(difference(none, load(path).value()), "");
}

TEST(LoadImages, TakesThePlainImageWhereTheOtherIsDamaged) {
    const Folder folder;
    const auto path = folder.write("m.glb", with_extension(ktx2(0x45)));
    GltfAsset asset = load(path, {.ktx2 = false}).value();
    ASSERT_TRUE(load_images(asset, path));
    EXPECT_EQ(difference(asset, load(path).value()), "");
    ASSERT_EQ(asset.diagnostics.size(), 1U);
    EXPECT_EQ(asset.diagnostics[0].code.name(), "gltf-image-fallback");
}

TEST(LoadImages, LeavesTheAssetAloneWhereTheFileHasChanged) {
    const Folder folder;
    const auto path = folder.write("m.glb", model_of_images(2));
    GltfAsset asset = load(path, {.images = false}).value();
    folder.write("m.glb", model_of_images(3));
    const auto failed = load_images(asset, path);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code.name(), "gltf-reference-range");
    EXPECT_TRUE(asset.images.at(0).image.empty());
}

TEST(LoadImage, IsNotOpenedWhenImagesAreNotAskedFor) {
    LoadOptions options;
    options.images = false;
    const GltfAsset asset = loaded(gltf(kTextured), options);
    EXPECT_TRUE(asset.images.at(0).image.empty());
    EXPECT_EQ(asset.textures.at(0).image, 0);
}

TEST(LoadImage, ThatNoTextureReadsIsNotOpened) {
    const GltfAsset asset = loaded(gltf(R"("images":[{"uri":"nowhere.webp"}])"));
    EXPECT_TRUE(asset.images.at(0).image.empty());
    EXPECT_TRUE(asset.diagnostics.empty()) << shown(asset.diagnostics);
}

TEST(LoadImage, KeepsItsFileAsItCameWhenAskedTo) {
    Model model;
    const std::string view = std::to_string(model.view(png()));
    LoadOptions options;
    options.images = false;
    options.image_files = true;
    const GltfAsset asset =
        loaded(model.file(R"("textures":[{"source":0}],"images":[)"
                          R"({"mimeType":"image/png","bufferView":)" +
                          view + R"(},{"uri":"data:image/jpeg;base64,AAEC"},{"uri":"gone.png"}])"),
               options);
    const auto text = [&](std::size_t i) {
        const std::vector<std::byte>& file = asset.images.at(i).file;
        return std::string(reinterpret_cast<const char*>(file.data()), file.size());
    };
    EXPECT_EQ(text(0), png());
    EXPECT_EQ(asset.images[0].mime_type, "image/png");
    EXPECT_TRUE(asset.images[0].image.empty());
    // No texture uses these two: the bytes need not be an image, and the file need not be there.
    EXPECT_EQ(text(1), std::string("\x00\x01\x02", 3));
    EXPECT_EQ(asset.images[1].mime_type, "image/jpeg");
    EXPECT_EQ(text(2), "");
    EXPECT_EQ(asset.images[2].uri, "gone.png");
    EXPECT_TRUE(asset.diagnostics.empty()) << shown(asset.diagnostics);
}

TEST(LoadImage, ThatIsMissingIsRefused) {
    const auto asset = load_model(gltf(kTextured));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-image-missing");
}

TEST(LoadImage, ThatIsTruncatedIsRefusedNamingIt) {
    Model model;
    const int view = model.view(png().substr(0, 40));
    const auto asset = load_model(
        model.file(R"("textures":[{"source":0}],"images":[{"mimeType":"image/png","bufferView":)" +
                   std::to_string(view) + "}]"));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "texture-decode-failed");
    EXPECT_EQ(asset.error().where, "test.glb#/images/0");
}

TEST(LoadImage, BeyondTheLimitIsRefused) {
    Model model;
    const int view = model.view(png());
    LoadOptions options;
    options.limits.image.max_pixels = 5;
    const auto asset = load_model(
        model.file(R"("textures":[{"source":0}],"images":[{"mimeType":"image/png","bufferView":)" +
                   std::to_string(view) + "}]"),
        options);
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "texture-too-large");
}

TEST(LoadAsset, KeepsWhatTheFileSaysOfItself) {
    const GltfAsset asset =
        loaded(R"({"asset":{"version":"2.0","generator":"hand","copyright":"nobody"},)"
               R"("extensionsUsed":["KHR_materials_unlit","X_else"],)"
               R"("extensionsRequired":["KHR_materials_unlit"]})");
    EXPECT_EQ(asset.version, "2.0");
    EXPECT_EQ(asset.generator, "hand");
    EXPECT_EQ(asset.copyright, "nobody");
    EXPECT_EQ(asset.extensions_used, (std::vector<std::string>{"KHR_materials_unlit", "X_else"}));
    EXPECT_EQ(asset.extensions_required, (std::vector<std::string>{"KHR_materials_unlit"}));
}

TEST(LoadAsset, NamesARequiredExtensionItDoesNotKnow) {
    const auto asset =
        load_model(gltf(R"("extensionsUsed":["X_foo"],"extensionsRequired":["X_foo"])"));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-extension-required");
    EXPECT_NE(asset.error().message.find("X_foo"), std::string::npos);
}

}  // namespace
}  // namespace diorama::gltf
