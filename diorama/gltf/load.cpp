// SPDX-License-Identifier: MIT
#include "diorama/gltf/load.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf {
namespace {

void copy_texts(std::span<const std::string_view> in, std::vector<std::string>& out) {
    out.assign(in.begin(), in.end());
}

void decode_asset_info(const Document& in, GltfAsset& out) {
    out.version = in.asset.version;
    out.min_version = in.asset.min_version;
    out.generator = in.asset.generator;
    out.copyright = in.asset.copyright;
    out.asset_extras = in.asset.extras;
    out.asset_extensions = in.asset.extensions;
    out.extras = in.root.extras;
    out.extensions = in.root.extensions;
    copy_texts(in.variants, out.variants);
    copy_texts(in.extensions_used, out.extensions_used);
    copy_texts(in.extensions_required, out.extensions_required);
}

/// Cameras and lights: what their struct adds to Object is in the asset's as it is.
template <class Asset, class Element>
void decode_placed(const std::vector<Element>& in, std::vector<Asset>& out) {
    out.reserve(in.size());
    for (const Element& each : in)
        out.push_back(
            {each, std::string(each.name), std::string(each.extras), std::string(each.extensions)});
}

void decode_scenes(const Document& in, GltfAsset& out) {
    out.scenes.reserve(in.scenes.size());
    for (const Scene& scene : in.scenes) {
        const std::span<const Index> roots = slice(in.indices, scene.nodes);
        out.scenes.push_back({.name = std::string(scene.name),
                              .roots = {roots.begin(), roots.end()},
                              .extras = std::string(scene.extras),
                              .extensions = std::string(scene.extensions)});
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
    detail::Report report(document.name, document.limits.max_diagnostics,
                          document.limits.best_effort);
    detail::Decoding decoding(document, options, asset, report);
    decode_asset_info(document, asset);
    // In the order in which each builds on those before it.
    using Step = void (*)(detail::Decoding&);
    constexpr std::array<Step, 8> kSteps{detail::decode_images,    detail::decode_textures,
                                         detail::decode_materials, detail::decode_meshes,
                                         detail::decode_skins,     detail::decode_nodes,
                                         detail::check_skins,      detail::decode_animations};
    for (const Step step : kSteps) {
        step(decoding);
        if (decoding.cancelled())
            return fail(codes::cancelled, "the import was stopped", document.name);
    }
    decode_placed(document.cameras, asset.cameras);
    decode_placed(document.lights, asset.lights);
    decode_scenes(document, asset);
    detail::decode_notes(decoding);

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

Result<> load_images(GltfAsset& asset, const std::filesystem::path& path,
                     const LoadOptions& options) {
    const Result<Document> document = parse(path, options.limits);
    if (!document) return std::unexpected(document.error());
    return load_images(asset, *document, options);
}

Result<> load_images(GltfAsset& asset, const Document& document, const LoadOptions& options) {
    if (document.images.size() != asset.images.size() ||
        document.textures.size() != asset.textures.size())
        return fail(codes::reference_range,
                    "found " + std::to_string(document.images.size()) + " images and " +
                        std::to_string(document.textures.size()) + " textures, expected the " +
                        std::to_string(asset.images.size()) + " and " +
                        std::to_string(asset.textures.size()) + " of the asset",
                    document.name, "the file has changed since it was loaded; load it again");
    GltfAsset fresh;
    detail::Report report(document.name, document.limits.max_diagnostics,
                          document.limits.best_effort);
    detail::Decoding decoding(document, options, fresh, report);
    detail::decode_images(decoding);
    // What has pixels keeps them: they are lent to the decoder, which then passes over them.
    std::vector<bool> had(asset.images.size());
    for (std::size_t i = 0; i < had.size(); ++i) {
        had[i] = !asset.images[i].image.empty();
        if (had[i]) std::swap(asset.images[i].image, fresh.images[i].image);
    }
    detail::decode_textures(decoding);
    const bool failed = decoding.cancelled() || report.fatal();
    for (std::size_t i = 0; i < had.size(); ++i)
        if (had[i] || !failed) std::swap(asset.images[i].image, fresh.images[i].image);
    if (decoding.cancelled())
        return fail(codes::cancelled, "the import was stopped", document.name);
    if (failed) return std::unexpected(report.take_error());
    for (std::size_t i = 0; i < fresh.textures.size(); ++i) {
        asset.textures[i].image = fresh.textures[i].image;
        asset.textures[i].alternatives = std::move(fresh.textures[i].alternatives);
    }
    for (Diagnostic& each : report.take()) {
        const bool known = std::ranges::any_of(asset.diagnostics, [&](const Diagnostic& other) {
            return other.code == each.code && other.where == each.where;
        });
        if (!known) asset.diagnostics.push_back(std::move(each));
    }
    return {};
}

}  // namespace diorama::gltf
