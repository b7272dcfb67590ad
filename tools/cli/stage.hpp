// SPDX-License-Identifier: MIT
/// \file
/// A file as a world, whatever kind it is: FileKind, kind_of, name_of_kind, scene_registry, Stage,
/// place_of, where_of, stage_of, open_stage.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/gltf/asset.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/spawn/spawn_gltf.hpp"

namespace diorama::cli {

/// What a file is, by its first bytes or else its extension.
enum class FileKind { gltf, scene_text, scene_binary };

/// Tells what \p path is. Anything that is not a scene is taken for glTF, whose reader says best
/// what is wrong with it.
[[nodiscard]] Result<FileKind> kind_of(const std::filesystem::path& path);

/// What \p path is, for people, by its first bytes: `a JSON text`, or `no scene` where they don't
/// tell.
[[nodiscard]] std::string name_of_kind(const std::filesystem::path& path);

/// A registry of every component that a scene file may hold here.
[[nodiscard]] document::SceneRegistry scene_registry();

/// A file, spawned and placed.
struct Stage {
    World world;
    std::filesystem::path base;  ///< folder that asset paths are relative to
    std::optional<gltf::Document>
        document;  ///< the model's, where images of it are yet to be decoded
    std::optional<gltf::GltfAsset> model;  ///< the file itself where it is a model
    std::vector<Entity> entities;          ///< per glTF node (null outside the scene) or record
    std::vector<Diagnostic> diagnostics;   ///< what was found and was not fatal
    const document::SceneDoc* doc = {};    ///< StageOptions::doc
};

/// Where in its file \p entity stands: `/nodes/3` of a model, `entity 3` of a scene; empty for one
/// that neither has, such as a model's root.
[[nodiscard]] std::string place_of(const Stage& stage, Entity entity);

/// The same as messages have it, behind the file \p path; the file alone where there is no place.
[[nodiscard]] std::string where_of(const Stage& stage, const std::filesystem::path& path,
                                   Entity entity);

/// The line or byte of the scene \p path at which \p component of \p entity stands, for messages;
/// where_of() where it has none.
[[nodiscard]] std::string where_of(const Stage& stage, const std::filesystem::path& path,
                                   Entity entity, std::string_view component);

/// How to open.
struct StageOptions {
    bool images = false;      ///< decode them; only drawing needs it
    std::int32_t scene = -1;  ///< of a model; -1 for its default
    std::string variant{};    ///< of a model, by name; empty for none
    spawn::Instancing instancing = spawn::Instancing::entities;  ///< of a model
    bool ktx2 = true;      ///< of a model, with images: decode those of KTX2 too
    Jobs* jobs = nullptr;  ///< decodes images, where there are any
    /// Told of a model how many of how many parts are loaded; see gltf::LoadOptions::progress.
    std::function<bool(std::size_t done, std::size_t total)> progress{};
    bool saved = false;                  ///< of a model: for a scene file, which holds less than it
    bool best_effort = false;            ///< of a model: leaves out what is wrong with it
    const document::SceneDoc* doc = {};  ///< of a scene: what its file holds; null to read it
    std::filesystem::path asset_base{};  ///< where the scene will lie; the file's folder when empty
};

/// \p asset, loaded from \p path, as open_stage() spawns it; not placed yet.
///
/// Failure: spawn::spawn_gltf()'s.
[[nodiscard]] Result<Stage> stage_of(gltf::GltfAsset asset, const std::filesystem::path& path);

/// Opens \p path, spawns it into an empty world and places everything.
[[nodiscard]] Result<Stage> open_stage(const std::filesystem::path& path,
                                       const StageOptions& options = {});

}  // namespace diorama::cli
