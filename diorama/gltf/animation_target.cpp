// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/animation_target.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>

namespace diorama::gltf::detail {
namespace {

/// The number that \p text starts with, taken off it; nothing where it starts with none, or one
/// with leading zeros.
std::optional<std::uint32_t> take_number(std::string_view& text) {
    std::uint32_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (code != std::errc{} || (digits > 1 && text[0] == '0')) return std::nullopt;
    text.remove_prefix(digits);
    return number;
}

/// A list whose elements pointers may drive, and of which properties; # is a number.
struct AnimatedList {
    std::string_view start;
    std::span<const std::string_view> properties;
};

constexpr std::array<std::string_view, 5> kOfNodes{"translation", "rotation", "scale", "weights",
                                                   "weights/#"};
constexpr std::array<std::string_view, 2> kOfMeshes{"weights", "weights/#"};
constexpr std::array<std::string_view, 8> kOfCameras{
    "orthographic/xmag", "orthographic/ymag", "orthographic/zfar", "orthographic/znear",
    "perspective/yfov",  "perspective/zfar",  "perspective/znear", "perspective/aspectRatio"};
constexpr std::array<std::string_view, 7> kOfMaterials{"alphaCutoff",
                                                       "emissiveFactor",
                                                       "normalTexture/scale",
                                                       "occlusionTexture/strength",
                                                       "pbrMetallicRoughness/baseColorFactor",
                                                       "pbrMetallicRoughness/metallicFactor",
                                                       "pbrMetallicRoughness/roughnessFactor"};
constexpr std::array<std::string_view, 5> kOfLights{"color", "intensity", "range",
                                                    "spot/innerConeAngle", "spot/outerConeAngle"};
constexpr std::array<AnimatedList, 5> kLists{
    AnimatedList{"/nodes/", kOfNodes}, AnimatedList{"/meshes/", kOfMeshes},
    AnimatedList{"/cameras/", kOfCameras}, AnimatedList{"/materials/", kOfMaterials},
    AnimatedList{"/extensions/KHR_lights_punctual/lights/", kOfLights}};

std::size_t size_of(const Document& in, std::size_t list) {
    const std::array<std::size_t, kLists.size()> sizes{in.nodes.size(), in.meshes.size(),
                                                       in.cameras.size(), in.materials.size(),
                                                       in.lights.size()};
    return sizes[list];
}

bool is_property(std::string_view text, std::string_view pattern) {
    if (!pattern.ends_with('#')) return text == pattern;
    pattern.remove_suffix(1);
    if (!text.starts_with(pattern)) return false;
    text.remove_prefix(pattern.size());
    return take_number(text) && text.empty();
}

}  // namespace

ChannelTarget target_of(const Document& in, const AnimationChannel& channel) {
    if (channel.path != TargetPath::pointer) return {channel.path, channel.node};
    constexpr std::string_view kNodes = "/nodes/";
    constexpr ChannelTarget kElsewhere{TargetPath::pointer, kNone};
    std::string_view rest = channel.pointer;
    if (!rest.starts_with(kNodes)) return kElsewhere;
    rest.remove_prefix(kNodes.size());
    const std::optional<std::uint32_t> node = take_number(rest);
    if (!node || *node >= in.nodes.size()) return kElsewhere;
    // The first four are whole properties, in the order of TargetPath.
    for (std::size_t i = 0; i < 4; ++i)
        if (rest.starts_with('/') && rest.substr(1) == kOfNodes[i])
            return {static_cast<TargetPath>(i), static_cast<Index>(*node)};
    return kElsewhere;
}

std::string pointer_fault(const Document& in, std::string_view pointer) {
    const auto list = std::ranges::find_if(
        kLists, [&](const AnimatedList& each) { return pointer.starts_with(each.start); });
    const bool extended = pointer.find("/extensions/") != std::string_view::npos;
    if (list == kLists.end())
        return extended ? "" : "a pointer to what can't be animated, expected one to a property";
    std::string_view rest = pointer.substr(list->start.size());
    const std::optional<std::uint32_t> index = take_number(rest);
    const std::size_t size = size_of(in, static_cast<std::size_t>(list - kLists.begin()));
    if (!index || *index >= size)
        return "a pointer to an element that is not there, expected a number below " +
               std::to_string(size);
    if (rest.find("/extensions/") != std::string_view::npos) return {};
    const bool known = rest.starts_with('/') &&
                       std::ranges::any_of(list->properties, [&](std::string_view property) {
                           return is_property(rest.substr(1), property);
                       });
    return known ? "" : "a pointer to what can't be animated, expected one to a property";
}

}  // namespace diorama::gltf::detail
