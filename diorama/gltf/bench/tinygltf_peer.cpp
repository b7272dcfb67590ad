// SPDX-License-Identifier: MIT
/// \file
/// tinygltf as a contender.
#include <tiny_gltf.h>

#include <cstring>

#include "diorama/gltf/bench/peers.hpp"

namespace diorama::bench {

namespace {

bool keep_encoded(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*,
                  int, void*) {
    return true;
}

/// One accessor's elements where they lie.
struct Elements {
    const unsigned char* data = nullptr;
    std::size_t count = 0;
    std::size_t stride = 0;
    int component = 0;
};

Elements elements_of(const tinygltf::Model& model, int index) {
    const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
    const auto& view = model.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
    const auto& buffer = model.buffers[static_cast<std::size_t>(view.buffer)];
    return {buffer.data.data() + view.byteOffset + accessor.byteOffset, accessor.count,
            static_cast<std::size_t>(accessor.ByteStride(view)), accessor.componentType};
}

std::vector<float> floats_of(const Elements& from, std::size_t components) {
    std::vector<float> out(from.count * components);
    const std::size_t size = components * sizeof(float);
    if (from.stride == size) {
        std::memcpy(out.data(), from.data, from.count * size);
        return out;
    }
    for (std::size_t i = 0; i < from.count; ++i)
        std::memcpy(out.data() + i * components, from.data + i * from.stride, size);
    return out;
}

template <class T>
void widen(const Elements& from, std::vector<std::uint32_t>& out) {
    for (std::size_t i = 0; i < from.count; ++i) {
        T value;
        std::memcpy(&value, from.data + i * from.stride, sizeof(T));
        out[i] = value;
    }
}

std::vector<std::uint32_t> indices_of(const Elements& from) {
    std::vector<std::uint32_t> out(from.count);
    if (from.component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT)
        widen<std::uint32_t>(from, out);
    else if (from.component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT)
        widen<std::uint16_t>(from, out);
    else
        widen<std::uint8_t>(from, out);
    return out;
}

}  // namespace

Loaded tinygltf_arrays(const std::filesystem::path& path, std::span<const FileRange>) {
    const Stopwatch watch;
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader(keep_encoded, nullptr);
    tinygltf::Model model;
    std::string errors, warnings;
    const bool loaded = path.extension() == ".glb"
                            ? loader.LoadBinaryFromFile(&model, &errors, &warnings, path.string())
                            : loader.LoadASCIIFromFile(&model, &errors, &warnings, path.string());
    if (!loaded) return {};
    Arrays arrays;
    for (const tinygltf::Mesh& mesh : model.meshes) {
        for (const tinygltf::Primitive& primitive : mesh.primitives) {
            for (const auto& [name, components] :
                 {std::pair{"POSITION", 3u}, {"NORMAL", 3u}, {"TEXCOORD_0", 2u}})
                if (const auto found = primitive.attributes.find(name);
                    found != primitive.attributes.end())
                    arrays.add(floats_of(elements_of(model, found->second), components));
            if (primitive.indices >= 0)
                arrays.add(indices_of(elements_of(model, primitive.indices)));
        }
    }
    return arrays.loaded(watch.seconds());
}

}  // namespace diorama::bench
