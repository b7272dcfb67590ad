// SPDX-License-Identifier: MIT
// What the levels of a KTX2 file hold: inflated, and decoded to images.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "diorama/core/expects.hpp"
#include "diorama/texture/detail/basis.hpp"
#include "diorama/texture/detail/inflate.hpp"
#include "diorama/texture/detail/ktx2_reader.hpp"
#include "diorama/texture/detail/limits.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture {
namespace detail {
namespace {

std::string at_byte(const Ktx2& k, std::uint64_t byte) {
    return k.where + "@" + std::to_string(byte);
}

std::span<const std::byte> stored(const Ktx2& k, std::size_t level) {
    return k.file.subspan(static_cast<std::size_t>(k.levels[level].offset),
                          static_cast<std::size_t>(k.levels[level].length));
}

std::uint32_t at_level(std::uint32_t size, std::size_t level) {
    return std::max(1u, size >> std::min<std::size_t>(level, 31));
}

/// Refuses a level that asks for more than \p limits, texels of all its images together.
Result<> check_level_size(const Ktx2& k, std::size_t level, const ImageLimits& limits) {
    const std::uint64_t texels =
        saturating_mul(saturating_mul(at_level(k.width, level), at_level(k.height, level)),
                       images_of_level(k, level));
    // A texel of a format whose size is not known here has at most 32 bytes, four doubles.
    constexpr std::uint64_t kMostTexelBytes = 32;
    const bool too_long =
        k.levels[level].inflated_length > saturating_mul(limits.max_pixels, kMostTexelBytes);
    if (texels <= limits.max_pixels && !too_long) return {};
    return fail(codes::too_large,
                "level " + std::to_string(level) + " has " + std::to_string(texels) +
                    " texels, expected at most " + std::to_string(limits.max_pixels),
                at_byte(k, k.levels[level].offset), "shrink the image, or raise the limit");
}

std::unexpected<Error> unsupported(const Ktx2& k) {
    return fail(codes::unsupported_format,
                "image is a KTX2 file of " + k.format_name() +
                    (k.scheme == Ktx2Scheme::none ? std::string()
                                                  : " with the scheme " + to_string(k.scheme)) +
                    ", expected ETC1S, UASTC or 8-bit channels",
                k.where, "export the image with Basis Universal, or as PNG");
}

std::unexpected<Error> damaged(const Ktx2& k, std::size_t level) {
    return fail(codes::ktx2_transcode,
                "level " + std::to_string(level) + " can't be decoded: its " + k.format_name() +
                    " data is damaged",
                at_byte(k, k.levels[level].offset), "export the image again");
}

/// How a texel's four stored bytes become red, green, blue and alpha: an index into them, or kZero
/// or kOne.
using Swizzle = std::array<std::uint8_t, 4>;
constexpr std::uint8_t kZero = 4, kOne = 5;
constexpr Swizzle kAsStored{0, 1, 2, 3};

/// What the decoded channels of ETC1S are, by what the slices hold. The first slice is decoded to
/// red, green and blue, the second to alpha.
Swizzle etc1s_swizzle(const Ktx2Descriptor& d) {
    Swizzle out{kZero, kZero, kZero, kOne};
    for (std::size_t i = 0; i < d.samples.size(); ++i) {
        const std::uint8_t from = i == 0 ? 0 : 3;
        switch (d.samples[i].channel) {
            case 0:  // RGB
                out[0] = from, out[1] = i == 0 ? 1 : 3, out[2] = i == 0 ? 2 : 3;
                break;
            case 3:  // red
                out[0] = from;
                break;
            case 4:  // green
                out[1] = from;
                break;
            default:  // alpha
                out[3] = from;
                break;
        }
    }
    return out;
}

/// The same for UASTC, whose blocks hold four channels whatever they are used for.
Swizzle uastc_swizzle(const Ktx2Descriptor& d) {
    switch (d.samples.front().channel) {
        case 3:  // RGBA
            return kAsStored;
        case 4:  // red
            return {0, kZero, kZero, kOne};
        case 5:  // red, and green in alpha
            return {0, 3, kZero, kOne};
        case 6:  // red and green
            return {0, 1, kZero, kOne};
        default:  // RGB
            return {0, 1, 2, kOne};
    }
}

/// Writes texels of \p stride stored bytes to \p out as rgba8.
void spread(std::span<const std::byte> from, std::size_t stride, const Swizzle& swizzle,
            std::span<std::byte> out) {
    const std::size_t count = out.size() / 4;
    for (std::size_t i = 0; i < count; ++i) {
        std::array<std::byte, 6> texel{{{}, {}, {}, {}, std::byte{0}, std::byte{255}}};
        std::copy_n(from.data() + i * stride, stride, texel.data());
        for (std::size_t c = 0; c < 4; ++c)
            out[4 * i + c] = texel[swizzle[c]];
    }
}

/// The stored bytes of an uncompressed format of 8-bit UNORM or sRGB channels; none for others.
std::optional<Swizzle> bytes_swizzle(const FormatLayout& layout) {
    if (layout.compressed || layout.subsampled || layout.depth_or_stencil || layout.type_size != 1)
        return std::nullopt;
    Swizzle out{kZero, kZero, kZero, kOne};
    for (std::size_t i = 0; i < layout.samples.size(); ++i) {
        const SampleLayout& sample = layout.samples[i];
        if (sample.bits != 8 || sample.upper != 255) return std::nullopt;
        out[sample.channel == kChannelAlpha ? 3 : sample.channel] = static_cast<std::uint8_t>(i);
    }
    return out;
}

/// Decodes the levels of one file, one after the other.
class Decoder {
  public:
    Decoder(const Ktx2& ktx2, TexelTarget target, const ImageLimits& limits)
        : k_(ktx2), limits_(limits), layout_(format_layout(ktx2.format)) {
        const bool bc7 = target == TexelTarget::bc7;
        if (k_.scheme == Ktx2Scheme::basis_lz) {
            kind_ = Kind::etc1s;
            swizzle_ = etc1s_swizzle(k_.descriptor);
            const bool alpha = k_.descriptor.samples.size() > 1;
            plain_ = swizzle_ == (alpha ? kAsStored : Swizzle{0, 1, 2, kOne});
        } else if (k_.format == 0 && k_.descriptor.model == model::uastc) {
            kind_ = Kind::uastc;
            swizzle_ = uastc_swizzle(k_.descriptor);
            plain_ = swizzle_ == kAsStored;
            // The blocks of RGB hold an alpha of one by themselves.
            if (k_.descriptor.samples.front().channel == 0) plain_ = true;
        } else if (layout_ && layout_->model == model::bc7 && bc7) {
            kind_ = Kind::bc7;
            plain_ = true;
        } else if (const auto swizzle = layout_ ? bytes_swizzle(*layout_) : std::nullopt) {
            kind_ = Kind::bytes;
            swizzle_ = *swizzle;
            stride_ = layout_->block_bytes;
        }
        // Channels of finished blocks can't be moved.
        format_ = bc7 && plain_ ? PixelFormat::bc7 : PixelFormat::rgba8;
    }

    [[nodiscard]] bool supported() const noexcept {
        return kind_ != Kind::none && k_.scheme <= Ktx2Scheme::zlib;
    }
    [[nodiscard]] PixelFormat format() const noexcept { return format_; }

    /// The texels of image \p image of level \p level, counted in the order of the file.
    Result<std::vector<std::byte>> decode(std::size_t level, std::uint64_t image) {
        Result<std::span<const std::byte>> bytes = level_data(level);
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        const BasisSize size{at_level(k_.width, level), at_level(k_.height, level)};
        if (kind_ == Kind::etc1s) return etc1s(level, *bytes, image, size);
        // The size of such a level was held against its texels.
        const auto one = static_cast<std::size_t>(image_bytes(k_, layout_, level).value_or(0));
        const auto blocks = bytes->subspan(static_cast<std::size_t>(image) * one, one);
        if (kind_ == Kind::bc7) return std::vector(blocks.begin(), blocks.end());
        if (kind_ == Kind::bytes) {
            std::vector<std::byte> out(byte_size(PixelFormat::rgba8, size.width, size.height));
            spread(blocks, stride_, swizzle_, out);
            return out;
        }
        std::vector<std::byte> out = decode_uastc(blocks, size, format_);
        if (out.empty()) return damaged(k_, level);
        arrange(out);
        return out;
    }

  private:
    enum class Kind : std::uint8_t { none, etc1s, uastc, bytes, bc7 };

    /// The level's bytes, inflated; kept until the next level is asked for.
    Result<std::span<const std::byte>> level_data(std::size_t level) {
        if (kind_ == Kind::etc1s) {
            if (Result<> ok = check_level_size(k_, level, limits_); !ok)
                return std::unexpected(std::move(ok.error()));
            return stored(k_, level);
        }
        if (level_ != level) {
            Result<std::vector<std::byte>> bytes = inflate_level(k_, level, limits_);
            if (!bytes) return std::unexpected(std::move(bytes.error()));
            inflated_ = std::move(*bytes);
            level_ = level;
        }
        return std::span<const std::byte>(inflated_);
    }

    Result<std::vector<std::byte>> etc1s(std::size_t level, std::span<const std::byte> bytes,
                                         std::uint64_t image, BasisSize size) {
        std::uint64_t images = 0, before = 0;
        for (std::size_t i = 0; i < k_.levels.size(); ++i) {
            if (i == level) before = images;
            images += images_of_level(k_, i);
        }
        if (!codebooks_) codebooks_ = BasisCodebooks::make(k_.global_data, images);
        if (!codebooks_)
            return fail(
                codes::ktx2_transcode, "the codebooks of BasisLZ are damaged",
                at_byte(k_, static_cast<std::uint64_t>(k_.global_data.data() - k_.file.data())),
                "export the image again");
        const BasisSlices slices =
            read_basis_slices(k_.global_data, static_cast<std::size_t>(before + image));
        if (slices.flags != 0) return unsupported(k_);  // frames of a video need those before them
        std::vector<std::byte> out = codebooks_->decode(bytes, slices, size, format_);
        if (out.empty()) return damaged(k_, level);
        arrange(out);
        return out;
    }

    void arrange(std::vector<std::byte>& texels) const {
        if (!plain_) spread(texels, 4, swizzle_, texels);
    }

    const Ktx2& k_;
    ImageLimits limits_;
    std::optional<FormatLayout> layout_;
    Kind kind_ = Kind::none;
    Swizzle swizzle_ = kAsStored;
    std::size_t stride_ = 4;
    bool plain_ = false;  // no channel has to move
    PixelFormat format_ = PixelFormat::rgba8;
    std::unique_ptr<BasisCodebooks> codebooks_;
    std::optional<std::size_t> level_;
    std::vector<std::byte> inflated_;
};

}  // namespace

void warn_undecoded(Ktx2Reader& r) {
    constexpr std::size_t kFormatAt = 12;
    if (Decoder(r.out, TexelTarget::bc7, {}).supported()) return;
    r.warn(codes::ktx2_not_decoded, kFormatAt,
           "found " + r.out.format_name() +
               (r.out.scheme == Ktx2Scheme::none ? std::string()
                                                 : " with the scheme " + to_string(r.out.scheme)) +
               ", which is read and not decoded: nothing can be drawn with it",
           "ETC1S, UASTC, BC7 and 8-bit channels are decoded");
}

void check_data(Ktx2Reader& r, const ImageLimits& limits) {
    const Ktx2& k = r.out;
    const auto report = [&](const Error& error) { r.found.push_back(as_diagnostic(error)); };
    // Damage shows in either; BC7 takes a quarter of the memory.
    Decoder decoder(k, TexelTarget::bc7, limits);
    const bool uastc = k.format == 0 && k.descriptor.model == model::uastc;
    for (std::size_t level = 0; level < k.levels.size(); ++level) {
        if (k.scheme == Ktx2Scheme::basis_lz) {
            for (std::uint64_t image = 0; image < images_of_level(k, level); ++image) {
                const auto texels = decoder.decode(level, image);
                if (texels) continue;
                if (texels.error().code != codes::unsupported_format) report(texels.error());
                break;
            }
            continue;
        }
        const bool packed = k.scheme == Ktx2Scheme::zstd || k.scheme == Ktx2Scheme::zlib;
        // Texels that any bits stand for need not be looked at to be right.
        if (!packed && !uastc) return;
        if (const Result<> ok = check_level_size(k, level, limits); !ok) {
            report(ok.error());
            continue;
        }
        std::span<const std::byte> bytes = stored(k, level);
        Result<std::vector<std::byte>> inflated;
        if (packed) {
            inflated = inflate_level(k, level, limits);
            if (!inflated) {
                report(inflated.error());
                continue;
            }
            bytes = *inflated;
        }
        if (uastc && !is_uastc(bytes)) report(damaged(k, level).error());
    }
}

}  // namespace detail

Result<std::vector<std::byte>> inflate_level(const Ktx2& ktx2, std::size_t level,
                                             const ImageLimits& limits) {
    DIORAMA_EXPECTS(level < ktx2.levels.size(), "level is one of the file's");
    if (Result<> ok = detail::check_level_size(ktx2, level, limits); !ok)
        return std::unexpected(std::move(ok.error()));
    const std::span<const std::byte> bytes = detail::stored(ktx2, level);
    const std::uint64_t size = ktx2.levels[level].inflated_length;
    const std::string where = detail::at_byte(ktx2, ktx2.levels[level].offset);
    switch (ktx2.scheme) {
        case Ktx2Scheme::none:
        case Ktx2Scheme::basis_lz:
            return std::vector(bytes.begin(), bytes.end());
        case Ktx2Scheme::zstd:
            return detail::inflate_zstd(bytes, size, where);
        case Ktx2Scheme::zlib:
            return detail::inflate_zlib(bytes, size, where);
        case Ktx2Scheme::uastc_hdr_6x6:
            break;
    }
    return detail::unsupported(ktx2);
}

std::uint64_t decoded_bytes(const Ktx2& ktx2, TexelTarget target) {
    const detail::Decoder decoder(ktx2, target, {});
    if (!decoder.supported()) return 0;
    std::uint64_t bytes = 0;
    for (std::size_t level = 0; level < ktx2.levels.size(); ++level)
        bytes += byte_size(decoder.format(), detail::at_level(ktx2.width, level),
                           detail::at_level(ktx2.height, level));
    return bytes;
}

Result<Image> decode_ktx2(const Ktx2& ktx2, TexelTarget target, const ImageLimits& limits,
                          const Ktx2Part& part) {
    DIORAMA_EXPECTS(part.layer < std::max(ktx2.layers, 1u) && part.face < ktx2.faces &&
                        part.slice < std::max(ktx2.depth, 1u),
                    "part is inside the file's counts");
    detail::Decoder decoder(ktx2, target, limits);
    if (!decoder.supported()) return detail::unsupported(ktx2);
    Image out{ktx2.width, std::max(ktx2.height, 1u), decoder.format(), {}, {}};
    for (std::size_t level = 0; level < ktx2.levels.size(); ++level) {
        const std::uint32_t slices = detail::at_level(ktx2.depth, level);
        const std::uint64_t slice =
            std::min(part.slice >> std::min<std::size_t>(level, 31), slices - 1);
        const std::uint64_t image =
            (std::uint64_t{part.layer} * ktx2.faces + part.face) * slices + slice;
        Result<std::vector<std::byte>> texels = decoder.decode(level, image);
        if (!texels) return std::unexpected(std::move(texels.error()));
        (level == 0 ? out.pixels : out.mips.emplace_back()) = std::move(*texels);
    }
    return out;
}

}  // namespace diorama::texture
