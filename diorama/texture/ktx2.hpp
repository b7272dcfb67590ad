// SPDX-License-Identifier: MIT
/// \file
/// KTX 2.0 files: Ktx2Scheme, Ktx2Level, Ktx2Entry, Ktx2Sample, Ktx2Descriptor, Ktx2, read_ktx2,
/// Ktx2Profile, check_ktx2, inflate_level, Ktx2Part, TexelTarget, decoded_bytes, decode_ktx2.
/// Byte layout: docs/formats/ktx2.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::texture {

/// What was done to the levels beside the texel format. Numbers are the file's; others may stand in
/// a file, and can't be decoded.
enum class Ktx2Scheme : std::uint32_t {
    none = 0,           ///< levels are texel blocks
    basis_lz = 1,       ///< ETC1S blocks over codebooks that all images share
    zstd = 2,           ///< each level is a Zstandard frame
    zlib = 3,           ///< each level is a ZLIB stream
    uastc_hdr_6x6 = 4,  ///< intermediate form of HDR blocks; not decoded here
};

/// The words for \p scheme: `BasisLZ`, `Zstandard`; `scheme 9` for one that is not known.
[[nodiscard]] std::string to_string(Ktx2Scheme scheme);

/// Where one mip level lies.
struct Ktx2Level {
    std::uint64_t offset = 0;           ///< from the start of the file
    std::uint64_t length = 0;           ///< bytes, as stored
    std::uint64_t inflated_length = 0;  ///< bytes, once inflated; 0 with BasisLZ
};

/// One key and its value.
struct Ktx2Entry {
    std::string_view key;              ///< UTF-8, without its NUL
    std::span<const std::byte> value;  ///< with the NUL that closes a text value
};

/// One sample of the texel block, as the file's descriptor says it.
struct Ktx2Sample {
    std::uint16_t bit_offset = 0;            ///< in the block
    std::uint16_t bits = 0;                  ///< at least 1
    std::uint8_t channel = 0;                ///< of the colour model
    std::uint8_t qualifiers = 0;             ///< 1 linear, 2 exponent, 4 signed, 8 float
    std::array<std::uint8_t, 4> position{};  ///< in the block
    std::uint32_t lower = 0;                 ///< what 0 or -1 is stored as
    std::uint32_t upper = 0;                 ///< what 1 is stored as
};

/// The basic data format descriptor. Numbers are those of the Khronos Data Format
/// Specification 1.3.
struct Ktx2Descriptor {
    std::uint8_t model = 0;                     ///< 1 RGB, 163 ETC1S, 166 UASTC and more
    std::uint8_t primaries = 0;                 ///< 0 unspecified, 1 BT.709 and more
    std::uint8_t transfer = 0;                  ///< 1 linear, 2 sRGB and more
    std::uint8_t flags = 0;                     ///< 1: alpha is premultiplied
    std::array<std::uint32_t, 4> block{};       ///< texels a block, along each axis
    std::array<std::uint8_t, 8> plane_bytes{};  ///< of one block
    std::vector<Ktx2Sample> samples;            ///< in the order of the file
};

/// A KTX 2.0 file whose container is in order; nothing is inflated or decoded yet.
///
/// Valid: as long as the bytes it was read from, which it views.
struct Ktx2 {
    std::span<const std::byte> file;  ///< the whole file
    std::string where;                ///< what its faults are reported under
    std::uint32_t format = 0;         ///< VkFormat; 0 where the descriptor says it all
    std::uint32_t type_size = 1;      ///< bytes that a machine of the other byte order would swap
    std::uint32_t width = 0;          ///< texels
    std::uint32_t height = 0;         ///< texels; 0 for a 1D texture
    std::uint32_t depth = 0;          ///< texels; 0 unless it is a 3D texture
    std::uint32_t layers = 0;         ///< elements of an array; 0 where it is none
    std::uint32_t faces = 1;          ///< 6 for a cube map: +x, -x, +y, -y, +z, -z; else 1
    std::uint32_t level_count = 1;    ///< as stored: 0 asks for mip levels to be made
    Ktx2Scheme scheme = Ktx2Scheme::none;    ///< how levels are compressed
    Ktx2Descriptor descriptor;               ///< of the texels
    std::vector<Ktx2Level> levels;           ///< largest first, at least one
    std::vector<Ktx2Entry> metadata;         ///< sorted by key
    std::span<const std::byte> global_data;  ///< that all levels need: codebooks of BasisLZ
    std::vector<Diagnostic> warnings;        ///< what is odd and allowed

    /// The metadata called \p key, a closing NUL cut off; empty where there is none.
    [[nodiscard]] std::string_view text(std::string_view key) const noexcept;
    /// What its colours are, by its transfer function.
    [[nodiscard]] ColorSpace color_space() const noexcept;
    /// The name of its texel format: that of its VkFormat, or ETC1S, UASTC, or the model's number.
    [[nodiscard]] std::string format_name() const;
};

/// Reads the container of a KTX 2.0 file strictly: header, index, descriptor, metadata, global
/// data, and where the levels lie.
///
/// Cost:    what stands before the levels is read, and the padding between; no memory grows with
///          a number of the file that its bytes don't back.
/// Warns:   ktx2-not-decoded where decode_ktx2() decodes nothing of the format: UASTC HDR and more.
/// Input:   untrusted.
/// Failure: ktx2-*, every fault in Error::diagnostics; `where` is \p where, an @, and the byte.
/// Source:  KTX File Format Specification 2.0, revision 4.
[[nodiscard]] Result<Ktx2> read_ktx2(std::span<const std::byte> file, std::string_view where);

/// What else a file must keep to.
enum class Ktx2Profile : std::uint8_t {
    any,         ///< nothing
    gltf_basis,  ///< glTF's KHR_texture_basisu
};

/// Every fault of a KTX 2.0 file, warnings included: those of read_ktx2(), of \p profile, and,
/// where the container is in order, of the levels' data, which is inflated, and decoded for
/// BasisLZ; blocks of UASTC are looked at one after the other.
///
/// Cost:  one level in memory at a time, within \p limits, where it is inflated, or one image of
///        it where it is decoded, as BC7: a byte a texel.
/// Input: untrusted.
[[nodiscard]] std::vector<Diagnostic> check_ktx2(std::span<const std::byte> file,
                                                 std::string_view where,
                                                 Ktx2Profile profile = Ktx2Profile::any,
                                                 const ImageLimits& limits = {});

/// The texel blocks of level \p level: all layers, each with all its faces, each with all its
/// slices. With BasisLZ, the bytes as they are stored.
///
/// Expects: \p level is one of ktx2.levels.
/// Input:   untrusted; nothing is inflated beyond what the level's size in texels asks for.
/// Failure: ktx2-inflate; texture-too-large; texture-unsupported-format for a scheme not known
/// here.
[[nodiscard]] Result<std::vector<std::byte>> inflate_level(const Ktx2& ktx2, std::size_t level,
                                                           const ImageLimits& limits = {});

/// Which of the images of a file.
struct Ktx2Part {
    std::uint32_t layer = 0;  ///< of an array
    std::uint32_t face = 0;   ///< of a cube map
    std::uint32_t slice = 0;  ///< of a 3D texture, of its first level; each next level halves it
};

/// Bytes of what decode_ktx2() gives of \p ktx2 for \p target, mip levels included; 0 where it
/// decodes nothing.
[[nodiscard]] std::uint64_t decoded_bytes(const Ktx2& ktx2, TexelTarget target);

/// The texels of one image of \p ktx2, with those of its mip levels in Image::mips.
///
/// ETC1S and UASTC become \p target; 8-bit UNORM and sRGB formats become rgba8, missing colours 0
/// and missing alpha 1; BC7 stays where the target is BC7. Numbers are not converted between colour
/// spaces, and KTXswizzle is not applied.
///
/// Threads: any; no shared state.
/// Expects: \p part is inside the file's counts.
/// Input:   untrusted, held against \p limits before memory is taken.
/// Failure: ktx2-inflate, ktx2-transcode; texture-too-large; texture-unsupported-format.
[[nodiscard]] Result<Image> decode_ktx2(const Ktx2& ktx2, TexelTarget target,
                                        const ImageLimits& limits = {}, const Ktx2Part& part = {});

}  // namespace diorama::texture
