// SPDX-License-Identifier: MIT
/// \file
/// The KTX2 container on any bytes: what is refused has a place in the file, what is accepted has
/// levels inside it, inflates to the lengths it says, and decodes to the sizes of its header.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "diorama/texture/ktx2.hpp"

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace diorama::texture;
    using diorama::Severity;
    const auto bytes = std::as_bytes(std::span(data, size));
    constexpr ImageLimits kLimits{.max_pixels = 1u << 12};
    const auto k = read_ktx2(bytes, "input");
    const auto found = check_ktx2(bytes, "input", Ktx2Profile::gltf_basis, kLimits);
    if (!k) {
        require(!k.error().diagnostics.empty() && k.error().where.starts_with("input@"));
        require(std::ranges::find(found, Severity::error, &diorama::Diagnostic::severity) !=
                found.end());
        return 0;
    }
    require(!k->levels.empty() && k->width > 0);
    for (std::size_t i = 0; i < k->levels.size(); ++i) {
        const Ktx2Level& level = k->levels[i];
        require(level.offset <= size && level.length <= size - level.offset);
        const auto inflated = inflate_level(*k, i, kLimits);
        if (inflated && k->scheme != Ktx2Scheme::basis_lz)
            require(inflated->size() == level.inflated_length);
    }
    const Ktx2Part last{.layer = std::max(k->layers, 1u) - 1,
                        .face = k->faces - 1,
                        .slice = std::max(k->depth, 1u) - 1};
    for (const TexelTarget target : {TexelTarget::rgba8, TexelTarget::bc7}) {
        const auto image = decode_ktx2(*k, target, kLimits, last);
        if (!image) continue;
        require(image->pixels.size() == byte_size(image->format, image->width, image->height));
        require(image->mips.size() + 1 == k->levels.size());
        for (std::size_t i = 0; i < image->mips.size(); ++i)
            require(image->mips[i].size() == byte_size(image->format,
                                                       std::max(image->width >> (i + 1), 1u),
                                                       std::max(image->height >> (i + 1), 1u)));
    }
    return 0;
}
