// SPDX-License-Identifier: MIT
#include <algorithm>

#include "diorama/gltf/detail/large_pages.hpp"
#include "diorama/gltf/detail/parser.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// `version`, which glTF 1.0 also has as a number: that one is kept as it is written.
std::string_view parse_version(Parser& p) {
    if (p.json().next() == JsonKind::number) {
        const std::string_view written = p.json().skip();
        if (!written.starts_with('2')) return written;
        p.fault(codes::type_mismatch, "found a number, expected the string \"2.0\"");
        return {};
    }
    const bool given = p.json().next() == JsonKind::string;
    const std::string_view version = p.text();
    if (given && version.empty())
        p.fault(codes::version_unsupported, "found an empty string, expected \"2.0\"", {},
                "export it as glTF 2.0");
    return version;
}

void parse_asset(Parser& p) {
    constexpr std::array<std::string_view, 4> kNames{"version", "minVersion", "generator",
                                                     "copyright"};
    AssetInfo& asset = p.out().asset;
    const std::uint32_t seen = p.members(
        kNames, asset, Named::no,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    asset.version = parse_version(p);
                    break;
                case 1:
                    asset.min_version = p.text();
                    break;
                case 2:
                    asset.generator = p.text();
                    break;
                default:
                    asset.copyright = p.text();
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
}

void parse_variants(Parser& p) {
    constexpr std::array<std::string_view, 1> kNames{"variants"};
    constexpr std::array<std::string_view, 0> kNone{};
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t) {
            p.elements([&] {
                Object variant;
                p.members(kNone, variant, Named::yes, kNoMembers, kNoExtensions);
                p.out().variants.push_back(variant.name);
                if (!variant.extras.empty() || !variant.extensions.empty())
                    p.out().loose_extras.push_back(
                        {p.pointer(), variant.extras, variant.extensions, {}});
            });
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
}

bool parse_root_extension(Parser& p, std::string_view key) {
    if (key == "KHR_lights_punctual") {
        parse_lights(p);
    } else if (key == "KHR_materials_variants") {
        parse_variants(p);
    } else {
        return false;
    }
    return true;
}

/// Reserves what \p list will come to if the rest of the JSON, \p left bytes, is more of the \p
/// read bytes that its elements so far took, and a quarter more, which costs nothing unless it is
/// filled; but no more than twice as many bytes.
template <class T>
void make_room(std::vector<T>& list, std::size_t read, std::size_t left) {
    if (list.empty()) return;
    const std::size_t more = left / (read / list.size() + 1);
    reserve_large(list, std::min(list.size() + more + more / 4, left * 2 / sizeof(T)));
}

/// Reads the root's list \p i with \p read, a function for one element.
void parse_list(Parser& p, std::size_t i, void (*read)(Parser&)) {
    constexpr std::size_t kSample = 64;
    const std::size_t first = p.json().offset();
    std::size_t count = 0;
    p.elements([&] {
        read(p);
        ++count;
        if (count != (i == 13 ? 4 : kSample)) return;
        const std::size_t done = p.json().offset() - first;
        const std::size_t left = p.json().left();
        if (i == 3) make_room(p.out().nodes, done, left);
        if (i == 5) make_room(p.out().accessors, done, left);
        if (i == 6) make_room(p.out().buffer_views, done, left);
        if (i != 13) return;
        make_room(p.out().animation_channels, done, left);
        make_room(p.out().animation_samplers, done, left);
    });
}

}  // namespace

void parse_root(Parser& p) {
    constexpr std::array<std::string_view, 17> kNames{"asset",
                                                      "scene",
                                                      "scenes",
                                                      "nodes",
                                                      "meshes",
                                                      "accessors",
                                                      "bufferViews",
                                                      "buffers",
                                                      "materials",
                                                      "textures",
                                                      "images",
                                                      "samplers",
                                                      "skins",
                                                      "animations",
                                                      "cameras",
                                                      "extensionsUsed",
                                                      "extensionsRequired"};
    // The readers of the list elements, by place in kNames.
    constexpr std::array<void (*)(Parser&), 15> kReaders{
        nullptr,        nullptr,           parse_scene,  parse_node,      parse_mesh,
        parse_accessor, parse_buffer_view, parse_buffer, parse_material,  parse_texture,
        parse_image,    parse_sampler,     parse_skin,   parse_animation, parse_camera};
    Document& out = p.out();
    const std::uint32_t seen = p.members(
        kNames, out.root, Named::no,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    parse_asset(p);
                    break;
                case 1:
                    out.scene = p.index();
                    break;
                case 15:
                    out.extensions_used = p.texts();
                    break;
                case 16:
                    out.extensions_required = p.texts();
                    break;
                default:
                    parse_list(p, i, kReaders[i]);
                    break;
            }
        },
        [&](std::string_view key) { return parse_root_extension(p, key); });
    p.require(kNames, seen, bit(0));
}

void parse_scene(Parser& p) {
    constexpr std::array<std::string_view, 1> kNames{"nodes"};
    Scene scene;
    p.members(
        kNames, scene, Named::yes, [&](std::size_t) { scene.nodes = p.indices(); }, kNoExtensions);
    p.out().scenes.push_back(scene);
}

namespace {

Index parse_light_reference(Parser& p) {
    constexpr std::array<std::string_view, 1> kNames{"light"};
    Index light = kNone;
    const std::uint32_t seen =
        p.loose_members(kNames, [&](std::size_t) { light = p.index(); }, kNoExtensions);
    p.require(kNames, seen, bit(0));
    return light;
}

void parse_instancing(Parser& p, Node& node) {
    constexpr std::array<std::string_view, 1> kNames{"attributes"};
    const std::uint32_t seen = p.loose_members(
        kNames, [&](std::size_t) { node.instances = parse_attributes(p); }, kNoExtensions);
    p.require(kNames, seen, bit(0));
}

void parse_visibility(Parser& p, Node& node) {
    constexpr std::array<std::string_view, 1> kNames{"visible"};
    p.loose_members(kNames, [&](std::size_t) { node.visible = p.flag(); }, kNoExtensions);
}

bool parse_node_extension(Parser& p, std::string_view key, Node& node) {
    if (key == "KHR_lights_punctual") {
        node.light = parse_light_reference(p);
    } else if (key == "EXT_mesh_gpu_instancing") {
        parse_instancing(p, node);
    } else if (key == "KHR_node_visibility") {
        parse_visibility(p, node);
    } else {
        return false;
    }
    return true;
}

void parse_node_matrix(Parser& p, Node& node) {
    std::array<float, 16> values{};
    if (!p.reals32(values)) return;
    mat4 matrix;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            matrix[column][row] = values[static_cast<std::size_t>(column * 4 + row)];
        }
    }
    node.matrix = static_cast<Index>(p.out().matrices.size());
    p.out().matrices.push_back(matrix);
}

}  // namespace

void parse_node(Parser& p) {
    constexpr std::array<std::string_view, 9> kNames{"children", "translation", "rotation",
                                                     "scale",    "mesh",        "matrix",
                                                     "skin",     "camera",      "weights"};
    Node node;
    const std::uint32_t seen = p.members(
        kNames, node, Named::yes,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    node.children = p.indices();
                    break;
                case 1:
                    p.reals32({&node.translation.x, 3});
                    break;
                case 2: {
                    std::array<float, 4> xyzw{0, 0, 0, 1};
                    p.reals32(xyzw, {.min = -1, .max = 1});
                    node.rotation = quat(xyzw[3], xyzw[0], xyzw[1], xyzw[2]);
                    break;
                }
                case 3:
                    p.reals32({&node.scale.x, 3});
                    break;
                case 4:
                    node.mesh = p.index();
                    break;
                case 5:
                    parse_node_matrix(p, node);
                    break;
                case 6:
                    node.skin = p.index();
                    break;
                case 7:
                    node.camera = p.index();
                    break;
                default:
                    node.weights = p.numbers();
                    break;
            }
        },
        [&](std::string_view key) { return parse_node_extension(p, key, node); });
    if ((seen & bit(5)) != 0 && (seen & (bit(1) | bit(2) | bit(3))) != 0) {
        p.fault(codes::property_conflict,
                "found a matrix beside translation, rotation or scale, expected one or the other",
                {}, "the matrix is used; remove the rest");
    }
    constexpr std::array kNeedsMesh{std::pair{6u, "skin"}, std::pair{8u, "weights"}};
    for (const auto& [i, name] : kNeedsMesh) {
        if ((seen & bit(i)) == 0 || (seen & bit(4)) != 0) continue;
        p.fault(codes::property_dependency,
                "found " + std::string(name) + " without a mesh, expected a mesh beside it");
    }
    p.out().nodes.push_back(node);
}

}  // namespace diorama::gltf::detail
