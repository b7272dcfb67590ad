// SPDX-License-Identifier: MIT
// The name of a Vulkan format says everything about its layout, so the table holds names alone and
// the layout is read from them.
#include "diorama/texture/detail/vk_format.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace diorama::texture::detail {
namespace {

struct Row {
    std::uint32_t value;
    std::string_view name;
};

// clang-format off
// Source: the VkFormat enumeration, without VK_FORMAT_; the ASTC blocks with depth are of the
// provisional VK_EXT_texture_compression_astc_3d, which KTX 2.0 names.
constexpr Row kFormats[]{
    Row{1, "R4G4_UNORM_PACK8"},
    Row{2, "R4G4B4A4_UNORM_PACK16"},
    Row{3, "B4G4R4A4_UNORM_PACK16"},
    Row{4, "R5G6B5_UNORM_PACK16"},
    Row{5, "B5G6R5_UNORM_PACK16"},
    Row{6, "R5G5B5A1_UNORM_PACK16"},
    Row{7, "B5G5R5A1_UNORM_PACK16"},
    Row{8, "A1R5G5B5_UNORM_PACK16"},
    Row{9, "R8_UNORM"},
    Row{10, "R8_SNORM"},
    Row{11, "R8_USCALED"},
    Row{12, "R8_SSCALED"},
    Row{13, "R8_UINT"},
    Row{14, "R8_SINT"},
    Row{15, "R8_SRGB"},
    Row{16, "R8G8_UNORM"},
    Row{17, "R8G8_SNORM"},
    Row{18, "R8G8_USCALED"},
    Row{19, "R8G8_SSCALED"},
    Row{20, "R8G8_UINT"},
    Row{21, "R8G8_SINT"},
    Row{22, "R8G8_SRGB"},
    Row{23, "R8G8B8_UNORM"},
    Row{24, "R8G8B8_SNORM"},
    Row{25, "R8G8B8_USCALED"},
    Row{26, "R8G8B8_SSCALED"},
    Row{27, "R8G8B8_UINT"},
    Row{28, "R8G8B8_SINT"},
    Row{29, "R8G8B8_SRGB"},
    Row{30, "B8G8R8_UNORM"},
    Row{31, "B8G8R8_SNORM"},
    Row{32, "B8G8R8_USCALED"},
    Row{33, "B8G8R8_SSCALED"},
    Row{34, "B8G8R8_UINT"},
    Row{35, "B8G8R8_SINT"},
    Row{36, "B8G8R8_SRGB"},
    Row{37, "R8G8B8A8_UNORM"},
    Row{38, "R8G8B8A8_SNORM"},
    Row{39, "R8G8B8A8_USCALED"},
    Row{40, "R8G8B8A8_SSCALED"},
    Row{41, "R8G8B8A8_UINT"},
    Row{42, "R8G8B8A8_SINT"},
    Row{43, "R8G8B8A8_SRGB"},
    Row{44, "B8G8R8A8_UNORM"},
    Row{45, "B8G8R8A8_SNORM"},
    Row{46, "B8G8R8A8_USCALED"},
    Row{47, "B8G8R8A8_SSCALED"},
    Row{48, "B8G8R8A8_UINT"},
    Row{49, "B8G8R8A8_SINT"},
    Row{50, "B8G8R8A8_SRGB"},
    Row{51, "A8B8G8R8_UNORM_PACK32"},
    Row{52, "A8B8G8R8_SNORM_PACK32"},
    Row{53, "A8B8G8R8_USCALED_PACK32"},
    Row{54, "A8B8G8R8_SSCALED_PACK32"},
    Row{55, "A8B8G8R8_UINT_PACK32"},
    Row{56, "A8B8G8R8_SINT_PACK32"},
    Row{57, "A8B8G8R8_SRGB_PACK32"},
    Row{58, "A2R10G10B10_UNORM_PACK32"},
    Row{59, "A2R10G10B10_SNORM_PACK32"},
    Row{60, "A2R10G10B10_USCALED_PACK32"},
    Row{61, "A2R10G10B10_SSCALED_PACK32"},
    Row{62, "A2R10G10B10_UINT_PACK32"},
    Row{63, "A2R10G10B10_SINT_PACK32"},
    Row{64, "A2B10G10R10_UNORM_PACK32"},
    Row{65, "A2B10G10R10_SNORM_PACK32"},
    Row{66, "A2B10G10R10_USCALED_PACK32"},
    Row{67, "A2B10G10R10_SSCALED_PACK32"},
    Row{68, "A2B10G10R10_UINT_PACK32"},
    Row{69, "A2B10G10R10_SINT_PACK32"},
    Row{70, "R16_UNORM"},
    Row{71, "R16_SNORM"},
    Row{72, "R16_USCALED"},
    Row{73, "R16_SSCALED"},
    Row{74, "R16_UINT"},
    Row{75, "R16_SINT"},
    Row{76, "R16_SFLOAT"},
    Row{77, "R16G16_UNORM"},
    Row{78, "R16G16_SNORM"},
    Row{79, "R16G16_USCALED"},
    Row{80, "R16G16_SSCALED"},
    Row{81, "R16G16_UINT"},
    Row{82, "R16G16_SINT"},
    Row{83, "R16G16_SFLOAT"},
    Row{84, "R16G16B16_UNORM"},
    Row{85, "R16G16B16_SNORM"},
    Row{86, "R16G16B16_USCALED"},
    Row{87, "R16G16B16_SSCALED"},
    Row{88, "R16G16B16_UINT"},
    Row{89, "R16G16B16_SINT"},
    Row{90, "R16G16B16_SFLOAT"},
    Row{91, "R16G16B16A16_UNORM"},
    Row{92, "R16G16B16A16_SNORM"},
    Row{93, "R16G16B16A16_USCALED"},
    Row{94, "R16G16B16A16_SSCALED"},
    Row{95, "R16G16B16A16_UINT"},
    Row{96, "R16G16B16A16_SINT"},
    Row{97, "R16G16B16A16_SFLOAT"},
    Row{98, "R32_UINT"},
    Row{99, "R32_SINT"},
    Row{100, "R32_SFLOAT"},
    Row{101, "R32G32_UINT"},
    Row{102, "R32G32_SINT"},
    Row{103, "R32G32_SFLOAT"},
    Row{104, "R32G32B32_UINT"},
    Row{105, "R32G32B32_SINT"},
    Row{106, "R32G32B32_SFLOAT"},
    Row{107, "R32G32B32A32_UINT"},
    Row{108, "R32G32B32A32_SINT"},
    Row{109, "R32G32B32A32_SFLOAT"},
    Row{110, "R64_UINT"},
    Row{111, "R64_SINT"},
    Row{112, "R64_SFLOAT"},
    Row{113, "R64G64_UINT"},
    Row{114, "R64G64_SINT"},
    Row{115, "R64G64_SFLOAT"},
    Row{116, "R64G64B64_UINT"},
    Row{117, "R64G64B64_SINT"},
    Row{118, "R64G64B64_SFLOAT"},
    Row{119, "R64G64B64A64_UINT"},
    Row{120, "R64G64B64A64_SINT"},
    Row{121, "R64G64B64A64_SFLOAT"},
    Row{122, "B10G11R11_UFLOAT_PACK32"},
    Row{123, "E5B9G9R9_UFLOAT_PACK32"},
    Row{124, "D16_UNORM"},
    Row{125, "X8_D24_UNORM_PACK32"},
    Row{126, "D32_SFLOAT"},
    Row{127, "S8_UINT"},
    Row{128, "D16_UNORM_S8_UINT"},
    Row{129, "D24_UNORM_S8_UINT"},
    Row{130, "D32_SFLOAT_S8_UINT"},
    Row{131, "BC1_RGB_UNORM_BLOCK"},
    Row{132, "BC1_RGB_SRGB_BLOCK"},
    Row{133, "BC1_RGBA_UNORM_BLOCK"},
    Row{134, "BC1_RGBA_SRGB_BLOCK"},
    Row{135, "BC2_UNORM_BLOCK"},
    Row{136, "BC2_SRGB_BLOCK"},
    Row{137, "BC3_UNORM_BLOCK"},
    Row{138, "BC3_SRGB_BLOCK"},
    Row{139, "BC4_UNORM_BLOCK"},
    Row{140, "BC4_SNORM_BLOCK"},
    Row{141, "BC5_UNORM_BLOCK"},
    Row{142, "BC5_SNORM_BLOCK"},
    Row{143, "BC6H_UFLOAT_BLOCK"},
    Row{144, "BC6H_SFLOAT_BLOCK"},
    Row{145, "BC7_UNORM_BLOCK"},
    Row{146, "BC7_SRGB_BLOCK"},
    Row{147, "ETC2_R8G8B8_UNORM_BLOCK"},
    Row{148, "ETC2_R8G8B8_SRGB_BLOCK"},
    Row{149, "ETC2_R8G8B8A1_UNORM_BLOCK"},
    Row{150, "ETC2_R8G8B8A1_SRGB_BLOCK"},
    Row{151, "ETC2_R8G8B8A8_UNORM_BLOCK"},
    Row{152, "ETC2_R8G8B8A8_SRGB_BLOCK"},
    Row{153, "EAC_R11_UNORM_BLOCK"},
    Row{154, "EAC_R11_SNORM_BLOCK"},
    Row{155, "EAC_R11G11_UNORM_BLOCK"},
    Row{156, "EAC_R11G11_SNORM_BLOCK"},
    Row{157, "ASTC_4x4_UNORM_BLOCK"},
    Row{158, "ASTC_4x4_SRGB_BLOCK"},
    Row{159, "ASTC_5x4_UNORM_BLOCK"},
    Row{160, "ASTC_5x4_SRGB_BLOCK"},
    Row{161, "ASTC_5x5_UNORM_BLOCK"},
    Row{162, "ASTC_5x5_SRGB_BLOCK"},
    Row{163, "ASTC_6x5_UNORM_BLOCK"},
    Row{164, "ASTC_6x5_SRGB_BLOCK"},
    Row{165, "ASTC_6x6_UNORM_BLOCK"},
    Row{166, "ASTC_6x6_SRGB_BLOCK"},
    Row{167, "ASTC_8x5_UNORM_BLOCK"},
    Row{168, "ASTC_8x5_SRGB_BLOCK"},
    Row{169, "ASTC_8x6_UNORM_BLOCK"},
    Row{170, "ASTC_8x6_SRGB_BLOCK"},
    Row{171, "ASTC_8x8_UNORM_BLOCK"},
    Row{172, "ASTC_8x8_SRGB_BLOCK"},
    Row{173, "ASTC_10x5_UNORM_BLOCK"},
    Row{174, "ASTC_10x5_SRGB_BLOCK"},
    Row{175, "ASTC_10x6_UNORM_BLOCK"},
    Row{176, "ASTC_10x6_SRGB_BLOCK"},
    Row{177, "ASTC_10x8_UNORM_BLOCK"},
    Row{178, "ASTC_10x8_SRGB_BLOCK"},
    Row{179, "ASTC_10x10_UNORM_BLOCK"},
    Row{180, "ASTC_10x10_SRGB_BLOCK"},
    Row{181, "ASTC_12x10_UNORM_BLOCK"},
    Row{182, "ASTC_12x10_SRGB_BLOCK"},
    Row{183, "ASTC_12x12_UNORM_BLOCK"},
    Row{184, "ASTC_12x12_SRGB_BLOCK"},
    Row{1000054000, "PVRTC1_2BPP_UNORM_BLOCK_IMG"},
    Row{1000054001, "PVRTC1_4BPP_UNORM_BLOCK_IMG"},
    Row{1000054002, "PVRTC2_2BPP_UNORM_BLOCK_IMG"},
    Row{1000054003, "PVRTC2_4BPP_UNORM_BLOCK_IMG"},
    Row{1000054004, "PVRTC1_2BPP_SRGB_BLOCK_IMG"},
    Row{1000054005, "PVRTC1_4BPP_SRGB_BLOCK_IMG"},
    Row{1000054006, "PVRTC2_2BPP_SRGB_BLOCK_IMG"},
    Row{1000054007, "PVRTC2_4BPP_SRGB_BLOCK_IMG"},
    Row{1000066000, "ASTC_4x4_SFLOAT_BLOCK"},
    Row{1000066001, "ASTC_5x4_SFLOAT_BLOCK"},
    Row{1000066002, "ASTC_5x5_SFLOAT_BLOCK"},
    Row{1000066003, "ASTC_6x5_SFLOAT_BLOCK"},
    Row{1000066004, "ASTC_6x6_SFLOAT_BLOCK"},
    Row{1000066005, "ASTC_8x5_SFLOAT_BLOCK"},
    Row{1000066006, "ASTC_8x6_SFLOAT_BLOCK"},
    Row{1000066007, "ASTC_8x8_SFLOAT_BLOCK"},
    Row{1000066008, "ASTC_10x5_SFLOAT_BLOCK"},
    Row{1000066009, "ASTC_10x6_SFLOAT_BLOCK"},
    Row{1000066010, "ASTC_10x8_SFLOAT_BLOCK"},
    Row{1000066011, "ASTC_10x10_SFLOAT_BLOCK"},
    Row{1000066012, "ASTC_12x10_SFLOAT_BLOCK"},
    Row{1000066013, "ASTC_12x12_SFLOAT_BLOCK"},
    Row{1000156000, "G8B8G8R8_422_UNORM"},
    Row{1000156001, "B8G8R8G8_422_UNORM"},
    Row{1000156002, "G8_B8_R8_3PLANE_420_UNORM"},
    Row{1000156003, "G8_B8R8_2PLANE_420_UNORM"},
    Row{1000156004, "G8_B8_R8_3PLANE_422_UNORM"},
    Row{1000156005, "G8_B8R8_2PLANE_422_UNORM"},
    Row{1000156006, "G8_B8_R8_3PLANE_444_UNORM"},
    Row{1000156007, "R10X6_UNORM_PACK16"},
    Row{1000156008, "R10X6G10X6_UNORM_2PACK16"},
    Row{1000156009, "R10X6G10X6B10X6A10X6_UNORM_4PACK16"},
    Row{1000156010, "G10X6B10X6G10X6R10X6_422_UNORM_4PACK16"},
    Row{1000156011, "B10X6G10X6R10X6G10X6_422_UNORM_4PACK16"},
    Row{1000156012, "G10X6_B10X6_R10X6_3PLANE_420_UNORM_3PACK16"},
    Row{1000156013, "G10X6_B10X6R10X6_2PLANE_420_UNORM_3PACK16"},
    Row{1000156014, "G10X6_B10X6_R10X6_3PLANE_422_UNORM_3PACK16"},
    Row{1000156015, "G10X6_B10X6R10X6_2PLANE_422_UNORM_3PACK16"},
    Row{1000156016, "G10X6_B10X6_R10X6_3PLANE_444_UNORM_3PACK16"},
    Row{1000156017, "R12X4_UNORM_PACK16"},
    Row{1000156018, "R12X4G12X4_UNORM_2PACK16"},
    Row{1000156019, "R12X4G12X4B12X4A12X4_UNORM_4PACK16"},
    Row{1000156020, "G12X4B12X4G12X4R12X4_422_UNORM_4PACK16"},
    Row{1000156021, "B12X4G12X4R12X4G12X4_422_UNORM_4PACK16"},
    Row{1000156022, "G12X4_B12X4_R12X4_3PLANE_420_UNORM_3PACK16"},
    Row{1000156023, "G12X4_B12X4R12X4_2PLANE_420_UNORM_3PACK16"},
    Row{1000156024, "G12X4_B12X4_R12X4_3PLANE_422_UNORM_3PACK16"},
    Row{1000156025, "G12X4_B12X4R12X4_2PLANE_422_UNORM_3PACK16"},
    Row{1000156026, "G12X4_B12X4_R12X4_3PLANE_444_UNORM_3PACK16"},
    Row{1000156027, "G16B16G16R16_422_UNORM"},
    Row{1000156028, "B16G16R16G16_422_UNORM"},
    Row{1000156029, "G16_B16_R16_3PLANE_420_UNORM"},
    Row{1000156030, "G16_B16R16_2PLANE_420_UNORM"},
    Row{1000156031, "G16_B16_R16_3PLANE_422_UNORM"},
    Row{1000156032, "G16_B16R16_2PLANE_422_UNORM"},
    Row{1000156033, "G16_B16_R16_3PLANE_444_UNORM"},
    Row{1000288000, "ASTC_3x3x3_UNORM_BLOCK_EXT"},
    Row{1000288001, "ASTC_3x3x3_SRGB_BLOCK_EXT"},
    Row{1000288002, "ASTC_3x3x3_SFLOAT_BLOCK_EXT"},
    Row{1000288003, "ASTC_4x3x3_UNORM_BLOCK_EXT"},
    Row{1000288004, "ASTC_4x3x3_SRGB_BLOCK_EXT"},
    Row{1000288005, "ASTC_4x3x3_SFLOAT_BLOCK_EXT"},
    Row{1000288006, "ASTC_4x4x3_UNORM_BLOCK_EXT"},
    Row{1000288007, "ASTC_4x4x3_SRGB_BLOCK_EXT"},
    Row{1000288008, "ASTC_4x4x3_SFLOAT_BLOCK_EXT"},
    Row{1000288009, "ASTC_4x4x4_UNORM_BLOCK_EXT"},
    Row{1000288010, "ASTC_4x4x4_SRGB_BLOCK_EXT"},
    Row{1000288011, "ASTC_4x4x4_SFLOAT_BLOCK_EXT"},
    Row{1000288012, "ASTC_5x4x4_UNORM_BLOCK_EXT"},
    Row{1000288013, "ASTC_5x4x4_SRGB_BLOCK_EXT"},
    Row{1000288014, "ASTC_5x4x4_SFLOAT_BLOCK_EXT"},
    Row{1000288015, "ASTC_5x5x4_UNORM_BLOCK_EXT"},
    Row{1000288016, "ASTC_5x5x4_SRGB_BLOCK_EXT"},
    Row{1000288017, "ASTC_5x5x4_SFLOAT_BLOCK_EXT"},
    Row{1000288018, "ASTC_5x5x5_UNORM_BLOCK_EXT"},
    Row{1000288019, "ASTC_5x5x5_SRGB_BLOCK_EXT"},
    Row{1000288020, "ASTC_5x5x5_SFLOAT_BLOCK_EXT"},
    Row{1000288021, "ASTC_6x5x5_UNORM_BLOCK_EXT"},
    Row{1000288022, "ASTC_6x5x5_SRGB_BLOCK_EXT"},
    Row{1000288023, "ASTC_6x5x5_SFLOAT_BLOCK_EXT"},
    Row{1000288024, "ASTC_6x6x5_UNORM_BLOCK_EXT"},
    Row{1000288025, "ASTC_6x6x5_SRGB_BLOCK_EXT"},
    Row{1000288026, "ASTC_6x6x5_SFLOAT_BLOCK_EXT"},
    Row{1000288027, "ASTC_6x6x6_UNORM_BLOCK_EXT"},
    Row{1000288028, "ASTC_6x6x6_SRGB_BLOCK_EXT"},
    Row{1000288029, "ASTC_6x6x6_SFLOAT_BLOCK_EXT"},
    Row{1000330000, "G8_B8R8_2PLANE_444_UNORM"},
    Row{1000330001, "G10X6_B10X6R10X6_2PLANE_444_UNORM_3PACK16"},
    Row{1000330002, "G12X4_B12X4R12X4_2PLANE_444_UNORM_3PACK16"},
    Row{1000330003, "G16_B16R16_2PLANE_444_UNORM"},
    Row{1000340000, "A4R4G4B4_UNORM_PACK16"},
    Row{1000340001, "A4B4G4R4_UNORM_PACK16"},
    Row{1000464000, "R16G16_SFIXED5_NV"},
    Row{1000470000, "A1B5G5R5_UNORM_PACK16_KHR"},
    Row{1000470001, "A8_UNORM_KHR"},
};
// clang-format on

const Row* find(std::uint32_t value) noexcept {
    const Row* const row = std::ranges::lower_bound(kFormats, value, {}, &Row::value);
    return row != std::end(kFormats) && row->value == value ? row : nullptr;
}

bool is_named(std::string_view name) noexcept {
    return std::ranges::find(kFormats, name, &Row::name) != std::end(kFormats);
}

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
    if (const Row* row = find(format))
        return prohibited(row->name) ? FormatStatus::prohibited : FormatStatus::known;
    const bool in_range = format >= kFirstOfExtensions && format < 0x7fffffff;
    return in_range ? FormatStatus::unknown : FormatStatus::invalid;
}

std::string vk_format_name(std::uint32_t format) {
    if (format == 0) return "UNDEFINED";
    const Row* row = find(format);
    return row != nullptr ? std::string(row->name) : std::to_string(format);
}

bool has_srgb_twin(std::uint32_t format) {
    const Row* row = find(format);
    const std::size_t at = row != nullptr ? row->name.find("_UNORM") : std::string_view::npos;
    if (at == std::string_view::npos) return false;
    std::string twin(row->name);
    return is_named(twin.replace(at, 6, "_SRGB"));
}

std::optional<FormatLayout> format_layout(std::uint32_t format) {
    const Row* row = find(format);
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
