// SPDX-License-Identifier: MIT
/// \file
/// glTF files for benchmarks, made anew for each run: write_json_heavy, write_data_heavy,
/// write_base64_heavy.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace diorama::bench {

/// Appends the parts of some JSON: texts as they are, integers in digits.
template <class... Parts>
void append(std::string& out, const Parts&... parts) {
    const auto one = [&](const auto& part) {
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(part)>>)
            out += std::to_string(part);
        else
            out += part;
    };
    (one(parts), ...);
}

/// Appends `,"name":[...]`, each number as the shortest text of the same double, as Blender writes
/// a float.
inline void append_numbers(std::string& out, std::string_view name, std::span<const float> values) {
    append(out, ",\"", name, "\":[");
    for (const float value : values) {
        std::array<char, 32> text{};
        const auto end =
            std::to_chars(text.data(), text.data() + text.size(), static_cast<double>(value)).ptr;
        out.append(text.data(), end);
        out += ',';
    }
    out.back() = ']';
}

/// A seeded source of floats in -1 to 1.
class Noise {
  public:
    float next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<float>(static_cast<std::int32_t>(state_ >> 32)) / 2147483648.0f;
    }
    std::array<float, 3> three(float scale, float plus) {
        return {next() * scale + plus, next() * scale + plus, next() * scale + plus};
    }
    std::array<float, 4> rotation() {
        std::array<float, 4> q{next(), next(), next(), next() + 1.5f};
        const float length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (float& each : q)
            each /= length;
        return q;
    }

  private:
    std::uint64_t state_ = 1;
};

/// Meshes of one size: positions, normals, texture coordinates and indices of each, one after the
/// other in one buffer, an accessor and a view for each.
class MeshData {
  public:
    MeshData(std::uint32_t meshes, std::uint32_t vertices, std::uint32_t indices, bool wide)
        : meshes_(meshes), vertices_(vertices), indices_(indices), wide_(wide) {}

    [[nodiscard]] std::size_t bytes() const { return std::size_t{meshes_} * mesh_bytes(); }

    /// Appends the lists of meshes, accessors and views, without a comma before or behind.
    void append_json(std::string& out, std::uint32_t materials) const {
        std::string accessors, views;
        out += R"("meshes":[)";
        for (std::uint32_t m = 0; m < meshes_; ++m) {
            const std::uint32_t at = m * 4;
            append(out, m == 0 ? "" : ",", R"({"name":"Mesh_)", m,
                   R"(","primitives":[{"attributes":{"POSITION":)", at, R"(,"NORMAL":)", at + 1,
                   R"(,"TEXCOORD_0":)", at + 2, R"(},"indices":)", at + 3);
            if (materials > 0) append(out, R"(,"material":)", m % materials);
            out += "}]}";
            append_accessors(accessors, views, m);
        }
        append(out, R"(],"accessors":[)", accessors, R"(],"bufferViews":[)", views, "]");
    }

    /// The bytes of one mesh; all are alike.
    [[nodiscard]] std::vector<char> mesh() const {
        std::vector<char> out(mesh_bytes());
        for (std::uint32_t f = 0; f < vertices_ * 8; ++f) {
            const float value = static_cast<float>(f % 1021) / 1024 - 0.5f;
            std::memcpy(out.data() + std::size_t{f} * 4, &value, 4);
        }
        char* to = out.data() + std::size_t{vertices_} * 32;
        for (std::uint32_t i = 0; i < indices_; ++i, to += index_bytes()) {
            const std::uint32_t index = i % vertices_;
            std::memcpy(to, &index, index_bytes());  // little-endian, as all of the benchmark
        }
        return out;
    }

  private:
    [[nodiscard]] std::uint32_t index_bytes() const { return wide_ ? 4 : 2; }
    [[nodiscard]] std::uint32_t mesh_bytes() const {
        return vertices_ * 32 + indices_ * index_bytes();
    }

    void append_accessors(std::string& accessors, std::string& views, std::uint32_t m) const {
        const std::array<std::uint32_t, 4> sizes{vertices_ * 12, vertices_ * 12, vertices_ * 8,
                                                 indices_ * index_bytes()};
        std::uint32_t offset = m * mesh_bytes();
        for (std::uint32_t k = 0; k < 4; ++k) {
            append(accessors, m + k == 0 ? "" : ",", R"({"bufferView":)", m * 4 + k,
                   R"(,"componentType":)",
                   k < 3   ? 5126
                   : wide_ ? 5125
                           : 5123,
                   R"(,"count":)", k < 3 ? vertices_ : indices_);
            accessors += k < 2    ? R"(,"type":"VEC3")"
                         : k == 2 ? R"(,"type":"VEC2")"
                                  : R"(,"type":"SCALAR")";
            accessors += k == 0 ? R"(,"max":[0.49609375,0.49609375,0.49609375],)"
                                  R"("min":[-0.5,-0.5,-0.5]})"
                                : "}";
            append(views, m + k == 0 ? "" : ",", R"({"buffer":0,"byteLength":)", sizes[k],
                   R"(,"byteOffset":)", offset, R"(,"target":)", k < 3 ? 34962 : 34963, "}");
            offset += sizes[k];
        }
    }

    std::uint32_t meshes_, vertices_, indices_;
    bool wide_;
};

/// A .gltf of \p nodes named nodes with full placement, a cube of four accessors for every
/// twentieth and 100 materials, and its .bin, in \p folder; the path of the .gltf.
inline std::filesystem::path write_json_heavy(const std::filesystem::path& folder,
                                              std::uint32_t nodes) {
    const std::uint32_t meshes = nodes / 20;
    const MeshData cubes(meshes, 24, 36, false);
    Noise noise;
    std::string json;
    append(json, R"({"asset":{"generator":"bench","version":"2.0"},"scene":0,)",
           R"("scenes":[{"name":"Scene","nodes":[0]}],"nodes":[)");
    for (std::uint32_t i = 0; i < nodes; ++i) {
        append(json, i == 0 ? "" : ",", R"({"mesh":)", i % meshes, R"(,"name":"Node_)", i, "\"");
        append_numbers(json, "rotation", noise.rotation());
        append_numbers(json, "scale", noise.three(0.5f, 1.0f));
        append_numbers(json, "translation", noise.three(100.0f, 0.0f));
        // Four children each: a tree of some eight levels.
        for (std::uint32_t c = i * 4 + 1; c <= i * 4 + 4 && c < nodes; ++c)
            append(json, c == i * 4 + 1 ? R"(,"children":[)" : ",", c);
        json += i * 4 + 1 < nodes ? "]}" : "}";
    }
    json += R"(],"materials":[)";
    for (int i = 0; i < 100; ++i) {
        append(json, i == 0 ? "" : ",", R"({"name":"Material_)", i,
               R"(","pbrMetallicRoughness":{"metallicFactor":0.25)");
        append_numbers(json, "baseColorFactor", std::array{0.5f, 0.25f, 0.8f, 1.0f});
        json += "}}";
    }
    json += "],";
    cubes.append_json(json, 100);
    append(json, R"(,"buffers":[{"byteLength":)", cubes.bytes(), R"(,"uri":"heavy.bin"}]})");
    std::ofstream bin(folder / "heavy.bin", std::ios::binary);
    const std::vector<char> cube = cubes.mesh();
    for (std::uint32_t m = 0; m < meshes; ++m)
        bin.write(cube.data(), static_cast<std::streamsize>(cube.size()));
    std::ofstream(folder / "heavy.gltf", std::ios::binary) << json;
    return folder / "heavy.gltf";
}

/// A .glb of ten meshes of \p vertices vertices and three 32-bit indices for every two of those,
/// in \p folder; its path.
inline std::filesystem::path write_data_heavy(const std::filesystem::path& folder,
                                              std::uint32_t vertices) {
    const std::uint32_t indices = vertices / 2 * 3;
    constexpr std::uint32_t kMeshes = 10;
    const MeshData meshes(kMeshes, vertices, indices, true);
    std::string json = R"({"asset":{"version":"2.0"},)";
    meshes.append_json(json, 0);
    append(json, R"(,"buffers":[{"byteLength":)", meshes.bytes(), "}]}");
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::ofstream file(folder / "heavy.glb", std::ios::binary);
    const auto words = [&](std::initializer_list<std::size_t> values) {
        for (const std::size_t value : values) {
            const auto word = static_cast<std::uint32_t>(value);
            std::array<char, 4> bytes{};
            std::memcpy(bytes.data(), &word, 4);
            file.write(bytes.data(), 4);
        }
    };
    words({0x46546c67u, 2, 28 + json.size() + meshes.bytes(), json.size(), 0x4e4f534au});
    file << json;
    words({meshes.bytes(), 0x004e4942u});
    const std::vector<char> mesh = meshes.mesh();
    for (std::uint32_t m = 0; m < kMeshes; ++m)
        file.write(mesh.data(), static_cast<std::streamsize>(mesh.size()));
    return folder / "heavy.glb";
}

/// A .gltf of one mesh of \p vertices vertices whose buffer is a data URI, in \p folder; its path.
inline std::filesystem::path write_base64_heavy(const std::filesystem::path& folder,
                                                std::uint32_t vertices) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const MeshData meshes(1, vertices, vertices / 2 * 3, true);
    std::vector<char> bytes = meshes.mesh();
    std::string json = R"({"asset":{"version":"2.0"},)";
    meshes.append_json(json, 0);
    append(json, R"(,"buffers":[{"byteLength":)", bytes.size(),
           R"(,"uri":"data:application/octet-stream;base64,)");
    bytes.resize((bytes.size() + 2) / 3 * 3);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | static_cast<unsigned char>(bytes[i + k]);
        for (int shift = 18; shift >= 0; shift -= 6)
            json += kDigits[group >> shift & 63];
    }
    json += "\"}]}";
    std::ofstream(folder / "base64.gltf", std::ios::binary) << json;
    return folder / "base64.gltf";
}

}  // namespace diorama::bench
