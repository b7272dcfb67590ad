// SPDX-License-Identifier: MIT
/// \file
/// Small models put together for one test each: Model, load_model, loaded.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/gltf/load.hpp"
#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf::test {

/// A GLB that grows accessor by accessor.
class Model {
  public:
    /// Adds \p data as a buffer view of its own and gives the view's index.
    int view(std::string_view data, std::string_view more = {}) {
        bin_ = padded(std::move(bin_), '\0');
        views_.push_back(R"({"buffer":0,"byteOffset":)" + std::to_string(bin_.size()) +
                         R"(,"byteLength":)" + std::to_string(data.size()) + std::string(more) +
                         "}");
        bin_ += data;
        return static_cast<int>(views_.size()) - 1;
    }
    /// Adds an accessor of the given members and gives its index.
    int accessor(std::string_view members) {
        accessors_.push_back(std::string(1, '{').append(members).append(1, '}'));
        return static_cast<int>(accessors_.size()) - 1;
    }
    /// Adds an accessor over \p data, of \p count elements.
    int accessor(std::string_view data, int component, std::string_view type, std::size_t count,
                 std::string_view more = {}) {
        return accessor(R"("bufferView":)" + std::to_string(view(data)) + R"(,"componentType":)" +
                        std::to_string(component) + R"(,"count":)" + std::to_string(count) +
                        R"(,"type":")" + std::string(type) + "\"" + std::string(more));
    }
    /// Adds an accessor of floats.
    int floats(std::initializer_list<float> values, std::string_view type) {
        const std::size_t each = type == "SCALAR" ? 1
                                 : type == "VEC2" ? 2
                                 : type == "VEC3" ? 3
                                 : type == "VEC4" ? 4
                                                  : 16;
        return accessor(bytes(values), 5126, type, values.size() / each);
    }
    /// Adds an accessor of 16-bit indices.
    int indices(std::initializer_list<std::uint16_t> values) {
        return accessor(bytes(values), 5123, "SCALAR", values.size());
    }

    /// The file, with \p members beside `asset` and the data.
    [[nodiscard]] std::string file(std::string_view members) const {
        std::string json = gltf(members);
        json.pop_back();
        const auto list = [&](const char* name, const std::vector<std::string>& elements) {
            if (elements.empty()) return;
            json += std::string(",\"") + name + "\":[";
            for (const std::string& element : elements)
                json += element + ",";
            json.back() = ']';
        };
        list("bufferViews", views_);
        list("accessors", accessors_);
        if (!bin_.empty())
            json += R"(,"buffers":[{"byteLength":)" + std::to_string(bin_.size()) + "}]";
        return glb(json + "}", bin_);
    }

  private:
    std::string bin_;
    std::vector<std::string> views_;
    std::vector<std::string> accessors_;
};

/// Loads \p file from memory.
inline Result<GltfAsset> load_model(const std::string& file, const LoadOptions& options = {}) {
    return load_memory(std::as_bytes(std::span(file)), "/nonexistent", "test.glb", options);
}

/// Loads \p file, which must be in order.
inline GltfAsset loaded(const std::string& file, const LoadOptions& options = {}) {
    Result<GltfAsset> asset = load_model(file, options);
    EXPECT_TRUE(asset) << (asset ? "" : shown(asset.error().diagnostics));
    return asset ? std::move(*asset) : GltfAsset{};
}

/// `"meshes":[{"primitives":[{"attributes":{ATTRIBUTES}MORE}]}]`
inline std::string one_mesh(std::string_view attributes, std::string_view more = {}) {
    return R"("meshes":[{"primitives":[{"attributes":{)" + std::string(attributes) + "}" +
           std::string(more) + "}]}]";
}

}  // namespace diorama::gltf::test
