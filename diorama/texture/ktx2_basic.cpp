// SPDX-License-Identifier: MIT
// The basic data format descriptor against the file's format and scheme.
#include <algorithm>
#include <span>

#include "diorama/texture/detail/ktx2_reader.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

// Places in the basic descriptor block.
constexpr std::size_t kModelAt = 8, kPrimariesAt = 9, kTransferAt = 10, kBlockAt = 12,
                      kPlanesAt = 16, kSamplesAt = 24, kSampleBytes = 16;
// Source: Khronos Data Format Specification 1.3, khr_df.h's enumerations.
constexpr std::uint8_t kLastTransfer = 0x13, kLastPrimaries = 11;

/// The channels a colour model has. Source: the same, "colorModel".
std::span<const std::uint8_t> channels_of(std::uint8_t color_model) {
    static constexpr std::array<std::uint8_t, 6> kRgb{0, 1, 2, 13, 14, 15};
    static constexpr std::array<std::uint8_t, 2> kBc1{0, 1}, kColorAlpha{0, 15}, kTwo{0, 1};
    static constexpr std::array<std::uint8_t, 1> kOne{0};
    static constexpr std::array<std::uint8_t, 4> kEtc2{0, 1, 2, 15}, kEtc1s{0, 3, 4, 15};
    static constexpr std::array<std::uint8_t, 5> kUastc{0, 3, 4, 5, 6};
    switch (color_model) {
        case model::rgbsda:
        case model::yuvsda:
            return kRgb;
        case model::bc1a:
            return kBc1;
        case model::bc2:
        case model::bc3:
            return kColorAlpha;
        case model::bc5:
            return kTwo;
        case model::etc2:
            return kEtc2;
        case model::etc1s:
            return kEtc1s;
        case model::uastc:
            return kUastc;
        case model::bc4:
        case model::bc6h:
        case model::bc7:
        case model::etc1:
        case model::astc:
        case model::pvrtc:
        case model::pvrtc2:
        case model::uastc_hdr_4x4:
        case model::uastc_hdr_6x6:
            return kOne;
        default:
            return {};  // not known here: any channel may be right
    }
}

/// One descriptor under check.
class Basic {
  public:
    Basic(Ktx2Reader& reader, std::size_t at) : r_(reader), d_(reader.out.descriptor), at_(at) {}

    void run() {
        check_colors();
        check_model();
        check_channels();
        if (r_.basis_lz())
            check_etc1s();
        else if (r_.layout && r_.known_scheme())
            check_against_layout();
        else if (r_.out.format == 0 && d_.model == model::uastc)
            check_uastc();
        else if (r_.out.format == 0 && r_.known_scheme())
            check_other();
        check_blocks();
    }

  private:
    std::size_t sample_at(std::size_t i) const { return at_ + kSamplesAt + i * kSampleBytes; }
    std::string format() const { return r_.out.format_name(); }

    void check_colors() {
        if (d_.transfer > kLastTransfer)
            r_.fault(codes::ktx2_transfer, at_ + kTransferAt,
                     "found transfer function " + std::to_string(d_.transfer) +
                         ", expected at most " + std::to_string(kLastTransfer));
        if (d_.primaries > kLastPrimaries)
            r_.fault(codes::ktx2_primaries, at_ + kPrimariesAt,
                     "found colour primaries " + std::to_string(d_.primaries) +
                         ", expected at most " + std::to_string(kLastPrimaries));
        if (!r_.layout) return;
        const bool srgb = d_.transfer == kTransferSrgb;
        if (r_.layout->srgb && !srgb)
            r_.fault(codes::ktx2_transfer, at_ + kTransferAt,
                     "found transfer function " + std::to_string(d_.transfer) +
                         ", expected 2, sRGB, for " + format());
        if (srgb && has_srgb_twin(r_.out.format))
            r_.fault(codes::ktx2_transfer, at_ + kTransferAt,
                     "found transfer function 2, sRGB, expected another for " + format() +
                         ", which has an sRGB twin");
    }

    void check_model() {
        const auto wrong = [&](std::uint8_t expected) {
            r_.fault(codes::ktx2_model, at_ + kModelAt,
                     "found colour model " + std::to_string(d_.model) + ", expected " +
                         std::to_string(expected) + " for " +
                         (r_.basis_lz() ? "BasisLZ" : format()));
        };
        if (r_.basis_lz() && d_.model != model::etc1s) wrong(model::etc1s);
        if (!r_.layout || d_.model == r_.layout->model) return;
        // UASTC HDR blocks are ASTC blocks that also say how to turn them into BC6H.
        const bool hdr = d_.model == model::uastc_hdr_4x4 && r_.layout->model == model::astc;
        if (!hdr) wrong(r_.layout->model);
    }

    void check_channels() {
        const std::span<const std::uint8_t> allowed = channels_of(d_.model);
        for (std::size_t i = 0; i < d_.samples.size() && !allowed.empty(); ++i) {
            if (std::ranges::find(allowed, d_.samples[i].channel) != allowed.end()) continue;
            r_.fault(codes::ktx2_sample, sample_at(i) + 3,
                     "found channel " + std::to_string(d_.samples[i].channel) +
                         ", expected one of colour model " + std::to_string(d_.model));
        }
        constexpr std::uint8_t kRgb = 0;
        if (d_.model == model::etc1s && d_.samples.size() == 2 && d_.samples[0].channel == kRgb &&
            d_.samples[1].channel != kChannelAlpha)
            r_.fault(codes::ktx2_sample, sample_at(1) + 3,
                     "found channel " + std::to_string(d_.samples[1].channel) +
                         " in the second slice, expected alpha: the first holds red, green and "
                         "blue");
    }

    void check_planes(const std::array<std::uint8_t, 8>& expected, bool may_be_unsized) {
        if (may_be_unsized && d_.plane_bytes[0] == 0) {
            r_.warn(codes::ktx2_planes_unsized, at_ + kPlanesAt,
                    "found bytesPlane0 0, expected " + std::to_string(expected[0]),
                    "newer revisions of the format keep the size of supercompressed blocks");
            return;
        }
        if (d_.plane_bytes == expected) return;
        const auto list = [](const std::array<std::uint8_t, 8>& bytes) {
            std::string text;
            for (const std::uint8_t each : bytes)
                text.append(text.empty() ? "" : " ").append(std::to_string(each));
            return text;
        };
        r_.fault(codes::ktx2_planes, at_ + kPlanesAt,
                 "found bytesPlanes " + list(d_.plane_bytes) + ", expected " + list(expected));
    }

    void check_sample_count(std::size_t least, std::size_t most) {
        const std::size_t count = d_.samples.size();
        if (count >= least && count <= most) return;
        r_.fault(codes::ktx2_samples, at_ + 6,
                 "found " + std::to_string(count) + " samples, expected " + std::to_string(least) +
                     (most != least ? " or " + std::to_string(most) : std::string()) + " for " +
                     format());
    }

    void check_field(std::size_t i, std::size_t offset, std::string_view name, std::uint64_t found,
                     std::uint64_t expected) {
        if (found == expected) return;
        const bool long_number = found > 999 || expected > 999;
        const auto say = [&](std::uint64_t value) {
            return long_number ? hex(value) : std::to_string(value);
        };
        r_.fault(codes::ktx2_sample, sample_at(i) + offset,
                 "sample " + std::to_string(i) + " has " + std::string(name) + " " + say(found) +
                     ", expected " + say(expected) + " for " + format());
    }

    void check_sample(std::size_t i, const SampleLayout& expected) {
        const Ktx2Sample& found = d_.samples[i];
        constexpr std::uint8_t kOthers =
            qualifier::exponent | qualifier::is_signed | qualifier::is_float;
        check_field(i, 0, "bitOffset", found.bit_offset, expected.bit_offset);
        check_field(i, 2, "bits", found.bits, expected.bits);
        check_field(i, 3, "channel", found.channel, expected.channel);
        check_field(i, 3, "qualifiers", found.qualifiers & kOthers, expected.qualifiers & kOthers);
        for (std::size_t axis = 0; axis < 4; ++axis) {
            // Where chroma lies between the lumas is the file's own choice.
            if (axis == 0 && r_.layout->subsampled) continue;
            check_field(i, 4 + axis, "samplePosition", found.position[axis],
                        expected.position[axis]);
        }
        check_field(i, 8, "sampleLower", found.lower, expected.lower);
        check_field(i, 12, "sampleUpper", found.upper, expected.upper);
        // Only alpha is stored as it is where colours are not.
        const bool curved = d_.transfer > kTransferLinear;
        const bool linear = curved && expected.channel == kChannelAlpha;
        check_field(i, 3, "the linear qualifier", found.qualifiers & qualifier::linear,
                    linear ? qualifier::linear : 0);
    }

    void check_against_layout() {
        const FormatLayout& layout = *r_.layout;
        check_sample_count(layout.samples.size(), layout.samples.size());
        for (std::size_t i = 0; i < std::min(d_.samples.size(), layout.samples.size()); ++i) {
            SampleLayout expected = layout.samples[i];
            if (d_.model == model::uastc_hdr_4x4) {
                expected.qualifiers &= static_cast<std::uint8_t>(~qualifier::is_signed);
                expected.lower = 0;
            }
            check_sample(i, expected);
        }
        std::array<std::uint8_t, 8> planes{};
        planes[0] = static_cast<std::uint8_t>(layout.block_bytes);
        check_planes(planes, r_.out.scheme != Ktx2Scheme::none);
        check_block({layout.block[0], layout.block[1], layout.block[2], 1});
    }

    void check_block(const std::array<std::uint32_t, 4>& expected) {
        if (d_.block == expected) return;
        const auto list = [](const std::array<std::uint32_t, 4>& block) {
            std::string text;
            for (const std::uint32_t each : block)
                text.append(text.empty() ? "" : " x ").append(std::to_string(each));
            return text;
        };
        r_.fault(codes::ktx2_block, at_ + kBlockAt,
                 "found blocks of " + list(d_.block) + " texels, expected " + list(expected) +
                     " for " + format());
    }

    /// The fields that every sample of Basis Universal has alike.
    void check_basis_sample(std::size_t i, std::uint16_t offset, std::uint16_t bits) {
        check_field(i, 0, "bitOffset", d_.samples[i].bit_offset, offset);
        check_field(i, 2, "bits", d_.samples[i].bits, bits);
        check_field(i, 8, "sampleLower", d_.samples[i].lower, 0);
        check_field(i, 12, "sampleUpper", d_.samples[i].upper, UINT32_MAX);
    }

    void check_uastc() {
        check_sample_count(1, 1);
        check_block({4, 4, 1, 1});
        check_planes({16, 0, 0, 0, 0, 0, 0, 0}, r_.out.scheme != Ktx2Scheme::none);
        if (!d_.samples.empty()) check_basis_sample(0, 0, 128);
    }

    void check_etc1s() {
        check_sample_count(1, 2);
        check_block({4, 4, 1, 1});
        const std::uint8_t second = d_.samples.size() == 2 ? 8 : 0;
        check_planes({8, second, 0, 0, 0, 0, 0, 0}, true);
        for (std::size_t i = 0; i < std::min<std::size_t>(d_.samples.size(), 2); ++i)
            check_basis_sample(i, i == 0 ? 0 : 64, 64);
    }

    void check_other() {
        if (d_.samples.empty())
            r_.fault(codes::ktx2_samples, at_ + 6, "found no samples, expected at least 1");
        if (r_.out.scheme != Ktx2Scheme::none) return;
        std::array<std::uint8_t, 8> planes{};
        planes[0] = std::max<std::uint8_t>(d_.plane_bytes[0], 1);
        check_planes(planes, false);
    }

    /// What the header could not tell without the descriptor.
    void check_blocks() {
        constexpr std::size_t kHeightAt = 24, kLevelsAt = 40;
        const bool compressed = d_.model >= model::bc1a;
        if (r_.out.format != 0 || r_.basis_lz() || !compressed) return;
        if (r_.out.height == 0)
            r_.fault(codes::ktx2_dimensions, kHeightAt,
                     "found pixelHeight 0, expected at least 1 for " + format());
        if (r_.out.level_count == 0)
            r_.fault(codes::ktx2_level_count, kLevelsAt,
                     "found levelCount 0, expected at least 1 for " + format());
    }

    Ktx2Reader& r_;
    const Ktx2Descriptor& d_;
    std::size_t at_;
};

}  // namespace

void check_descriptor(Ktx2Reader& reader, std::size_t block_at) {
    Basic(reader, block_at).run();
}

}  // namespace diorama::texture::detail
