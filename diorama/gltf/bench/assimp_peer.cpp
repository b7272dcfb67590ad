// SPDX-License-Identifier: MIT
/// \file
/// assimp as a contender.
#include <assimp/scene.h>

#include <assimp/Importer.hpp>

#include "diorama/gltf/bench/peers.hpp"

namespace diorama::bench {

Loaded assimp_arrays(const std::filesystem::path& path, std::span<const FileRange>) {
    const Stopwatch watch;
    Assimp::Importer importer;
    const aiScene* const scene = importer.ReadFile(path.string(), 0);
    if (scene == nullptr) return {};
    Arrays arrays;
    std::uint64_t floats = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
        const aiMesh& mesh = *scene->mMeshes[m];
        floats += std::uint64_t{mesh.mNumVertices} * 3;
        if (mesh.HasNormals()) floats += std::uint64_t{mesh.mNumVertices} * 3;
        if (mesh.HasTextureCoords(0)) floats += std::uint64_t{mesh.mNumVertices} * 2;
        std::vector<std::uint32_t> indices;
        indices.reserve(std::size_t{mesh.mNumFaces} * 3);
        for (unsigned f = 0; f < mesh.mNumFaces; ++f)
            indices.insert(indices.end(), mesh.mFaces[f].mIndices,
                           mesh.mFaces[f].mIndices + mesh.mFaces[f].mNumIndices);
        arrays.add(std::move(indices));
    }
    Loaded out = arrays.loaded(watch.seconds());
    out.words += floats;
    out.checksum = 0;
    return out;
}

}  // namespace diorama::bench
