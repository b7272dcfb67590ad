// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/detail/writing.hpp"

namespace diorama::gltf::detail {
namespace {

std::string_view name_of(anim::Path path) {
    switch (path) {
        case anim::Path::translation:
            return "translation";
        case anim::Path::rotation:
            return "rotation";
        case anim::Path::scale:
            return "scale";
        case anim::Path::weights:
            break;
    }
    return "weights";
}

/// The values of \p channel as the shape that its path asks for.
Index write_values(Writing& w, const anim::Channel& channel) {
    const std::span<const float> values(channel.values);
    switch (channel.path) {
        case anim::Path::translation:
        case anim::Path::scale: {
            std::vector<vec3> out;
            out.reserve(values.size() / 3);
            for (std::size_t i = 0; i + 3 <= values.size(); i += 3)
                out.emplace_back(values[i], values[i + 1], values[i + 2]);
            return w.packer.vec3s(out, Use::keys);
        }
        case anim::Path::rotation: {
            std::vector<vec4> out;
            out.reserve(values.size() / 4);
            for (std::size_t i = 0; i + 4 <= values.size(); i += 4)
                out.emplace_back(values[i], values[i + 1], values[i + 2], values[i + 3]);
            return w.packer.vec4s(out, Use::keys);
        }
        case anim::Path::weights:
            break;
    }
    return w.packer.scalars(values, Use::keys);
}

void write_sampler(Writing& w, Index input, Index output, anim::Interpolation interpolation) {
    w.json.begin_object();
    w.reference("input", input);
    w.reference("output", output);
    if (interpolation == anim::Interpolation::step) w.json.key("interpolation").string("STEP");
    if (interpolation == anim::Interpolation::cubic_spline)
        w.json.key("interpolation").string("CUBICSPLINE");
    w.json.end_object();
}

void write_channel(Writing& w, std::size_t sampler, std::int32_t node, anim::Path path) {
    w.json.begin_object().key("sampler").integer(sampler).key("target").begin_object();
    w.reference("node", node);
    w.json.key("path").string(name_of(path)).end_object().end_object();
}

/// The values of \p channel: bytes for what is true or false, else floats.
Index write_values(Writing& w, const GltfPointerChannel& channel) {
    const std::string_view pointer = channel.pointer;
    const auto is_flag = [](float value) { return value == 0 || value == 1; };
    if (pointer.ends_with("/visible") && std::ranges::all_of(channel.values, is_flag))
        return w.packer.flags(channel.values);
    // Weights are numbers in a row, however many there are.
    return w.packer.floats(channel.values, pointer.ends_with("/weights") ? 1 : channel.components);
}

void write_pointer_channel(Writing& w, std::size_t sampler, const GltfPointerChannel& channel) {
    w.json.begin_object().key("sampler").integer(sampler).key("target").begin_object();
    w.json.key("path").string("pointer");
    ExtensionsOut extensions(w, {});
    extensions.add("KHR_animation_pointer").begin_object();
    w.json.key("pointer").string(channel.pointer).end_object();
    extensions.close();
    w.json.end_object().end_object();
}

void write_animation(Writing& w, const GltfAnimation& animation) {
    std::vector<const anim::Channel*> channels;
    for (const anim::Channel& channel : animation.channels)
        if (!channel.times.empty()) channels.push_back(&channel);
    const auto input = [&](const auto& channel) {
        return w.packer.scalars(channel.times, Use::keys, true);
    };
    w.json.begin_object().key("samplers").begin_array();
    for (const anim::Channel* const channel : channels) {
        const Index times = input(*channel);
        write_sampler(w, times, write_values(w, *channel), channel->interpolation);
    }
    for (const GltfPointerChannel& channel : animation.pointers) {
        const Index times = input(channel);
        write_sampler(w, times, write_values(w, channel), channel.interpolation);
    }
    // glTF has no animation without channels; one that drives no node says as little.
    const bool nothing = channels.empty() && animation.pointers.empty();
    if (nothing) {
        constexpr std::array kStart{0.0f};
        constexpr std::array kNowhere{vec3(0, 0, 0)};
        const Index times = w.packer.scalars(kStart, Use::keys, true);
        write_sampler(w, times, w.packer.vec3s(kNowhere, Use::keys), anim::Interpolation::linear);
    }
    w.json.end_array().key("channels").begin_array();
    for (std::size_t i = 0; i < channels.size(); ++i)
        write_channel(w, i, static_cast<std::int32_t>(channels[i]->node), channels[i]->path);
    for (std::size_t i = 0; i < animation.pointers.size(); ++i)
        write_pointer_channel(w, channels.size() + i, animation.pointers[i]);
    if (nothing) write_channel(w, 0, -1, anim::Path::translation);
    w.json.end_array();
    ExtensionsOut(w, animation.extensions).close();
    w.common(animation.name, animation.extras);
    w.json.end_object();
}

}  // namespace

void write_animations(Writing& w) {
    if (w.asset.animations.empty()) return;
    w.json.key("animations").begin_array();
    for (const GltfAnimation& animation : w.asset.animations)
        write_animation(w, animation);
    w.json.end_array();
}

}  // namespace diorama::gltf::detail
