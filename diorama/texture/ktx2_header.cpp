// SPDX-License-Identifier: MIT
// The 80 bytes at the start: what the texture is, and where its parts lie.
#include <algorithm>
#include <bit>

#include "diorama/texture/detail/ktx2_reader.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

// Places of the header's fields.
constexpr std::size_t kFormatAt = 12, kTypeSizeAt = 16, kWidthAt = 20, kHeightAt = 24,
                      kDepthAt = 28, kLayersAt = 32, kFacesAt = 36, kLevelsAt = 40, kSchemeAt = 44,
                      kDescriptorAt = 48, kMetadataAt = 56, kGlobalAt = 64;

// Schemes of vendors. Source: KTX File Format Specification 2.0, "supercompressionScheme".
constexpr std::uint32_t kFirstVendorScheme = 0x10000, kLastVendorScheme = 0x1ffff;

std::string text(std::uint64_t number) {
    return std::to_string(number);
}

void check_format(Ktx2Reader& r) {
    const std::uint32_t format = r.out.format;
    if (format != 0) {
        switch (format_status(format)) {
            case FormatStatus::known:
                break;
            case FormatStatus::prohibited:
                r.fault(codes::ktx2_format, kFormatAt,
                        "found vkFormat " + vk_format_name(format) +
                            ", expected a format that KTX2 allows",
                        "scaled, packed A8B8G8R8 and multi-plane formats are left out");
                break;
            case FormatStatus::unknown:
                r.warn(
                    codes::ktx2_format_unknown, kFormatAt,
                    "found vkFormat " + text(format) + ", of an extension that is not known here");
                break;
            case FormatStatus::invalid:
                r.fault(codes::ktx2_format, kFormatAt,
                        "found vkFormat " + text(format) + ", expected the number of a format");
                break;
        }
    }
    const bool own_format = r.basis_lz() || r.out.scheme == Ktx2Scheme::uastc_hdr_6x6;
    if (own_format && format != 0)
        r.fault(codes::ktx2_format, kFormatAt,
                "found vkFormat " + vk_format_name(format) + " with " + to_string(r.out.scheme) +
                    ", expected 0");
}

void check_type_size(Ktx2Reader& r) {
    const std::uint32_t found = r.out.type_size;
    const std::uint32_t expected = r.layout ? r.layout->type_size : 1;
    const bool decided = r.layout || r.out.format == 0;
    if (decided && found != expected)
        r.fault(codes::ktx2_type_size, kTypeSizeAt,
                "found typeSize " + text(found) + ", expected " + text(expected) + " for " +
                    (r.out.format == 0 ? "a file without vkFormat" : vk_format_name(r.out.format)));
}

void check_dimensions(Ktx2Reader& r) {
    const Ktx2& k = r.out;
    if (k.width == 0)
        r.fault(codes::ktx2_dimensions, kWidthAt, "found pixelWidth 0, expected at least 1");
    if (k.height == 0 && (r.in_blocks() || k.depth != 0))
        r.fault(codes::ktx2_dimensions, kHeightAt,
                std::string("found pixelHeight 0, expected at least 1 for ") +
                    (k.depth != 0 ? "a 3D texture" : "texels in blocks"));
    if (k.depth == 0 && r.layout && r.layout->block[2] > 1)
        r.fault(codes::ktx2_dimensions, kDepthAt,
                "found pixelDepth 0, expected at least 1 for " + vk_format_name(k.format));
    if (k.depth != 0 && r.layout && r.layout->depth_or_stencil)
        r.fault(
            codes::ktx2_dimensions, kDepthAt,
            "found pixelDepth " + text(k.depth) + ", expected 0 for " + vk_format_name(k.format));
    if (k.faces == 6 && k.width != k.height)
        r.fault(codes::ktx2_dimensions, kHeightAt,
                "found a cube map of " + text(k.width) + " x " + text(k.height) +
                    " texels, expected square faces");
    if (k.faces == 6 && k.depth != 0)
        r.fault(codes::ktx2_dimensions, kDepthAt,
                "found a cube map with pixelDepth " + text(k.depth) + ", expected 0");
    if (k.faces != 1 && k.faces != 6)
        r.fault(codes::ktx2_face_count, kFacesAt,
                "found faceCount " + text(k.faces) + ", expected 1, or 6 for a cube map");
    if (k.depth != 0 && k.layers != 0)
        r.warn(codes::ktx2_array_3d, kLayersAt,
               "found an array of " + text(k.layers) +
                   " 3D textures, which no graphics interface can hold");
}

void check_level_count(Ktx2Reader& r) {
    const Ktx2& k = r.out;
    if (k.level_count == 0 && r.in_blocks())
        r.fault(codes::ktx2_level_count, kLevelsAt,
                "found levelCount 0, expected at least 1: no mip levels are made from blocks");
    // A side of 2^n texels has n + 1 levels.
    const std::uint32_t longest = std::max({k.width, k.height, k.depth});
    const auto most = std::max(static_cast<std::uint32_t>(std::bit_width(longest)), 1u);
    if (k.level_count > most)
        r.fault(codes::ktx2_level_count, kLevelsAt,
                "found levelCount " + text(k.level_count) + ", expected at most " + text(most) +
                    " for a longest side of " + text(longest));
}

void check_scheme(Ktx2Reader& r) {
    if (r.known_scheme()) return;
    const auto scheme = static_cast<std::uint32_t>(r.out.scheme);
    if (scheme >= kFirstVendorScheme && scheme <= kLastVendorScheme)
        r.warn(codes::ktx2_scheme_vendor, kSchemeAt,
               "found supercompressionScheme " + text(scheme) +
                   ", a vendor's own; its data can't be checked");
    else
        r.fault(codes::ktx2_scheme, kSchemeAt,
                "found supercompressionScheme " + text(scheme) + ", expected 0 to 4");
}

void check_global_index(Ktx2Reader& r) {
    const bool wants = r.basis_lz() || r.out.scheme == Ktx2Scheme::uastc_hdr_6x6;
    if (wants && r.index.global_length == 0)
        r.fault(codes::ktx2_index, kGlobalAt + 8,
                "found sgdByteLength 0, expected the global data of " + to_string(r.out.scheme));
    if (!wants && r.known_scheme() && r.index.global_length != 0)
        r.fault(codes::ktx2_index, kGlobalAt + 8,
                "found sgdByteLength " + text(r.index.global_length) +
                    ", expected 0 for the scheme " + to_string(r.out.scheme));
}

}  // namespace

bool read_header(Ktx2Reader& r) {
    if (image_file_kind(r.out.file) != ImageFileKind::ktx2) {
        r.fault(codes::ktx2_identifier, 0,
                r.out.file.size() < 12
                    ? "file ends inside the identifier, expected a KTX 2.0 file"
                    : "found another identifier, expected that of a KTX 2.0 file");
        return false;
    }
    if (!r.part(0, kKtx2HeaderBytes, "header")) return false;
    Ktx2& k = r.out;
    k.format = r.at<std::uint32_t>(kFormatAt);
    k.type_size = r.at<std::uint32_t>(kTypeSizeAt);
    k.width = r.at<std::uint32_t>(kWidthAt);
    k.height = r.at<std::uint32_t>(kHeightAt);
    k.depth = r.at<std::uint32_t>(kDepthAt);
    k.layers = r.at<std::uint32_t>(kLayersAt);
    k.faces = r.at<std::uint32_t>(kFacesAt);
    k.level_count = r.at<std::uint32_t>(kLevelsAt);
    k.scheme = static_cast<Ktx2Scheme>(r.at<std::uint32_t>(kSchemeAt));
    r.layout = format_layout(k.format);
    check_format(r);
    check_type_size(r);
    check_dimensions(r);
    check_level_count(r);
    check_scheme(r);
    return true;
}

void read_index(Ktx2Reader& r) {
    Ktx2Index& i = r.index;
    i.descriptor_offset = r.at<std::uint32_t>(kDescriptorAt);
    i.descriptor_length = r.at<std::uint32_t>(kDescriptorAt + 4);
    i.metadata_offset = r.at<std::uint32_t>(kMetadataAt);
    i.metadata_length = r.at<std::uint32_t>(kMetadataAt + 4);
    i.global_offset = r.at<std::uint64_t>(kGlobalAt);
    i.global_length = r.at<std::uint64_t>(kGlobalAt + 8);

    const auto expect_at = [&](std::size_t field, std::string_view name, std::uint64_t found,
                               std::uint64_t expected) {
        if (found != expected)
            r.fault(codes::ktx2_index, field,
                    "found " + std::string(name) + " " + text(found) + ", expected " +
                        text(expected) + ", right behind the part before it");
    };
    std::uint64_t next =
        kKtx2HeaderBytes + std::uint64_t{kKtx2LevelBytes} * std::max(r.out.level_count, 1u);
    if (i.descriptor_offset == 0 || i.descriptor_length == 0)
        r.fault(codes::ktx2_index, kDescriptorAt,
                "found no data format descriptor, expected one in every file");
    expect_at(kDescriptorAt, "dfdByteOffset", i.descriptor_offset, next);
    next += i.descriptor_length;
    if (i.metadata_length != 0) {
        expect_at(kMetadataAt, "kvdByteOffset", i.metadata_offset, round_up(next, 4));
        next = round_up(next, 4) + i.metadata_length;
    } else if (i.metadata_offset != 0) {
        r.fault(codes::ktx2_index, kMetadataAt,
                "found kvdByteOffset " + text(i.metadata_offset) + " without a length, expected 0");
    }
    if (i.global_length != 0) {
        expect_at(kGlobalAt, "sgdByteOffset", i.global_offset, round_up(next, 8));
    } else if (i.global_offset != 0) {
        r.fault(codes::ktx2_index, kGlobalAt,
                "found sgdByteOffset " + text(i.global_offset) + " without a length, expected 0");
    }
    check_global_index(r);
}

}  // namespace diorama::texture::detail
