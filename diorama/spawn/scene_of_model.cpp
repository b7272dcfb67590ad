// SPDX-License-Identifier: MIT
#include "diorama/spawn/scene_of_model.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "diorama/document/scene_doc.hpp"
#include "diorama/gltf/unknown_extensions.hpp"
#include "diorama/render/components.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

using document::SceneLimits;

/// Joints are fields of their own, beside the path and the skin's index.
constexpr std::size_t kMostJoints = SceneLimits::fields - 2;
constexpr std::size_t kMostPlaces = SceneLimits::floats / render::Instances::kNumbers;

std::string place(std::string_view list, std::size_t index) {
    return std::string("#/").append(list).append("/").append(std::to_string(index));
}

/// \p name in quotes, what is beyond 60 bytes left out.
std::string in_quotes(std::string_view name) {
    constexpr std::size_t kShown = 60;
    std::size_t end = std::min(name.size(), kShown);
    // Not in the middle of a character.
    while (end > 0 && end < name.size() && (name[end] & 0xc0) == 0x80)
        --end;
    return std::string("\"").append(name.substr(0, end)).append(end < name.size() ? "...\"" : "\"");
}

std::unexpected<Error> too_many(std::string what, std::size_t most, std::string where,
                                std::string hint) {
    return fail(
        codes::too_many,
        "found " + std::move(what) + ", expected at most " + std::to_string(most) + " in a scene",
        std::move(where), std::move(hint));
}

/// `2 animations`, and the first of their names in brackets.
std::string counted(std::size_t count, std::string_view what, const std::set<std::string>& names) {
    constexpr std::size_t kShown = 5;
    std::string out = std::to_string(count).append(" ").append(what);
    if (count != 1) out += "s";
    if (names.empty()) return out;
    std::size_t shown = 0;
    for (const std::string& name : names) {
        out += shown == 0 ? " (" : ", ";
        if (shown++ == kShown) {
            out += "...";
            break;
        }
        out += in_quotes(name);
    }
    return out + ")";
}

}  // namespace

Result<> check_saving(const gltf::GltfAsset& asset, const SpawnOptions& options) {
    for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
        const gltf::GltfNode& node = asset.nodes[n];
        if (node.mesh < 0) continue;
        const std::size_t places = node.instances ? node.instances->places.size() : 0;
        if (options.instancing == Instancing::renderable && places > kMostPlaces)
            return too_many("node " + in_quotes(node.name) + " with " + std::to_string(places) +
                                " instances as one renderable",
                            kMostPlaces, place("nodes", n),
                            "import them as entities, or split the node into several");
        if (node.skin < 0 || !options.skinned_meshes) continue;
        const auto skin = static_cast<std::size_t>(node.skin);
        const std::size_t joints = asset.skins[skin].joints.size();
        if (joints > kMostJoints)
            return too_many("skin " + in_quotes(asset.skins[skin].name) + " with " +
                                std::to_string(joints) + " joints",
                            kMostJoints, place("skins", skin),
                            "split the mesh and its skin into parts of fewer joints");
    }
    return {};
}

std::vector<Diagnostic> left_in_model(const gltf::GltfAsset& asset, std::int32_t scene) {
    std::vector<Diagnostic> out;
    const auto warn = [&](std::string what, std::string hint) {
        out.push_back({Severity::warning,
                       codes::left_in_model,
                       "found " + std::move(what) +
                           ", which a scene does not hold and which stay in the model",
                       {},
                       std::move(hint)});
    };
    if (!asset.animations.empty()) {
        std::set<std::string> names;
        for (const gltf::GltfAnimation& animation : asset.animations)
            if (!animation.name.empty()) names.insert(animation.name);
        warn(counted(asset.animations.size(), "animation", names),
             "`diorama export` takes them from there as long as the nodes stand as they do");
    }
    std::size_t extras = 0, extended = 0, valued = 0;
    std::set<std::string> extensions, values;
    for (const gltf::GltfNode& node : asset.nodes) {
        extras += node.extras.empty() ? 0 : 1;
        const std::vector<std::string> unknown = gltf::unknown_extensions(node.extensions);
        extended += unknown.empty() ? 0 : 1;
        extensions.insert(unknown.begin(), unknown.end());
        if (!node.instances || node.instances->attributes.empty()) continue;
        ++valued;
        for (const mesh::VertexAttribute& each : node.instances->attributes)
            values.insert(each.name);
    }
    if (extras > 0)
        warn(counted(extras, "node", {}) + " with extras",
             "`diorama export` takes them from there as long as the nodes stand as they do");
    if (extended > 0)
        warn(counted(extended, "node", {}) + " with " +
                 counted(extensions.size(), "extension", extensions) + " not known here",
             "export the model itself: that keeps them");
    if (valued > 0)
        warn(counted(valued, "node", {}) + " whose instances have " +
                 counted(values.size(), "attribute", values) + " of their own",
             "export the model itself: that keeps them");
    if (asset.scenes.size() > 1)
        warn(counted(asset.scenes.size(), "scene", {}) + ", of which scene " +
                 std::to_string(scene >= 0 ? scene : std::max(asset.default_scene, 0)) +
                 " is imported",
             "`--scene INDEX` imports another");
    return out;
}

}  // namespace diorama::spawn
