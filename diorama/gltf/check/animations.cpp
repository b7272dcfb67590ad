// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "diorama/gltf/detail/animation_target.hpp"
#include "diorama/gltf/detail/elements.hpp"
#include "diorama/gltf/detail/rotations.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// Checks one animation.
class AnimationCheck {
  public:
    AnimationCheck(Checker& checker, std::size_t animation)
        : c_(checker), d_(checker.d), animation_(checker.d.animations[animation]) {
        pointer_ = "/animations/";
        pointer_ += std::to_string(animation);
    }

    void run() {
        const auto samplers = slice(d_.animation_samplers, animation_.samplers);
        for (std::size_t k = 0; k < samplers.size(); ++k) {
            check_sampler(samplers[k], pointer_ + "/samplers/" + std::to_string(k));
        }
        const auto channels = slice(d_.animation_channels, animation_.channels);
        for (std::size_t k = 0; k < channels.size(); ++k)
            check_channel(channels[k], pointer_ + "/channels/" + std::to_string(k));
    }

  private:
    const Accessor& accessor(Index index) const {
        return d_.accessors[static_cast<std::size_t>(index)];
    }

    void check_channel(const AnimationChannel& channel, const std::string& pointer) {
        check_pointer(channel, pointer + "/target");
        // A pointer to a property of a node drives what a channel of the core would.
        const ChannelTarget target = target_of(d_, channel);
        if (target.path == TargetPath::pointer && !channel.pointer.empty() &&
            !pointed_.insert(channel.pointer).second) {
            c_.fault(codes::animation_pointer, pointer + "/target",
                     "found a second channel for " + quoted(channel.pointer) + ", expected one");
        }
        if (target.node == kNone || target.path > TargetPath::weights) return;
        if (!driven_.insert({target.node, target.path}).second) {
            c_.fault(codes::animation_target, pointer + "/target",
                     "found a second channel for the same property of node " +
                         std::to_string(target.node) + ", expected one");
        }
        AnimationChannel followed = channel;
        followed.path = target.path;
        followed.node = target.node;
        check_target(followed, pointer);
        check_output(followed, pointer);
    }

    /// What KHR_animation_pointer asks of \p channel's target.
    void check_pointer(const AnimationChannel& channel, const std::string& pointer) {
        const bool points = channel.path == TargetPath::pointer;
        if (points && channel.node != kNone) {
            c_.fault(codes::animation_target, pointer + "/node",
                     "found a node beside a pointer, expected none");
        }
        if (!c_.uses("KHR_animation_pointer")) return;
        if (points &&
            channel.target_extensions.find("\"KHR_animation_pointer\"") == std::string_view::npos) {
            c_.fault(
                codes::animation_target, pointer + "/path",
                "found \"pointer\" without the pointer of KHR_animation_pointer, expected one");
        }
        // One that is no JSON pointer was reported.
        if (!channel.pointer.starts_with('/')) return;
        if (!points) {
            c_.fault(codes::animation_target, pointer + "/path",
                     "found another path beside a pointer, expected \"pointer\"");
        }
        const std::string fault = pointer_fault(d_, channel.pointer);
        if (!fault.empty()) {
            c_.fault(codes::animation_pointer,
                     pointer + "/extensions/KHR_animation_pointer/pointer",
                     "found " + quoted(channel.pointer) + ", " + fault, "it drives nothing");
        }
    }

    std::uint32_t target_count(Index node) const {
        const Index mesh = d_.nodes[static_cast<std::size_t>(node)].mesh;
        if (mesh == kNone) return 0;
        const Range primitives = d_.meshes[static_cast<std::size_t>(mesh)].primitives;
        return primitives.count == 0 ? 0 : d_.primitives[primitives.first].targets.count;
    }

    void check_sampler(const AnimationSampler& sampler, const std::string& pointer) {
        if (sampler.input == kNone) return;
        const Accessor& input = accessor(sampler.input);
        if (input.type != ElementType::scalar || input.component_type != ComponentType::f32) {
            c_.fault(codes::accessor_format, pointer + "/input",
                     "found " + format_name(input) + ", expected SCALAR float");
            return;
        }
        if (input.min.count == 0 || input.max.count == 0) {
            c_.fault(codes::accessor_no_bounds, pointer + "/input",
                     "found times without min and max, expected both");
        }
        if (sampler.interpolation == anim::Interpolation::cubic_spline && input.count < 2) {
            c_.fault(codes::animation_sampler, pointer + "/input",
                     "found " + std::to_string(input.count) +
                         " keys of a cubic spline, expected at least 2");
        }
        if (times_seen_.insert(sampler.input).second) check_times(sampler.input, pointer);
    }

    void check_times(Index input, const std::string& pointer) {
        const AccessorView* const view = c_.view(input);
        if (view == nullptr || !c_.work(view->count)) return;
        double before = -1;
        bool negative = false;
        bool falling = false;
        std::size_t where = 0;
        each_element(*view, [&](std::size_t i, std::span<const double> numbers) {
            negative = negative || numbers[0] < 0;
            if (i > 0 && !(numbers[0] > before) && !falling) {
                falling = true;
                where = i;
            }
            before = numbers[0];
        });
        if (negative) {
            c_.fault(codes::animation_times, pointer + "/input",
                     "found a negative time, expected 0 or more");
        }
        if (falling) {
            c_.fault(codes::animation_times, pointer + "/input",
                     "found time " + std::to_string(where) +
                         " not above the one before, expected times to rise");
        }
    }

    void check_target(const AnimationChannel& channel, const std::string& pointer) {
        const Node& node = d_.nodes[static_cast<std::size_t>(channel.node)];
        const bool placement = channel.path == TargetPath::translation ||
                               channel.path == TargetPath::rotation ||
                               channel.path == TargetPath::scale;
        if (placement && node.matrix != kNone) {
            c_.fault(codes::animation_target, pointer + "/target/node",
                     "found node " + std::to_string(channel.node) +
                         ", which has a matrix, expected translation, rotation and scale");
        }
        if (channel.path == TargetPath::weights && target_count(channel.node) == 0) {
            c_.fault(codes::animation_target, pointer + "/target/node",
                     "found node " + std::to_string(channel.node) +
                         ", which has no morph targets, expected some to drive");
        }
    }

    void check_output(const AnimationChannel& channel, const std::string& pointer) {
        if (channel.sampler == kNone || channel.path == TargetPath::pointer) return;
        const AnimationSampler& sampler =
            d_.animation_samplers[static_cast<std::size_t>(channel.sampler)];
        if (sampler.input == kNone || sampler.output == kNone) return;
        const Accessor& output = accessor(sampler.output);
        const std::string at = pointer + "/sampler";
        const ElementType type = channel.path == TargetPath::rotation  ? ElementType::vec4
                                 : channel.path == TargetPath::weights ? ElementType::scalar
                                                                       : ElementType::vec3;
        const bool floats = output.component_type == ComponentType::f32;
        const bool packed = output.normalized && component_size(output.component_type) < 4 &&
                            type != ElementType::vec3;
        if (output.type != type || !(floats || packed)) {
            c_.fault(codes::accessor_format, at,
                     "found " + format_name(output) + " as output, expected " +
                         std::string(type_name(type)) + " float" +
                         (type == ElementType::vec3 ? "" : " or normalized integers"));
            return;
        }
        const bool cubic = sampler.interpolation == anim::Interpolation::cubic_spline;
        const std::uint64_t per_key =
            (cubic ? 3u : 1u) *
            std::uint64_t{channel.path == TargetPath::weights ? target_count(channel.node) : 1u};
        const std::uint64_t keys = accessor(sampler.input).count;
        if (per_key != 0 && (output.count % per_key != 0 || output.count / per_key != keys)) {
            c_.fault(codes::animation_sampler, at,
                     "found " + std::to_string(output.count) + " output elements for " +
                         std::to_string(keys) + " keys, expected " + std::to_string(per_key) +
                         " per key");
        }
        if (channel.path == TargetPath::rotation) check_rotations(sampler, cubic, at);
    }

    void check_rotations(const AnimationSampler& sampler, bool cubic, const std::string& pointer) {
        if (!rotations_seen_.insert({sampler.output, cubic}).second) return;
        const NotUnit wrong = not_unit(c_, sampler.output, cubic);
        if (wrong.count > 0) {
            c_.fault(codes::animation_sampler, pointer,
                     "found " + std::to_string(wrong.count) +
                         " rotations that are not of unit length, the first is element " +
                         std::to_string(wrong.first) + ", expected a length of 1");
        }
    }

    Checker& c_;
    const Document& d_;
    const Animation& animation_;
    std::string pointer_;
    std::set<std::pair<Index, TargetPath>> driven_;
    std::set<std::string_view> pointed_;
    std::set<Index> times_seen_;
    std::set<std::pair<Index, bool>> rotations_seen_;
};

}  // namespace

void check_animations(Checker& c) {
    for (std::size_t i = 0; i < c.d.animations.size(); ++i)
        AnimationCheck(c, i).run();
}

}  // namespace diorama::gltf::detail
