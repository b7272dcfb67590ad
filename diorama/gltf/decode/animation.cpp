// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "diorama/anim/error_codes.hpp"
#include "diorama/gltf/detail/animation_target.hpp"
#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {
namespace {

/// The values of an animation output, flattened.
std::optional<std::vector<float>> read_values(Decoding& d, Index accessor, anim::Path path) {
    const auto flat = [](const auto& elements) -> std::optional<std::vector<float>> {
        if (!elements) return std::nullopt;
        constexpr auto kPerElement = sizeof(elements->front()) / sizeof(float);
        std::vector<float> out(elements->size() * kPerElement);
        if (!out.empty()) std::memcpy(out.data(), elements->data(), out.size() * sizeof(float));
        return out;
    };
    switch (path) {
        case anim::Path::translation:
        case anim::Path::scale:
            return flat(d.read<vec3>(accessor));
        case anim::Path::rotation:
            return flat(d.read<vec4>(accessor));
        case anim::Path::weights:
            break;
    }
    return d.read<float>(accessor);
}

/// Floats of one value of \p path on \p node; 0 where it has none.
std::uint32_t components_of(const Decoding& d, anim::Path path, Index node) {
    switch (path) {
        case anim::Path::translation:
        case anim::Path::scale:
            return 3;
        case anim::Path::rotation:
            return 4;
        case anim::Path::weights:
            break;
    }
    const std::int32_t mesh = d.out.nodes[static_cast<std::size_t>(node)].mesh;
    if (mesh < 0) return 0;
    return static_cast<std::uint32_t>(d.out.meshes[static_cast<std::size_t>(mesh)].weights.size());
}

/// Says what anim::check() found, by glTF's codes and at the object that is wrong.
void report_channel(Decoding& d, const Error& error, const std::string& sampler, Index input) {
    constexpr const char* kSkipped = "the channel is left out";
    if (error.code == anim::codes::time_order) {
        d.report.at_pointer(codes::animation_times,
                            pointer_to("accessors", static_cast<std::size_t>(input)),
                            "found that the " + error.message, kSkipped);
        return;
    }
    d.report.at_pointer(codes::animation_sampler, sampler, "found " + error.message, kSkipped);
}

void report_no_times(Decoding& d, const std::string& pointer) {
    d.report.at_pointer(codes::accessor_no_data, pointer, "found key times without data",
                        "the channel is left out");
}

/// Whether no node but an extension that is not known here says what \p channel drives.
bool drives_unknown(const AnimationChannel& channel) {
    return channel.path < TargetPath::pointer && channel.node == kNone && !drives_nothing(channel);
}

/// Decodes a channel that drives something other than a node's placement or weights.
void decode_pointer(Decoding& d, const std::string& pointer, const AnimationChannel& channel,
                    GltfAnimation& clip) {
    if (channel.sampler == kNone) return;
    const AnimationSampler& sampler =
        d.in.animation_samplers[static_cast<std::size_t>(channel.sampler)];
    if (sampler.input == kNone || sampler.output == kNone) return;
    const Accessor& output = d.in.accessors[static_cast<std::size_t>(sampler.output)];
    GltfPointerChannel out;
    out.pointer = channel.pointer;
    if (out.pointer.empty()) out.path = static_cast<anim::Path>(channel.path);
    out.interpolation = sampler.interpolation;
    out.components = component_count(output.type);
    if (!d.take(output.count * out.components * sizeof(float), pointer)) return;
    std::optional<std::vector<float>> times = d.read<float>(sampler.input);
    Result<std::vector<float>> values = read_floats(d.in, sampler.output);
    if (!values) d.report.add(values.error());
    if (!times || !values) return;
    out.times = std::move(*times);
    out.values = std::move(*values);
    const std::size_t per_key = out.interpolation == anim::Interpolation::cubic_spline ? 3 : 1;
    // A value may be several elements: the weights of a mesh are as many as its targets.
    const std::size_t keys = out.times.size() * per_key;
    if (keys == 0 || out.values.empty() || out.values.size() % keys != 0) {
        d.report.at_pointer(codes::animation_sampler, pointer,
                            "found " + std::to_string(out.values.size()) + " numbers for " +
                                std::to_string(out.times.size()) + " keys",
                            "the channel is left out");
        return;
    }
    out.components = static_cast<std::uint32_t>(out.values.size() / keys);
    if (!d.has_data(sampler.input) && out.times.size() > 1) return report_no_times(d, pointer);
    for (std::size_t i = 1; i < out.times.size(); ++i) {
        if (out.times[i] > out.times[i - 1]) continue;
        d.report.at_pointer(codes::animation_times,
                            pointer_to("accessors", static_cast<std::size_t>(sampler.input)),
                            "found that time " + std::to_string(i) + " does not rise",
                            "the channel is left out");
        return;
    }
    clip.duration = std::max(clip.duration, out.times.back());
    clip.pointers.push_back(std::move(out));
}

/// Decodes one channel; nothing where it drives nothing, or has a fault, which is reported.
std::optional<anim::Channel> decode_channel(Decoding& d, const std::string& animation,
                                            std::size_t index, const Animation& in) {
    const AnimationChannel& channel = slice(d.in.animation_channels, in.channels)[index];
    const ChannelTarget target = target_of(d.in, channel);
    const bool core = target.path != TargetPath::pointer && target.path != TargetPath::unknown;
    if (!core || target.node == kNone || channel.sampler == kNone) return std::nullopt;
    const AnimationSampler& sampler =
        d.in.animation_samplers[static_cast<std::size_t>(channel.sampler)];
    if (sampler.input == kNone || sampler.output == kNone) return std::nullopt;
    const std::string sampler_pointer =
        animation + "/samplers/" +
        std::to_string(static_cast<std::uint32_t>(channel.sampler) - in.samplers.first);

    anim::Channel out;
    out.node = static_cast<std::uint32_t>(target.node);
    out.path = static_cast<anim::Path>(target.path);
    out.interpolation = sampler.interpolation;
    out.components = components_of(d, out.path, target.node);
    if (out.components == 0) {
        d.report.at_pointer(
            codes::animation_target, animation + "/channels/" + std::to_string(index) + "/target",
            "found weights of a node without morph targets", "the channel is left out");
        return std::nullopt;
    }
    std::optional<std::vector<float>> times = d.read<float>(sampler.input);
    std::optional<std::vector<float>> values = read_values(d, sampler.output, out.path);
    if (!times || !values) return std::nullopt;
    out.times = std::move(*times);
    out.values = std::move(*values);
    if (!d.has_data(sampler.input) && out.times.size() > 1) {
        report_no_times(d, sampler_pointer);
        return std::nullopt;
    }
    if (out.times.empty()) {
        d.report.at_pointer(codes::animation_sampler, sampler_pointer, "found no keys",
                            "the channel is left out");
        return std::nullopt;
    }
    if (auto ok = anim::check(out); !ok) {
        report_channel(d, ok.error(), sampler_pointer, sampler.input);
        return std::nullopt;
    }
    if (out.times.front() < 0)
        d.report.at_pointer(
            codes::animation_times,
            pointer_to("accessors", static_cast<std::size_t>(sampler.input)),
            "found the time " + std::to_string(out.times.front()) + ", expected none below 0",
            "the animation is played from 0 on");
    return out;
}

/// Says that a pointer and another channel drive the same: no file may have two channels for it.
void report_second(Decoding& d, const std::string& channel) {
    d.report.at_pointer(codes::animation_target, channel + "/target",
                        "found a second channel for the same property, expected one",
                        "the channel is left out");
}

}  // namespace

bool drives_nothing(const AnimationChannel& channel) {
    return channel.path < TargetPath::pointer && channel.node == kNone &&
           !has_unknown_extension(channel.target_extensions);
}

static_assert(static_cast<int>(TargetPath::translation) ==
                  static_cast<int>(anim::Path::translation) &&
              static_cast<int>(TargetPath::rotation) == static_cast<int>(anim::Path::rotation) &&
              static_cast<int>(TargetPath::scale) == static_cast<int>(anim::Path::scale) &&
              static_cast<int>(TargetPath::weights) == static_cast<int>(anim::Path::weights));

void decode_animations(Decoding& d) {
    d.out.animations.reserve(d.in.animations.size());
    d.channel_places.resize(d.in.animations.size());
    for (std::size_t i = 0; i < d.in.animations.size(); ++i) {
        const Animation& animation = d.in.animations[i];
        if (!d.step()) return;
        const std::string pointer = pointer_to("animations", i);
        GltfAnimation& clip = d.out.animations.emplace_back();
        clip.name = animation.name;
        clip.extras = animation.extras;
        clip.extensions = animation.extensions;
        const std::span<const AnimationChannel> channels =
            slice(d.in.animation_channels, animation.channels);
        std::vector<std::int32_t>& places = d.channel_places[i];
        places.assign(channels.size(), -1);
        // By property: whether a pointer drives it. It may lead to what another channel names.
        std::map<std::pair<std::uint32_t, anim::Path>, bool> driven;
        for (std::size_t c = 0; c < channels.size(); ++c) {
            auto channel = decode_channel(d, pointer, c, animation);
            if (!channel) continue;
            const bool points = channels[c].path == TargetPath::pointer;
            const auto [known, first] = driven.try_emplace({channel->node, channel->path}, points);
            if (!first && (points || known->second)) {
                report_second(d, pointer + "/channels/" + std::to_string(c));
                continue;
            }
            places[c] = static_cast<std::int32_t>(clip.channels.size());
            clip.channels.push_back(std::move(*channel));
        }
        clip.duration = anim::duration_of(clip.channels);
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const bool points = target_of(d.in, channels[c]).path == TargetPath::pointer &&
                                !channels[c].pointer.empty();
            if (!points && !drives_unknown(channels[c])) continue;
            const std::size_t place = clip.channels.size() + clip.pointers.size();
            decode_pointer(d, pointer + "/channels/" + std::to_string(c), channels[c], clip);
            if (clip.channels.size() + clip.pointers.size() > place)
                places[c] = static_cast<std::int32_t>(place);
        }
    }
}

}  // namespace diorama::gltf::detail
