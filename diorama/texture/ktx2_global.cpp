// SPDX-License-Identifier: MIT
// The data that all levels share: the codebooks of BasisLZ, and where each image's slices lie.
#include "diorama/texture/detail/basis.hpp"
#include "diorama/texture/detail/ktx2_reader.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

std::string text(std::uint64_t number) {
    return std::to_string(number);
}

/// Whether \p length bytes at \p offset are in a level of \p size bytes.
bool in_level(std::uint64_t offset, std::uint64_t length, std::uint64_t size) noexcept {
    return offset <= size && length <= size - offset;
}

/// Checks one image's slices; \p at is its description's place in the file.
void check_image(Ktx2Reader& r, std::size_t at, const BasisSlices& image, const Ktx2Level& level,
                 bool animated) {
    if ((image.flags & ~kBasisPFrame) != 0)
        r.fault(codes::ktx2_slice, at,
                "found image flags " + hex(image.flags) + ", expected 0, or 2 for a P-frame");
    if ((image.flags & kBasisPFrame) != 0 && !animated)
        r.fault(codes::ktx2_slice, at, "found a P-frame without KTXanimData, expected it",
                "a P-frame repeats parts of the frame before it");
    if (image.color_length == 0)
        r.fault(codes::ktx2_slice, at + 8, "found an image without a colour slice");
    if (!in_level(image.color_offset, image.color_length, level.length))
        r.fault(codes::ktx2_slice, at + 4,
                "found a slice of " + text(image.color_length) + " bytes at " +
                    text(image.color_offset) + ", expected it inside the level's " +
                    text(level.length));
    if (!in_level(image.alpha_offset, image.alpha_length, level.length))
        r.fault(codes::ktx2_slice, at + 12,
                "found a slice of " + text(image.alpha_length) + " bytes at " +
                    text(image.alpha_offset) + ", expected it inside the level's " +
                    text(level.length));
    if (!r.descriptor_read) return;
    const bool two = r.out.descriptor.samples.size() == 2;
    if (two != (image.alpha_length != 0))
        r.fault(codes::ktx2_slice, at + 16,
                two ? "found no second slice, expected one: the descriptor has two samples"
                    : "found a second slice, expected none: the descriptor has one sample");
}

void check_basis_lz(Ktx2Reader& r) {
    const auto at = static_cast<std::size_t>(r.index.global_offset);
    const std::uint64_t size = r.out.global_data.size();
    if (size < kBasisHeaderBytes) {
        r.fault(codes::ktx2_global_data, at,
                "found " + text(size) + " bytes of global data, expected at least " +
                    text(kBasisHeaderBytes));
        return;
    }
    const BasisHeader header = read_basis_header(r.out.global_data);
    std::uint64_t images = 0;
    for (std::size_t i = 0; i < r.out.levels.size(); ++i) {
        const std::uint64_t more = images_of_level(r.out, i);
        images = images > UINT64_MAX - more ? UINT64_MAX : images + more;
    }
    const std::uint64_t slices = saturating_mul(images, kBasisImageBytes);
    const std::uint64_t tables = std::uint64_t{header.endpoints_length} + header.selectors_length +
                                 header.tables_length + header.extended_length + kBasisHeaderBytes;
    if (slices > size || size - slices != tables)
        r.fault(codes::ktx2_global_data, at,
                "found sgdByteLength " + text(size) + ", expected " +
                    (slices > UINT64_MAX - tables ? "far more" : text(slices + tables)) + " for " +
                    text(images) + " images and their codebooks");
    if (header.extended_length != 0)
        r.fault(codes::ktx2_global_data, at + 16,
                "found extendedByteLength " + text(header.extended_length) + ", expected 0");
    if (slices > size - kBasisHeaderBytes) return;
    const bool animated = !r.out.text("KTXanimData").empty();
    std::size_t image = 0;
    for (std::size_t i = 0; i < r.out.levels.size(); ++i)
        for (std::uint64_t k = 0; k < images_of_level(r.out, i); ++k, ++image)
            check_image(r, at + kBasisHeaderBytes + image * kBasisImageBytes,
                        read_basis_slices(r.out.global_data, image), r.out.levels[i], animated);
}

/// UASTC HDR 6x6 intermediate files hold one place and length for each image.
void check_hdr(Ktx2Reader& r) {
    constexpr std::size_t kImageBytes = 12;
    const std::uint64_t size = r.out.global_data.size();
    std::uint64_t images = 0;
    for (std::size_t i = 0; i < r.out.levels.size(); ++i)
        images += std::min(images_of_level(r.out, i), size);
    if (size != saturating_mul(images, kImageBytes)) {
        r.fault(codes::ktx2_global_data, r.index.global_offset,
                "found " + text(size) + " bytes of global data, expected 12 for each of " +
                    text(images) + " images");
        return;
    }
    auto at = static_cast<std::size_t>(r.index.global_offset);
    for (std::size_t i = 0; i < r.out.levels.size(); ++i)
        for (std::uint64_t k = 0; k < images_of_level(r.out, i); ++k, at += kImageBytes) {
            const auto offset = r.at<std::uint32_t>(at), length = r.at<std::uint32_t>(at + 4);
            if (length != 0 && in_level(offset, length, r.out.levels[i].length)) continue;
            r.fault(codes::ktx2_slice, at,
                    "found a slice of " + text(length) + " bytes at " + text(offset) +
                        ", expected one inside the level's " + text(r.out.levels[i].length));
        }
}

}  // namespace

void read_global_data(Ktx2Reader& r) {
    const Ktx2Index& i = r.index;
    if (i.global_offset == 0 || i.global_length == 0) return;
    const auto bytes = r.part(i.global_offset, i.global_length, "global data");
    if (!bytes || r.out.levels.empty()) return;
    r.out.global_data = *bytes;
    if (r.basis_lz()) check_basis_lz(r);
    if (r.out.scheme == Ktx2Scheme::uastc_hdr_6x6) check_hdr(r);
}

}  // namespace diorama::texture::detail
