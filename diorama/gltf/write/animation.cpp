// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "diorama/gltf/detail/decoding.hpp"
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

/// Writes a sampler of \p times and of what \p make_values packs; \p at is that of its channel.
template <class F>
void write_sampler(Writing& w, const std::string& at, std::span<const float> times, F&& make_values,
                   anim::Interpolation interpolation) {
    w.json.begin_object();
    w.storage(at + "/sampler/input");
    w.reference("input", w.packer.scalars(times, Use::keys, true));
    w.storage(at + "/sampler/output");
    w.reference("output", make_values());
    if (interpolation == anim::Interpolation::step) w.json.key("interpolation").string("STEP");
    if (interpolation == anim::Interpolation::cubic_spline)
        w.json.key("interpolation").string("CUBICSPLINE");
    w.write_loose(at + "/sampler");
    w.json.end_object();
}

void write_channel(Writing& w, const std::string& at, std::size_t sampler, std::int32_t node,
                   anim::Path path) {
    w.json.begin_object().key("sampler").integer(sampler).key("target").begin_object();
    w.reference("node", node);
    w.json.key("path").string(name_of(path));
    w.write_loose(at + "/target");
    w.json.end_object();
    w.write_loose(at);
    w.json.end_object();
}

/// The values of \p channel: bytes for what is true or false, else floats.
Index write_values(Writing& w, const GltfPointerChannel& channel) {
    const std::string_view pointer = channel.pointer;
    const auto is_flag = [](float value) { return value == 0 || value == 1; };
    if (pointer.ends_with("/visible") && std::ranges::all_of(channel.values, is_flag))
        return w.packer.flags(channel.values);
    // Weights are numbers in a row, however many there are.
    const bool weights =
        pointer.ends_with("/weights") || (pointer.empty() && channel.path == anim::Path::weights);
    return w.packer.floats(channel.values, weights ? 1 : channel.components);
}

void write_pointer_channel(Writing& w, const std::string& at, std::size_t sampler,
                           const GltfPointerChannel& channel) {
    if (channel.pointer.empty()) return write_channel(w, at, sampler, -1, channel.path);
    w.json.begin_object().key("sampler").integer(sampler).key("target").begin_object();
    w.json.key("path").string("pointer");
    const std::string target = at + "/target";
    const GltfLooseExtras* const kept = w.loose(target);
    ExtensionsOut extensions(w, kept != nullptr ? std::string_view(kept->extensions) : "");
    extensions.add("KHR_animation_pointer").begin_object();
    w.json.key("pointer").string(channel.pointer);
    w.write_loose(target + "/extensions/KHR_animation_pointer");
    w.json.end_object();
    extensions.close();
    if (kept != nullptr) w.common({}, kept->extras);
    w.json.end_object();
    w.write_loose(at);
    w.json.end_object();
}

void write_animation(Writing& w, const std::string& at, const GltfAnimation& animation) {
    std::vector<std::size_t> channels;
    for (std::size_t i = 0; i < animation.channels.size(); ++i)
        if (!animation.channels[i].times.empty()) channels.push_back(i);
    const auto place = [&](std::size_t channel) {
        return std::string(at).append("/channels/").append(std::to_string(channel));
    };
    w.json.begin_object().key("samplers").begin_array();
    const auto sample = [&](std::size_t index, const auto& channel) {
        write_sampler(
            w, place(index), channel.times, [&] { return write_values(w, channel); },
            channel.interpolation);
    };
    for (const std::size_t i : channels)
        sample(i, animation.channels[i]);
    const std::size_t first_pointer = animation.channels.size();
    for (std::size_t i = 0; i < animation.pointers.size(); ++i)
        sample(first_pointer + i, animation.pointers[i]);
    // glTF has no animation without channels; one that drives no node says as little.
    const bool nothing = channels.empty() && animation.pointers.empty();
    if (nothing) {
        constexpr std::array kStart{0.0f};
        constexpr std::array kNowhere{vec3(0, 0, 0)};
        write_sampler(
            w, place(0), kStart, [&] { return w.packer.vec3s(kNowhere, Use::keys); },
            anim::Interpolation::linear);
    }
    w.json.end_array().key("channels").begin_array();
    for (std::size_t i = 0; i < channels.size(); ++i)
        write_channel(w, place(channels[i]), i,
                      static_cast<std::int32_t>(animation.channels[channels[i]].node),
                      animation.channels[channels[i]].path);
    for (std::size_t i = 0; i < animation.pointers.size(); ++i)
        write_pointer_channel(w, place(first_pointer + i), channels.size() + i,
                              animation.pointers[i]);
    if (nothing) write_channel(w, place(0), 0, -1, anim::Path::translation);
    w.json.end_array();
    ExtensionsOut(w, animation.extensions).close();
    w.common(animation.name, animation.extras);
    w.json.end_object();
}

}  // namespace

void write_animations(Writing& w) {
    if (w.asset.animations.empty()) return;
    w.json.key("animations").begin_array();
    for (std::size_t i = 0; i < w.asset.animations.size(); ++i)
        write_animation(w, pointer_to("animations", i), w.asset.animations[i]);
    w.json.end_array();
}

}  // namespace diorama::gltf::detail
