// SPDX-License-Identifier: MIT
// What glTF's KHR_texture_basisu asks of a KTX2 file. Source: its section "KTX v2 Images with Basis
// Universal Supercompression".
#include <algorithm>
#include <bit>

#include "diorama/texture/detail/ktx2_reader.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

void check_shape(Ktx2Reader& r) {
    constexpr std::size_t kWidthAt = 20, kDepthAt = 28, kLevelsAt = 40;
    const Ktx2& k = r.out;
    if (k.depth != 0 || k.layers != 0 || k.faces != 1)
        r.fault(codes::ktx2_gltf, kDepthAt,
                "found a 3D, array or cube texture, expected a 2D one for glTF");
    if (k.width % 4 != 0 || k.height % 4 != 0)
        r.fault(codes::ktx2_gltf, kWidthAt,
                "found " + std::to_string(k.width) + " x " + std::to_string(k.height) +
                    " texels, expected multiples of 4 for glTF");
    const auto all = static_cast<std::uint32_t>(std::bit_width(std::max({k.width, k.height, 1u})));
    if (k.level_count != 1 && k.level_count != all)
        r.fault(codes::ktx2_gltf, kLevelsAt,
                "found levelCount " + std::to_string(k.level_count) + ", expected 1 or all " +
                    std::to_string(all) + " for glTF");
}

void check_texels(Ktx2Reader& r) {
    constexpr std::size_t kSchemeAt = 44;
    const Ktx2Descriptor& d = r.out.descriptor;
    const std::uint64_t at = r.index.descriptor_offset + 4;
    const bool etc1s = d.model == model::etc1s;
    const bool uastc = d.model == model::uastc;
    const Ktx2Scheme scheme = r.out.scheme;
    const bool scheme_fits = etc1s ? scheme == Ktx2Scheme::basis_lz
                                   : scheme == Ktx2Scheme::none || scheme == Ktx2Scheme::zstd;
    if (!scheme_fits)
        r.fault(codes::ktx2_gltf, kSchemeAt,
                "found " + r.out.format_name() + " with the scheme " + to_string(scheme) +
                    ", expected BasisLZ for ETC1S, none or Zstandard for UASTC in glTF");
    if (!etc1s && !uastc)
        r.fault(codes::ktx2_gltf, at + 8,
                "found " + r.out.format_name() + ", expected ETC1S or UASTC for glTF");
    const bool color = d.primaries == 1 && d.transfer == kTransferSrgb;
    const bool data = d.primaries == 0 && d.transfer == kTransferLinear;
    if (!color && !data)
        r.fault(codes::ktx2_gltf, at + 9,
                "found primaries " + std::to_string(d.primaries) + " and transfer function " +
                    std::to_string(d.transfer) +
                    ", expected 1 and 2 for colours, or 0 and 1 for data in glTF");
    if (d.samples.empty()) return;
    const std::uint8_t first = d.samples[0].channel;
    bool fits = true;
    if (etc1s) {
        // RGB, or red alone; then alpha, or green.
        fits = first == 0 || first == 3;
        if (d.samples.size() > 1)
            fits = fits && d.samples[1].channel == (first == 0 ? kChannelAlpha : 4);
    } else if (uastc) {
        fits = first == 0 || first == 3 || first == 4 || first == 6;
    }
    if (!fits)
        r.fault(codes::ktx2_gltf, at + 27,
                "found channels that glTF does not use, expected RGB, RGBA, red, or red and green");
}

void check_values(Ktx2Reader& r) {
    const auto expect = [&](std::string_view key, std::string_view expected) {
        const bool there =
            std::ranges::find(r.out.metadata, key, &Ktx2Entry::key) != r.out.metadata.end();
        const std::string_view value = r.out.text(key);
        if (!there || value == expected) return;
        r.fault(codes::ktx2_gltf, r.index.metadata_offset,
                std::string("found ")
                    .append(key)
                    .append(" other than ")
                    .append(expected)
                    .append(", expected that for glTF"));
    };
    expect("KTXswizzle", "rgba");
    expect("KTXorientation", "rd");
}

}  // namespace

void check_gltf_profile(Ktx2Reader& r) {
    check_shape(r);
    if (r.descriptor_read) check_texels(r);
    check_values(r);
}

}  // namespace diorama::texture::detail
