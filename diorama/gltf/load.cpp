// SPDX-License-Identifier: MIT
#include "diorama/gltf/load.hpp"

#include <iterator>
#include <utility>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/document.hpp"

namespace diorama::gltf {
namespace {

void copy_texts(std::span<const std::string_view> in, std::vector<std::string>& out) {
    out.assign(in.begin(), in.end());
}

void decode_asset_info(const Document& in, GltfAsset& out) {
    out.version = in.asset.version;
    out.generator = in.asset.generator;
    out.copyright = in.asset.copyright;
    out.asset_extras = in.asset.extras;
    out.extras = in.root.extras;
    copy_texts(in.extensions_used, out.extensions_used);
    copy_texts(in.extensions_required, out.extensions_required);
}

/// Cameras and lights: what their struct adds to Object is in the asset's as it is.
template <class Asset, class Element>
void decode_placed(const std::vector<Element>& in, std::vector<Asset>& out) {
    out.reserve(in.size());
    for (const Element& each : in)
        out.push_back({each, std::string(each.name), std::string(each.extras)});
}

void decode_scenes(const Document& in, GltfAsset& out) {
    out.scenes.reserve(in.scenes.size());
    for (const Scene& scene : in.scenes) {
        const std::span<const Index> roots = slice(in.indices, scene.nodes);
        out.scenes.push_back({.name = std::string(scene.name),
                              .roots = {roots.begin(), roots.end()},
                              .extras = std::string(scene.extras)});
    }
    out.default_scene = in.scene;
    out.roots = scene_roots(in, default_scene(in));
}

void append(std::vector<Diagnostic>& out, std::vector<Diagnostic> more) {
    out.insert(out.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

}  // namespace

Result<GltfAsset> load(const std::filesystem::path& path, const LoadOptions& options) {
    const Result<Document> document = parse(path, options.limits);
    if (!document) return std::unexpected(document.error());
    return decode(*document, options);
}

Result<GltfAsset> load_memory(std::span<const std::byte> bytes, const std::filesystem::path& folder,
                              std::string name, const LoadOptions& options) {
    const Result<Document> document = parse_memory(bytes, folder, std::move(name), options.limits);
    if (!document) return std::unexpected(document.error());
    return decode(*document, options);
}

Result<GltfAsset> decode(const Document& document, const LoadOptions& options) {
    GltfAsset asset;
    detail::Report report(document.name, document.limits.max_diagnostics);
    detail::Decoding decoding(document, options, asset, report);
    decode_asset_info(document, asset);
    detail::decode_images(decoding);
    detail::decode_textures(decoding);
    detail::decode_materials(decoding);
    detail::decode_meshes(decoding);
    detail::decode_skins(decoding);
    detail::decode_nodes(decoding);
    detail::check_skins(decoding);
    detail::decode_animations(decoding);
    decode_placed(document.cameras, asset.cameras);
    decode_placed(document.lights, asset.lights);
    decode_scenes(document, asset);

    asset.diagnostics = document.diagnostics;
    if (!report.fatal()) {
        append(asset.diagnostics, report.take());
        return asset;
    }
    Error error = report.take_error();
    append(asset.diagnostics, std::move(error.diagnostics));
    error.diagnostics = std::move(asset.diagnostics);
    return std::unexpected(std::move(error));
}

}  // namespace diorama::gltf
