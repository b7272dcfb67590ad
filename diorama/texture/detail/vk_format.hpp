// SPDX-License-Identifier: MIT
/// \file
/// What Vulkan's format numbers mean, and the Khronos data format that describes each:
/// SampleLayout, FormatLayout, FormatStatus, format_status, vk_format_name, format_layout;
/// DataModel, Transfer, Channel.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diorama::texture::detail {

/// Colour models of the Khronos Data Format Specification 1.3 that are named here.
namespace model {
inline constexpr std::uint8_t rgbsda = 1, yuvsda = 2, bc1a = 128, bc2 = 129, bc3 = 130, bc4 = 131,
                              bc5 = 132, bc6h = 133, bc7 = 134, etc1 = 160, etc2 = 161, astc = 162,
                              etc1s = 163, pvrtc = 164, pvrtc2 = 165, uastc = 166,
                              uastc_hdr_4x4 = 167, uastc_hdr_6x6 = 168;
}  // namespace model

/// Bits of SampleLayout::qualifiers.
namespace qualifier {
inline constexpr std::uint8_t linear = 1, exponent = 2, is_signed = 4, is_float = 8;
}  // namespace qualifier

inline constexpr std::uint8_t kChannelStencil = 13;  ///< of the RGBSDA model
inline constexpr std::uint8_t kChannelDepth = 14;    ///< of the RGBSDA model
inline constexpr std::uint8_t kChannelAlpha = 15;    ///< of every model that has alpha

inline constexpr std::uint8_t kTransferLinear = 1;  ///< KHR_DF_TRANSFER_LINEAR
inline constexpr std::uint8_t kTransferSrgb = 2;    ///< KHR_DF_TRANSFER_SRGB

/// One sample of a texel block, as a basic data format descriptor says it.
struct SampleLayout {
    std::uint16_t bit_offset = 0;            ///< of its lowest bit in the block
    std::uint16_t bits = 0;                  ///< at least 1
    std::uint8_t channel = 0;                ///< of the model
    std::uint8_t qualifiers = 0;             ///< of namespace qualifier
    std::array<std::uint8_t, 4> position{};  ///< in the block, 256 to its side
    std::uint32_t lower = 0;                 ///< the stored number that means 0 or -1
    std::uint32_t upper = 0;                 ///< the stored number that means 1
};

/// How the texels of one format lie in memory.
struct FormatLayout {
    std::uint8_t model = 0;                       ///< of namespace model
    std::array<std::uint32_t, 3> block{1, 1, 1};  ///< texels a block, along x, y and z
    std::uint32_t block_bytes = 0;                ///< of one block
    std::uint32_t type_size = 1;                  ///< KTX2's typeSize
    std::vector<SampleLayout> samples;            ///< as the descriptor lists them
    bool compressed = false;                      ///< block-compressed
    bool srgb = false;                            ///< holds sRGB numbers
    bool depth_or_stencil = false;                ///< no colours
    bool ldr_astc = false;                        ///< ASTC that holds no floating-point numbers
    bool subsampled = false;                      ///< 4:2:2
};

/// Whether a KTX2 file may hold a format.
enum class FormatStatus : std::uint8_t {
    known,       ///< its layout is known here
    prohibited,  ///< Vulkan's, and not allowed in KTX2
    unknown,     ///< may be of an extension not known here
    invalid,     ///< no format's number
};

/// Whether \p format may stand in a KTX2 file; not for 0, VK_FORMAT_UNDEFINED.
[[nodiscard]] FormatStatus format_status(std::uint32_t format) noexcept;

/// `R8G8B8A8_SRGB`; the number for one that is not known, UNDEFINED for 0.
[[nodiscard]] std::string vk_format_name(std::uint32_t format);

/// Whether known \p format, UNORM, exists with sRGB numbers too.
[[nodiscard]] bool has_srgb_twin(std::uint32_t format);

/// The layout of a known \p format; none for the others.
///
/// Source: Khronos Data Format Specification 1.3, and Vulkan's rules for the names of formats.
[[nodiscard]] std::optional<FormatLayout> format_layout(std::uint32_t format);

}  // namespace diorama::texture::detail
