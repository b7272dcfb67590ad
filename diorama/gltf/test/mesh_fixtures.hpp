// SPDX-License-Identifier: MIT
/// \file
/// What the tests of loaded meshes share: kNan, position, number, first.
#pragma once

#include <limits>
#include <string>

#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf::test {

/// Four bytes that are not a number.
inline const std::string kNan = bytes({std::numeric_limits<float>::quiet_NaN()});

/// A triangle's positions.
inline std::string position(Model& model) {
    const int accessor = model.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    return R"("POSITION":)" + std::to_string(accessor);
}

/// \p value in JSON.
inline std::string number(int value) {
    return std::to_string(value);
}

/// The first primitive of the first mesh.
inline const mesh::MeshData& first(const GltfAsset& asset) {
    return asset.meshes.at(0).primitives.at(0).mesh;
}

}  // namespace diorama::gltf::test
