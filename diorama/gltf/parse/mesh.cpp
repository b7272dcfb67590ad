// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <optional>

#include "diorama/gltf/detail/parser.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

void parse_buffer(Parser& p) {
    constexpr std::array<std::string_view, 2> kNames{"byteLength", "uri"};
    Buffer buffer;
    const std::uint32_t seen = p.members(
        kNames, buffer, Named::yes,
        [&](std::size_t i) {
            if (i == 0) {
                buffer.byte_length = p.count(1);
            } else {
                buffer.uri = p.text();
                buffer.has_uri = true;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
    p.out().buffers.push_back(buffer);
}

void parse_buffer_view(Parser& p) {
    constexpr std::array<std::string_view, 5> kNames{"buffer", "byteOffset", "byteLength",
                                                     "byteStride", "target"};
    BufferView view;
    const std::uint32_t seen = p.members(
        kNames, view, Named::yes,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    view.buffer = p.index();
                    break;
                case 1:
                    view.byte_offset = p.count();
                    break;
                case 2:
                    view.byte_length = p.count(1);
                    break;
                case 3: {
                    const std::uint64_t stride = p.count();
                    view.byte_stride =
                        static_cast<std::uint32_t>(std::min<std::uint64_t>(stride, UINT32_MAX));
                    if (stride < 4 || stride > 252) {
                        p.fault(codes::value_range,
                                "found " + std::to_string(stride) + ", expected 4 to 252");
                    } else if (stride % 4 != 0) {
                        p.fault(codes::value_range,
                                "found " + std::to_string(stride) + ", expected a multiple of 4");
                    }
                    break;
                }
                default: {
                    const std::uint64_t target = p.count();
                    if (target == 34962 || target == 34963) {
                        view.target = static_cast<std::uint32_t>(target);
                    } else {
                        p.fault(codes::value_ignored,
                                "found " + std::to_string(target) + ", expected 34962 or 34963");
                    }
                    break;
                }
            }
        },
        [&](std::string_view key) {
            const bool khr = key == "KHR_meshopt_compression";
            if (!khr && key != "EXT_meshopt_compression") return false;
            parse_meshopt(p, view, khr);
            return true;
        });
    p.require(kNames, seen, bit(0) | bit(2));
    p.out().buffer_views.push_back(view);
}

namespace {

/// The component type at the cursor; nothing, with a report, where it is none.
std::optional<ComponentType> parse_component_type(Parser& p) {
    const std::uint64_t value = p.count();
    const bool known = value >= 5120 && value <= 5126 && value != 5124;
    if (known) return static_cast<ComponentType>(value);
    p.fault(codes::value_unknown,
            "found " + std::to_string(value) + ", expected 5120, 5121, 5122, 5123, 5125 or 5126",
            {}, "glTF has no such number type; 5126 is float");
    return std::nullopt;
}

/// The type at the cursor; nothing, with a report, where it is none.
std::optional<ElementType> parse_element_type(Parser& p) {
    constexpr std::array<std::string_view, 7> kTypes{"SCALAR", "VEC2", "VEC3", "VEC4",
                                                     "MAT2",   "MAT3", "MAT4"};
    if (!p.expect(JsonKind::string)) return std::nullopt;
    const std::string_view found = p.json().read_string();
    for (std::size_t i = 0; i < kTypes.size(); ++i) {
        if (found == kTypes[i]) return static_cast<ElementType>(i);
    }
    p.fault(codes::value_unknown,
            "found " + quoted(found) + ", expected SCALAR, VEC2 to VEC4 or MAT2 to MAT4");
    return std::nullopt;
}

void parse_sparse_indices(Parser& p, Sparse& sparse) {
    constexpr std::array<std::string_view, 3> kNames{"bufferView", "byteOffset", "componentType"};
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    sparse.indices_view = p.index();
                    break;
                case 1:
                    sparse.indices_offset = p.count();
                    break;
                default:
                    sparse.indices_type = parse_component_type(p).value_or(ComponentType::u32);
                    if (sparse.indices_type != ComponentType::u8 &&
                        sparse.indices_type != ComponentType::u16 &&
                        sparse.indices_type != ComponentType::u32) {
                        p.fault(codes::value_unknown,
                                "found a signed or float type, expected 5121, 5123 or 5125");
                        sparse.indices_type = ComponentType::u32;
                    }
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0) | bit(2));
}

void parse_sparse_values(Parser& p, Sparse& sparse) {
    constexpr std::array<std::string_view, 2> kNames{"bufferView", "byteOffset"};
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t i) {
            if (i == 0) {
                sparse.values_view = p.index();
            } else {
                sparse.values_offset = p.count();
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
}

Index parse_sparse(Parser& p) {
    constexpr std::array<std::string_view, 3> kNames{"count", "indices", "values"};
    Sparse sparse;
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    sparse.count = p.count(1);
                    break;
                case 1:
                    parse_sparse_indices(p, sparse);
                    break;
                default:
                    parse_sparse_values(p, sparse);
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0) | bit(1) | bit(2));
    p.out().sparses.push_back(sparse);
    return static_cast<Index>(p.out().sparses.size() - 1);
}

void check_accessor_members(Parser& p, const Accessor& accessor, std::uint32_t seen) {
    const std::uint32_t components = component_count(accessor.type);
    constexpr std::array<std::string_view, 2> kBounds{"min", "max"};
    for (std::size_t i = 0; i < 2; ++i) {
        const Range& range = i == 0 ? accessor.min : accessor.max;
        if ((seen & bit(7 + i)) == 0 || range.count == components) continue;
        p.fault(codes::accessor_bounds_length,
                "found " + std::to_string(range.count) + " numbers, expected " +
                    std::to_string(components),
                kBounds[i]);
    }
    if ((seen & bit(1)) != 0 && (seen & bit(0)) == 0) {
        p.fault(codes::property_dependency,
                "found byteOffset without bufferView, expected a bufferView beside it");
    }
    const bool whole = accessor.component_type == ComponentType::f32 ||
                       accessor.component_type == ComponentType::u32;
    if (accessor.normalized && whole) {
        p.fault(codes::value_range,
                "found normalized on floats or 32-bit integers, expected 8- or 16-bit integers",
                "normalized");
    }
}

}  // namespace

void parse_accessor(Parser& p) {
    constexpr std::array<std::string_view, 9> kNames{"bufferView", "byteOffset", "componentType",
                                                     "count",      "type",       "normalized",
                                                     "sparse",     "min",        "max"};
    Accessor accessor;
    bool unreadable = false;
    const std::uint32_t seen = p.members(
        kNames, accessor, Named::yes,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    accessor.buffer_view = p.index();
                    break;
                case 1:
                    accessor.byte_offset = p.count();
                    break;
                case 2:
                    if (const auto type = parse_component_type(p)) {
                        accessor.component_type = *type;
                    } else {
                        unreadable = true;
                    }
                    break;
                case 3:
                    accessor.count = p.count(1);
                    break;
                case 4:
                    if (const auto type = parse_element_type(p)) {
                        accessor.type = *type;
                    } else {
                        unreadable = true;
                    }
                    break;
                case 5:
                    accessor.normalized = p.flag();
                    break;
                case 6:
                    accessor.sparse = parse_sparse(p);
                    break;
                case 7:
                    accessor.min = p.numbers();
                    break;
                default:
                    accessor.max = p.numbers();
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(2) | bit(3) | bit(4));
    if (unreadable) {
        // Nobody can say what its bytes mean.
        accessor.buffer_view = kNone;
        accessor.sparse = kNone;
    } else {
        check_accessor_members(p, accessor, seen);
    }
    p.out().accessors.push_back(accessor);
}

namespace {

Attribute semantic_of(std::string_view name) {
    Attribute out;
    out.name = name;
    if (name == "POSITION") out.semantic = Semantic::position;
    if (name == "NORMAL") out.semantic = Semantic::normal;
    if (name == "TANGENT") out.semantic = Semantic::tangent;
    constexpr std::array kNumbered{std::pair{std::string_view("TEXCOORD_"), Semantic::texcoord},
                                   std::pair{std::string_view("COLOR_"), Semantic::color},
                                   std::pair{std::string_view("JOINTS_"), Semantic::joints},
                                   std::pair{std::string_view("WEIGHTS_"), Semantic::weights}};
    for (const auto& [prefix, semantic] : kNumbered) {
        if (!name.starts_with(prefix)) continue;
        const std::string_view digits = name.substr(prefix.size());
        if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return out;
        std::uint32_t set = 0;
        const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), set);
        if (code != std::errc{} || end != digits.data() + digits.size()) return out;
        out.semantic = semantic;
        out.set = set;
    }
    return out;
}

/// Whether there are so few \p attributes that each pair can be compared, and no two have one name.
bool few_and_distinct(std::span<const Attribute> attributes) {
    constexpr std::size_t kFew = 8;
    if (attributes.size() > kFew) return false;
    for (std::size_t i = 1; i < attributes.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (same_key(attributes[i].name, attributes[k].name)) return false;
    return true;
}

}  // namespace

Range parse_attributes(Parser& p) {
    std::vector<Attribute>& pool = p.out().attributes;
    Range range{static_cast<std::uint32_t>(pool.size()), 0};
    const std::int64_t count = p.entries([&](std::string_view key) {
        Attribute attribute = semantic_of(key);
        attribute.accessor = p.index();
        pool.push_back(attribute);
    });
    range.count = static_cast<std::uint32_t>(pool.size()) - range.first;
    if (count == 0) {
        p.fault(codes::array_empty, "found no attribute, expected at least one");
    }
    const std::span<const Attribute> attributes = slice(pool, range);
    if (few_and_distinct(attributes)) return range;
    std::vector<std::string_view> names;
    for (const Attribute& each : attributes)
        names.push_back(each.name);
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    if (twice != names.end()) {
        p.fault(codes::json_duplicate_key, "found the key a second time, expected it once", *twice);
    }
    return range;
}

namespace {

/// Reads one element of `mappings`: its material for each of its variants.
void parse_variant_mapping(Parser& p, std::uint32_t mapping) {
    constexpr std::array<std::string_view, 2> kNames{"material", "variants"};
    std::vector<VariantMaterial>& pool = p.out().variant_materials;
    const std::size_t first = pool.size();
    Index material = kNone;
    Object carried;
    const std::uint32_t seen = p.members(
        kNames, carried, Named::yes,
        [&](std::size_t i) {
            if (i == 0) {
                material = p.index();
            } else {
                p.elements([&] { pool.push_back({p.index(), kNone, mapping}); });
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0) | bit(1));
    // A material is held against its list even where no variant wears it.
    if (pool.size() == first) pool.push_back({kNone, kNone, mapping});
    for (std::size_t i = first; i < pool.size(); ++i)
        pool[i].material = material;
    if (!carried.extras.empty() || !carried.extensions.empty() || !carried.name.empty())
        p.out().loose_extras.push_back(
            {p.pointer(), carried.extras, carried.extensions, carried.name});
}

void parse_variant_mappings(Parser& p, Primitive& primitive) {
    constexpr std::array<std::string_view, 1> kNames{"mappings"};
    std::vector<VariantMaterial>& pool = p.out().variant_materials;
    const auto first = static_cast<std::uint32_t>(pool.size());
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t) {
            std::uint32_t mapping = 0;
            p.elements([&] { parse_variant_mapping(p, mapping++); });
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
    primitive.variants = {first, static_cast<std::uint32_t>(pool.size()) - first};
    std::vector<Index> variants;
    for (const VariantMaterial& each : slice(pool, primitive.variants))
        if (each.variant != kNone) variants.push_back(each.variant);
    std::ranges::sort(variants);
    const auto twice = std::ranges::adjacent_find(variants);
    if (twice == variants.end()) return;
    p.fault(codes::array_duplicate, "found variant " + std::to_string(*twice) +
                                        " in two places, expected each once; the first counts");
}

Mode parse_mode(Parser& p) {
    const std::uint64_t mode = p.count();
    if (mode <= 6) return static_cast<Mode>(mode);
    p.fault(codes::value_unknown, "found " + std::to_string(mode) + ", expected 0 to 6");
    return Mode::triangles;
}

void parse_primitive(Parser& p) {
    constexpr std::array<std::string_view, 5> kNames{"attributes", "indices", "material", "mode",
                                                     "targets"};
    Primitive primitive;
    const std::uint32_t seen = p.members(
        kNames, primitive, Named::no,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    primitive.attributes = parse_attributes(p);
                    break;
                case 1:
                    primitive.indices = p.index();
                    break;
                case 2:
                    primitive.material = p.index();
                    break;
                case 3:
                    primitive.mode = parse_mode(p);
                    break;
                default: {
                    std::vector<Range>& pool = p.out().targets;
                    primitive.targets.first = static_cast<std::uint32_t>(pool.size());
                    p.elements([&] { pool.push_back(parse_attributes(p)); });
                    primitive.targets.count =
                        static_cast<std::uint32_t>(pool.size()) - primitive.targets.first;
                    break;
                }
            }
        },
        [&](std::string_view key) {
            if (key == "KHR_draco_mesh_compression") {
                parse_draco(p, primitive);
            } else if (key == "KHR_materials_variants") {
                parse_variant_mappings(p, primitive);
            } else {
                return false;
            }
            return true;
        });
    p.require(kNames, seen, bit(0));
    p.out().primitives.push_back(primitive);
}

}  // namespace

void parse_mesh(Parser& p) {
    constexpr std::array<std::string_view, 2> kNames{"primitives", "weights"};
    Mesh mesh;
    const std::uint32_t seen = p.members(
        kNames, mesh, Named::yes,
        [&](std::size_t i) {
            if (i == 0) {
                const std::vector<Primitive>& pool = p.out().primitives;
                mesh.primitives.first = static_cast<std::uint32_t>(pool.size());
                p.elements([&] { parse_primitive(p); });
                mesh.primitives.count =
                    static_cast<std::uint32_t>(pool.size()) - mesh.primitives.first;
            } else {
                mesh.weights = p.numbers();
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0));
    p.out().meshes.push_back(mesh);
}

}  // namespace diorama::gltf::detail
