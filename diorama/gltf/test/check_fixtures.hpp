// SPDX-License-Identifier: MIT
/// \file
/// What the tests of check() share: found_in, passes, a right file and changes to it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/gltf/check.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf::test {

/// What check() finds in a file that holds \p content.
inline std::vector<Diagnostic> found_in(const std::string& content) {
    const Folder folder;
    return check(folder.write("file.gltf", content));
}

/// Whether none of \p found is an error.
inline bool passes(const std::vector<Diagnostic>& found) {
    return std::ranges::none_of(
        found, [](const Diagnostic& each) { return each.severity == Severity::error; });
}

/// A whole right file: an indexed triangle with normals under one node.
inline const std::string kBin = bytes<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}) +
                                bytes<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}) +
                                bytes<std::uint16_t>({0, 1, 2, 0});
inline const std::string kTriangle = gltf(
    R"("buffers":[{"byteLength":80}],
       "bufferViews":[{"buffer":0,"byteLength":36,"target":34962},
                      {"buffer":0,"byteOffset":36,"byteLength":36,"target":34962},
                      {"buffer":0,"byteOffset":72,"byteLength":6,"target":34963},
                      {"buffer":0,"byteOffset":36,"byteLength":36,"byteStride":12},
                      {"buffer":0,"byteOffset":76,"byteLength":4}],
       "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3",
                     "min":[0,0,0],"max":[1,1,0]},
                    {"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"},
                    {"bufferView":2,"componentType":5123,"count":3,"type":"SCALAR"}],
       "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1},"indices":2}]}],
       "nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0)");

/// kTriangle with \p from replaced by \p to, over \p bin.
inline std::vector<Diagnostic> changed(std::string_view from, std::string_view to,
                                       const std::string& bin = kBin) {
    std::string json = kTriangle;
    const std::size_t at = json.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    json.replace(at, from.size(), to);
    return found_in(glb(json, bin));
}

/// kBin with the bytes at \p offset replaced.
inline std::string with(std::size_t offset, const std::string& data) {
    std::string bin = kBin;
    bin.replace(offset, data.size(), data);
    return bin;
}

}  // namespace diorama::gltf::test
