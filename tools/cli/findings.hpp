// SPDX-License-Identifier: MIT
/// \file
/// What `check` finds beyond what reading a file says: add_new, model_findings, placed_diagnostics,
/// camera_place, reference_findings, rotation_findings; and what `render` says beyond its picture:
/// broken_promises, drawing_notes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/spawn/model.hpp"
#include "diorama/spawn/realise.hpp"
#include "stage.hpp"

namespace diorama::cli {

/// Appends those of \p more whose code and place \p found does not have: the same fault, whatever
/// the words, where two steps have looked.
void add_new(std::vector<Diagnostic>& found, std::vector<Diagnostic> more);

/// Every fault of the glTF file at \p path: gltf::check()'s and whatever else keeps `import` and
/// `render` from reading all of it, images decoded. \p progress: see gltf::LoadOptions.
[[nodiscard]] std::vector<Diagnostic> model_findings(
    const std::filesystem::path& path,
    std::function<bool(std::size_t done, std::size_t total)> progress = {});

/// The diagnostics of \p report, which is of \p stage, the file \p path: what has no place is
/// where the component stands that it is about.
[[nodiscard]] std::vector<Diagnostic> placed_diagnostics(const Stage& stage,
                                                         const std::filesystem::path& path,
                                                         spawn::RealiseReport report);

/// Where the camera of \p entity is, for messages about \p stage, the file \p path.
[[nodiscard]] std::string camera_place(const Stage& stage, const std::filesystem::path& path,
                                       Entity entity);

/// Promises about motion in \p stage, the file \p path, that \p build finds broken: what a
/// RenderBridge tells while it builds.
[[nodiscard]] std::vector<Diagnostic> broken_promises(Stage& stage,
                                                      const std::filesystem::path& path,
                                                      const std::function<void()>& build);

/// What keeps \p stage, the file \p path, from being drawn: models that can't be read, parts that
/// they don't have. Needs no GPU.
[[nodiscard]] std::vector<Diagnostic> reference_findings(Stage& stage,
                                                         const std::filesystem::path& path);

/// A warning for each Transform of \p doc whose rotation is not of unit length.
[[nodiscard]] std::vector<Diagnostic> rotation_findings(const document::SceneDoc& doc);

/// What the picture of \p stage does not show, once per model: extensions that are read and not
/// drawn and, unless \p told already, what loading the model has found.
[[nodiscard]] std::vector<Diagnostic> drawing_notes(Stage& stage, const spawn::Models& models,
                                                    bool told);

}  // namespace diorama::cli
