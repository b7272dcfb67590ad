// SPDX-License-Identifier: MIT
// The corpus's compressed and quantised models beside their uncompressed originals.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/resource.hpp"
#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// A corner of a triangle, placed in its scene.
struct Corner {
    vec3 position{0};
    vec3 normal{0};
    vec2 uv{0};
};

mat4 local_of(const GltfNode& node) {
    return compose(node.translation, node.rotation, node.scale);
}

/// The vertices that triangles of \p asset use, placed by their nodes, with texture transforms
/// applied.
std::vector<Corner> corners_of(const GltfAsset& asset) {
    std::vector<Corner> out;
    std::vector<std::pair<std::int32_t, mat4>> waiting;
    for (const std::int32_t root : asset.roots)
        waiting.emplace_back(root, mat4(1));
    while (!waiting.empty()) {
        const auto [index, parent] = waiting.back();
        waiting.pop_back();
        const GltfNode& node = asset.nodes[static_cast<std::size_t>(index)];
        const mat4 world = parent * local_of(node);
        for (const std::int32_t child : node.children)
            waiting.emplace_back(child, world);
        if (node.mesh < 0) continue;
        for (const GltfPrimitive& primitive :
             asset.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
            mesh::TextureSlot slot;
            if (primitive.material >= 0)
                slot = asset.materials[static_cast<std::size_t>(primitive.material)]
                           .material.base_color_texture;
            std::vector<bool> used(primitive.mesh.positions.size(), false);
            for (const std::uint32_t v : primitive.mesh.indices) {
                if (used[v]) continue;
                used[v] = true;
                Corner corner;
                corner.position = vec3(world * vec4(primitive.mesh.positions[v], 1));
                corner.normal = glm::normalize(vec3(world * vec4(primitive.mesh.normals[v], 0)));
                if (!primitive.mesh.uvs[0].empty() && slot.present())
                    corner.uv = primitive.mesh.uvs[0][v] * slot.scale + slot.offset;
                out.push_back(corner);
            }
        }
    }
    return out;
}

struct Pair {
    const char* name;
    const char* plain;
    const char* packed;
    int position_bits;  // that the packed one keeps at least
    int normal_bits;
    int uv_bits;
};
void PrintTo(const Pair& row, std::ostream* out) {
    *out << row.name;
}

constexpr const char* kBox = "Box/glTF/Box.gltf";
constexpr const char* kDuck = "Duck/glTF/Duck.gltf";
constexpr Pair kPairs[]{
    {"BoxDraco", kBox, "Box/glTF-Draco/Box.gltf", 11, 8, 10},
    {"BoxMeshopt", kBox, "Box/glTF-Meshopt/BoxMeshopt.gltf", 14, 8, 10},
    {"BoxMeshoptBinary", kBox, "Box/glTF-Meshopt-Binary/BoxMeshopt.glb", 14, 8, 10},
    {"BoxTexturedMeshopt", "BoxTextured/glTF/BoxTextured.gltf",
     "BoxTextured/glTF-Meshopt/BoxTextured_meshopt.glb", 14, 8, 10},
    {"DuckDraco", kDuck, "Duck/glTF-Draco/Duck.gltf", 11, 8, 10},
    {"DuckQuantized", kDuck, "Duck/glTF-Quantized/Duck.gltf", 14, 8, 12},
    {"DuckMeshopt6", kDuck, "Duck/glTF-Meshopt/Duck-vp-6-vt-6-vn-6.glb", 6, 6, 6},
    {"DuckMeshopt9", kDuck, "Duck/glTF-Meshopt/Duck-vp-9-vt-9-vn-9.glb", 9, 8, 9},
    {"DuckMeshopt12", kDuck, "Duck/glTF-Meshopt/Duck-vp-12-vt-12-vn-12.glb", 12, 8, 12},
    {"DuckMeshopt15", kDuck, "Duck/glTF-Meshopt/Duck-vp-15-vt-15-vn-15.glb", 14, 8, 14},
};

class CompressedCorpus : public testing::TestWithParam<Pair> {};

/// How many of \p from have none in \p among that is as close as the codec's bits allow.
std::size_t count_lost(const std::vector<Corner>& from, const std::vector<Corner>& among,
                       float position_step, float normal_step, float uv_step) {
    std::size_t lost = 0;
    for (const Corner& corner : from) {
        const bool found = std::ranges::any_of(among, [&](const Corner& other) {
            const vec3 moved = glm::abs(corner.position - other.position);
            const vec2 slid = glm::abs(corner.uv - other.uv);
            return moved.x <= position_step && moved.y <= position_step &&
                   moved.z <= position_step && slid.x <= uv_step && slid.y <= uv_step &&
                   glm::length(corner.normal - other.normal) <= normal_step;
        });
        if (!found) ++lost;
    }
    return lost;
}

TEST_P(CompressedCorpus, DecodesToTheOriginalWithinTheCodecsTolerance) {
    if (corpus().empty()) GTEST_SKIP() << "DIORAMA_CORPUS is not set";
    const auto plain = load(corpus() / "valid" / GetParam().plain, {.images = false});
    const auto packed = load(corpus() / "valid" / GetParam().packed, {.images = false});
    ASSERT_TRUE(plain) << shown(plain.error().diagnostics);
    ASSERT_TRUE(packed) << shown(packed.error().diagnostics);
    const std::vector<Corner> a = corners_of(*plain);
    const std::vector<Corner> b = corners_of(*packed);
    ASSERT_FALSE(a.empty());
    ASSERT_FALSE(b.empty());
    Bounds box;
    Bounds uv_box;
    for (const Corner& corner : a) {
        box.add(corner.position);
        uv_box.add(vec3(corner.uv, 0));
    }
    const vec3 size = box.max - box.min;
    const vec3 uv_size = uv_box.max - uv_box.min;
    const auto step = [](float extent, int bits) {
        return extent / static_cast<float>((1 << bits) - 1) * 1.01f + 1e-6f;
    };
    const float position = step(std::max({size.x, size.y, size.z}), GetParam().position_bits);
    const float normal = step(4, GetParam().normal_bits);
    const float uv = step(std::max({uv_size.x, uv_size.y, 1.0f}), GetParam().uv_bits);
    EXPECT_EQ(count_lost(a, b, position, normal, uv), 0u) << "of " << a.size();
    EXPECT_EQ(count_lost(b, a, position, normal, uv), 0u) << "of " << b.size();
}
INSTANTIATE_TEST_SUITE_P(Model, CompressedCorpus, testing::ValuesIn(kPairs),
                         [](const auto& row) { return row.param.name; });

TEST(CompressedCorpusFallback, HoldsWhatTheCompressedViewsDecodeTo) {
    if (corpus().empty()) GTEST_SKIP() << "DIORAMA_CORPUS is not set";
    const auto document = parse(corpus() / "valid/MeshoptShapes/fallback/meshopt-fallback.gltf");
    ASSERT_TRUE(document) << to_string(document.error());
    const auto fallback = buffer_bytes(*document, 1);
    ASSERT_TRUE(fallback);
    const auto pair_of = [&](Index v) {
        const BufferView& view = document->buffer_views[static_cast<std::size_t>(v)];
        const auto decoded = view_bytes(*document, v);
        EXPECT_TRUE(decoded) << v;
        const auto there = fallback->subspan(view.byte_offset, view.byte_length);
        return std::pair(std::vector(decoded->begin(), decoded->end()),
                         std::vector(there.begin(), there.end()));
    };
    const auto [positions, plain_positions] = pair_of(0);
    EXPECT_EQ(positions, plain_positions);
    // View 1, normals: this file's fallback holds them with the filter still on them.
    const auto [indices, plain_indices] = pair_of(2);
    const auto triangles = [](const std::vector<std::byte>& bytes) {
        std::vector<std::array<std::uint16_t, 3>> out(bytes.size() / 6);
        std::memcpy(out.data(), bytes.data(), out.size() * 6);
        for (auto& each : out)  // the codec turns triangles so that it needs fewer bytes
            std::ranges::rotate(each, std::ranges::min_element(each));
        return out;
    };
    EXPECT_EQ(triangles(indices), triangles(plain_indices));
}

}  // namespace
}  // namespace diorama::gltf
