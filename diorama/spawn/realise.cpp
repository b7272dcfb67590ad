// SPDX-License-Identifier: MIT
#include "diorama/spawn/realise.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error_codes.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/spawn/asset_path.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

/// Realises one world; keeps which models have failed, so that each is reported and tried once.
class Realiser {
  public:
    Realiser(World& world, Models& models, const RealiseOptions& options)
        : world_(world), models_(models), options_(options) {}

    RealiseReport run() {
        // Adding components moves rows, so the entities are listed before any is touched.
        std::vector<Entity> entities;
        world_.for_each_entity([&](Entity entity) {
            if (world_.has<render::Renderable>(entity) || world_.has<motion::Skin>(entity))
                entities.push_back(entity);
        });
        for (const Entity entity : entities) {
            entity_ = entity;
            component_ = "Instances";
            check_instances();
            component_ = "Renderable";
            if (world_.has<render::Renderable>(entity)) realise_mesh(entity);
            component_ = "Skin";
            if (world_.has<motion::Skin>(entity)) realise_skin(entity);
        }
        return std::move(report_);
    }

  private:
    void check_instances() {
        const auto* const instances = world_.get<render::Instances>(entity_);
        if (instances == nullptr || instances->places.size() % render::Instances::kNumbers == 0)
            return;
        report(codes::instances_shape,
               "Instances has " + std::to_string(instances->places.size()) +
                   " numbers in places, expected a multiple of " +
                   std::to_string(render::Instances::kNumbers),
               "a place is a translation, a rotation of four and a scale");
    }

    void realise_mesh(Entity entity) {
        const render::Renderable source = *world_.get<render::Renderable>(entity);
        const Model* const model = model_of(source.asset);
        if (model == nullptr) return;
        const auto& meshes = model->uploaded.meshes;
        if (!check(source.asset, "mesh", source.mesh, meshes.size())) return;
        const auto& primitives = meshes[static_cast<std::size_t>(source.mesh)];
        if (!check(source.asset, "primitive", source.primitive, primitives.size())) return;
        const auto& materials = model->uploaded.materials;
        if (source.material != -1 &&
            !check(source.asset, "material", source.material, materials.size()))
            return;
        const std::uint32_t material = source.material == -1
                                           ? model->uploaded.default_material
                                           : materials[static_cast<std::size_t>(source.material)];
        const render::MeshRenderer renderer{primitives[static_cast<std::size_t>(source.primitive)],
                                            material, source.cast_shadows};
        if (world_.add(entity, renderer)) ++report_.renderables;
    }

    void realise_skin(Entity entity) {
        const motion::Skin& source = *world_.get<motion::Skin>(entity);
        const Model* const model = model_of(source.asset);
        if (model == nullptr) return;
        const auto& skins = model->asset.skins;
        if (!check(source.asset, "skin", source.skin, skins.size())) return;
        const auto& inverse_bind = skins[static_cast<std::size_t>(source.skin)].inverse_bind;
        if (source.joints.size() != inverse_bind.size()) {
            report(codes::index_range,
                   "skin has " + std::to_string(source.joints.size()) + " joints here, that of " +
                       source.asset + " has " + std::to_string(inverse_bind.size()),
                   "import the model again");
            return;
        }
        if (world_.add(entity, motion::SkinBinding{inverse_bind})) ++report_.skins;
    }

    const Model* model_of(const std::string& asset) {
        if (failed_.contains(asset)) return nullptr;
        const Result<std::filesystem::path> path =
            asset_path(options_.base, asset, options_.outside_base);
        Result<const Model*> model =
            path ? models_.get(*path) : Result<const Model*>(std::unexpected(path.error()));
        if (model) return *model;
        failed_.insert(asset);
        // The first carries the reference; the rest say for themselves where they are.
        Diagnostic first = as_diagnostic(model.error());
        const auto is_first = [code = first.code, where = first.where](const Diagnostic& each) {
            return each.code == code && each.where == where;
        };
        if (first.code == diorama::codes::file_not_found) {
            // It is the reference that is wrong, not the file.
            first.message += ": " + first.where;
            first.where.clear();
            first.hint =
                "references are relative to the scene's file: move it and its models together";
        } else if (!path) {
            first.where.clear();
        }
        if (!asset.empty()) first.message += "; the scene refers to it as " + asset;
        add(std::move(first));
        for (Diagnostic& each : model.error().diagnostics)
            if (!is_first(each)) add(std::move(each));
        return nullptr;
    }

    bool check(const std::string& asset, const char* what, std::int32_t index, std::size_t count) {
        if (index >= 0 && static_cast<std::size_t>(index) < count) return true;
        report(codes::index_range,
               std::string(what) + " index is " + std::to_string(index) + ", " + asset + " has " +
                   std::to_string(count),
               "the asset has changed since the scene was saved; import it again");
        return false;
    }

    void report(ErrorCode code, std::string message, std::string hint) {
        add({Severity::error, code, std::move(message), {}, std::move(hint)});
    }

    void add(Diagnostic diagnostic) {
        report_.diagnostics.push_back(std::move(diagnostic));
        report_.entities.push_back(entity_);
        report_.components.push_back(component_);
    }

    World& world_;
    Models& models_;
    const RealiseOptions& options_;
    RealiseReport report_;
    std::set<std::string> failed_;
    Entity entity_ = Entity::null();  // at hand
    std::string_view component_;      // of it
};

}  // namespace

RealiseReport realise(World& world, Models& models, const RealiseOptions& options) {
    return Realiser(world, models, options).run();
}

}  // namespace diorama::spawn
