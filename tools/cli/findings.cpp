// SPDX-License-Identifier: MIT
#include "findings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "diorama/document/error_codes.hpp"
#include "diorama/gltf/check.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/null_renderer.hpp"
#include "diorama/render/render_bridge.hpp"
#include "diorama/render/resource_ledger.hpp"
#include "diorama/render/scene2d_bridge.hpp"
#include "diorama/scene/mobility_diagnostics.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/spawn/asset_path.hpp"
#include "diorama/spawn/realise.hpp"
#include "diorama/spawn/scene_of_model.hpp"
#include "diorama/spawn/spawn_gltf.hpp"
#include "error_codes.hpp"
#include "framing.hpp"
#include "report.hpp"

namespace diorama::cli {
namespace {

// As many as a document lists of a kind.
constexpr std::size_t kMostRotations = 100;

/// An extension of materials that is read and that the reference renderer does not draw.
struct Layer {
    std::string_view extension;
    bool (*used)(const mesh::Material&);
};
constexpr Layer kUndrawn[]{
    {"KHR_materials_anisotropy", [](const mesh::Material& m) { return m.anisotropy.has_value(); }},
    {"KHR_materials_clearcoat", [](const mesh::Material& m) { return m.clearcoat.has_value(); }},
    {"KHR_materials_dispersion", [](const mesh::Material& m) { return m.dispersion.has_value(); }},
    {"KHR_materials_ior", [](const mesh::Material& m) { return m.ior.has_value(); }},
    {"KHR_materials_iridescence",
     [](const mesh::Material& m) { return m.iridescence.has_value(); }},
    {"KHR_materials_sheen", [](const mesh::Material& m) { return m.sheen.has_value(); }},
    {"KHR_materials_specular", [](const mesh::Material& m) { return m.specular.has_value(); }},
    {"KHR_materials_transmission",
     [](const mesh::Material& m) { return m.transmission.has_value(); }},
    {"KHR_materials_volume", [](const mesh::Material& m) { return m.volume.has_value(); }},
};

/// Adds a warning for each layer that materials of \p asset, the file \p path, use.
void add_undrawn(const gltf::GltfAsset& asset, const std::filesystem::path& path,
                 std::vector<Diagnostic>& found) {
    for (const Layer& layer : kUndrawn) {
        const auto users = std::ranges::count_if(
            asset.materials,
            [&](const gltf::GltfMaterial& each) { return layer.used(each.material); });
        if (users == 0) continue;
        found.push_back(
            {Severity::warning,
             codes::not_drawn,
             (users == 1 ? "1 material uses " : std::to_string(users).append(" materials use "))
                 .append(layer.extension)
                 .append(", which is read and not drawn"),
             path.string(),
             {}});
    }
}

/// What keeps \p stage, the file \p path, whose models are realised, from being drawn, framed and
/// through each of its cameras; and what a bridge tells of it.
std::vector<Diagnostic> drawing_findings(Stage& stage, const std::filesystem::path& path,
                                         render::NullRenderer& renderer,
                                         const spawn::Models& models) {
    constexpr float kAspect = 16.0f / 9;  // as `render` has it where it is not told
    propagate_transforms(stage.world);
    motion::update_joint_palettes(stage.world);
    render::RenderScene scene;
    std::vector<Diagnostic> found = broken_promises(stage, path, [&] {
        const render::Camera camera = framing_camera(stage.world, models, stage.base, kAspect);
        render::RenderBridge().build_from(stage.world, camera, scene);
    });
    const auto add = [&](const Error& error, std::string where) {
        Diagnostic each = as_diagnostic(error);
        each.where = std::move(where);
        found.push_back(std::move(each));
    };
    const auto boxes = render::Scene2dBridge(renderer).build(stage.world, scene);
    if (!boxes) add(boxes.error(), path.string());
    if (const Result<> drawn = renderer.draw(scene); !drawn) add(drawn.error(), path.string());
    stage.world.for_each_entity([&](Entity entity) {
        const auto* const lens = stage.world.get<render::CameraComponent>(entity);
        if (lens == nullptr) return;
        if (const Result<> ok = render::check_camera(render::camera_at(*lens, mat4(1.0f))); !ok)
            add(ok.error(), camera_place(stage, path, entity));
    });
    return found;
}

/// The same with what keeps references from being realised.
std::vector<Diagnostic> realised_findings(Stage& stage, const std::filesystem::path& path,
                                          render::NullRenderer& renderer, spawn::Models& models) {
    std::vector<Diagnostic> found = placed_diagnostics(
        stage, path,
        spawn::realise(stage.world, models, {.base = stage.base, .outside_base = true}));
    add_new(found, drawing_findings(stage, path, renderer, models));
    return found;
}

/// \p more, found of \p stage, without cameras that \p known says something wrong of already: in
/// the model \p asset, file \p path, they have a place of their own.
std::vector<Diagnostic> without_known_cameras(std::vector<Diagnostic> more, const Stage& stage,
                                              const gltf::GltfAsset& asset,
                                              const std::filesystem::path& path,
                                              const std::vector<Diagnostic>& known) {
    for (std::size_t n = 0; n < stage.entities.size(); ++n) {
        if (stage.entities[n].is_null() || asset.nodes[n].camera < 0) continue;
        const std::string at =
            path.string() + "#/cameras/" + std::to_string(asset.nodes[n].camera) + "/";
        if (std::ranges::none_of(known, [&](const Diagnostic& each) {
                return each.severity == Severity::error && each.where.starts_with(at);
            }))
            continue;
        const std::string place = camera_place(stage, path, stage.entities[n]);
        std::erase_if(more, [&](const Diagnostic& each) { return each.where == place; });
    }
    return more;
}

}  // namespace

void add_new(std::vector<Diagnostic>& found, std::vector<Diagnostic> more) {
    const std::size_t known = found.size();
    for (Diagnostic& each : more) {
        const auto end = found.begin() + static_cast<std::ptrdiff_t>(known);
        const bool twice = std::any_of(found.begin(), end, [&](const Diagnostic& other) {
            return other.code == each.code && other.where == each.where;
        });
        if (!twice) found.push_back(std::move(each));
    }
}

std::string camera_place(const Stage& stage, const std::filesystem::path& path, Entity entity) {
    return where_of(stage, path, entity, "CameraComponent") + (stage.model ? "/camera" : "");
}

std::vector<Diagnostic> drawing_notes(Stage& stage, const spawn::Models& models, bool told) {
    std::set<std::string> assets;
    stage.world.for_each_entity([&](Entity entity) {
        if (const auto* part = stage.world.get<render::Renderable>(entity))
            assets.insert(part->asset);
    });
    std::vector<Diagnostic> found;
    for (const std::string& asset : assets) {
        const auto path = spawn::asset_path(stage.base, asset, true);
        const spawn::Model* const model = path ? models.find(*path) : nullptr;
        if (model == nullptr) continue;
        if (!told)
            found.insert(found.end(), model->asset.diagnostics.begin(),
                         model->asset.diagnostics.end());
        add_undrawn(model->asset, *path, found);
    }
    return found;
}

std::vector<Diagnostic> model_findings(const std::filesystem::path& path,
                                       std::function<bool(std::size_t, std::size_t)> progress) {
    std::vector<Diagnostic> found = gltf::check(path);
    // Images of KTX2 were decoded by then, each level for itself and within the same bounds.
    Result<gltf::GltfAsset> asset =
        gltf::load(path, {.ktx2 = false, .progress = std::move(progress)});
    if (!asset) {
        add_new(found, all_diagnostics(asset.error()));
        return found;
    }
    add_new(found, std::move(asset->diagnostics));
    const auto add = [&](Severity severity, const Result<>& done) {
        if (done) return;
        Diagnostic each = as_diagnostic(done.error());
        each.severity = severity;
        each.where.insert(0, path.string());
        found.push_back(std::move(each));
    };
    if (const Result<> spawned = spawn::check_spawn(*asset); !spawned) {
        add(Severity::error, spawned);
        return found;
    }
    add(Severity::warning, spawn::check_saving(*asset));
    Result<Stage> stage = stage_of(std::move(*asset), path);
    if (!stage) {
        add_new(found, all_diagnostics(stage.error()));
        return found;
    }
    // As `render` goes about it.
    render::NullRenderer renderer;
    spawn::Models models(renderer);
    if (const auto put = models.put(path, std::move(*stage->model)); !put)
        add(Severity::error, std::unexpected(put.error()));
    else
        add_new(found, without_known_cameras(realised_findings(*stage, path, renderer, models),
                                             *stage, models.find(path)->asset, path, found));
    return found;
}

std::vector<Diagnostic> placed_diagnostics(const Stage& stage, const std::filesystem::path& path,
                                           spawn::RealiseReport report) {
    for (std::size_t i = 0; i < report.diagnostics.size(); ++i) {
        std::string& where = report.diagnostics[i].where;
        if (where.empty()) where = where_of(stage, path, report.entities[i], report.components[i]);
    }
    return std::move(report.diagnostics);
}

std::vector<Diagnostic> broken_promises(Stage& stage, const std::filesystem::path& path,
                                        const std::function<void()>& build) {
    std::vector<Diagnostic> found;
    const std::uint32_t promises =
        subscribe_mobility_diagnostics(stage.world, [&](const MobilityDiagnostic& each) {
            found.push_back({Severity::warning, each.code, each.message,
                             where_of(stage, path, each.entity), each.hint});
        });
    build();
    unsubscribe_mobility_diagnostics(stage.world, promises);
    return found;
}

std::vector<Diagnostic> reference_findings(Stage& stage, const std::filesystem::path& path) {
    render::NullRenderer renderer;
    spawn::Models models(renderer);
    return realised_findings(stage, path, renderer, models);
}

std::vector<Diagnostic> rotation_findings(const document::SceneDoc& doc) {
    // Three digits by hand are near enough: a stretch by half a percent is the most they cost.
    constexpr double kTolerance = 0.005;
    std::vector<Diagnostic> found;
    std::size_t others = 0;
    for (std::size_t i = 0; i < doc.entities.size(); ++i) {
        const document::ComponentRecord* const placed = doc.entities[i].find("Transform");
        const document::Field* const field = placed != nullptr ? placed->find("rotation") : nullptr;
        if (field == nullptr || field->kind() != document::FieldKind::floats) continue;
        const document::FieldValue value = field->value();
        double square = 0;
        for (const float each : std::get<std::span<const float>>(value))
            square += double{each} * double{each};
        const double length = std::sqrt(square);
        if (!std::isfinite(length) || std::abs(length - 1) <= kTolerance) continue;
        if (found.size() == kMostRotations) {
            ++others;
            continue;
        }
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), length,
                                       std::chars_format::general, 4);
        found.push_back({Severity::warning, codes::rotation_length,
                         "entity " + std::to_string(i) + ", `Transform`: rotation has length " +
                             std::string(digits.data(), end.ptr) + ", expected 1",
                         doc.where(*placed, field->place()),
                         length == 0 ? "none at all is [0.0,0.0,0.0,1.0]; what is there turns "
                                       "nothing either"
                                     : "it is used as it is, not normalised, so that it also "
                                       "stretches what it turns: divide it by its length"});
    }
    if (others > 0)
        found.push_back({Severity::info,
                         document::codes::more_faults,
                         std::to_string(others) + " more rotations are not of unit length",
                         doc.source,
                         {}});
    return found;
}

}  // namespace diorama::cli
