// SPDX-License-Identifier: MIT
// Attributes that MeshData has no stream for: kept as they came, through splitting and export.
#include <gtest/gtest.h>

#include "diorama/gltf/check.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/export.hpp"
#include "diorama/gltf/test/equal.hpp"
#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

std::string data_of(const mesh::VertexAttribute& attribute) {
    return {reinterpret_cast<const char*>(attribute.data.data()), attribute.data.size()};
}

const std::vector<mesh::VertexAttribute>& others(const GltfAsset& asset) {
    return asset.meshes.at(0).primitives.at(0).mesh.others;
}

std::string number(int value) {
    return std::to_string(value);
}

/// A triangle with normals and an attribute of each kind.
std::string model_with_others(bool normals) {
    Model model;
    std::string attributes =
        R"("POSITION":)" + number(model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3"));
    if (normals)
        attributes += R"(,"NORMAL":)" + number(model.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3"));
    attributes += R"(,"_HEAT":)" + number(model.floats({1.5f, -2, 1e30f}, "SCALAR"));
    const int strided = model.view(std::string("a###b###c###"), R"(,"byteStride":4)");
    attributes += R"(,"_FLAG":)" +
                  number(model.accessor(R"("bufferView":)" + number(strided) +
                                        R"(,"componentType":5121,"count":3,"type":"SCALAR")"));
    attributes +=
        R"(,"COLOR_0":)" + number(model.floats({1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1}, "VEC4")) +
        R"(,"COLOR_1":)" +
        number(model.accessor(bytes<std::uint16_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}), 5123,
                              "VEC4", 3, R"(,"normalized":true)"));
    for (int set = 0; set < 5; ++set)
        attributes += R"(,"TEXCOORD_)" + number(set) + R"(":)" +
                      number(model.floats({0, 0, 1, 0, static_cast<float>(set), 1}, "VEC2"));
    attributes += R"(,"_TURN":)" +
                  number(model.accessor(bytes<std::int8_t>({1, 2, 0, 0, 3, 4,  0, 0, 5,  6,  0, 0,
                                                            7, 8, 0, 0, 9, 10, 0, 0, 11, 12, 0, 0}),
                                        5120, "MAT2", 3));
    return model.file(one_mesh(attributes));
}

TEST(OtherAttributes, AreKeptWithTheirTypeAndValues) {
    const GltfAsset asset = loaded(model_with_others(true));
    const auto& found = others(asset);
    ASSERT_EQ(found.size(), 5U);
    EXPECT_EQ(found[0].name, "_HEAT");
    EXPECT_EQ(found[0].component_type, 5126);
    EXPECT_EQ(data_of(found[0]), bytes<float>({1.5f, -2, 1e30f}));
    EXPECT_EQ(found[1].name, "_FLAG");
    EXPECT_EQ(found[1].component_type, 5121);
    EXPECT_EQ(found[1].element_bytes, 1U);
    EXPECT_EQ(data_of(found[1]), "abc") << "the stride is gone";
    EXPECT_EQ(found[2].name, "COLOR_1");
    EXPECT_TRUE(found[2].normalized);
    EXPECT_EQ(found[2].rows, 4);
    EXPECT_EQ(data_of(found[2]), bytes<std::uint16_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    EXPECT_EQ(found[3].name, "TEXCOORD_4");
    EXPECT_EQ(found[4].name, "_TURN");
    EXPECT_EQ(found[4].columns, 2);
    EXPECT_EQ(found[4].rows, 2);
    EXPECT_EQ(found[4].element_bytes, 8U) << "columns start at multiples of 4";
}

TEST(OtherAttributes, FollowVerticesThatAreSplit) {
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, "VEC3");
    const int ids = model.accessor(bytes<std::uint16_t>({10, 11, 12, 13}), 5123, "SCALAR", 4);
    const int indices = model.indices({0, 1, 2, 2, 1, 3});
    const GltfAsset asset = loaded(
        model.file(one_mesh(R"("POSITION":)" + number(positions) + R"(,"_ID":)" + number(ids),
                            R"(,"indices":)" + number(indices))));
    ASSERT_EQ(others(asset).size(), 1U);
    EXPECT_EQ(data_of(others(asset)[0]), bytes<std::uint16_t>({10, 11, 12, 12, 11, 13}))
        << "flat normals give every corner a vertex of its own";
}

TEST(OtherAttributes, OfSparseAccessorsAreWhole) {
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    const int normals = model.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    const int places = model.view(bytes<std::uint8_t>({2}));
    const int values = model.view(bytes<std::uint16_t>({7}));
    const int ids =
        model.accessor(R"("componentType":5123,"count":3,"type":"SCALAR","sparse":{"count":1,)"
                       R"("indices":{"componentType":5121,"bufferView":)" +
                       number(places) + R"(},"values":{"bufferView":)" + number(values) + "}}");
    const GltfAsset asset =
        loaded(model.file(one_mesh(R"("POSITION":)" + number(positions) + R"(,"NORMAL":)" +
                                   number(normals) + R"(,"_ID":)" + number(ids))));
    EXPECT_EQ(data_of(others(asset).at(0)), bytes<std::uint16_t>({0, 0, 7}));
}

TEST(OtherAttributes, OfAnotherCountAreRefused) {
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    const int ids = model.floats({1, 2}, "SCALAR");
    const auto asset = load_model(
        model.file(one_mesh(R"("POSITION":)" + number(positions) + R"(,"_ID":)" + number(ids))));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code, codes::mesh_counts);
}

TEST(OtherAttributes, ComeBackFromAnExport) {
    LoadOptions options;
    options.images = false;
    options.image_files = true;
    for (const bool normals : {false, true}) {
        const GltfAsset asset = loaded(model_with_others(normals), options);
        const auto file = write_glb(asset);
        ASSERT_TRUE(file) << shown(file.error().diagnostics);
        const std::string again(reinterpret_cast<const char*>(file->data()), file->size());
        EXPECT_EQ(difference(asset, loaded(again, options)), "");
        const std::vector<Diagnostic> found = check_memory(*file, ".", "again.glb");
        EXPECT_TRUE(found.empty()) << shown(found);
    }
}

TEST(OtherAttributes, ThatGltfCouldNotHoldAreRefusedOnExport) {
    const auto refused = [](mesh::VertexAttribute other) {
        GltfAsset asset;
        asset.version = "2.0";
        GltfPrimitive& primitive = asset.meshes.emplace_back().primitives.emplace_back();
        primitive.mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
        primitive.mesh.indices = {0, 1, 2};
        primitive.mesh.others.push_back(std::move(other));
        const auto file = write_glb(asset);
        return file ? std::string("written") : std::string(file.error().code.name());
    };
    mesh::VertexAttribute fine{.name = "_A"};
    fine.data.resize(12);
    EXPECT_EQ(refused(fine), "written");
    mesh::VertexAttribute taken = fine;
    taken.name = "POSITION";
    EXPECT_EQ(refused(taken), "gltf-export-shape");
    mesh::VertexAttribute taken_set = fine;
    taken_set.name = "TEXCOORD_3";
    EXPECT_EQ(refused(taken_set), "gltf-export-shape");
    mesh::VertexAttribute cut = fine;
    cut.data.resize(11);
    EXPECT_EQ(refused(cut), "gltf-export-shape");
    mesh::VertexAttribute odd = fine;
    odd.component_type = 5124;
    EXPECT_EQ(refused(odd), "gltf-export-shape");
    mesh::VertexAttribute wide = fine;
    wide.rows = 3;
    EXPECT_EQ(refused(wide), "gltf-export-shape");
}

}  // namespace
}  // namespace diorama::gltf
