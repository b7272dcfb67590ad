// SPDX-License-Identifier: MIT
/// \file
/// From saved references to things that can be drawn: RealiseOptions, RealiseReport, realise.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/spawn/model.hpp"

namespace diorama::spawn {

/// Where references lead.
struct RealiseOptions {
    std::filesystem::path base{};  ///< folder that asset paths are relative to
    bool outside_base = false;     ///< whether a path may climb out of it or be absolute
};

/// What realise() did.
struct RealiseReport {
    std::uint32_t renderables = 0;  ///< that can now be drawn
    std::uint32_t skins = 0;        ///< that can now bend
    /// References that lead nowhere, whose entities stay bare, and what is wrong with models. Only
    /// what is inside a model has a place of its own.
    std::vector<Diagnostic> diagnostics;
    std::vector<Entity> entities;              ///< per diagnostic: the first that it is about
    std::vector<std::string_view> components;  ///< and the name of the component of it
};

/// Gives every entity with a Renderable its MeshRenderer, and every one with a Skin its
/// SkinBinding, loading each model once through \p models.
///
/// Failure: never as a whole; each reference that fails is a diagnostic with its cause, once per
///          model, and the rest is realised. spawn-asset-outside for a path that may not be
///          followed; spawn-instances-shape for Instances whose places are not whole.
RealiseReport realise(World& world, Models& models, const RealiseOptions& options);

}  // namespace diorama::spawn
