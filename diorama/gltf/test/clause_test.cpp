// SPDX-License-Identifier: MIT
// A small file for each clause of the specification that says how data is to be read, and all that
// comes of it, number by number.
#include <gtest/gtest.h>

#include <array>
#include <charconv>

#include "diorama/gltf/check.hpp"
#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// -0 is as good as 0 here.
std::string text(float value) {
    std::array<char, 32> buffer{};
    return {buffer.data(),
            std::to_chars(buffer.data(), buffer.data() + buffer.size(), value + 0.0f).ptr};
}

template <class T>
std::string vector_text(const T& value) {
    std::string out;
    for (int k = 0; k < T::length(); ++k)
        out.append(k > 0 ? "," : "").append(text(value[k]));
    return out;
}

std::string quat_text(const quat& q) {
    return vector_text(vec4(q.x, q.y, q.z, q.w));
}

template <class T>
void add_stream(std::string& out, const char* name, const std::vector<T>& stream) {
    if (stream.empty()) return;
    out.append(" ").append(name);
    for (const T& each : stream)
        out.append(" ").append(vector_text(each));
    out.append("\n");
}

template <class T>
void add_list(std::string& out, const char* name, const std::vector<T>& list) {
    if (list.empty()) return;
    out.append(" ").append(name);
    for (const T& each : list)
        out.append(" ").append(std::to_string(each));
    out.append("\n");
}

std::string dump(const mesh::MeshData& mesh) {
    constexpr const char* kTopologies[]{"points", "lines", "triangles"};
    std::string out(kTopologies[static_cast<std::size_t>(mesh.topology)]);
    out.append("\n");
    add_stream(out, "positions", mesh.positions);
    add_stream(out, "normals", mesh.normals);
    add_stream(out, "tangents", mesh.tangents);
    for (std::size_t set = 0; set < mesh.uvs.size(); ++set)
        add_stream(out, ("uv" + std::to_string(set)).c_str(), mesh.uvs[set]);
    add_stream(out, "colours", mesh.colors);
    add_stream(out, "weights", mesh.weights);
    for (const mesh::MorphTarget& target : mesh.morph_targets) {
        out.append(" target ").append(target.name).append("\n");
        add_stream(out, "positions", target.positions);
        add_stream(out, "normals", target.normals);
        add_stream(out, "tangents", target.tangents);
    }
    add_list(out, "indices", mesh.indices);
    return out;
}

std::string dump(const GltfNode& node) {
    std::string out("node " + node.name);
    out.append(" at ").append(vector_text(node.translation));
    out.append(" turned ").append(quat_text(node.rotation));
    out.append(" scaled ").append(vector_text(node.scale));
    const auto reference = [&](const char* name, std::int32_t index) {
        if (index >= 0) out.append(" ").append(name).append(" ").append(std::to_string(index));
    };
    reference("mesh", node.mesh);
    reference("skin", node.skin);
    out.append("\n");
    add_list(out, "children", node.children);
    return out;
}

std::string number(int value) {
    return std::to_string(value);
}

/// A triangle in the plane z = 0, as members of `attributes`.
std::string triangle(Model& model) {
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    const int normals = model.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    return R"("POSITION":)" + number(positions) + R"(,"NORMAL":)" + number(normals);
}

constexpr const char* kTriangle =
    "triangles\n positions 0,0,0 1,0,0 0,1,0\n normals 0,0,1 0,0,1 0,0,1\n";

// KHR_mesh_quantization: f = c / 127, c / 255, c / 32767 or c / 65535 where normalized, never
// below -1, else f = c.

/// Integers of one type, and what three numbers of it stand for.
struct Quantised {
    const char* name;
    int component;
    bool normalized;
    std::string low, middle, high;  ///< three numbers, as bytes
    std::array<float, 3> values;
};

template <class T>
Quantised quantised(const char* name, int component, bool normalized, T low, T middle, T high,
                    std::array<float, 3> values) {
    return {name,  component, normalized, bytes<T>({low}), bytes<T>({middle}), bytes<T>({high}),
            values};
}

const Quantised kQuantised[] = {
    quantised<std::int8_t>("Byte", 5120, false, -128, 1, 127, {-128, 1, 127}),
    quantised<std::int8_t>("NormalizedByte", 5120, true, -128, 1, 127, {-1, 1 / 127.0f, 1}),
    quantised<std::uint8_t>("UnsignedByte", 5121, false, 0, 1, 255, {0, 1, 255}),
    quantised<std::uint8_t>("NormalizedUnsignedByte", 5121, true, 0, 1, 255, {0, 1 / 255.0f, 1}),
    quantised<std::int16_t>("Short", 5122, false, -32768, 1, 32767, {-32768, 1, 32767}),
    quantised<std::int16_t>("NormalizedShort", 5122, true, -32768, 1, 32767, {-1, 1 / 32767.0f, 1}),
    quantised<std::uint16_t>("UnsignedShort", 5123, false, 0, 1, 65535, {0, 1, 65535}),
    quantised<std::uint16_t>("NormalizedUnsignedShort", 5123, true, 0, 1, 65535,
                             {0, 1 / 65535.0f, 1})};
void PrintTo(const Quantised& row, std::ostream* out) {
    *out << row.name;
}

class Quantisation : public testing::TestWithParam<Quantised> {
  protected:
    /// An accessor of three elements at multiples of 4 bytes, the first number of each being low,
    /// middle and high, the rest of \p components being middle.
    int accessor(Model& model, int components, const char* type) const {
        const Quantised& row = GetParam();
        std::string data;
        std::size_t stride = 0;
        for (const std::string& first : {row.low, row.middle, row.high}) {
            std::string element = first;
            for (int k = 1; k < components; ++k)
                element += row.middle;
            element = padded(std::move(element), '\x55');
            stride = element.size();
            data += element;
        }
        const int view = model.view(data, R"(,"byteStride":)" + std::to_string(stride));
        return model.accessor(R"("bufferView":)" + number(view) + R"(,"componentType":)" +
                              number(row.component) + R"(,"count":3,"type":")" + type + "\"" +
                              (row.normalized ? R"(,"normalized":true)" : ""));
    }
    /// What that is decoded to.
    template <class V>
    std::vector<V> expected() const {
        std::vector<V> out;
        for (const float first : GetParam().values) {
            V each(GetParam().values[1]);
            each[0] = first;
            out.push_back(each);
        }
        return out;
    }
    static std::string with_extension(std::string members) {
        return members + R"(,"extensionsUsed":["KHR_mesh_quantization"],)" +
               R"("extensionsRequired":["KHR_mesh_quantization"])";
    }
};

TEST_P(Quantisation, OfPositionsIsExact) {
    Model model;
    const int normals = model.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    const int positions = accessor(model, 3, "VEC3");
    const GltfAsset asset = loaded(model.file(with_extension(
        one_mesh(R"("POSITION":)" + number(positions) + R"(,"NORMAL":)" + number(normals)))));
    EXPECT_EQ(asset.meshes.at(0).primitives.at(0).mesh.positions, expected<vec3>());
}

TEST_P(Quantisation, OfTextureCoordinatesIsExact) {
    Model model;
    const std::string attributes = triangle(model);
    const int uvs = accessor(model, 2, "VEC2");
    const GltfAsset asset = loaded(
        model.file(with_extension(one_mesh(attributes + R"(,"TEXCOORD_0":)" + number(uvs)))));
    EXPECT_EQ(asset.meshes.at(0).primitives.at(0).mesh.uvs[0], expected<vec2>());
}

class QuantisedDirections : public Quantisation {};

TEST_P(QuantisedDirections, AreExact) {
    Model model;
    const int positions = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    const int normals = accessor(model, 3, "VEC3");
    const int tangents = accessor(model, 4, "VEC4");
    const GltfAsset asset = loaded(model.file(
        with_extension(one_mesh(R"("POSITION":)" + number(positions) + R"(,"NORMAL":)" +
                                number(normals) + R"(,"TANGENT":)" + number(tangents)))));
    const mesh::MeshData& mesh = asset.meshes.at(0).primitives.at(0).mesh;
    EXPECT_EQ(mesh.normals, expected<vec3>());
    EXPECT_EQ(mesh.tangents, expected<vec4>());
}

class QuantisedMorphTargets : public Quantisation {};

TEST_P(QuantisedMorphTargets, AreExact) {
    Model model;
    const std::string attributes = triangle(model);
    const int moves = accessor(model, 3, "VEC3");
    const GltfAsset asset = loaded(model.file(with_extension(
        one_mesh(attributes, R"(,"targets":[{"POSITION":)" + number(moves) + "}]"))));
    EXPECT_EQ(asset.meshes.at(0).primitives.at(0).mesh.morph_targets.at(0).positions,
              expected<vec3>());
}

std::string name_of_row(const testing::TestParamInfo<Quantised>& row) {
    return row.param.name;
}
INSTANTIATE_TEST_SUITE_P(Row, Quantisation, testing::ValuesIn(kQuantised), name_of_row);
// Normals and tangents are signed and normalized, displacements are signed.
INSTANTIATE_TEST_SUITE_P(Row, QuantisedDirections, testing::Values(kQuantised[1], kQuantised[5]),
                         name_of_row);
INSTANTIATE_TEST_SUITE_P(Row, QuantisedMorphTargets,
                         testing::Values(kQuantised[0], kQuantised[1], kQuantised[4],
                                         kQuantised[5]),
                         name_of_row);

TEST(Clause, IndicesOfEveryTypeMeanTheSame) {
    const std::pair<int, std::string> types[] = {{5121, bytes<std::uint8_t>({2, 0, 1})},
                                                 {5123, bytes<std::uint16_t>({2, 0, 1})},
                                                 {5125, bytes<std::uint32_t>({2, 0, 1})}};
    for (const auto& [component, data] : types) {
        Model model;
        const std::string attributes = triangle(model);
        const int indices = model.accessor(data, component, "SCALAR", 3);
        const GltfAsset asset =
            loaded(model.file(one_mesh(attributes, R"(,"indices":)" + number(indices))));
        EXPECT_EQ(dump(asset.meshes.at(0).primitives.at(0).mesh),
                  std::string(kTriangle) + " indices 2 0 1\n")
            << component;
    }
}

TEST(Clause, StridedAndOffsetDataIsReadWhereItIs) {
    Model model;
    // Each vertex: 4 bytes that nobody reads, a position, a normal.
    const std::string data = "####" + bytes<float>({0, 0, 0, 0, 0, 1}) + "####" +
                             bytes<float>({1, 0, 0, 0, 0, 1}) + "####" +
                             bytes<float>({0, 1, 0, 0, 0, 1});
    const int view = model.view(data, R"(,"byteStride":28)");
    const auto part = [&](int offset) {
        return number(model.accessor(R"("bufferView":)" + number(view) + R"(,"byteOffset":)" +
                                     number(offset) +
                                     R"(,"componentType":5126,"count":3,"type":"VEC3")"));
    };
    const std::string positions = part(4);
    const std::string normals = part(16);
    const GltfAsset asset =
        loaded(model.file(one_mesh(R"("POSITION":)" + positions + R"(,"NORMAL":)" + normals)));
    EXPECT_EQ(dump(asset.meshes.at(0).primitives.at(0).mesh),
              std::string(kTriangle) + " indices 0 1 2\n");
}

TEST(Clause, SparseValuesStandOverNothingAndOverData) {
    Model model;
    const std::string attributes = triangle(model);
    const int indices = model.view(bytes<std::uint8_t>({1}));
    const int values = model.view(bytes<float>({7, 8, 9}));
    const std::string sparse =
        R"(,"sparse":{"count":1,"indices":{"bufferView":)" + number(indices) +
        R"(,"componentType":5121},"values":{"bufferView":)" + number(values) + "}}";
    const int base = model.view(bytes<float>({1, 1, 1, 2, 2, 2, 3, 3, 3}));
    const int nothing = model.accessor(R"("componentType":5126,"count":3,"type":"VEC3")" + sparse);
    const int over = model.accessor(R"("bufferView":)" + number(base) +
                                    R"(,"componentType":5126,"count":3,"type":"VEC3")" + sparse);
    const GltfAsset asset =
        loaded(model.file(one_mesh(attributes, R"(,"targets":[{"POSITION":)" + number(nothing) +
                                                   R"(},{"POSITION":)" + number(over) + "}]")));
    EXPECT_EQ(dump(asset.meshes.at(0).primitives.at(0).mesh),
              std::string(kTriangle) +
                  " target target_0\n positions 0,0,0 7,8,9 0,0,0\n"
                  " target target_1\n positions 1,1,1 7,8,9 3,3,3\n indices 0 1 2\n");
}

TEST(Clause, DefaultsAreThoseOfTheSchema) {
    const GltfAsset asset =
        loaded(gltf(R"("nodes":[{}],"textures":[{}],"samplers":[{}],"materials":[{}],)"
                    R"("cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.5}}],)"
                    R"("extensionsUsed":["KHR_lights_punctual"],)"
                    R"("extensions":{"KHR_lights_punctual":{"lights":[{"type":"point"}]}})"));
    EXPECT_EQ(dump(asset.nodes.at(0)), "node  at 0,0,0 turned 0,0,0,1 scaled 1,1,1\n");
    EXPECT_EQ(asset.textures.at(0).sampler, texture::Sampler{});
    EXPECT_EQ(asset.textures.at(0).image, -1);
    EXPECT_EQ(asset.cameras.at(0).aspect, 0.0f);
    EXPECT_EQ(asset.cameras.at(0).far, 0.0f) << "infinite";
    EXPECT_EQ(asset.lights.at(0).color, vec3(1, 1, 1));
    EXPECT_EQ(asset.lights.at(0).intensity, 1.0f);
    EXPECT_EQ(asset.lights.at(0).range, 0.0f) << "infinite";
    const mesh::Material& material = asset.materials.at(0).material;
    EXPECT_EQ(material.base_color, vec4(1, 1, 1, 1));
    EXPECT_EQ(material.metallic, 1.0f);
    EXPECT_EQ(material.roughness, 1.0f);
    EXPECT_EQ(material.emissive, vec3(0, 0, 0));
    EXPECT_EQ(material.alpha_cutoff, 0.5f);
}

TEST(Clause, MatricesBecomePlacementsMirrorsIncluded) {
    const GltfAsset asset =
        loaded(gltf(R"("nodes":[{"name":"moved","matrix":[1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1]},)"
                    R"({"name":"sized","matrix":[2,0,0,0,0,3,0,0,0,0,4,0,0,0,0,1]},)"
                    R"({"name":"turned","matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0,1]},)"
                    R"({"name":"mirrored","matrix":[-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}])"));
    EXPECT_EQ(dump(asset.nodes.at(0)), "node moved at 5,6,7 turned 0,0,0,1 scaled 1,1,1\n");
    EXPECT_EQ(dump(asset.nodes.at(1)), "node sized at 0,0,0 turned 0,0,0,1 scaled 2,3,4\n");
    EXPECT_EQ(dump(asset.nodes.at(2)),
              "node turned at 0,0,0 turned 0,0,0.70710677,0.70710677 scaled 1,1,1\n");
    EXPECT_EQ(dump(asset.nodes.at(3)), "node mirrored at 0,0,0 turned 0,0,0,1 scaled -1,1,1\n");
}

TEST(Clause, OneMeshMayBendBySeveralSkinsWithTheirOwnRoots) {
    Model model;
    std::string attributes = triangle(model);
    const int joints =
        model.accessor(bytes<std::uint8_t>({0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}), 5121, "VEC4", 3);
    const int weights = model.floats({0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    attributes += R"(,"JOINTS_0":)" + number(joints) + R"(,"WEIGHTS_0":)" + number(weights);
    const GltfAsset asset = loaded(
        model.file(one_mesh(attributes) +
                   R"(,"nodes":[{"name":"a","mesh":0,"skin":0},{"name":"b","mesh":0,"skin":1},)"
                   R"({"name":"root","children":[3,5],"translation":[0,3,0],"scale":[2,2,2]},)"
                   R"({"name":"j0","children":[4]},{"name":"j1","translation":[0,1,0]},)"
                   R"({"name":"k0","children":[6]},{"name":"k1","translation":[0,-1,0]}],)"
                   R"("skins":[{"joints":[3,4],"skeleton":2},{"joints":[5,6]}],)"
                   R"("scenes":[{"nodes":[0,1,2]}])"));
    EXPECT_EQ(dump(asset.nodes.at(0)),
              "node a at 0,0,0 turned 0,0,0,1 scaled 1,1,1 mesh 0 skin 0\n");
    EXPECT_EQ(dump(asset.nodes.at(1)),
              "node b at 0,0,0 turned 0,0,0,1 scaled 1,1,1 mesh 0 skin 1\n");
    EXPECT_EQ(dump(asset.nodes.at(2)),
              "node root at 0,3,0 turned 0,0,0,1 scaled 2,2,2\n children 3 5\n");
    EXPECT_EQ(asset.skins.at(0).joints, (std::vector<std::int32_t>{3, 4}));
    EXPECT_EQ(asset.skins.at(0).skeleton, 2);
    EXPECT_EQ(asset.skins.at(1).joints, (std::vector<std::int32_t>{5, 6}));
    EXPECT_EQ(asset.skins.at(1).skeleton, -1);
    EXPECT_EQ(asset.skins.at(1).inverse_bind, (std::vector<mat4>{mat4(1), mat4(1)}));
    EXPECT_EQ(dump(asset.meshes.at(0).primitives.at(0).mesh),
              std::string(kTriangle) + " weights 0.5,0.5,0,0 1,0,0,0 1,0,0,0\n indices 0 1 2\n");
}

}  // namespace
}  // namespace diorama::gltf
