// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "diorama/gltf/detail/checker.hpp"
#include "diorama/gltf/detail/parser.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// What one property of a material extension may hold.
enum class Holds : std::uint8_t { number, color, texture };

/// One property of a material extension.
struct Property {
    std::string_view extension;
    std::string_view name;
    Holds holds = Holds::number;
    Allowed allowed;
};

constexpr Allowed kUnit{.min = 0, .max = 1};
constexpr Allowed kPositive{.min = 0};
constexpr Allowed kAny{};

// Source: the schemas of the extensions.
constexpr std::array kProperties{
    Property{"KHR_materials_anisotropy", "anisotropyStrength", Holds::number, kUnit},
    Property{"KHR_materials_anisotropy", "anisotropyRotation", Holds::number, kAny},
    Property{"KHR_materials_anisotropy", "anisotropyTexture", Holds::texture, kAny},
    Property{"KHR_materials_clearcoat", "clearcoatFactor", Holds::number, kUnit},
    Property{"KHR_materials_clearcoat", "clearcoatTexture", Holds::texture, kAny},
    Property{"KHR_materials_clearcoat", "clearcoatRoughnessFactor", Holds::number, kUnit},
    Property{"KHR_materials_clearcoat", "clearcoatRoughnessTexture", Holds::texture, kAny},
    Property{"KHR_materials_clearcoat", "clearcoatNormalTexture", Holds::texture, kAny},
    Property{"KHR_materials_dispersion", "dispersion", Holds::number, kPositive},
    Property{"KHR_materials_iridescence", "iridescenceFactor", Holds::number, kUnit},
    Property{"KHR_materials_iridescence", "iridescenceTexture", Holds::texture, kAny},
    Property{"KHR_materials_iridescence", "iridescenceIor", Holds::number, {.min = 1}},
    Property{"KHR_materials_iridescence", "iridescenceThicknessMinimum", Holds::number, kPositive},
    Property{"KHR_materials_iridescence", "iridescenceThicknessMaximum", Holds::number, kPositive},
    Property{"KHR_materials_iridescence", "iridescenceThicknessTexture", Holds::texture, kAny},
    Property{"KHR_materials_sheen", "sheenColorFactor", Holds::color, kUnit},
    Property{"KHR_materials_sheen", "sheenColorTexture", Holds::texture, kAny},
    Property{"KHR_materials_sheen", "sheenRoughnessFactor", Holds::number, kUnit},
    Property{"KHR_materials_sheen", "sheenRoughnessTexture", Holds::texture, kAny},
    Property{"KHR_materials_specular", "specularFactor", Holds::number, kUnit},
    Property{"KHR_materials_specular", "specularTexture", Holds::texture, kAny},
    Property{"KHR_materials_specular", "specularColorFactor", Holds::color, kPositive},
    Property{"KHR_materials_specular", "specularColorTexture", Holds::texture, kAny},
    Property{"KHR_materials_transmission", "transmissionFactor", Holds::number, kUnit},
    Property{"KHR_materials_transmission", "transmissionTexture", Holds::texture, kAny},
    Property{"KHR_materials_volume", "thicknessFactor", Holds::number, kPositive},
    Property{"KHR_materials_volume", "thicknessTexture", Holds::texture, kAny},
    Property{"KHR_materials_volume",
             "attenuationDistance",
             Holds::number,
             {.min = 0, .above_min = true}},
    Property{"KHR_materials_volume", "attenuationColor", Holds::color, kUnit},
};

/// Reads the `extensions` of one object, kept as text, with the Parser's own reports.
class ExtensionCheck {
  public:
    explicit ExtensionCheck(Checker& checker) : c_(checker) {}

    /// Calls `f(parser, key)` per extension of \p object, which must consume its object.
    template <class F>
    void each_extension(std::string_view text, std::string pointer, F&& f) {
        JsonIndex index;
        if (text.empty() || JsonIndex::make(text, index)) return;
        std::deque<std::string> arena;
        JsonReader reader(index, arena, c_.d.limits.max_json_depth);
        Document ignored;
        Parser parser(reader, ignored, c_.report, std::move(pointer) + "/extensions");
        if (reader.next() != JsonKind::object) return;
        parser.entries([&](std::string_view key) {
            if (reader.next() == JsonKind::object) {
                f(parser, key);
            } else {
                reader.skip();  // reported when it was parsed
            }
        });
    }

    void check_reference(Parser& p, std::size_t size) {
        const Index index = p.index();
        if (index == kNone || static_cast<std::size_t>(index) < size) return;
        p.fault(codes::reference_range, "found the index " + std::to_string(index) +
                                            ", expected one below " + std::to_string(size) +
                                            ", the length of its list");
    }

    void check_texture_info(Parser& p) {
        bool found = false;
        p.entries([&](std::string_view key) {
            if (key == "index") {
                check_reference(p, c_.d.textures.size());
                found = true;
            } else {
                p.json().skip();
            }
        });
        constexpr std::array<std::string_view, 1> kNames{"index"};
        p.require(kNames, found ? bit(0) : 0, bit(0));
    }

    void check_ior(Parser& p) {
        p.entries([&](std::string_view key) {
            if (key != "ior") {
                p.json().skip();
                return;
            }
            const double ior = p.real();
            // 0 stands for an infinite index; nothing is between it and that of vacuum.
            if (ior == 0 || ior >= 1) return;
            p.fault(codes::value_range, "found an index of refraction of " + std::to_string(ior) +
                                            ", expected 0, or 1 and more");
        });
    }

    void check_material_extension(Parser& p, std::string_view extension) {
        if (extension == "KHR_materials_ior") return check_ior(p);
        const bool known = std::ranges::any_of(
            kProperties, [&](const Property& each) { return each.extension == extension; });
        if (!known) {
            p.json().skip();
            return;
        }
        p.entries([&](std::string_view key) {
            const auto row = std::ranges::find_if(kProperties, [&](const Property& each) {
                return each.extension == extension && each.name == key;
            });
            if (row == kProperties.end()) {
                p.json().skip();
                return;
            }
            switch (row->holds) {
                case Holds::number:
                    (void)p.real(row->allowed);
                    break;
                case Holds::color: {
                    std::array<float, 3> color{};
                    p.reals32(color, row->allowed);
                    break;
                }
                case Holds::texture:
                    check_texture_info(p);
                    break;
            }
        });
    }

    void check_variant_mappings(Parser& p) {
        p.entries([&](std::string_view key) {
            if (key != "mappings") {
                p.json().skip();
                return;
            }
            p.elements([&] {
                p.entries([&](std::string_view member) {
                    if (member == "material") {
                        check_reference(p, c_.d.materials.size());
                    } else if (member == "variants") {
                        p.elements([&] { check_reference(p, c_.d.variants.size()); });
                    } else {
                        p.json().skip();
                    }
                });
            });
        });
    }

    void check_animation_pointer(Parser& p) {
        bool found = false;
        p.entries([&](std::string_view key) {
            if (key != "pointer") {
                p.json().skip();
                return;
            }
            found = true;
            const std::string_view pointer = p.text();
            // Source: RFC 6901: steps start with a slash, ~ stands only before 0 and 1.
            bool good = pointer.empty() || pointer.front() == '/';
            for (std::size_t i = 0; i < pointer.size(); ++i) {
                if (pointer[i] != '~') continue;
                good = good && i + 1 < pointer.size() &&
                       (pointer[i + 1] == '0' || pointer[i + 1] == '1');
            }
            if (!good) {
                p.fault(codes::value_range,
                        "found " + quoted(pointer) + ", expected a JSON pointer");
            }
        });
        constexpr std::array<std::string_view, 1> kNames{"pointer"};
        p.require(kNames, found ? bit(0) : 0, bit(0));
    }

  private:
    Checker& c_;
};

}  // namespace

void check_extension_objects(Checker& c) {
    ExtensionCheck check(c);
    for (std::size_t i = 0; i < c.d.materials.size(); ++i) {
        check.each_extension(
            c.d.materials[i].extensions, "/materials/" + std::to_string(i),
            [&](Parser& p, std::string_view key) { check.check_material_extension(p, key); });
    }
    each_primitive(c.d, [&](std::size_t, const Primitive& primitive, const std::string& pointer) {
        check.each_extension(primitive.extensions, pointer, [&](Parser& p, std::string_view key) {
            if (key == "KHR_materials_variants") {
                check.check_variant_mappings(p);
            } else {
                p.json().skip();
            }
        });
    });
    for (std::size_t a = 0; a < c.d.animations.size(); ++a) {
        const auto channels = slice(c.d.animation_channels, c.d.animations[a].channels);
        for (std::size_t k = 0; k < channels.size(); ++k) {
            std::string pointer("/animations/");
            pointer += std::to_string(a) + "/channels/" + std::to_string(k) + "/target";
            check.each_extension(channels[k].target_extensions, std::move(pointer),
                                 [&](Parser& p, std::string_view key) {
                                     if (key == "KHR_animation_pointer") {
                                         check.check_animation_pointer(p);
                                     } else {
                                         p.json().skip();
                                     }
                                 });
        }
    }
}

}  // namespace diorama::gltf::detail
