// SPDX-License-Identifier: MIT
// The name of a Vulkan format says everything about its layout, so the table of vk_format_names.cpp
// holds names alone and the layout is read from them.
#include "diorama/texture/detail/vk_format.hpp"

#include <algorithm>
#include <charconv>

#include "diorama/texture/detail/vk_format_names.hpp"

namespace diorama::texture::detail {
namespace {

/// How the bits of a channel are a number: the word of it in a format's name.
enum class Numeric : std::uint8_t { unorm, snorm, uint, sint, sfloat, ufloat, srgb, fixed5 };

Numeric numeric_of(std::string_view name) noexcept {
    struct Word {
        std::string_view word;
        Numeric numeric;
    };
    constexpr std::array kWords{
        Word{"_UNORM", Numeric::unorm},   Word{"_SNORM", Numeric::snorm},
        Word{"_UINT", Numeric::uint},     Word{"_SINT", Numeric::sint},
        Word{"_SFLOAT", Numeric::sfloat}, Word{"_UFLOAT", Numeric::ufloat},
        Word{"_SRGB", Numeric::srgb},     Word{"_SFIXED5", Numeric::fixed5}};
    for (const Word& each : kWords)
        if (name.find(each.word) != std::string_view::npos) return each.numeric;
    return Numeric::unorm;
}

constexpr std::uint32_t kOneAsFloat = 0x3f800000, kMinusOneAsFloat = 0xbf800000;

/// Sets what the numbers of a sample of an uncompressed format mean.
void set_range(SampleLayout& sample, Numeric numeric) {
    const std::uint32_t half = sample.bits >= 32 ? 0x7fffffffu : (1u << (sample.bits - 1)) - 1;
    switch (numeric) {
        case Numeric::unorm:
        case Numeric::srgb:
            sample.upper = sample.bits >= 32 ? UINT32_MAX : (1u << sample.bits) - 1;
            if (numeric == Numeric::srgb && sample.channel == kChannelAlpha)
                sample.qualifiers |= qualifier::linear;
            break;
        case Numeric::snorm:
            sample.qualifiers |= qualifier::is_signed;
            sample.lower = 0u - half;
            sample.upper = half;
            break;
        case Numeric::uint:
            sample.upper = 1;
            break;
        case Numeric::sint:
            sample.qualifiers |= qualifier::is_signed;
            sample.lower = UINT32_MAX;
            sample.upper = 1;
            break;
        case Numeric::sfloat:
            sample.qualifiers |= qualifier::is_signed | qualifier::is_float;
            sample.lower = kMinusOneAsFloat;
            sample.upper = kOneAsFloat;
            break;
        case Numeric::ufloat:
            sample.qualifiers |= qualifier::is_float;
            sample.upper = kOneAsFloat;
            break;
        case Numeric::fixed5:  // five bits behind the point
            sample.qualifiers |= qualifier::is_signed;
            sample.lower = 0u - 32u;
            sample.upper = 32;
            break;
    }
}

std::uint32_t number_at(std::string_view text, std::size_t& at) {
    std::uint32_t value = 0;
    const auto [end, failed] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    at = static_cast<std::size_t>(end - text.data());
    return value;
}

/// One letter and its bits in a name, `R5` of R5G6B5.
struct Part {
    char letter = 0;
    std::uint32_t bits = 0;
};

std::vector<Part> parts_of(std::string_view word) {
    std::vector<Part> parts;
    for (std::size_t at = 0; at < word.size();) {
        const char letter = word[at++];
        const std::uint32_t bits = number_at(word, at);
        parts.push_back({letter, bits});
    }
    return parts;
}

std::uint8_t channel_of(char letter, bool yuv) noexcept {
    switch (letter) {
        case 'R':
            return yuv ? 2 : 0;
        case 'G':
            return yuv ? 0 : 1;
        case 'B':
            return yuv ? 1 : 2;
        default:
            return kChannelAlpha;
    }
}

/// Bits of each word the texel is packed into; 0 where every channel stands alone.
std::uint32_t pack_bits(std::string_view name) {
    std::size_t at = name.find("PACK");
    if (at == std::string_view::npos) return 0;
    at += 4;
    return number_at(name, at);
}

FormatLayout uncompressed(std::string_view name) {
    const bool yuv = name.find("_422_") != std::string_view::npos;
    const Numeric numeric = numeric_of(name);
    const std::vector<Part> parts = parts_of(name.substr(0, name.find('_')));
    FormatLayout out;
    out.model = yuv ? model::yuvsda : model::rgbsda;
    out.subsampled = yuv;
    if (yuv) out.block[0] = 2;
    const std::uint32_t pack = pack_bits(name);
    std::uint32_t word_start = 0, in_word = 0, at = 0, lumas = 0;
    for (const Part& part : parts) {
        // Words are named from their highest bit down; channels that stand alone, as they lie.
        std::uint32_t offset = at;
        if (pack != 0) {
            in_word += part.bits;
            offset = word_start + pack - in_word;
            if (in_word == pack) word_start += pack, in_word = 0;
        }
        at += part.bits;
        if (part.letter == 'X') continue;
        SampleLayout sample;
        sample.bit_offset = static_cast<std::uint16_t>(offset);
        sample.bits = static_cast<std::uint16_t>(part.bits);
        sample.channel = channel_of(part.letter, yuv);
        if (yuv) {
            // Both luma samples have their own place; chroma lies with the first.
            const bool second = part.letter == 'G' && lumas++ == 1;
            sample.position = {static_cast<std::uint8_t>(second ? 192 : 64), 128, 0, 0};
        }
        set_range(sample, numeric);
        out.samples.push_back(sample);
    }
    if (!yuv) std::ranges::sort(out.samples, {}, &SampleLayout::bit_offset);
    out.block_bytes = at / 8;
    out.type_size = pack != 0 ? pack / 8 : parts.front().bits / 8;
    return out;
}

/// Depth and stencil formats: a stencil of 8 bits, a depth of \p depth bits, where they lie.
FormatLayout depth_stencil(std::string_view name) {
    FormatLayout out;
    out.model = model::rgbsda;
    out.depth_or_stencil = true;
    const auto add = [&](std::uint8_t channel, std::uint32_t offset, std::uint32_t bits,
                         Numeric numeric) {
        SampleLayout sample;
        sample.channel = channel;
        sample.bit_offset = static_cast<std::uint16_t>(offset);
        sample.bits = static_cast<std::uint16_t>(bits);
        set_range(sample, numeric);
        out.samples.push_back(sample);
    };
    const bool stencil = name.find("S8") != std::string_view::npos;
    if (name == "S8_UINT") {
        add(kChannelStencil, 0, 8, Numeric::uint);
        out.block_bytes = out.type_size = 1;
    } else if (name.starts_with("D16")) {
        add(kChannelDepth, 0, 16, Numeric::unorm);
        if (stencil) add(kChannelStencil, 16, 8, Numeric::uint);
        out.type_size = 2;
        out.block_bytes = stencil ? 4 : 2;
    } else if (name.starts_with("D32")) {
        add(kChannelDepth, 0, 32, Numeric::sfloat);
        if (stencil) add(kChannelStencil, 32, 8, Numeric::uint);
        out.type_size = 4;
        out.block_bytes = stencil ? 8 : 4;
    } else {
        if (stencil) add(kChannelStencil, 0, 8, Numeric::uint);
        add(kChannelDepth, stencil ? 8 : 0, 24, Numeric::unorm);
        out.block_bytes = out.type_size = 4;
    }
    return out;
}

/// Three mantissas of 9 bits that share an exponent of 5: each channel is two samples.
FormatLayout shared_exponent() {
    FormatLayout out;
    out.model = model::rgbsda;
    out.block_bytes = out.type_size = 4;
    for (std::uint8_t channel = 0; channel < 3; ++channel) {
        const auto mantissa = static_cast<std::uint16_t>(9 * channel);
        out.samples.push_back({mantissa, 9, channel, 0, {}, 0, 8448});
        out.samples.push_back({27, 5, channel, qualifier::exponent, {}, 15, 31});
    }
    return out;
}

/// Sets what the numbers of a sample of a block-compressed format mean.
void set_block_range(SampleLayout& sample, Numeric numeric) {
    switch (numeric) {
        case Numeric::snorm:
            sample.qualifiers |= qualifier::is_signed;
            sample.lower = 0x80000000;
            sample.upper = 0x7fffffff;
            break;
        case Numeric::sfloat:
        case Numeric::ufloat:
            set_range(sample, numeric);
            break;
        default:
            sample.upper = UINT32_MAX;
            if (numeric == Numeric::srgb && sample.channel == kChannelAlpha)
                sample.qualifiers |= qualifier::linear;
            break;
    }
}

/// The parts of one block: a channel in each.
struct BlockKind {
    std::string_view prefix;
    std::uint8_t model;
    std::uint32_t bytes;
    std::array<std::uint8_t, 2> channels;  // none is kNoChannel
    bool shared = false;                   // both channels are in the same bits
};
constexpr std::uint8_t kNoChannel = 255;

// Source: Khronos Data Format Specification 1.3, chapters on the compressed formats.
constexpr std::array kBlockKinds{
    BlockKind{"BC1_RGB_", model::bc1a, 8, {0, kNoChannel}},
    BlockKind{"BC1_RGBA_", model::bc1a, 8, {1, kNoChannel}},
    BlockKind{"BC2_", model::bc2, 16, {kChannelAlpha, 0}},
    BlockKind{"BC3_", model::bc3, 16, {kChannelAlpha, 0}},
    BlockKind{"BC4_", model::bc4, 8, {0, kNoChannel}},
    BlockKind{"BC5_", model::bc5, 16, {0, 1}},
    BlockKind{"BC6H_", model::bc6h, 16, {0, kNoChannel}},
    BlockKind{"BC7_", model::bc7, 16, {0, kNoChannel}},
    BlockKind{"ETC2_R8G8B8_", model::etc2, 8, {2, kNoChannel}},
    BlockKind{"ETC2_R8G8B8A1_", model::etc2, 8, {2, kChannelAlpha}, true},
    BlockKind{"ETC2_R8G8B8A8_", model::etc2, 16, {kChannelAlpha, 2}},
    BlockKind{"EAC_R11_", model::etc2, 8, {0, kNoChannel}},
    BlockKind{"EAC_R11G11_", model::etc2, 16, {0, 1}},
    BlockKind{"ASTC_", model::astc, 16, {0, kNoChannel}},
    BlockKind{"PVRTC1_", model::pvrtc, 8, {0, kNoChannel}},
    BlockKind{"PVRTC2_", model::pvrtc2, 8, {0, kNoChannel}},
};

std::array<std::uint32_t, 3> block_size(std::string_view name) {
    if (name.starts_with("PVRTC"))
        return {name.find("2BPP") != std::string_view::npos ? 8u : 4u, 4, 1};
    if (!name.starts_with("ASTC_")) return {4, 4, 1};
    std::array<std::uint32_t, 3> size{1, 1, 1};
    std::size_t at = 5;
    for (std::size_t i = 0; i < 3; ++i) {
        size[i] = number_at(name, at);
        if (name[at] != 'x') break;
        ++at;
    }
    return size;
}

std::optional<FormatLayout> compressed(std::string_view name) {
    const auto* const kind = std::ranges::find_if(
        kBlockKinds, [&](const BlockKind& each) { return name.starts_with(each.prefix); });
    if (kind == kBlockKinds.end()) return std::nullopt;
    const Numeric numeric = numeric_of(name);
    FormatLayout out;
    out.model = kind->model;
    out.compressed = true;
    out.block = block_size(name);
    out.block_bytes = kind->bytes;
    out.ldr_astc = kind->model == model::astc && numeric != Numeric::sfloat;
    const bool two = kind->channels[1] != kNoChannel;
    const std::uint32_t bits = kind->bytes * 8 / (two && !kind->shared ? 2 : 1);
    for (std::size_t i = 0; i < (two ? 2u : 1u); ++i) {
        SampleLayout sample;
        sample.bit_offset = static_cast<std::uint16_t>(kind->shared ? 0 : i * bits);
        sample.bits = static_cast<std::uint16_t>(bits);
        sample.channel = kind->channels[i];
        set_block_range(sample, numeric);
        out.samples.push_back(sample);
    }
    return out;
}

/// Formats that KTX 2.0 leaves out: scaled integers, packed twins of plain formats, more than one
/// plane. Source: KTX File Format Specification 2.0, "vkFormat".
bool prohibited(std::string_view name) noexcept {
    const auto has = [&](std::string_view word) {
        return name.find(word) != std::string_view::npos;
    };
    return has("SCALED") || name.starts_with("A8B8G8R8_") || has("PLANE");
}

}  // namespace

FormatStatus format_status(std::uint32_t format) noexcept {
    // Numbers of extensions start here: 1000000000 + 1000 * (the extension's number - 1).
    constexpr std::uint32_t kFirstOfExtensions = 1000001000;
    if (const VkFormatName* row = find_vk_format(format))
        return prohibited(row->name) ? FormatStatus::prohibited : FormatStatus::known;
    const bool in_range = format >= kFirstOfExtensions && format < 0x7fffffff;
    return in_range ? FormatStatus::unknown : FormatStatus::invalid;
}

std::string vk_format_name(std::uint32_t format) {
    if (format == 0) return "UNDEFINED";
    const VkFormatName* row = find_vk_format(format);
    return row != nullptr ? std::string(row->name) : std::to_string(format);
}

bool has_srgb_twin(std::uint32_t format) {
    const VkFormatName* row = find_vk_format(format);
    const std::size_t at = row != nullptr ? row->name.find("_UNORM") : std::string_view::npos;
    if (at == std::string_view::npos) return false;
    std::string twin(row->name);
    return is_vk_format(twin.replace(at, 6, "_SRGB"));
}

std::optional<FormatLayout> format_layout(std::uint32_t format) {
    const VkFormatName* row = find_vk_format(format);
    if (row == nullptr || prohibited(row->name)) return std::nullopt;
    const std::string_view name = row->name;
    std::optional<FormatLayout> out = compressed(name);
    if (!out) {
        const bool depth = name.starts_with("D1") || name.starts_with("D2") ||
                           name.starts_with("D3") || name.starts_with("S8") ||
                           name.starts_with("X8_D24");
        out = depth                          ? depth_stencil(name)
              : name.starts_with("E5B9G9R9") ? shared_exponent()
                                             : uncompressed(name);
    }
    out->srgb = numeric_of(name) == Numeric::srgb;
    return out;
}

}  // namespace diorama::texture::detail
