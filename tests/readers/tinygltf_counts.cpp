// SPDX-License-Identifier: MIT
// Prints what tinygltf makes of each file given, one JSON object a line.
#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_USE_CPP14
#include <tiny_gltf.h>

#include <cstdio>
#include <string>

namespace {

// Images are taken as they are: this counts objects.
bool keep_image(tinygltf::Image*, const int, std::string*, std::string*, int, int,
                const unsigned char*, int, void*) {
    return true;
}

std::size_t vertices_of(const tinygltf::Model& model) {
    std::size_t vertices = 0;
    for (const tinygltf::Mesh& mesh : model.meshes)
        for (const tinygltf::Primitive& primitive : mesh.primitives)
            if (const auto at = primitive.attributes.find("POSITION");
                at != primitive.attributes.end())
                vertices += model.accessors[static_cast<std::size_t>(at->second)].count;
    return vertices;
}

template <class T, class F>
void print_list(const char* name, const std::vector<T>& list, F&& count) {
    std::printf(",\"%s\":[", name);
    for (std::size_t i = 0; i < list.size(); ++i)
        std::printf("%s%zu", i == 0 ? "" : ",", count(list[i]));
    std::printf("]");
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        tinygltf::TinyGLTF loader;
        loader.SetImageLoader(keep_image, nullptr);
        tinygltf::Model model;
        std::string error, warning;
        const std::string file = argv[i];
        const bool binary = file.size() > 4 && file.substr(file.size() - 4) == ".glb";
        const bool loaded = binary ? loader.LoadBinaryFromFile(&model, &error, &warning, file)
                                   : loader.LoadASCIIFromFile(&model, &error, &warning, file);
        if (!loaded) {
            std::fprintf(stderr, "%s: %s\n", argv[i], error.c_str());
            return 1;
        }
        std::printf("{\"nodes\":%zu,\"meshes\":%zu,\"vertices\":%zu", model.nodes.size(),
                    model.meshes.size(), vertices_of(model));
        print_list("skins", model.skins, [](const auto& skin) { return skin.joints.size(); });
        print_list("animations", model.animations,
                   [](const auto& animation) { return animation.channels.size(); });
        std::printf("}\n");
    }
    return 0;
}
