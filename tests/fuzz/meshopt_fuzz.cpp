// SPDX-License-Identifier: MIT
/// \file
/// decode_meshopt on any bytes: the first five say how the rest is to be read. What it gives is as
/// long as it was claimed to be; what it refuses names a code.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "diorama/gltf/detail/compression.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace diorama::gltf;
    if (size < 5) return 0;
    MeshoptStream stream;
    stream.mode = static_cast<MeshoptMode>(data[0] % 3);
    stream.filter = static_cast<MeshoptFilter>(data[1] % 5);
    stream.byte_stride = data[2];
    stream.count = data[3] + std::uint64_t{data[4]} * 256;
    const auto payload = std::as_bytes(std::span(data, size)).subspan(5);
    const auto decoded = detail::decode_meshopt(stream, payload, "input");
    const bool sound = decoded ? decoded->size() == stream.byte_stride * stream.count
                               : !decoded.error().message.empty();
    if (!sound) std::abort();
    return 0;
}
