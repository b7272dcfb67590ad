// SPDX-License-Identifier: MIT
// What an export asks of the document that its asset was decoded from.
#include <span>
#include <string>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/uri.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/export.hpp"

namespace diorama::gltf {

std::vector<std::filesystem::path> source_files(const Document& document) {
    std::vector<std::filesystem::path> out;
    const auto add = [&](bool has_uri, std::string_view text) {
        if (!has_uri) return;
        const Result<detail::Uri> uri =
            detail::parse_uri(text, document.limits.uris_may_leave_folder, {});
        if (uri && !uri->data) out.push_back(detail::resolve_uri(*uri, document.folder));
    };
    for (const Buffer& buffer : document.buffers)
        add(buffer.has_uri, buffer.uri);
    for (const Image& image : document.images)
        add(image.has_uri, image.uri);
    return out;
}

std::vector<Diagnostic> left_in_document(const Document& document, const GltfAsset& asset) {
    std::size_t count = 0;
    std::string first;
    for (std::size_t a = 0; a < document.animations.size(); ++a) {
        const std::span<const AnimationChannel> channels =
            slice(document.animation_channels, document.animations[a].channels);
        // An animation without channels is written with one that drives nothing.
        const bool written = a < asset.animations.size() && asset.animations[a].channels.empty() &&
                             asset.animations[a].pointers.empty() && channels.size() == 1;
        if (written) continue;
        for (std::size_t c = 0; c < channels.size(); ++c) {
            if (!detail::drives_nothing(channels[c])) continue;
            if (count++ == 0)
                first = detail::pointer_to("animations", a) + "/channels/" + std::to_string(c);
        }
    }
    if (count == 0) return {};
    return {{Severity::warning, codes::export_left_out,
             count == 1 ? "found an animation channel that names nothing to drive; it is left out"
                        : "found " + std::to_string(count) +
                              " animation channels that name nothing to drive, of which this is "
                              "the first; they are left out",
             document.name + "#" + first,
             "nothing moves by it; the file that was read still has it"}};
}

}  // namespace diorama::gltf
