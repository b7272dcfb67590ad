// SPDX-License-Identifier: MIT
#include "diorama/spawn/instantiate.hpp"

#include <string>
#include <utility>

#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/render_bridge.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

/// Whether \p uploaded has an index for every part of \p asset.
Result<> check_uploaded(const gltf::GltfAsset& asset, const UploadedGltf& uploaded) {
    const auto differ = [](const char* what, std::size_t found, std::size_t expected,
                           std::string where) {
        return fail(codes::index_range,
                    std::to_string(found) + " " + what + " are uploaded, the asset has " +
                        std::to_string(expected),
                    std::move(where), "pass what upload_gltf() gave for this asset");
    };
    if (uploaded.materials.size() != asset.materials.size())
        return differ("materials", uploaded.materials.size(), asset.materials.size(), "/materials");
    if (uploaded.meshes.size() != asset.meshes.size())
        return differ("meshes", uploaded.meshes.size(), asset.meshes.size(), "/meshes");
    for (std::size_t i = 0; i < asset.meshes.size(); ++i)
        if (uploaded.meshes[i].size() != asset.meshes[i].primitives.size())
            return differ("primitives", uploaded.meshes[i].size(),
                          asset.meshes[i].primitives.size(), "/meshes/" + std::to_string(i));
    return {};
}

/// What realise() adds, with the indices at hand.
void add_drawables(World& world, const gltf::GltfAsset& asset, const UploadedGltf& uploaded,
                   const std::vector<Entity>& primitives) {
    for (const Entity entity : primitives) {
        const render::Renderable source = *world.get<render::Renderable>(entity);
        const auto mesh = static_cast<std::size_t>(source.mesh);
        const auto primitive = static_cast<std::size_t>(source.primitive);
        const std::uint32_t material =
            source.material < 0 ? uploaded.default_material
                                : uploaded.materials[static_cast<std::size_t>(source.material)];
        (void)world.add(entity, render::MeshRenderer{uploaded.meshes[mesh][primitive], material,
                                                     source.cast_shadows});
        if (const auto* const skin = world.get<motion::Skin>(entity); skin != nullptr) {
            const auto index = static_cast<std::size_t>(skin->skin);
            (void)world.add(entity, motion::SkinBinding{asset.skins[index].inverse_bind});
        }
    }
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

/// Puts \p shown behind what \p scene holds already.
void append(render::RenderScene& scene, render::RenderScene shown) {
    const auto joints = static_cast<std::uint32_t>(scene.joints.size());
    const auto weights = static_cast<std::uint32_t>(scene.morph_weights.size());
    for (render::RenderInstance& each : shown.instances) {
        if (each.joint_count != 0) each.joint_offset += joints;
        if (each.morph_count != 0) each.morph_offset += weights;
    }
    append(scene.instances, shown.instances);
    append(scene.lights, shown.lights);
    append(scene.joints, shown.joints);
    append(scene.morph_weights, shown.morph_weights);
}

}  // namespace

Result<Instantiated> instantiate(const gltf::GltfAsset& asset, const UploadedGltf& uploaded,
                                 render::RenderScene& scene, const SpawnOptions& options) {
    if (Result<> same = check_uploaded(asset, uploaded); !same)
        return std::unexpected(std::move(same.error()));
    SpawnOptions spawning = options;
    spawning.instancing = Instancing::renderable;
    // A World of its own, so that there is one meaning of a node's place, of a node reached twice
    // and of a hidden one.
    World world;
    Result<SpawnedGltf> spawned = spawn_gltf(world, asset, spawning);
    if (!spawned) return std::unexpected(std::move(spawned.error()));
    add_drawables(world, asset, uploaded, spawned->primitive_entities);
    propagate_transforms(world);
    motion::update_joint_palettes(world);
    render::RenderScene shown;
    const render::BridgeReport report =
        render::RenderBridge().build_from(world, scene.camera, shown);
    append(scene, std::move(shown));
    return Instantiated{report.instances, report.lights, std::move(spawned->diagnostics)};
}

}  // namespace diorama::spawn
