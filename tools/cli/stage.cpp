// SPDX-License-Identifier: MIT
#include "stage.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "diorama/core/file.hpp"
#include "diorama/core/signature.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/render/scene2d_bridge.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene2d/components.hpp"
#include "diorama/scene2d/plugin.hpp"
#include "diorama/spawn/asset_path.hpp"
#include "diorama/spawn/error_codes.hpp"
#include "diorama/spawn/register_components.hpp"
#include "diorama/spawn/scene_of_model.hpp"
#include "diorama/spawn/spawn_gltf.hpp"
#include "output.hpp"

namespace diorama::cli {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& file) {
    const fs::path folder = file.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

void append(std::vector<Diagnostic>& to, std::vector<Diagnostic> from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// The index of the first variant of \p asset, file \p file, that is called \p name.
Result<std::int32_t> variant_named(const gltf::GltfAsset& asset, const std::string& name,
                                   const std::string& file) {
    const auto found = std::ranges::find(asset.variants, name);
    if (found != asset.variants.end())
        return static_cast<std::int32_t>(found - asset.variants.begin());
    std::string known;
    for (const std::string& each : asset.variants)
        known.append(known.empty() ? "" : ", ").append(each);
    return fail(spawn::codes::variant_range,
                "no variant is called " + name + ", the model has " +
                    (known.empty() ? std::string("none") : known),
                file);
}

/// Whether a texture of \p asset has no pixels yet.
bool lacks_pixels(const gltf::GltfAsset& asset) {
    return std::ranges::any_of(asset.textures, [&](const gltf::GltfTexture& texture) {
        return texture.image >= 0 &&
               asset.images[static_cast<std::size_t>(texture.image)].image.empty();
    });
}

/// \p stage with what \p asset, the file \p path, spawns.
Result<Stage> spawn_model(Stage stage, gltf::GltfAsset asset, const fs::path& path,
                          const StageOptions& options) {
    spawn::SpawnOptions spawning;
    spawning.asset = spawn::asset_reference(stage.base, path);
    // A scene has the roots that the model's scene has, so that an export of it has them again.
    spawning.root = !options.saved;
    spawning.root_name = path.filename().string();
    spawning.scene = options.scene;
    spawning.instancing = options.instancing;
    if (!options.variant.empty()) {
        const Result<std::int32_t> variant = variant_named(asset, options.variant, path.string());
        if (!variant) return std::unexpected(variant.error());
        spawning.variant = *variant;
    }
    if (options.saved) {
        if (Result<> saveable = spawn::check_saving(asset, spawning); !saveable) {
            saveable.error().where.insert(0, path.string());
            return std::unexpected(std::move(saveable.error()));
        }
    }
    Result<spawn::SpawnedGltf> spawned = spawn::spawn_gltf(stage.world, asset, spawning);
    if (!spawned) {
        spawned.error().where = path.string() + spawned.error().where;
        return std::unexpected(std::move(spawned.error()));
    }
    for (Diagnostic& diagnostic : spawned->diagnostics)
        diagnostic.where = path.string() + diagnostic.where;
    append(stage.diagnostics, std::move(spawned->diagnostics));
    if (options.saved)
        for (Diagnostic& each : spawn::left_in_model(asset, options.scene)) {
            each.where = path.string();
            stage.diagnostics.push_back(std::move(each));
        }
    stage.entities = std::move(spawned->node_entities);
    stage.model = std::move(asset);
    return stage;
}

Result<Stage> open_model(const fs::path& path, const StageOptions& options) {
    Stage stage;
    stage.base = options.asset_base.empty() ? folder_of(path) : options.asset_base;
    gltf::LoadOptions load;
    load.images = options.images;
    load.ktx2 = options.ktx2;
    load.jobs = options.jobs;
    load.progress = options.progress;
    gltf::ImportLimits limits;
    limits.best_effort = options.best_effort;
    Result<gltf::Document> document = gltf::parse(path, limits);
    if (!document) return std::unexpected(std::move(document.error()));
    Result<gltf::GltfAsset> asset = gltf::decode(*document, load);
    if (!asset) return std::unexpected(std::move(asset.error()));
    stage.diagnostics = asset->diagnostics;
    // Of a great file it takes as much memory as the asset, and nobody needs it any more.
    stage.document = std::move(*document);
    if (!options.images || !lacks_pixels(*asset)) stage.document.reset();
    return spawn_model(std::move(stage), std::move(*asset), path, options);
}

Result<Stage> open_scene(const fs::path& path, const StageOptions& options) {
    Stage stage;
    stage.base = folder_of(path);
    stage.doc = options.doc;
    const document::SceneRegistry registry = scene_registry();
    Result<document::SceneDoc> doc = options.doc != nullptr
                                         ? Result<document::SceneDoc>(*options.doc)
                                         : document::read_file(path);
    if (!doc) return std::unexpected(std::move(doc.error()));
    stage.diagnostics = std::move(doc->warnings);
    const auto failed = [&](Error error) {
        if (error.diagnostics.empty()) error.diagnostics.push_back(as_diagnostic(error));
        append(error.diagnostics, std::move(stage.diagnostics));  // what reading has warned of
        return std::unexpected(std::move(error));
    };
    if (Result<> migrated = registry.migrate(*doc); !migrated)
        return failed(std::move(migrated.error()));
    Result<std::vector<Entity>> entities =
        registry.instantiate(stage.world, *doc, &stage.diagnostics);
    if (!entities) return failed(std::move(entities.error()));
    stage.entities = std::move(*entities);
    return stage;
}

/// \p entity as a person knows it from the file: `entity 3 `lamp``, `/nodes/3 `lamp``.
std::string called(const Stage& stage, Entity entity) {
    std::string text = place_of(stage, entity);
    if (text.empty()) text = "an entity of no number";
    const Name* const name = stage.world.get<Name>(entity);
    if (name != nullptr && !name->value.empty())
        text.append(" ").append(document::excerpt(name->value));
    return text;
}

std::string counted(std::uint32_t count, std::string_view one, std::string_view many) {
    return std::to_string(count).append(" ").append(count == 1 ? one : many);
}

/// The faults of \p report, each at the first entity that has it, in the file's words: the handles
/// that the report has mean nothing to whoever sees only the file.
std::vector<Diagnostic> placed(const PropagationReport& report, const Stage& stage,
                               const fs::path& path) {
    std::vector<Diagnostic> found = report.diagnostics();
    const auto& broken = report.first_broken;
    const auto& cycle = report.first_cycle;
    const auto& nonfinite = report.first_nonfinite;
    for (Diagnostic& each : found) {
        if (broken && broken->code == each.code) {
            const bool lives = stage.world.alive(broken->parent);
            each.message = counted(report.orphaned, "entity hangs", "entities hang") +
                           " under nothing; the first is " + called(stage, broken->entity) +
                           ", whose parent " +
                           (lives ? called(stage, broken->parent) + " has no Transform"
                                  : std::string("is not there"));
            each.where = where_of(stage, path, broken->entity, "ChildOf");
        } else if (cycle && cycle->code == each.code) {
            each.where = where_of(stage, path, cycle->entity, "ChildOf");
        } else if (nonfinite && nonfinite->code == each.code) {
            each.message = counted(report.nonfinite, "placement holds", "placements hold") +
                           " a NaN or an infinity; the first is that of " +
                           called(stage, nonfinite->entity);
            each.where = where_of(stage, path, nonfinite->entity, "Transform");
        }
    }
    return found;
}

}  // namespace

Result<FileKind> kind_of(const fs::path& path) {
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) return std::unexpected(file.error());
    std::string_view head(reinterpret_cast<const char*>(file->bytes().data()),
                          std::min<std::size_t>(file->bytes().size(), 64));
    if (head.starts_with("CSCN")) return FileKind::scene_binary;
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    if (head.starts_with("cinder-scene")) return FileKind::scene_text;
    // A damaged scene has lost its first bytes; its reader then says best what is wrong.
    const std::string extension = lower_extension(path);
    if (extension == ".cscn") return FileKind::scene_text;
    if (extension == ".cscnb") return FileKind::scene_binary;
    return FileKind::gltf;
}

std::string name_of_kind(const fs::path& path) {
    const Result<MappedFile> file = MappedFile::open(path);
    const std::optional<Signature> kind = file ? signature_of(file->bytes()) : std::nullopt;
    return std::string(kind ? kind->name : "no scene");
}

document::SceneRegistry scene_registry() {
    document::SceneRegistry registry;
    spawn::register_components(registry);
    scene2d::register_scene2d_components(registry);
    (void)registry.add<render::Box2>();  // its name is ours, and no other's here
    // A program's own components are no fault of the scene: they stay as they are.
    registry.set_unknown(document::UnknownPolicy::keep);
    // Nor is a version that its migrations have raised, of which none is known here.
    registry.set_newer(document::NewerPolicy::take);
    return registry;
}

std::string place_of(const Stage& stage, Entity entity) {
    const auto found = std::ranges::find(stage.entities, entity);
    if (found == stage.entities.end()) return {};
    const std::string number = std::to_string(found - stage.entities.begin());
    return std::string(stage.model ? "/nodes/" : "entity ").append(number);
}

std::string where_of(const Stage& stage, const fs::path& path, Entity entity) {
    const std::string place = place_of(stage, entity);
    if (place.empty()) return path.string();
    return path.string() + (stage.model ? "#" : ": ") + place;
}

std::string where_of(const Stage& stage, const fs::path& path, Entity entity,
                     std::string_view component) {
    const auto found = std::ranges::find(stage.entities, entity);
    if (stage.model || found == stage.entities.end()) return where_of(stage, path, entity);
    // Read again only to name a fault: a scene kept beside its world would be held twice.
    Result<document::SceneDoc> again;
    if (stage.doc == nullptr) again = document::read_file(path);
    if (stage.doc == nullptr && !again) return where_of(stage, path, entity);
    const document::SceneDoc& doc = stage.doc != nullptr ? *stage.doc : *again;
    const auto index = static_cast<std::size_t>(found - stage.entities.begin());
    const document::ComponentRecord* const record =
        index < doc.entities.size() ? doc.entities[index].find(component) : nullptr;
    return record != nullptr ? doc.where(*record) : where_of(stage, path, entity);
}

Result<Stage> stage_of(gltf::GltfAsset asset, const fs::path& path) {
    Stage stage;
    stage.base = folder_of(path);
    return spawn_model(std::move(stage), std::move(asset), path, {});
}

Result<Stage> open_stage(const fs::path& path, const StageOptions& options) {
    const Result<FileKind> kind = kind_of(path);
    if (!kind) return std::unexpected(kind.error());
    Result<Stage> stage =
        *kind == FileKind::gltf ? open_model(path, options) : open_scene(path, options);
    if (stage) {
        append(stage->diagnostics, placed(propagate_transforms(stage->world), *stage, path));
        scene2d::Scratch2 scratch;
        const scene2d::Propagated2 report = scene2d::propagate2(scratch, stage->world);
        append(stage->diagnostics, scene2d::diagnostics(report, stage->world));
    }
    return stage;
}

}  // namespace diorama::cli
