// SPDX-License-Identifier: MIT
/// \file
/// What the decoders of glTF's objects share: pointer_to, decoded_limit, Decoding, drives_nothing,
/// and one decode_ function per list of a GltfAsset.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/detail/report.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/load.hpp"

namespace diorama::gltf::detail {

/// The JSON pointer of element \p index of \p list: `/nodes/3`.
[[nodiscard]] inline std::string pointer_to(std::string_view list, std::size_t index) {
    std::string pointer(1, '/');
    pointer += list;
    pointer += '/';
    return pointer += std::to_string(index);
}

/// How many bytes may be decoded of \p in, given what has been read of it and its files.
[[nodiscard]] std::uint64_t decoded_limit(const Document& in);

/// One document on its way to an asset.
class Decoding {
  public:
    Decoding(const Document& from, const LoadOptions& wanted, GltfAsset& into, Report& findings)
        : in(from), options(wanted), out(into), report(findings) {
        refused_.resize(from.accessors.size());
    }

    const Document& in;
    const LoadOptions& options;
    GltfAsset& out;
    Report& report;
    /// Of each channel of each animation of the file: its place among the asset's channels, those
    /// with pointers after the others; -1 where it was left out.
    std::vector<std::vector<std::int32_t>> channel_places;

    /// Decodes accessor \p accessor to one T per element.
    ///
    /// Nothing, with a report, where it can't be read, or would take more than
    /// ImportLimits::max_decoded_bytes in all. What is wrong with an accessor is reported once,
    /// however many objects use it.
    template <class T>
    [[nodiscard]] std::optional<std::vector<T>> read(Index accessor);

    /// The elements of \p accessor as they are stored, sparse values in place; the name is left
    /// empty. Nothing as for read().
    [[nodiscard]] std::optional<mesh::VertexAttribute> read_raw(Index accessor);

    /// Whether a buffer or a compressed mesh holds any of \p accessor's data; else all is zero.
    [[nodiscard]] bool has_data(Index accessor) const noexcept {
        const Accessor& each = in.accessors[static_cast<std::size_t>(accessor)];
        return each.buffer_view != kNone || each.sparse != kNone || each.draco != kNone;
    }

    /// Tells the caller that one more texture, mesh or animation begins; false to stop.
    [[nodiscard]] bool step();
    /// Whether the caller asked to stop.
    [[nodiscard]] bool cancelled() const noexcept { return cancelled_; }

    /// Counts \p bytes that are about to be taken; false, with a report, beyond the limit.
    [[nodiscard]] bool take(std::uint64_t bytes, const std::string& pointer);

  private:
    void refuse(Index accessor, const Error& error);
    /// take() without a report.
    [[nodiscard]] bool take(std::uint64_t bytes);

    std::vector<bool> refused_;  // by accessor
    std::uint64_t taken_ = 0;
    bool limit_reported_ = false;
    std::size_t done_ = 0;  // of the steps
    bool cancelled_ = false;
};

void decode_images(Decoding& d);
void decode_textures(Decoding& d);
void decode_materials(Decoding& d);
void decode_meshes(Decoding& d);
void decode_skins(Decoding& d);
void decode_nodes(Decoding& d);
void decode_animations(Decoding& d);
/// Whether neither a node, nor a pointer, nor an extension that is not known here says what \p
/// channel drives.
[[nodiscard]] bool drives_nothing(const AnimationChannel& channel);
/// What objects without a struct carry, as GltfLooseExtras. Expects everything else to be decoded.
void decode_notes(Decoding& d);

/// Holds the skins that nodes use against their meshes; a node whose mesh names joints that its
/// skin lacks loses the skin. Expects meshes, skins and nodes to be decoded.
void check_skins(Decoding& d);

}  // namespace diorama::gltf::detail
