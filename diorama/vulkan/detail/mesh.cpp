// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/mesh.hpp"

#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "diorama/vulkan/error_codes.hpp"

namespace diorama::vulkan::detail {

/// Builds the bytes of a mesh's one buffer.
class GpuMesh::Packer {
  public:
    /// Appends \p values at the next multiple of \p alignment, and says where.
    template <class T>
    VkDeviceSize append(std::span<const T> values, VkDeviceSize alignment) {
        bytes_.resize((bytes_.size() + alignment - 1) / alignment * alignment);
        const VkDeviceSize at = bytes_.size();
        bytes_.resize(at + values.size_bytes());
        if (!values.empty()) std::memcpy(bytes_.data() + at, values.data(), values.size_bytes());
        return at;
    }
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

  private:
    std::vector<std::byte> bytes_;
};

namespace {

/// The header of shaders/vertex.glsl's Morphs, and what a vertex of a target is made of.
struct MorphLayout {
    std::uint32_t vertices = 0;
    std::uint32_t stride = 0;
    std::uint32_t normals_at = 0;   // plus one; 0 for none
    std::uint32_t tangents_at = 0;  // plus one; 0 for none
    std::uint32_t positions = 0;

    explicit MorphLayout(const mesh::MeshData& mesh)
        : vertices(static_cast<std::uint32_t>(mesh.vertex_count())) {
        bool normals = false;
        bool tangents = false;
        for (const mesh::MorphTarget& target : mesh.morph_targets) {
            if (!target.positions.empty()) positions = 1;
            normals = normals || !target.normals.empty();
            tangents = tangents || !target.tangents.empty();
        }
        stride = 3 * positions;
        if (normals) normals_at = std::exchange(stride, stride + 3) + 1;
        if (tangents) tangents_at = std::exchange(stride, stride + 3) + 1;
    }
};

void put(std::span<float> to, const vec3& v) noexcept {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

Bounds morphed_bounds(const mesh::MeshData& mesh) {
    Bounds bounds;
    for (const vec3& position : mesh.positions)
        bounds.add(position);
    for (const mesh::MorphTarget& target : mesh.morph_targets) {
        for (std::size_t i = 0; i < target.positions.size(); ++i) {
            bounds.add(mesh.positions[i] + target.positions[i]);
        }
    }
    return bounds;
}

std::vector<float> interleaved_deltas(const mesh::MeshData& mesh, const MorphLayout& layout) {
    std::vector<float> deltas(mesh.morph_targets.size() * layout.vertices * layout.stride);
    std::size_t at = 0;
    for (const mesh::MorphTarget& target : mesh.morph_targets) {
        for (std::size_t v = 0; v < layout.vertices; ++v, at += layout.stride) {
            const std::span<float> vertex(deltas.data() + at, layout.stride);
            if (!target.positions.empty()) put(vertex, target.positions[v]);
            if (!target.normals.empty()) {
                put(vertex.subspan(layout.normals_at - 1), target.normals[v]);
            }
            if (!target.tangents.empty()) {
                put(vertex.subspan(layout.tangents_at - 1), target.tangents[v]);
            }
        }
    }
    return deltas;
}

/// Bytes of the morph targets, or an error beyond what one storage buffer may hold.
Result<> check_morph_size(const Device& device, const mesh::MeshData& mesh,
                          const MorphLayout& layout) {
    const std::uint64_t limit = device.properties().limits.maxStorageBufferRange;
    const std::uint64_t vertex = std::uint64_t{4} * layout.stride * layout.vertices;
    const std::uint64_t targets = mesh.morph_targets.size();
    if (vertex == 0 || targets <= (limit - sizeof(MorphLayout)) / vertex) return {};
    return fail(codes::vulkan_too_large,
                std::to_string(targets) + " morph targets of " + std::to_string(vertex) +
                    " bytes, the device takes up to " + std::to_string(limit) + " bytes",
                {}, "use fewer morph targets or split the mesh");
}

}  // namespace

Result<> GpuMesh::pack(const Device& device, const mesh::MeshData& mesh, Packer& packer) {
    const auto add = [&](Stream stream, auto span) {
        if (!span.empty()) places_[stream] = {true, packer.append(span, 16)};
    };
    add(kPosition, std::span<const vec3>(mesh.positions));
    add(kNormal, std::span<const vec3>(mesh.normals));
    add(kTangent, std::span<const vec4>(mesh.tangents));
    for (std::uint32_t i = 0; i < 4; ++i) {
        add(static_cast<Stream>(kUv0 + i), std::span<const vec2>(mesh.uvs[i]));
    }
    add(kColor, std::span<const vec4>(mesh.colors));
    add(kJoints, std::span<const std::array<std::uint16_t, 4>>(mesh.joints));
    add(kWeights, std::span<const vec4>(mesh.weights));
    index_offset_ = packer.append(std::span<const std::uint32_t>(mesh.indices), 16);
    index_count_ = static_cast<std::uint32_t>(mesh.indices.size());

    const MorphLayout layout(mesh);
    if (layout.stride == 0) return {};
    if (auto ok = check_morph_size(device, mesh, layout); !ok) return ok;
    morph_count_ = static_cast<std::uint32_t>(mesh.morph_targets.size());
    morph_offset_ = packer.append(std::span<const MorphLayout>(&layout, 1),
                                  device.properties().limits.minStorageBufferOffsetAlignment);
    const std::vector<float> deltas = interleaved_deltas(mesh, layout);
    packer.append(std::span<const float>(deltas), 4);
    return {};
}

Result<GpuMesh> GpuMesh::make(const MeshMaker& maker, const mesh::MeshData& mesh) {
    GpuMesh out;
    out.topology_ = mesh.topology;
    out.bounds_ = morphed_bounds(mesh);
    if (mesh.indices.empty()) return out;
    if (mesh.indices.size() > UINT32_MAX || mesh.vertex_count() > UINT32_MAX) {
        return fail(codes::vulkan_too_large, std::to_string(mesh.indices.size()) +
                                                 " indices, expected no more than 4294967295");
    }
    Packer packer;
    if (auto ok = out.pack(maker.device, mesh, packer); !ok) {
        return std::unexpected(std::move(ok.error()));
    }
    auto buffer =
        Buffer::make(maker.device, packer.bytes().size(),
                     VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                         VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                     MemoryUse::device);
    if (!buffer) return std::unexpected(std::move(buffer.error()));
    out.buffer_ = std::move(*buffer);
    if (auto ok = maker.transfer.upload(out.buffer_, packer.bytes()); !ok) {
        return std::unexpected(std::move(ok.error()));
    }
    if (out.morph_count_ > 0) {
        auto set = maker.pools.allocate(maker.set_layout);
        if (!set) return std::unexpected(std::move(set.error()));
        out.morph_set_ = std::move(*set);
        SetWriter()
            .buffer(kMeshMorphs, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer_.get(),
                    out.morph_offset_, out.buffer_.size() - out.morph_offset_)
            .write(maker.device, out.morph_set_.get());
    }
    return out;
}

}  // namespace diorama::vulkan::detail
