// SPDX-License-Identifier: MIT
/// \file
/// decode_image on any bytes: what it accepts has the size that its header promised, within the
/// limit, and comes back the same from our own PNG writer.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "diorama/texture/image.hpp"

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace diorama::texture;
    const auto bytes = std::as_bytes(std::span(data, size));
    constexpr ImageLimits kLimits{.max_pixels = 1u << 16};
    const auto info = probe_image(bytes, "input");
    const auto image = decode_image(bytes, "input", kLimits);
    if (!image) {
        require(!image.error().message.empty() && image.error().where == "input");
        return 0;
    }
    require(info && info->width == image->width && info->height == image->height);
    const std::uint64_t pixels = std::uint64_t{image->width} * image->height;
    require(pixels <= kLimits.max_pixels);
    require(image->pixels.size() == byte_size(image->format, image->width, image->height));
    const auto written = encode_png(*image);
    require(written.has_value());
    const auto back = decode_image(*written, "round trip");
    require(back && back->pixels == image->pixels);
    return 0;
}
