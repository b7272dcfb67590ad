// SPDX-License-Identifier: MIT
/// \file
/// Basis Universal data inside KTX2 files: BasisHeader, BasisSlices, BasisCodebooks, decode_uastc,
/// is_uastc.
/// The only file beside its source that knows the transcoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "diorama/texture/image.hpp"

namespace diorama::texture::detail {

inline constexpr std::size_t kBasisHeaderBytes = 20;  ///< at the start of the global data
inline constexpr std::size_t kBasisImageBytes = 20;   ///< of one image's description, behind it
inline constexpr std::uint32_t kBasisPFrame = 2;      ///< of BasisSlices::flags

/// Counts and sizes of the codebooks.
struct BasisHeader {
    std::uint32_t endpoint_count = 0, selector_count = 0;
    std::uint32_t endpoints_length = 0, selectors_length = 0, tables_length = 0;
    std::uint32_t extended_length = 0;
};

/// Where the slices of one image lie in its level.
struct BasisSlices {
    std::uint32_t flags = 0;
    std::uint32_t color_offset = 0, color_length = 0;
    std::uint32_t alpha_offset = 0, alpha_length = 0;  // 0 and 0 for none
};

/// Reads the header of \p global_data, which holds at least kBasisHeaderBytes.
[[nodiscard]] BasisHeader read_basis_header(std::span<const std::byte> global_data) noexcept;
/// Reads the description of image \p index, which \p global_data holds.
[[nodiscard]] BasisSlices read_basis_slices(std::span<const std::byte> global_data,
                                            std::size_t index) noexcept;

/// The size of one image.
struct BasisSize {
    std::uint32_t width = 0, height = 0;  // texels
};

/// The codebooks of one file, ready to decode its images.
class BasisCodebooks {
  public:
    /// Unpacks them; null where they are damaged. \p images descriptions stand before them.
    [[nodiscard]] static std::unique_ptr<BasisCodebooks> make(
        std::span<const std::byte> global_data, std::uint64_t images);

    BasisCodebooks(const BasisCodebooks&) = delete;
    BasisCodebooks& operator=(const BasisCodebooks&) = delete;
    ~BasisCodebooks();

    /// Decodes an image of \p level, whose bytes \p slices is inside of, to \p format, rgba8 or
    /// bc7; empty where it is damaged. The second slice becomes alpha.
    [[nodiscard]] std::vector<std::byte> decode(std::span<const std::byte> level,
                                                const BasisSlices& slices, BasisSize size,
                                                PixelFormat format);

  private:
    struct Parts;
    explicit BasisCodebooks(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

/// Decodes the UASTC \p blocks of an image to \p format, rgba8 or bc7; empty where they are
/// damaged.
[[nodiscard]] std::vector<std::byte> decode_uastc(std::span<const std::byte> blocks, BasisSize size,
                                                  PixelFormat format);

/// Whether decode_uastc() decodes \p blocks; nothing is decoded, one is looked at after the other.
[[nodiscard]] bool is_uastc(std::span<const std::byte> blocks);

}  // namespace diorama::texture::detail
