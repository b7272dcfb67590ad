// SPDX-License-Identifier: MIT
/// \file
/// DracoMesh on any bytes, read as attributes and indices of every type. Debian's libdraco is not
/// instrumented: this finds what it does to us, not what it does inside.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/detail/compression.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace diorama::gltf;
    const auto bytes = std::as_bytes(std::span(data, size));
    const auto counts = detail::peek_draco(bytes);
    // Sources holds what the header claims against the accessors before it decodes.
    constexpr std::uint64_t kMost = 1u << 16;
    if (!counts || counts->faces > kMost || counts->vertices > kMost) return 0;
    const auto mesh = detail::DracoMesh::decode(bytes, "input");
    if (!mesh) return 0;
    for (const ComponentType type : {ComponentType::u8, ComponentType::i16, ComponentType::f32}) {
        for (std::uint32_t id : {0u, 1u, 2u, kDracoIndices}) {
            Accessor accessor;
            accessor.component_type = type;
            accessor.type = id == kDracoIndices ? ElementType::scalar : ElementType::vec3;
            accessor.draco_id = id;
            accessor.count = id == kDracoIndices ? counts->faces * 3 : counts->vertices;
            const auto elements = mesh->elements(accessor, "input");
            const bool sound =
                !elements || elements->size() == accessor.count * element_size(type, accessor.type);
            if (!sound) std::abort();
        }
    }
    return 0;
}
