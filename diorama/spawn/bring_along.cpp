// SPDX-License-Identifier: MIT
#include "diorama/spawn/detail/bring_along.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/gltf/unknown_extensions.hpp"
#include "diorama/scene/hierarchy.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/spawn/detail/node_match.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn::detail {
namespace {

using gltf::GltfAsset;

/// An animation pointer taken apart: an element of a list, and what of it.
struct ElementPointer {
    std::string_view list;  ///< with the slashes around it: `/materials/`
    std::int32_t index = -1;
    std::string_view rest;  ///< empty, or from a slash on
};

constexpr std::string_view kNodes = "/nodes/";
constexpr std::string_view kMeshes = "/meshes/";
constexpr std::string_view kMaterials = "/materials/";
constexpr std::string_view kCameras = "/cameras/";
constexpr std::string_view kLights = "/extensions/KHR_lights_punctual/lights/";

/// \p pointer taken apart; nothing where it leads to no element of a list that is known here.
std::optional<ElementPointer> taken_apart(std::string_view pointer) {
    for (const std::string_view list : {kNodes, kMeshes, kMaterials, kCameras, kLights}) {
        if (!pointer.starts_with(list)) continue;
        const std::string_view number = pointer.substr(list.size());
        ElementPointer out{list, -1, {}};
        const auto [end, code] =
            std::from_chars(number.data(), number.data() + number.size(), out.index);
        out.rest = number.substr(static_cast<std::size_t>(end - number.data()));
        const bool leading_zero = number.size() > 1 && number[0] == '0' && number[1] != '/';
        if (code != std::errc{} || out.index < 0 || leading_zero ||
            (!out.rest.empty() && out.rest[0] != '/'))
            return std::nullopt;
        return out;
    }
    return std::nullopt;
}

std::string numbered(std::string_view list, std::int32_t index) {
    return std::string(list).append(std::to_string(index));
}

/// One model of the world: where its nodes stand, and what of it was left out.
class ModelParts {
  public:
    ModelParts(ModelLibrary& library, const std::map<Entity, std::int32_t>& node_of,
               const std::string& reference, const GltfAsset& model, ExportedWorld& out)
        : library_(library), node_of_(node_of), reference_(reference), model_(model), out_(out) {}

    /// Brings along what belongs to the place where \p found stands.
    void bring(const NodesFound& found) {
        places_.assign(found.entities.size(), -1);
        for (std::size_t n = 0; n < places_.size(); ++n)
            if (!found.entities[n].is_null()) places_[n] = node_of_.at(found.entities[n]);
        for (std::size_t n = 0; n < places_.size(); ++n)
            if (places_[n] >= 0) bring_node(n);
        for (std::size_t a = 0; a < model_.animations.size(); ++a)
            bring_animation(a);
    }

    /// Warns of the channels that had nothing to drive.
    void report() {
        if (lost_channels_ == 0) return;
        out_.diagnostics.push_back(
            {Severity::warning, codes::export_left_out,
             "found " + std::to_string(lost_channels_) +
                 (lost_channels_ == 1 ? " animation channel that drives"
                                      : " animation channels that drive") +
                 " what is not in the scene" + (lost_channels_ == 1 ? ", " : ", the first ") +
                 first_lost_ + (lost_channels_ == 1 ? "; it is left out" : "; they are left out"),
             reference_, "export the model itself: that keeps them"});
    }

  private:
    void bring_node(std::size_t index) {
        const gltf::GltfNode& from = model_.nodes[index];
        gltf::GltfNode& to = out_.asset.nodes[static_cast<std::size_t>(places_[index])];
        to.extras = from.extras;
        const std::string pointer = numbered(kNodes, static_cast<std::int32_t>(index));
        // Instances that have become nodes of their own have no place for what they carried.
        const bool apart = from.instances && !to.instances;
        library_.notes().take(reference_, pointer, numbered(kNodes, places_[index]),
                              apart ? pointer + "/extensions/EXT_mesh_gpu_instancing" : "");
        if (from.camera >= 0 && to.camera >= 0)
            label(model_.cameras[static_cast<std::size_t>(from.camera)],
                  out_.asset.cameras[static_cast<std::size_t>(to.camera)],
                  numbered(kCameras, from.camera), numbered(kCameras, to.camera));
        if (from.light >= 0 && to.light >= 0)
            label(model_.lights[static_cast<std::size_t>(from.light)],
                  out_.asset.lights[static_cast<std::size_t>(to.light)],
                  numbered(kLights, from.light), numbered(kLights, to.light));
    }

    template <class T>
    void label(const T& from, T& to, const std::string& pointer, const std::string& place) {
        to.name = from.name;
        to.extras = from.extras;
        library_.notes().take(reference_, pointer, place);
    }

    void bring_animation(std::size_t index) {
        const gltf::GltfAnimation& source = model_.animations[index];
        gltf::GltfAnimation made;
        made.name = source.name;
        made.extras = source.extras;
        // Channels are numbered with the pointers after them, in both.
        std::vector<std::pair<std::size_t, std::size_t>> kept;
        for (std::size_t c = 0; c < source.channels.size(); ++c) {
            anim::Channel channel = source.channels[c];
            if (!place_channel(channel)) {
                lose(index, property_of(source.channels[c]));
                continue;
            }
            kept.emplace_back(c, made.channels.size());
            made.channels.push_back(std::move(channel));
        }
        for (std::size_t p = 0; p < source.pointers.size(); ++p) {
            const std::size_t from = source.channels.size() + p;
            const std::vector<std::string> leads = placed(source.pointers[p]);
            if (leads.empty()) lose(index, source.pointers[p].pointer);
            for (const std::string& lead : leads) {
                kept.emplace_back(from, made.channels.size() + made.pointers.size());
                made.pointers.push_back(source.pointers[p]);
                made.pointers.back().pointer = lead;
            }
        }
        made.duration = anim::duration_of(made.channels);
        for (const gltf::GltfPointerChannel& each : made.pointers)
            if (!each.times.empty()) made.duration = std::max(made.duration, each.times.back());
        const std::size_t place = out_.asset.animations.size();
        for (const auto& [from, to] : kept)
            library_.notes().take(reference_, channel_pointer(index, from),
                                  channel_pointer(place, to));
        out_.asset.animations.push_back(std::move(made));
    }

    static std::string channel_pointer(std::size_t animation, std::size_t channel) {
        return "/animations/" + std::to_string(animation) + "/channels/" + std::to_string(channel);
    }

    /// What \p channel drives, as a pointer into the model.
    static std::string property_of(const anim::Channel& channel) {
        constexpr std::array<std::string_view, 4> kPaths{"/translation", "/rotation", "/scale",
                                                         "/weights"};
        return numbered(kNodes, static_cast<std::int32_t>(channel.node))
            .append(kPaths[static_cast<std::size_t>(channel.path)]);
    }

    /// Notes that \p property is not driven here; empty for what only an extension knows. The
    /// channel's number would say less: those of the asset are not those of the file.
    void lose(std::size_t animation, std::string_view property) {
        if (lost_channels_++ > 0) return;
        first_lost_ = std::string(property.empty() ? "what an extension names" : property)
                          .append(" in /animations/")
                          .append(std::to_string(animation));
    }

    /// Whether \p node of the asset shows a mesh of \p targets morph targets.
    [[nodiscard]] bool has_targets(std::int32_t node, std::size_t targets) const {
        const std::int32_t mesh = out_.asset.nodes[static_cast<std::size_t>(node)].mesh;
        return mesh >= 0 && mesh_has(mesh, targets);
    }
    [[nodiscard]] bool mesh_has(std::int32_t mesh, std::size_t targets) const {
        return out_.asset.meshes[static_cast<std::size_t>(mesh)].weights.size() == targets;
    }

    /// Gives \p channel the node of the asset; false where there is none that it can drive.
    bool place_channel(anim::Channel& channel) const {
        const std::int32_t node = places_[channel.node];
        if (node < 0) return false;
        channel.node = static_cast<std::uint32_t>(node);
        // The node may show another mesh here.
        return channel.path != anim::Path::weights || has_targets(node, channel.components);
    }

    /// What the asset has in place of what \p channel of the model drives: pointers.
    [[nodiscard]] std::vector<std::string> placed(const gltf::GltfPointerChannel& channel) const {
        const std::optional<ElementPointer> target = taken_apart(channel.pointer);
        if (!target) return {};
        std::set<std::int32_t> elements;
        const auto add_placed = [&](const auto& owned) {
            for (std::size_t n = 0; n < places_.size(); ++n)
                if (places_[n] >= 0 && owned(model_.nodes[n]) == target->index)
                    elements.insert(owned(out_.asset.nodes[static_cast<std::size_t>(places_[n])]));
        };
        if (target->list == kNodes) {
            if (static_cast<std::size_t>(target->index) < places_.size())
                elements.insert(places_[static_cast<std::size_t>(target->index)]);
        } else if (target->list == kMeshes) {
            for (const std::int32_t mesh : library_.meshes_of(reference_, target->index))
                elements.insert(mesh);
        } else if (target->list == kMaterials) {
            elements.insert(library_.material_of(reference_, target->index));
        } else if (target->list == kCameras) {
            add_placed([](const gltf::GltfNode& node) { return node.camera; });
        } else {
            add_placed([](const gltf::GltfNode& node) { return node.light; });
        }
        std::vector<std::string> out;
        for (const std::int32_t element : elements)
            if (element >= 0 && fits(*target, element))
                out.push_back(numbered(target->list, element).append(target->rest));
        return out;
    }

    /// Whether what \p target leads to stands in \p element of the asset as well.
    [[nodiscard]] bool fits(const ElementPointer& target, std::int32_t element) const {
        if (!target.rest.starts_with("/weights")) return stays(target, element);
        const auto index = static_cast<std::size_t>(target.index);
        if (target.list == kMeshes) return mesh_has(element, model_.meshes[index].weights.size());
        if (target.list != kNodes) return true;
        const std::int32_t mesh = model_.nodes[index].mesh;
        return mesh >= 0 &&
               has_targets(element, model_.meshes[static_cast<std::size_t>(mesh)].weights.size());
    }

    /// Whether every extension on the way to \p target comes along with \p element, and keeps its
    /// numbers: not one that is not known here, nor what primitives have, which are numbered anew.
    [[nodiscard]] bool stays(const ElementPointer& target, std::int32_t element) const {
        constexpr std::string_view kExtensions = "/extensions/";
        for (std::size_t at = target.rest.find(kExtensions); at != std::string_view::npos;
             at = target.rest.find(kExtensions, at + 1)) {
            const std::string_view from = target.rest.substr(at + kExtensions.size());
            const std::string_view name = from.substr(0, from.find('/'));
            if (target.list == kMaterials) {
                if (!gltf::knows_extension(name)) return false;
            } else if (target.list != kNodes) {
                return false;
            } else if (name == "EXT_mesh_gpu_instancing") {
                if (!out_.asset.nodes[static_cast<std::size_t>(element)].instances) return false;
            } else if (name != "KHR_node_visibility") {
                return false;
            }
        }
        return target.list != kMeshes || !target.rest.starts_with("/primitives/");
    }

    ModelLibrary& library_;
    const std::map<Entity, std::int32_t>& node_of_;
    const std::string& reference_;
    const GltfAsset& model_;
    ExportedWorld& out_;
    std::vector<std::int32_t> places_;  // by node of the model: in the asset, -1 outside it
    std::size_t lost_channels_ = 0;
    std::string first_lost_;  // what it drives, and in which animation
};

/// What of \p model is lost where its nodes can't be found, in words; empty for nothing.
std::string lost_with(const GltfAsset& model, const LooseNotes& notes,
                      const std::string& reference) {
    std::vector<std::string> parts;
    if (!model.animations.empty())
        parts.push_back(std::to_string(model.animations.size()) + " animations");
    const auto labelled = [](const auto& list) {
        return std::ranges::any_of(
            list, [](const auto& each) { return !each.name.empty() || !each.extras.empty(); });
    };
    if (std::ranges::any_of(model.nodes,
                            [](const gltf::GltfNode& node) { return !node.extras.empty(); }) ||
        notes.any(reference, "/nodes"))
        parts.emplace_back("extras of nodes");
    if (labelled(model.cameras) || notes.any(reference, "/cameras"))
        parts.emplace_back("names and extras of cameras");
    if (labelled(model.lights) || notes.any(reference, "/extensions/KHR_lights_punctual/lights"))
        parts.emplace_back("names and extras of lights");
    if (labelled(model.scenes)) parts.emplace_back("names and extras of scenes");
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i)
        out.append(i == 0 ? "" : ", ").append(parts[i]);
    return out;
}

void leave_out(ExportedWorld& out, const std::string& reference, std::string_view what) {
    out.diagnostics.push_back({Severity::warning, codes::export_left_out,
                               std::string("found ").append(what).append(
                                   " that are one scene of one file here; they are left out"),
                               reference, "export the model itself: that keeps them"});
}

/// Gives \p out what the only model \p reference carries on objects that a file has once.
void bring_notes_of_file(LooseNotes& notes, const std::string& reference, const GltfAsset& out) {
    notes.take_only(reference, "/buffers/0", "/buffers/0");
    if (!out.lights.empty())
        notes.take_only(reference, "/extensions/KHR_lights_punctual",
                        "/extensions/KHR_lights_punctual");
    if (!out.variants.empty())
        notes.take_only(reference, "/extensions/KHR_materials_variants",
                        "/extensions/KHR_materials_variants");
}

/// Warns of what the model \p reference carries on objects that the asset does not have.
void report_notes_left(const LooseNotes& notes, const std::string& reference, ExportedWorld& out) {
    const std::vector<std::string> left = notes.left(reference);
    if (left.empty()) return;
    const bool one = left.size() == 1;
    out.diagnostics.push_back({Severity::warning, codes::export_left_out,
                               "found names or extras of " + std::to_string(left.size()) +
                                   (one ? " object that the file does not have, at "
                                        : " objects that the file does not have, the first at ") +
                                   left.front(),
                               reference,
                               "buffers, views and accessors are laid out anew; the model still "
                               "has them"});
}

/// Gives \p out what the models say of themselves, as far as one file can say it for all.
void label_file(const std::map<std::string, GltfAsset>& models,
                std::set<std::pair<std::string, std::int32_t>> scenes, ExportedWorld& out) {
    std::vector<std::string_view> copyrights;
    for (const auto& [reference, model] : models)
        if (!model.copyright.empty() &&
            std::ranges::find(copyrights, model.copyright) == copyrights.end())
            copyrights.push_back(model.copyright);
    for (const std::string_view copyright : copyrights)
        out.asset.copyright.append(out.asset.copyright.empty() ? "" : "; ").append(copyright);
    if (models.size() == 1) {
        out.asset.asset_extras = models.begin()->second.asset_extras;
        out.asset.extras = models.begin()->second.extras;
    } else {
        const auto speaks = [](const auto& each) {
            return !each.second.asset_extras.empty() || !each.second.extras.empty();
        };
        if (const auto first = std::ranges::find_if(models, speaks); first != models.end())
            leave_out(out, first->first, "extras of the whole files of models");
    }
    std::erase_if(scenes, [](const auto& each) { return each.second < 0; });
    const auto scene_of = [&](const auto& each) -> const gltf::GltfScene& {
        return models.at(each.first).scenes[static_cast<std::size_t>(each.second)];
    };
    if (scenes.size() == 1 && models.size() == 1) {
        const gltf::GltfScene& scene = scene_of(*scenes.begin());
        out.asset.scenes[0].name = scene.name;
        out.asset.scenes[0].extras = scene.extras;
        return;
    }
    const auto labelled = [&](const auto& each) {
        return !scene_of(each).name.empty() || !scene_of(each).extras.empty();
    };
    if (const auto first = std::ranges::find_if(scenes, labelled); first != scenes.end())
        leave_out(out, first->first, "names and extras of the scenes of models");
}

}  // namespace

void bring_along(const World& world, ModelLibrary& library, std::span<const Entity> entities,
                 const std::map<Entity, std::int32_t>& node_of, ExportedWorld& out) {
    std::vector<Entity> roots;
    for (const std::int32_t root : out.asset.roots)
        roots.push_back(entities[static_cast<std::size_t>(root)]);
    std::set<std::pair<std::string, std::int32_t>> scenes;
    for (const auto& [reference, model] : library.models()) {
        ModelParts parts(library, node_of, reference, model, out);
        std::size_t places = 0;
        const auto bring = [&](std::span<const Entity> from, bool exact) {
            const NodesFound found = match_nodes(world, reference, model, from, exact);
            if (found.entities.empty()) return std::size_t{0};
            ++places;
            scenes.emplace(reference, found.scene);
            parts.bring(found);
            return found.roots;
        };
        for (std::size_t next = 0; next < roots.size();)
            next += std::max<std::size_t>(bring(std::span(roots).subspan(next), false), 1);
        for (const Entity top : entities) {
            std::vector<Entity> below;
            for (const Entity child : world.children(top))
                if (world.has<Transform>(child)) below.push_back(child);
            (void)bring(below, true);
        }
        parts.report();
        if (places > 0) continue;
        if (const std::string lost = lost_with(model, library.notes(), reference); !lost.empty())
            out.diagnostics.push_back(
                {Severity::warning, codes::export_left_out,
                 "found no entities that are the nodes of the model; left out are its " + lost,
                 reference, "import the model again, or export the model itself"});
    }
    label_file(library.models(), std::move(scenes), out);
    if (library.models().size() == 1)
        bring_notes_of_file(library.notes(), library.models().begin()->first, out.asset);
    for (const auto& [reference, model] : library.models())
        report_notes_left(library.notes(), reference, out);
}

}  // namespace diorama::spawn::detail
