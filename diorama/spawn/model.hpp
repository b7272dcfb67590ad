// SPDX-License-Identifier: MIT
/// \file
/// A model in a renderer: UploadedGltf, upload_gltf, Models.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/core/fwd.hpp"
#include "diorama/gltf/asset.hpp"
#include "diorama/gltf/limits.hpp"
#include "diorama/render/renderer.hpp"

namespace diorama::spawn {

/// The renderer's indices for the parts of one GltfAsset.
struct UploadedGltf {
    std::vector<std::vector<std::uint32_t>> meshes;  ///< [mesh][primitive]
    std::vector<std::uint32_t> materials;            ///< [material]
    std::uint32_t default_material = 0;              ///< for primitives without one
};

/// Hands \p asset to \p renderer: every material and primitive once and, of what the slots of
/// glTF's own material use, each image once per colour space and each texture once.
///
/// The slots that extensions add (mesh::SlotPlace::core is false) reach the renderer empty, because
/// no renderer here draws them and their images would only take memory; one that does can add them
/// from \p asset. An image without pixels leaves the slots that use it empty.
/// Failure: what the renderer says; everything taken in so far is given back.
[[nodiscard]] Result<UploadedGltf> upload_gltf(render::Renderer& renderer,
                                               const gltf::GltfAsset& asset);

/// A loaded model and where it lives in the renderer.
struct Model {
    gltf::GltfAsset asset;  ///< kept: bounds, skins and later spawns need it. Its images have given
                            ///< their pixels to the renderer
    UploadedGltf uploaded;  ///< the renderer's indices
};

/// The models of one renderer by file, each loaded and uploaded once however often it is spawned.
class Models {
  public:
    /// Uploads to \p renderer, which must outlive this; get() loads within \p limits, and decodes
    /// images on \p jobs where there are any.
    explicit Models(render::Renderer& renderer, const gltf::ImportLimits& limits = {},
                    Jobs* jobs = nullptr)
        : renderer_(&renderer), limits_(limits), jobs_(jobs) {}

    /// The model at \p path, loaded on first use.
    ///
    /// Valid:   until this is destroyed.
    /// Failure: what gltf::load() or the renderer says; asked again, it tries again.
    [[nodiscard]] Result<const Model*> get(const std::filesystem::path& path);

    /// Uploads and files \p asset, already loaded from \p path, so that it is not read twice. Where
    /// a model of that path is here already, that one stays and is given, and \p asset goes.
    ///
    /// Valid:   as get().
    /// Failure: what the renderer says; nothing is filed then.
    [[nodiscard]] Result<const Model*> put(const std::filesystem::path& path,
                                           gltf::GltfAsset asset);

    /// The model at \p path if it is here; null otherwise.
    [[nodiscard]] const Model* find(const std::filesystem::path& path) const;

  private:
    render::Renderer* renderer_;
    gltf::ImportLimits limits_;
    Jobs* jobs_;
    std::map<std::string, std::unique_ptr<Model>> by_path_;  // keyed by weakly canonical path
};

}  // namespace diorama::spawn
