// SPDX-License-Identifier: MIT
/// \file
/// The models that a world refers to, and what of them an export needs: ModelLibrary.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/asset.hpp"
#include "diorama/mesh/material.hpp"
#include "diorama/render/components.hpp"
#include "diorama/spawn/detail/loose_notes.hpp"
#include "diorama/spawn/export_world.hpp"

namespace diorama::spawn::detail {

/// Loads each model once and copies what is asked for into one asset, each thing once.
///
/// Unknown extensions stay behind: what they refer to by number has other numbers here.
class ModelLibrary {
  public:
    /// Copies into \p out, which must outlive it; references lead from \p base.
    ModelLibrary(gltf::GltfAsset& out, const WorldExportOptions& options)
        : out_(out), notes_(out), options_(options) {}

    /// Mesh \p index of model \p reference; null where there is none, or no such model.
    [[nodiscard]] const gltf::GltfMesh* find_mesh(const std::string& reference, std::int32_t index);
    /// Skin \p index of model \p reference; null where there is none, or no such model.
    [[nodiscard]] const gltf::GltfSkin* find_skin(const std::string& reference, std::int32_t index);
    /// The material that the file gives what \p shown shows; -2 where that is not loaded.
    [[nodiscard]] std::int32_t material_as_filed(const render::Renderable& shown) const;

    /// The index in the asset of a mesh with what \p shown shows or, if \p whole, with all the
    /// primitives of its mesh.
    ///
    /// Failure: spawn-asset-outside, spawn-index-range, and gltf::load()'s.
    [[nodiscard]] Result<std::int32_t> mesh(const render::Renderable& shown, bool whole);

    /// What was made of mesh \p index of model \p reference: none, one, or more, where primitives
    /// of it have become meshes of their own.
    [[nodiscard]] std::vector<std::int32_t> meshes_of(const std::string& reference,
                                                      std::int32_t index) const;
    /// What was made of material \p index of model \p reference; -1 for nothing.
    [[nodiscard]] std::int32_t material_of(const std::string& reference, std::int32_t index) const;
    /// What the models carry on objects without a struct; that of meshes, materials, textures,
    /// images and variants comes along with them.
    [[nodiscard]] LooseNotes& notes() noexcept { return notes_; }

    /// The models loaded, by reference.
    [[nodiscard]] const std::map<std::string, gltf::GltfAsset>& models() const noexcept {
        return models_;
    }
    /// The files they were read from.
    [[nodiscard]] const std::vector<std::filesystem::path>& sources() const noexcept {
        return sources_;
    }

    /// What of them was left out on reading: with best_effort, objects with errors; and channels
    /// that drive nothing.
    [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const noexcept {
        return diagnostics_;
    }

  private:
    /// A part of a model by its reference and up to three indices.
    struct Key {
        std::string reference;
        std::int32_t index = -1, primitive = -1, material = -1;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    [[nodiscard]] Result<const gltf::GltfAsset*> model(const std::string& reference);
    [[nodiscard]] std::int32_t material(const std::string& reference, const gltf::GltfAsset& from,
                                        std::int32_t index);
    /// Gives \p primitive of model \p from, which was at \p pointer, the asset's numbers for its
    /// variants and materials, and what it carries a place at \p place.
    void take_primitive(const std::string& reference, const gltf::GltfAsset& from,
                        gltf::GltfPrimitive& primitive, const std::string& pointer,
                        const std::string& place);
    /// The asset's number for each variant of model \p from: models share those of one name.
    [[nodiscard]] const std::vector<std::size_t>& variants_of(const std::string& reference,
                                                              const gltf::GltfAsset& from);
    [[nodiscard]] std::int32_t texture(const std::string& reference, const gltf::GltfAsset& from,
                                       std::int32_t index);
    [[nodiscard]] std::int32_t image(const std::string& reference, const gltf::GltfAsset& from,
                                     std::int32_t index);

    gltf::GltfAsset& out_;
    LooseNotes notes_;
    WorldExportOptions options_;
    std::map<std::string, gltf::GltfAsset> models_;
    std::map<std::string, Error> failed_;
    std::vector<std::filesystem::path> sources_;
    std::vector<Diagnostic> diagnostics_;
    std::map<std::string, std::vector<std::size_t>> variants_;  // by reference, then variant
    std::map<Key, std::int32_t> meshes_, materials_, textures_, images_;
};

}  // namespace diorama::spawn::detail
