// SPDX-License-Identifier: MIT
// The attributes of EXT_mesh_gpu_instancing.
#include <array>
#include <cmath>

#include "diorama/gltf/detail/elements.hpp"
#include "diorama/gltf/detail/rotations.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// Whether \p accessor is of what EXT_mesh_gpu_instancing has for \p name; any is right for those
/// that it gives no meaning.
bool is_right_format(std::string_view name, const Accessor& accessor) {
    const bool rotation = name == "ROTATION";
    if (!rotation && name != "TRANSLATION" && name != "SCALE") return true;
    if (accessor.type != (rotation ? ElementType::vec4 : ElementType::vec3)) return false;
    if (accessor.component_type == ComponentType::f32) return !accessor.normalized;
    return rotation && accessor.normalized &&
           (accessor.component_type == ComponentType::i8 ||
            accessor.component_type == ComponentType::i16);
}

void check_rotations(Checker& c, Index accessor, const std::string& pointer) {
    const NotUnit wrong = not_unit(c, accessor);
    if (wrong.count > 0) {
        c.fault(codes::node_rotation, pointer,
                "found " + std::to_string(wrong.count) +
                    " rotations that are not of unit length, the first of instance " +
                    std::to_string(wrong.first) + ", expected a length of 1",
                "they are made units when loaded; one of no length turns nothing");
    }
}

void check_node(Checker& c, std::size_t index) {
    const Node& node = c.d.nodes[index];
    std::string start("/nodes/");
    start += std::to_string(index) + "/extensions/EXT_mesh_gpu_instancing/attributes";
    const Accessor* counted = nullptr;
    for (const Attribute& each : slice(c.d.attributes, node.instances)) {
        if (each.accessor == kNone) continue;
        const Accessor& accessor = c.d.accessors[static_cast<std::size_t>(each.accessor)];
        std::string pointer = start;
        append_key(pointer, each.name);
        if (counted == nullptr) counted = &accessor;
        if (accessor.count != counted->count) {
            c.fault(codes::node_instances, pointer,
                    "found " + std::to_string(accessor.count) + " values, expected " +
                        std::to_string(counted->count) + ", one per instance");
        }
        if (!is_right_format(each.name, accessor)) {
            c.fault(codes::accessor_format, pointer,
                    "found " + format_name(accessor) + ", expected " +
                        (each.name == "ROTATION" ? "VEC4 float or normalized byte or short"
                                                 : "VEC3 float"));
        } else if (each.name == "ROTATION") {
            check_rotations(c, each.accessor, pointer);
        }
    }
}

}  // namespace

void check_instances(Checker& c) {
    for (std::size_t i = 0; i < c.d.nodes.size(); ++i)
        if (c.d.nodes[i].instances.count != 0) check_node(c, i);
}

}  // namespace diorama::gltf::detail
