// SPDX-License-Identifier: MIT
#include <meshoptimizer.h>

#include <algorithm>

#include "diorama/gltf/detail/compression.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// The fewest bytes that can hold \p stream, whatever its elements are.
///
/// Source: EXT_meshopt_compression, KHR_meshopt_compression, "Bitstream". Attributes come in blocks
/// of at most 256 elements, each with at least two bits per byte of an element; triangles take a
/// byte each and indices too, all after a byte of header and before a tail.
std::uint64_t least_bytes(const MeshoptStream& stream) {
    switch (stream.mode) {
        case MeshoptMode::attributes:
            return 1 + (stream.count + 255) / 256 * (stream.byte_stride / 4) + stream.byte_stride;
        case MeshoptMode::triangles:
            return 1 + stream.count / 3 + 16;
        case MeshoptMode::indices:
            return 1 + stream.count + 4;
    }
    return UINT64_MAX;
}

/// Whether \p stream is one that the decoder has code for; it asserts what is tested here.
bool fits_decoder(const MeshoptStream& stream) {
    if (stream.mode != MeshoptMode::attributes)
        return (stream.byte_stride == 2 || stream.byte_stride == 4) &&
               stream.filter == MeshoptFilter::none &&
               (stream.mode != MeshoptMode::triangles || stream.count % 3 == 0);
    if (stream.byte_stride == 0 || stream.byte_stride > 256 || stream.byte_stride % 4 != 0)
        return false;
    switch (stream.filter) {
        case MeshoptFilter::octahedral:
        case MeshoptFilter::color:
            return stream.byte_stride == 4 || stream.byte_stride == 8;
        case MeshoptFilter::quaternion:
            return stream.byte_stride == 8;
        default:
            return true;
    }
}

int decode_stream(const MeshoptStream& stream, std::span<const std::byte> data, std::byte* out) {
    const auto* const from = reinterpret_cast<const unsigned char*>(data.data());
    switch (stream.mode) {
        case MeshoptMode::attributes:
            return meshopt_decodeVertexBuffer(out, stream.count, stream.byte_stride, from,
                                              data.size());
        case MeshoptMode::triangles:
            return meshopt_decodeIndexBuffer(out, stream.count, stream.byte_stride, from,
                                             data.size());
        case MeshoptMode::indices:
            return meshopt_decodeIndexSequence(out, stream.count, stream.byte_stride, from,
                                               data.size());
    }
    return -1;
}

void apply_filter(const MeshoptStream& stream, std::byte* elements) {
    switch (stream.filter) {
        case MeshoptFilter::none:
            break;
        case MeshoptFilter::octahedral:
            meshopt_decodeFilterOct(elements, stream.count, stream.byte_stride);
            break;
        case MeshoptFilter::quaternion:
            meshopt_decodeFilterQuat(elements, stream.count, stream.byte_stride);
            break;
        case MeshoptFilter::exponential:
            meshopt_decodeFilterExp(elements, stream.count, stream.byte_stride);
            break;
        case MeshoptFilter::color:
            meshopt_decodeFilterColor(elements, stream.count, stream.byte_stride);
            break;
    }
}

}  // namespace

Result<std::vector<std::byte>> decode_meshopt(const MeshoptStream& stream,
                                              std::span<const std::byte> data,
                                              const std::string& at) {
    const std::string claimed = std::to_string(stream.count) + " elements of " +
                                std::to_string(stream.byte_stride) + " bytes";
    if (!fits_decoder(stream))
        return fail(codes::meshopt_layout,
                    "found " + claimed + ", which its mode and filter do not allow", at);
    if (data.size() < least_bytes(stream))
        return fail(codes::meshopt_data,
                    "found " + std::to_string(data.size()) + " bytes for " + claimed +
                        ", expected at least " + std::to_string(least_bytes(stream)),
                    at, "compress the file again");
    std::vector<std::byte> out(stream.count * stream.byte_stride);
    if (decode_stream(stream, data, out.data()) != 0)
        return fail(codes::meshopt_data, "found bytes that are no meshopt stream of " + claimed, at,
                    "compress the file again");
    apply_filter(stream, out.data());
    return out;
}

}  // namespace diorama::gltf::detail
