// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "diorama/gltf/detail/checker.hpp"
#include "diorama/gltf/detail/modes.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

using enum ComponentType;

/// One format that a semantic allows.
struct Format {
    Semantic semantic = Semantic::custom;
    ElementType type = ElementType::vec3;
    ComponentType component = f32;
    bool normalized = false;
    bool base = false;       ///< allowed for a base attribute
    bool target = false;     ///< allowed in a morph target
    bool quantized = false;  ///< needs KHR_mesh_quantization
};

// Source: glTF 2.0 section 3.7.2 (Meshes), KHR_mesh_quantization ("Extending Mesh Attributes").
constexpr std::array kFormats{
    Format{Semantic::position, ElementType::vec3, f32, false, true, true, false},
    Format{Semantic::position, ElementType::vec3, i8, false, true, true, true},
    Format{Semantic::position, ElementType::vec3, i8, true, true, true, true},
    Format{Semantic::position, ElementType::vec3, i16, false, true, true, true},
    Format{Semantic::position, ElementType::vec3, i16, true, true, true, true},
    Format{Semantic::position, ElementType::vec3, u8, false, true, false, true},
    Format{Semantic::position, ElementType::vec3, u8, true, true, false, true},
    Format{Semantic::position, ElementType::vec3, u16, false, true, false, true},
    Format{Semantic::position, ElementType::vec3, u16, true, true, false, true},
    Format{Semantic::normal, ElementType::vec3, f32, false, true, true, false},
    Format{Semantic::normal, ElementType::vec3, i8, true, true, true, true},
    Format{Semantic::normal, ElementType::vec3, i16, true, true, true, true},
    Format{Semantic::tangent, ElementType::vec4, f32, false, true, false, false},
    Format{Semantic::tangent, ElementType::vec4, i8, true, true, false, true},
    Format{Semantic::tangent, ElementType::vec4, i16, true, true, false, true},
    Format{Semantic::tangent, ElementType::vec3, f32, false, false, true, false},
    Format{Semantic::tangent, ElementType::vec3, i8, true, false, true, true},
    Format{Semantic::tangent, ElementType::vec3, i16, true, false, true, true},
    Format{Semantic::texcoord, ElementType::vec2, f32, false, true, true, false},
    Format{Semantic::texcoord, ElementType::vec2, u8, true, true, true, false},
    Format{Semantic::texcoord, ElementType::vec2, u16, true, true, true, false},
    Format{Semantic::texcoord, ElementType::vec2, i8, true, false, true, false},
    Format{Semantic::texcoord, ElementType::vec2, i16, true, false, true, false},
    Format{Semantic::texcoord, ElementType::vec2, i8, false, true, true, true},
    Format{Semantic::texcoord, ElementType::vec2, i8, true, true, true, true},
    Format{Semantic::texcoord, ElementType::vec2, u8, false, true, false, true},
    Format{Semantic::texcoord, ElementType::vec2, i16, false, true, true, true},
    Format{Semantic::texcoord, ElementType::vec2, i16, true, true, true, true},
    Format{Semantic::texcoord, ElementType::vec2, u16, false, true, false, true},
    Format{Semantic::color, ElementType::vec3, f32, false, true, true, false},
    Format{Semantic::color, ElementType::vec4, f32, false, true, true, false},
    Format{Semantic::color, ElementType::vec3, u8, true, true, true, false},
    Format{Semantic::color, ElementType::vec4, u8, true, true, true, false},
    Format{Semantic::color, ElementType::vec3, u16, true, true, true, false},
    Format{Semantic::color, ElementType::vec4, u16, true, true, true, false},
    Format{Semantic::color, ElementType::vec3, i8, true, false, true, false},
    Format{Semantic::color, ElementType::vec4, i8, true, false, true, false},
    Format{Semantic::color, ElementType::vec3, i16, true, false, true, false},
    Format{Semantic::color, ElementType::vec4, i16, true, false, true, false},
    Format{Semantic::joints, ElementType::vec4, u8, false, true, false, false},
    Format{Semantic::joints, ElementType::vec4, u16, false, true, false, false},
    Format{Semantic::weights, ElementType::vec4, f32, false, true, false, false},
    Format{Semantic::weights, ElementType::vec4, u8, true, true, false, false},
    Format{Semantic::weights, ElementType::vec4, u16, true, true, false, false},
};

/// Checks the primitives of one mesh.
class MeshCheck {
  public:
    MeshCheck(Checker& checker, std::size_t mesh)
        : c_(checker), d_(checker.d), mesh_(checker.d.meshes[mesh]) {
        pointer_ = "/meshes/";
        pointer_ += std::to_string(mesh);
        quantized_ = c_.uses("KHR_mesh_quantization");
    }

    void run() {
        const auto primitives = slice(d_.primitives, mesh_.primitives);
        for (std::size_t k = 0; k < primitives.size(); ++k) {
            check_primitive(primitives[k], pointer_ + "/primitives/" + std::to_string(k));
        }
        if (primitives.empty()) return;
        const std::uint32_t targets = primitives.front().targets.count;
        for (const Primitive& each : primitives) {
            if (each.targets.count == targets) continue;
            c_.fault(codes::mesh_targets, pointer_ + "/primitives",
                     "found primitives with " + std::to_string(targets) + " and " +
                         std::to_string(each.targets.count) +
                         " morph targets, expected as many in each");
            break;
        }
        if (mesh_.weights.count != 0 && mesh_.weights.count != targets) {
            c_.fault(codes::mesh_targets, pointer_ + "/weights",
                     "found " + std::to_string(mesh_.weights.count) + " weights, expected " +
                         std::to_string(targets) + ", the number of morph targets");
        }
    }

  private:
    const Accessor& accessor(Index index) const {
        return d_.accessors[static_cast<std::size_t>(index)];
    }

    void check_primitive(const Primitive& primitive, const std::string& pointer) {
        bool position = false;
        for (const Attribute& each : slice(d_.attributes, primitive.attributes)) {
            position = position || each.semantic == Semantic::position;
            std::string place = pointer + "/attributes";
            append_key(place, each.name);
            check_name(each, place, true);
            if (each.accessor != kNone) check_attribute(each, place, false);
        }
        if (!position) {
            c_.fault(codes::mesh_no_positions, pointer + "/attributes",
                     "found no POSITION, expected one: nothing is drawn without");
        }
        check_sets(primitive, pointer);
        check_counts(primitive, pointer);
        check_mode(primitive, pointer);
        check_indices(primitive, pointer);
        const auto targets = slice(d_.targets, primitive.targets);
        for (std::size_t t = 0; t < targets.size(); ++t) {
            check_target(primitive, targets[t], pointer + "/targets/" + std::to_string(t));
        }
        if (primitive.material != kNone) check_material(primitive, pointer);
    }

    void check_name(const Attribute& each, const std::string& place, bool base) {
        if (each.semantic == Semantic::custom) {
            if (each.name.starts_with('_') && each.name.size() > 1) return;
            c_.fault(codes::mesh_attribute, place,
                     "found an attribute that glTF does not have, expected names of its own to "
                     "start with an underscore");
            return;
        }
        const bool morphs = each.semantic != Semantic::joints && each.semantic != Semantic::weights;
        if (!base && !morphs) {
            c_.fault(codes::mesh_attribute, place,
                     "found an attribute that a morph target can't have");
        }
    }

    void check_attribute(const Attribute& each, const std::string& place, bool target) {
        const Accessor& found = accessor(each.accessor);
        if (each.semantic == Semantic::custom) {
            if (found.component_type == u32) {
                c_.fault(codes::accessor_format, place,
                         "found " + format_name(found) +
                             ", expected a vertex attribute not to be of unsigned ints");
            }
        } else {
            const bool allowed = std::ranges::any_of(kFormats, [&](const Format& format) {
                return format.semantic == each.semantic && format.type == found.type &&
                       format.component == found.component_type &&
                       format.normalized == found.normalized &&
                       (target ? format.target : format.base) && (quantized_ || !format.quantized);
            });
            if (!allowed) {
                c_.fault(codes::accessor_format, place,
                         "found " + format_name(found) + ", expected a format that " +
                             std::string(each.name) + " allows",
                         quantized_ ? "" : "KHR_mesh_quantization allows more formats");
            }
        }
        if (each.semantic == Semantic::position && (found.min.count == 0 || found.max.count == 0)) {
            c_.fault(codes::accessor_no_bounds, place,
                     "found positions without min and max, expected both");
        }
        check_four_byte_alignment(each, place);
    }

    void check_four_byte_alignment(const Attribute& each, const std::string& place) {
        const Accessor& found = accessor(each.accessor);
        if (found.buffer_view == kNone) return;
        const BufferView& view = d_.buffer_views[static_cast<std::size_t>(found.buffer_view)];
        const std::uint32_t stride = view.byte_stride != 0
                                         ? view.byte_stride
                                         : element_size(found.component_type, found.type);
        if (found.byte_offset % 4 == 0 && stride % 4 == 0) return;
        c_.fault(codes::mesh_layout, place,
                 "found vertices " + std::to_string(stride) + " bytes apart from byte " +
                     std::to_string(found.byte_offset) + ", expected both to be multiples of 4");
    }

    /// Numbered sets start at 0 and leave none out; joints and weights come in pairs.
    void check_sets(const Primitive& primitive, const std::string& pointer) {
        constexpr std::array kNumbered{Semantic::texcoord, Semantic::color, Semantic::joints,
                                       Semantic::weights};
        std::array<std::size_t, 4> counts{};
        for (std::size_t s = 0; s < kNumbered.size(); ++s) {
            std::vector<std::uint32_t> sets;
            for (const Attribute& each : slice(d_.attributes, primitive.attributes)) {
                if (each.semantic == kNumbered[s]) sets.push_back(each.set);
            }
            std::ranges::sort(sets);
            // A name given twice is a fault of its own.
            sets.erase(std::ranges::unique(sets).begin(), sets.end());
            counts[s] = sets.size();
            for (std::size_t i = 0; i < sets.size(); ++i) {
                if (sets[i] == i) continue;
                constexpr std::string_view kNames[]{"TEXCOORD_", "COLOR_", "JOINTS_", "WEIGHTS_"};
                c_.fault(codes::mesh_layout, pointer + "/attributes",
                         "found " + std::string(kNames[s]) + std::to_string(sets[i]) +
                             " without the sets before it, expected them to start at 0");
                break;
            }
        }
        if (counts[2] != counts[3]) {
            c_.fault(codes::mesh_layout, pointer + "/attributes",
                     "found " + std::to_string(counts[2]) + " sets of joints and " +
                         std::to_string(counts[3]) + " of weights, expected as many");
        }
    }

    void check_counts(const Primitive& primitive, const std::string& pointer) {
        Index first = kNone;
        for (const Attribute& each : slice(d_.attributes, primitive.attributes)) {
            if (each.accessor == kNone) continue;
            if (first == kNone) first = each.accessor;
            if (accessor(each.accessor).count == accessor(first).count) continue;
            std::string place = pointer + "/attributes";
            append_key(place, each.name);
            c_.fault(codes::mesh_counts, place,
                     "found " + std::to_string(accessor(each.accessor).count) +
                         " elements, expected " + std::to_string(accessor(first).count) +
                         " as in the first attribute");
        }
    }

    /// Lists need whole pairs or triples, strips and fans at least one element.
    void check_mode(const Primitive& primitive, const std::string& pointer) {
        std::uint64_t count = 0;
        if (primitive.indices != kNone) {
            count = accessor(primitive.indices).count;
        } else if (primitive.attributes.count != 0) {
            const Index first = d_.attributes[primitive.attributes.first].accessor;
            if (first != kNone) count = accessor(first).count;
        }
        if (count == 0 || uses_up(primitive.mode, count)) return;
        c_.fault(codes::mesh_mode, pointer, shortfall(primitive.mode, count),
                 "those left over are not drawn");
    }

    void check_indices(const Primitive& primitive, const std::string& pointer) {
        if (primitive.indices == kNone) return;
        const Accessor& found = accessor(primitive.indices);
        const bool integers = found.component_type == u8 || found.component_type == u16 ||
                              found.component_type == u32;
        if (found.type == ElementType::scalar && integers && !found.normalized) return;
        c_.fault(codes::accessor_format, pointer + "/indices",
                 "found " + format_name(found) + ", expected SCALAR of unsigned integers");
    }

    void check_target(const Primitive& primitive, Range target, const std::string& pointer) {
        const auto base = slice(d_.attributes, primitive.attributes);
        for (const Attribute& each : slice(d_.attributes, target)) {
            std::string place = pointer;
            append_key(place, each.name);
            check_name(each, place, false);
            if (!c_.work(base.size())) return;
            const auto same = std::ranges::find(base, each.name, &Attribute::name);
            if (same == base.end()) {
                c_.fault(codes::mesh_targets, place,
                         "found a morph attribute that the primitive has none of, expected it "
                         "among its attributes");
            } else if (each.accessor != kNone && same->accessor != kNone &&
                       accessor(each.accessor).count != accessor(same->accessor).count) {
                c_.fault(codes::mesh_targets, place,
                         "found " + std::to_string(accessor(each.accessor).count) +
                             " elements, expected " +
                             std::to_string(accessor(same->accessor).count) +
                             " as in the attribute it moves");
            }
            if (each.accessor != kNone) check_attribute(each, place, true);
        }
    }

    void check_material(const Primitive& primitive, const std::string& pointer) {
        const Material& material = d_.materials[static_cast<std::size_t>(primitive.material)];
        const auto attributes = slice(d_.attributes, primitive.attributes);
        const auto has = [&](Semantic semantic, std::uint32_t set) {
            return std::ranges::any_of(attributes, [&](const Attribute& each) {
                return each.semantic == semantic && each.set == set;
            });
        };
        const bool tangents = has(Semantic::tangent, 0);
        const mesh::Material& surface = material.surface;
        bool named = false;
        mesh::each_texture(surface, [&](const mesh::TextureSlot& slot, const mesh::SlotPlace&) {
            if (named || !slot.present() || has(Semantic::texcoord, slot.uv_set)) return;
            named = true;
            c_.fault(codes::material_uv, pointer + "/material",
                     "found a texture on TEXCOORD_" + std::to_string(slot.uv_set) +
                         ", expected the primitive to have that set");
        });
        const bool needs_tangents =
            material.extensions.find("\"clearcoatNormalTexture\"") != std::string_view::npos ||
            has_extension(material, "KHR_materials_anisotropy");
        if (needs_tangents && !tangents && !surface.normal_texture.present()) {
            c_.fault(codes::mesh_tangents, pointer + "/material",
                     "found a material that needs tangents, expected TANGENT in the primitive or "
                     "a normal texture to derive them from");
        }
    }

    Checker& c_;
    const Document& d_;
    const Mesh& mesh_;
    std::string pointer_;
    bool quantized_ = false;
};

}  // namespace

void check_meshes(Checker& c) {
    for (std::size_t i = 0; i < c.d.meshes.size(); ++i)
        MeshCheck(c, i).run();
}

}  // namespace diorama::gltf::detail
