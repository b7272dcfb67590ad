// SPDX-License-Identifier: MIT
// The parts of Sources that decompress.
#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/detail/sources.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

Result<std::span<const std::byte>> view_of(const Result<std::vector<std::byte>>& bytes) {
    if (!bytes) return std::unexpected(bytes.error());
    return std::span<const std::byte>(*bytes);
}

}  // namespace

Result<> Sources::take(const Document& document, std::uint64_t bytes, const std::string& at) {
    const std::uint64_t limit = document.limits.max_decoded_bytes;
    if (bytes > limit - taken_)
        return fail(codes::decode_limit,
                    "found " + std::to_string(bytes) + " bytes to decompress after " +
                        std::to_string(taken_) + " before it, expected at most " +
                        std::to_string(limit) + " in all",
                    at, "ImportLimits::max_decoded_bytes sets the limit");
    taken_ += bytes;
    return {};
}

Sources::Bytes Sources::decode_view(const Document& document, std::size_t i) {
    const BufferView& view = document.buffer_views[i];
    const MeshoptStream& stream = document.meshopt_streams[static_cast<std::size_t>(view.meshopt)];
    const std::string at = where(document, "bufferViews", static_cast<Index>(i));
    if (stream.buffer == kNone)
        return fail(codes::buffer_missing, "found no buffer of compressed data, expected one", at);
    const Result<std::span<const std::byte>> bytes =
        buffer(document, static_cast<std::size_t>(stream.buffer));
    if (!bytes) return std::unexpected(bytes.error());
    if (stream.byte_offset > bytes->size() ||
        stream.byte_length > bytes->size() - stream.byte_offset)
        return fail(codes::buffer_view_range,
                    "found compressed data of " + std::to_string(stream.byte_length) +
                        " bytes at " + std::to_string(stream.byte_offset) +
                        ", expected it inside the " + std::to_string(bytes->size()) +
                        " bytes of buffer " + std::to_string(stream.buffer),
                    at);
    if (const Result<> taken = take(document, view.byte_length, at); !taken)
        return std::unexpected(taken.error());
    return decode_meshopt(stream, bytes->subspan(stream.byte_offset, stream.byte_length), at);
}

Result<std::span<const std::byte>> Sources::meshopt(const Document& document, std::size_t i) {
    const std::lock_guard lock(decoding_);
    auto known = views_.find(i);
    if (known == views_.end()) known = views_.emplace(i, decode_view(document, i)).first;
    return view_of(known->second);
}

Result<const DracoMesh*> Sources::draco_mesh(const Document& document, std::size_t i) {
    const Accessor& accessor = document.accessors[i];
    const DracoStream& stream = document.draco_streams[static_cast<std::size_t>(accessor.draco)];
    const std::string at = where(document, "accessors", static_cast<Index>(i));
    if (stream.buffer_view == kNone)
        return fail(codes::draco_data, "found no buffer view of compressed data, expected one", at);
    const Result<std::span<const std::byte>> data = view_bytes(document, stream.buffer_view);
    if (!data) return std::unexpected(data.error());
    auto known = meshes_.find(accessor.draco);
    if (known == meshes_.end()) {
        // What it claims to hold is known before any of it is decoded.
        if (const std::optional<DracoCounts> counts = peek_draco(*data)) {
            const bool indices = accessor.draco_id == kDracoIndices;
            const std::uint64_t claimed = indices ? counts->faces * 3 : counts->vertices;
            if (indices ? claimed != accessor.count : claimed > accessor.count)
                return fail(
                    codes::draco_counts,
                    "found " + std::to_string(claimed) + (indices ? " indices" : " vertices") +
                        " in the compressed mesh, expected " + std::to_string(accessor.count),
                    at, "compress the file again");
            constexpr std::uint64_t kPerFace = 12;
            const std::uint64_t bytes = counts->faces * kPerFace + counts->vertices * kPerFace;
            if (const Result<> taken = take(document, bytes, at); !taken)
                return std::unexpected(taken.error());
        }
        known = meshes_.emplace(accessor.draco, DracoMesh::decode(*data, at)).first;
    }
    if (!known->second) return std::unexpected(known->second.error());
    return &*known->second;
}

Sources::Bytes Sources::decode_accessor(const Document& document, std::size_t i) {
    const Accessor& accessor = document.accessors[i];
    const std::string at = where(document, "accessors", static_cast<Index>(i));
    const Result<const DracoMesh*> mesh = draco_mesh(document, i);
    if (!mesh) return std::unexpected(mesh.error());
    // No count passes 2^53, and no element 64 bytes.
    const std::uint64_t bytes =
        accessor.count * element_size(accessor.component_type, accessor.type);
    if (const Result<> taken = take(document, bytes, at); !taken)
        return std::unexpected(taken.error());
    return (*mesh)->elements(accessor, at);
}

Result<std::span<const std::byte>> Sources::draco(const Document& document, std::size_t i) {
    const std::lock_guard lock(decoding_);
    auto known = accessors_.find(i);
    if (known == accessors_.end())
        known = accessors_.emplace(i, decode_accessor(document, i)).first;
    return view_of(known->second);
}

}  // namespace diorama::gltf::detail
