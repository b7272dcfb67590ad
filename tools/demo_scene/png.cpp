// SPDX-License-Identifier: MIT
#include "png.hpp"

#include <spng.h>

#include <cstdlib>
#include <memory>

namespace diorama::demo {

Result<std::vector<std::byte>> png_file(const texture::Image& image) {
    bool opaque = true;
    for (std::size_t i = 3; i < image.pixels.size(); i += 4)
        opaque = opaque && image.pixels[i] == std::byte{255};
    std::vector<std::byte> pixels;
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        if (!opaque || i % 4 != 3) pixels.push_back(image.pixels[i]);

    const std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> context(
        spng_ctx_new(SPNG_CTX_ENCODER), [](spng_ctx* c) { spng_ctx_free(c); });
    spng_ihdr header{};
    header.width = image.width;
    header.height = image.height;
    header.bit_depth = 8;
    header.color_type = opaque ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
    spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1);
    spng_set_option(context.get(), SPNG_IMG_COMPRESSION_LEVEL, 6);
    spng_set_ihdr(context.get(), &header);
    int status = spng_encode_image(context.get(), pixels.data(), pixels.size(), SPNG_FMT_PNG,
                                   SPNG_ENCODE_FINALIZE);
    std::size_t size = 0;
    const std::unique_ptr<void, void (*)(void*)> file(
        status == 0 ? spng_get_png_buffer(context.get(), &size, &status) : nullptr, std::free);
    if (!file) return fail(ErrorCode{"texture-encode-failed"}, spng_strerror(status), "image");
    const auto* first = static_cast<const std::byte*>(file.get());
    return std::vector<std::byte>(first, first + size);
}

}  // namespace diorama::demo
