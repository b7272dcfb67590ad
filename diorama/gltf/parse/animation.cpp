// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/parser.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

void parse_skin(Parser& p) {
    constexpr std::array<std::string_view, 3> kNames{"joints", "inverseBindMatrices", "skeleton"};
    Skin skin;
    const std::uint32_t seen = p.members(
        kNames, skin, Named::yes,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    skin.joints = p.indices();
                    break;
                case 1:
                    skin.inverse_bind_matrices = p.index();
                    break;
                default:
                    skin.skeleton = p.index();
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
    p.out().skins.push_back(skin);
}

namespace {

TargetPath parse_path(Parser& p) {
    constexpr std::array<std::string_view, 5> kPaths{"translation", "rotation", "scale", "weights",
                                                     "pointer"};
    if (!p.expect(JsonKind::string)) return TargetPath::unknown;
    const std::string_view path = p.json().read_string();
    for (std::size_t i = 0; i < kPaths.size(); ++i) {
        if (path == kPaths[i]) return static_cast<TargetPath>(i);
    }
    p.fault(codes::value_ignored,
            "found " + quoted(path) + ", expected translation, rotation, scale or weights", {},
            "the channel is kept but drives nothing");
    return TargetPath::unknown;
}

/// Source: RFC 6901: steps start with a slash, ~ stands only before 0 and 1.
bool is_json_pointer(std::string_view text) {
    bool good = text.empty() || text.front() == '/';
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '~') continue;
        good = good && i + 1 < text.size() && (text[i + 1] == '0' || text[i + 1] == '1');
    }
    return good;
}

bool parse_target_extension(Parser& p, std::string_view key, AnimationChannel& channel) {
    if (key != "KHR_animation_pointer") return false;
    constexpr std::array<std::string_view, 1> kNames{"pointer"};
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t) {
            channel.pointer = p.text();
            if (is_json_pointer(channel.pointer)) return;
            p.fault(codes::value_range,
                    "found " + quoted(channel.pointer) + ", expected a JSON pointer");
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
    return true;
}

void parse_target(Parser& p, AnimationChannel& channel) {
    constexpr std::array<std::string_view, 2> kNames{"node", "path"};
    Object target;
    const std::uint32_t seen = p.members(
        kNames, target, Named::no,
        [&](std::size_t i) {
            if (i == 0) {
                channel.node = p.index();
            } else {
                channel.path = parse_path(p);
            }
        },
        [&](std::string_view key) { return parse_target_extension(p, key, channel); });
    p.require(kNames, seen, bit(1));
    channel.target_extensions = target.extensions;
    if (!target.extras.empty()) {
        p.out().loose_extras.push_back({p.pointer(), target.extras, {}, {}});
    }
}

void parse_channel(Parser& p) {
    constexpr std::array<std::string_view, 2> kNames{"sampler", "target"};
    AnimationChannel channel;
    const std::uint32_t seen = p.members(
        kNames, channel, Named::no,
        [&](std::size_t i) {
            if (i == 0) {
                channel.sampler = p.index();
            } else {
                parse_target(p, channel);
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0) | bit(1));
    p.out().animation_channels.push_back(channel);
}

anim::Interpolation parse_interpolation(Parser& p) {
    if (!p.expect(JsonKind::string)) return anim::Interpolation::linear;
    const std::string_view word = p.json().read_string();
    if (word == "STEP") return anim::Interpolation::step;
    if (word == "CUBICSPLINE") return anim::Interpolation::cubic_spline;
    if (word != "LINEAR") {
        p.fault(codes::value_ignored,
                "found " + quoted(word) + ", expected LINEAR, STEP or CUBICSPLINE; LINEAR is used");
    }
    return anim::Interpolation::linear;
}

void parse_animation_sampler(Parser& p) {
    constexpr std::array<std::string_view, 3> kNames{"input", "output", "interpolation"};
    AnimationSampler sampler;
    const std::uint32_t seen = p.members(
        kNames, sampler, Named::no,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    sampler.input = p.index();
                    break;
                case 1:
                    sampler.output = p.index();
                    break;
                default:
                    sampler.interpolation = parse_interpolation(p);
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0) | bit(1));
    p.out().animation_samplers.push_back(sampler);
}

}  // namespace

void parse_animation(Parser& p) {
    constexpr std::array<std::string_view, 2> kNames{"channels", "samplers"};
    Animation animation;
    Document& out = p.out();
    const std::uint32_t seen = p.members(
        kNames, animation, Named::yes,
        [&](std::size_t i) {
            if (i == 0) {
                animation.channels.first =
                    static_cast<std::uint32_t>(out.animation_channels.size());
                p.elements([&] { parse_channel(p); });
                animation.channels.count =
                    static_cast<std::uint32_t>(out.animation_channels.size()) -
                    animation.channels.first;
            } else {
                animation.samplers.first =
                    static_cast<std::uint32_t>(out.animation_samplers.size());
                p.elements([&] { parse_animation_sampler(p); });
                animation.samplers.count =
                    static_cast<std::uint32_t>(out.animation_samplers.size()) -
                    animation.samplers.first;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0) | bit(1));
    out.animations.push_back(animation);
}

namespace {

void parse_perspective(Parser& p, Camera& camera) {
    constexpr std::array<std::string_view, 4> kNames{"yfov", "znear", "aspectRatio", "zfar"};
    constexpr Allowed kPositive{.min = 0, .above_min = true};
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    camera.fov_y = p.real32(kPositive, camera.fov_y);
                    break;
                case 1:
                    camera.near = p.real32(kPositive, camera.near);
                    break;
                case 2:
                    camera.aspect = p.real32(kPositive);
                    break;
                default:
                    camera.far = p.real32(kPositive);
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0) | bit(1));
    if ((seen & bit(3)) != 0 && !(camera.far > camera.near)) {
        p.fault(codes::camera_values, "found zfar at most znear, expected it above", "zfar");
    }
}

void parse_orthographic(Parser& p, Camera& camera) {
    constexpr std::array<std::string_view, 4> kNames{"xmag", "ymag", "zfar", "znear"};
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    camera.x_magnification = p.real32({}, 1);
                    break;
                case 1:
                    camera.y_magnification = p.real32({}, 1);
                    break;
                case 2:
                    camera.far = p.real32({.min = 0, .above_min = true});
                    break;
                default:
                    camera.near = p.real32({.min = 0});
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0) | bit(1) | bit(2) | bit(3));
    if ((seen & bit(2)) != 0 && !(camera.far > camera.near)) {
        p.fault(codes::camera_values, "found zfar at most znear, expected it above", "zfar");
    }
    if (camera.x_magnification == 0 || camera.y_magnification == 0) {
        p.fault(codes::camera_values, "found xmag or ymag of 0, expected neither");
    }
}

}  // namespace

void parse_camera(Parser& p) {
    constexpr std::array<std::string_view, 3> kNames{"type", "perspective", "orthographic"};
    Camera camera;
    std::string_view type;
    const std::uint32_t seen = p.members(
        kNames, camera, Named::yes,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    type = p.text();
                    break;
                case 1:
                    parse_perspective(p, camera);
                    break;
                default:
                    camera.projection = Projection::orthographic;
                    parse_orthographic(p, camera);
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
    const bool both = (seen & bit(1)) != 0 && (seen & bit(2)) != 0;
    if (both) {
        p.fault(codes::property_conflict,
                "found both perspective and orthographic, expected one of them");
    }
    const std::string_view has = (seen & bit(1)) != 0   ? "perspective"
                                 : (seen & bit(2)) != 0 ? "orthographic"
                                                        : "";
    if (!type.empty() && type != "perspective" && type != "orthographic") {
        p.fault(codes::value_ignored,
                "found " + quoted(type) + ", expected perspective or orthographic", "type");
    } else if (!type.empty() && !both && type != has) {
        p.fault(codes::property_missing,
                "found no property " + quoted(type) + ", expected one: the type names it");
    }
    p.out().cameras.push_back(camera);
}

namespace {

void parse_spot(Parser& p, Light& light) {
    constexpr std::array<std::string_view, 2> kNames{"innerConeAngle", "outerConeAngle"};
    constexpr double kHalfPi = 1.5707963267948966;
    p.loose_members(
        kNames,
        [&](std::size_t i) {
            if (i == 0) {
                light.inner_angle = p.real32({.min = 0, .max = kHalfPi});
            } else {
                light.outer_angle =
                    p.real32({.min = 0, .max = kHalfPi, .above_min = true}, light.outer_angle);
            }
        },
        kNoExtensions);
    if (!(light.inner_angle < light.outer_angle)) {
        p.fault(codes::light_values,
                "found innerConeAngle at least outerConeAngle, expected it below");
    }
}

void parse_light(Parser& p) {
    constexpr std::array<std::string_view, 5> kNames{"type", "color", "intensity", "range", "spot"};
    Light light;
    std::string_view type;
    const std::uint32_t seen = p.members(
        kNames, light, Named::yes,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    type = p.text();
                    break;
                case 1:
                    p.reals32({&light.color.x, 3}, {.min = 0, .max = 1});
                    break;
                case 2:
                    light.intensity = p.real32({.min = 0}, 1);
                    break;
                case 3:
                    light.range = p.real32({.min = 0, .above_min = true});
                    break;
                default:
                    parse_spot(p, light);
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
    if (type == "point") {
        light.kind = LightKind::point;
    } else if (type == "spot") {
        light.kind = LightKind::spot;
        p.require(kNames, seen, bit(4));
    } else if (!type.empty() && type != "directional") {
        p.fault(codes::value_ignored,
                "found " + quoted(type) + ", expected directional, point or spot", "type",
                "it is read as directional");
    }
    p.out().lights.push_back(light);
}

}  // namespace

void parse_lights(Parser& p) {
    constexpr std::array<std::string_view, 1> kNames{"lights"};
    const std::uint32_t seen = p.loose_members(
        kNames, [&](std::size_t) { p.elements([&] { parse_light(p); }); }, kNoExtensions);
    p.require(kNames, seen, bit(0));
}

}  // namespace diorama::gltf::detail
