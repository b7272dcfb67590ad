// SPDX-License-Identifier: MIT
/// \file
/// parse_memory, read_accessor, summarize and check_memory on any bytes: what parses has every
/// reference in range, reads no byte that is not there, and what is refused has an error that
/// check finds too.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/check.hpp"
#include "diorama/gltf/codes.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/resource.hpp"
#include "diorama/gltf/summary.hpp"

namespace {

using namespace diorama;
using namespace diorama::gltf;

void require(bool holds) {
    if (!holds) std::abort();
}

bool in_range(Index index, std::size_t size) {
    return index == kNone || (index >= 0 && static_cast<std::size_t>(index) < size);
}

template <class T>
void require_slice(const std::vector<T>& pool, Range range) {
    require(range.first <= pool.size() && range.count <= pool.size() - range.first);
}

void require_attributes(const Document& document, Range range) {
    require_slice(document.attributes, range);
    for (const Attribute& each : slice(document.attributes, range)) {
        require(in_range(each.accessor, document.accessors.size()));
    }
}

void require_references(const Document& document) {
    require(in_range(document.scene, document.scenes.size()));
    for (const Index index : document.indices)
        require(in_range(index, document.nodes.size()));
    for (const Node& node : document.nodes) {
        require_slice(document.indices, node.children);
        require_slice(document.numbers, node.weights);
        require(in_range(node.matrix, document.matrices.size()));
        require(in_range(node.mesh, document.meshes.size()));
        require(in_range(node.skin, document.skins.size()));
        require(in_range(node.camera, document.cameras.size()));
        require(in_range(node.light, document.lights.size()));
    }
    for (const Mesh& mesh : document.meshes)
        require_slice(document.primitives, mesh.primitives);
    for (const Primitive& primitive : document.primitives) {
        require_attributes(document, primitive.attributes);
        require_slice(document.targets, primitive.targets);
        for (const Range target : slice(document.targets, primitive.targets)) {
            require_attributes(document, target);
        }
        require(in_range(primitive.indices, document.accessors.size()));
        require(in_range(primitive.material, document.materials.size()));
    }
    for (const Accessor& accessor : document.accessors) {
        require(in_range(accessor.buffer_view, document.buffer_views.size()));
        require(in_range(accessor.sparse, document.sparses.size()));
        require_slice(document.numbers, accessor.min);
        require_slice(document.numbers, accessor.max);
    }
    for (const AnimationChannel& channel : document.animation_channels) {
        require(in_range(channel.sampler, document.animation_samplers.size()));
        require(in_range(channel.node, document.nodes.size()));
    }
}

void read_everything(const Document& document) {
    for (std::size_t i = 0; i < document.accessors.size(); ++i) {
        const auto index = static_cast<Index>(i);
        const auto floats = read_floats(document, index);
        require(!floats || floats->size() == document.accessors[i].count *
                                                 component_count(document.accessors[i].type));
        (void)read_accessor<vec4>(document, index);
        (void)read_accessor<std::uint32_t>(document, index);
        (void)read_accessor<std::array<std::uint16_t, 4>>(document, index);
    }
    for (std::size_t i = 0; i < document.images.size(); ++i) {
        (void)image_bytes(document, static_cast<Index>(i));
    }
    const auto counted = summarize(document, {.bounds = false});
    require(counted.has_value() && counted->nodes == document.nodes.size());
    (void)summarize(document);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    ImportLimits limits;
    limits.max_zero_bytes = 1u << 12;
    const std::filesystem::path nowhere = "/nonexistent";
    const std::vector<Diagnostic> checked = check_memory(bytes, nowhere, "input", limits);
    const auto document = parse_memory(bytes, nowhere, "input", limits);
    if (!document) {
        require(code_info(document.error().code).fatal);
        require(!document.error().message.empty());
        require(std::ranges::any_of(checked, [&](const Diagnostic& each) {
            return each.code == document.error().code && each.severity == Severity::error;
        }));
        return 0;
    }
    require_references(*document);
    read_everything(*document);
    return 0;
}
