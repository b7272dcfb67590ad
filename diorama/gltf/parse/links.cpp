// SPDX-License-Identifier: MIT
#include <algorithm>

#include "diorama/gltf/detail/reading.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// Appends the parts of a JSON pointer: numbers as they are, texts as they are.
template <class... Parts>
std::string joined(const Parts&... parts) {
    std::string out;
    const auto append = [&](const auto& part) {
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(part)>>) {
            out += '/' + std::to_string(part);
        } else {
            out += part;
        }
    };
    (append(parts), ...);
    return out;
}

/// Holds references against the sizes of the lists they point into.
class Linker {
  public:
    Linker(Document& document, Report& report) : d_(document), report_(report) {}

    void run() {
        link(d_.scene, d_.scenes.size(), "/scene");
        each(d_.scenes, "/scenes",
             [&](Scene& scene) { link_run(scene.nodes, d_.nodes.size(), "/nodes"); });
        each(d_.nodes, "/nodes", [&](Node& node) { link_node(node); });
        each(d_.meshes, "/meshes", [&](Mesh& mesh) { link_mesh(mesh); });
        each(d_.accessors, "/accessors", [&](Accessor& accessor) { link_accessor(accessor); });
        each(d_.buffer_views, "/bufferViews", [&](BufferView& view) { link_view(view); });
        each(d_.images, "/images",
             [&](Image& image) { link(image.buffer_view, d_.buffer_views.size(), "/bufferView"); });
        each(d_.textures, "/textures", [&](Texture& texture) {
            link(texture.sampler, d_.samplers.size(), "/sampler");
            link(texture.source, d_.images.size(), "/source");
            link(texture.basisu, d_.images.size(), "/extensions/KHR_texture_basisu/source");
            link(texture.webp, d_.images.size(), "/extensions/EXT_texture_webp/source");
        });
        each(d_.materials, "/materials",
             [&](Material& material) { link_material(material.surface); });
        each(d_.skins, "/skins", [&](Skin& skin) {
            const std::uint32_t joints = skin.joints.count;
            link_run(skin.joints, d_.nodes.size(), "/joints");
            // Vertices name joints by their place, so a skin is whole or of no use.
            if (skin.joints.count != joints) skin.joints.count = 0;
            link(skin.inverse_bind_matrices, d_.accessors.size(), "/inverseBindMatrices");
            link(skin.skeleton, d_.nodes.size(), "/skeleton");
        });
        each(d_.animations, "/animations",
             [&](Animation& animation) { link_animation(animation); });
    }

  private:
    template <class T, class F>
    void each(std::vector<T>& list, std::string_view name, F&& f) {
        list_ = name;
        for (element_ = 0; element_ < list.size(); ++element_)
            f(list[element_]);
    }

    /// Makes \p index kNone, with a report, unless it is below \p size; \p parts name the
    /// reference inside its element and are joined only then.
    template <class... Parts>
    void link(Index& index, std::size_t size, const Parts&... parts) {
        if (index == kNone || static_cast<std::size_t>(index) < size) return;
        const std::string element = list_.empty() ? std::string() : joined(list_, element_);
        report_.at_pointer(codes::reference_range, element + joined(parts...),
                           "found the index " + std::to_string(index) + ", expected one below " +
                               std::to_string(size) + ", the length of its list");
        index = kNone;
    }

    /// Links a run of references; those that lead nowhere are taken out of it.
    void link_run(Range& range, std::size_t size, std::string_view member) {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < range.count; ++i) {
            Index& index = d_.indices[range.first + i];
            link(index, size, member, i);
            if (index != kNone) d_.indices[range.first + kept++] = index;
        }
        range.count = kept;
    }

    void link_node(Node& node) {
        link_run(node.children, d_.nodes.size(), "/children");
        link(node.mesh, d_.meshes.size(), "/mesh");
        link(node.skin, d_.skins.size(), "/skin");
        link(node.camera, d_.cameras.size(), "/camera");
        link(node.light, d_.lights.size(), "/extensions/KHR_lights_punctual/light");
        link_attributes(node.instances, "/extensions/EXT_mesh_gpu_instancing/attributes");
    }

    template <class... Parts>
    void link_attributes(Range range, const Parts&... parts) {
        for (std::uint32_t i = 0; i < range.count; ++i) {
            Attribute& attribute = d_.attributes[range.first + i];
            if (attribute.accessor == kNone ||
                static_cast<std::size_t>(attribute.accessor) < d_.accessors.size()) {
                continue;
            }
            std::string key;
            append_key(key, attribute.name);
            link(attribute.accessor, d_.accessors.size(), parts..., key);
        }
    }

    void link_mesh(const Mesh& mesh) {
        constexpr std::string_view kAt = "/primitives";
        for (std::uint32_t i = 0; i < mesh.primitives.count; ++i) {
            Primitive& primitive = d_.primitives[mesh.primitives.first + i];
            link_attributes(primitive.attributes, kAt, i, "/attributes");
            for (std::uint32_t k = 0; k < primitive.targets.count; ++k) {
                link_attributes(d_.targets[primitive.targets.first + k], kAt, i, "/targets", k);
            }
            link(primitive.indices, d_.accessors.size(), kAt, i, "/indices");
            link(primitive.material, d_.materials.size(), kAt, i, "/material");
            for (std::uint32_t k = 0; k < primitive.variants.count; ++k) {
                VariantMaterial& each = d_.variant_materials[primitive.variants.first + k];
                constexpr std::string_view kMappings =
                    "/extensions/KHR_materials_variants/mappings";
                link(each.variant, d_.variants.size(), kAt, i, kMappings, each.mapping,
                     "/variants");
                link(each.material, d_.materials.size(), kAt, i, kMappings, each.mapping,
                     "/material");
            }
            link_draco(primitive, i);
        }
    }

    /// Has accessors without a view take their data from the compressed mesh of \p primitive.
    void link_draco(const Primitive& primitive, std::uint32_t index) {
        if (primitive.draco == kNone) return;
        DracoStream& stream = d_.draco_streams[static_cast<std::size_t>(primitive.draco)];
        constexpr std::string_view kAt = "/extensions/KHR_draco_mesh_compression";
        link(stream.buffer_view, d_.buffer_views.size(), "/primitives", index, kAt, "/bufferView");
        const auto take = [&](Index accessor, std::uint32_t id) {
            if (accessor == kNone) return;
            Accessor& each = d_.accessors[static_cast<std::size_t>(accessor)];
            // Data that is there uncompressed is exact, and serves who can't decode as well.
            if (each.buffer_view != kNone || each.draco != kNone) return;
            each.draco = primitive.draco;
            each.draco_id = id;
        };
        take(primitive.indices, kDracoIndices);
        for (const DracoAttribute& compressed : slice(d_.draco_attributes, stream.attributes)) {
            const auto attributes = slice(d_.attributes, primitive.attributes);
            const auto found = std::ranges::find(attributes, compressed.name, &Attribute::name);
            if (found != attributes.end()) {
                take(found->accessor, compressed.id);
                continue;
            }
            report_.at_pointer(codes::property_dependency,
                               joined(list_, element_, "/primitives", index, kAt, "/attributes"),
                               "found " + quoted(compressed.name) +
                                   ", expected an attribute that the primitive has too");
        }
    }

    void link_view(BufferView& view) {
        link(view.buffer, d_.buffers.size(), "/buffer");
        if (view.meshopt == kNone) return;
        MeshoptStream& stream = d_.meshopt_streams[static_cast<std::size_t>(view.meshopt)];
        link(stream.buffer, d_.buffers.size(),
             stream.khr ? std::string_view("/extensions/KHR_meshopt_compression/buffer")
                        : std::string_view("/extensions/EXT_meshopt_compression/buffer"));
        const auto wrong = [&](std::string_view member, std::uint64_t found,
                               const std::string& expected) {
            report_.at_pointer(codes::meshopt_layout, joined(list_, element_, member),
                               "found " + std::to_string(found) + ", expected " + expected);
        };
        // Neither factor passes 2^53: a product that wraps is no view's length either.
        std::uint64_t bytes = 0;
        if (__builtin_mul_overflow(stream.count, stream.byte_stride, &bytes) ||
            bytes != view.byte_length)
            wrong("/byteLength", view.byte_length,
                  std::to_string(stream.count) + " times " + std::to_string(stream.byte_stride) +
                      ", the count and byteStride of the compressed stream");
        if (view.byte_stride != 0 && view.byte_stride != stream.byte_stride)
            wrong("/byteStride", view.byte_stride,
                  std::to_string(stream.byte_stride) + ", that of the compressed stream");
    }

    void link_accessor(Accessor& accessor) {
        link(accessor.buffer_view, d_.buffer_views.size(), "/bufferView");
        if (accessor.sparse == kNone) return;
        Sparse& sparse = d_.sparses[static_cast<std::size_t>(accessor.sparse)];
        link(sparse.indices_view, d_.buffer_views.size(), "/sparse/indices/bufferView");
        link(sparse.values_view, d_.buffer_views.size(), "/sparse/values/bufferView");
    }

    void link_material(mesh::Material& surface) {
        mesh::each_texture(surface, [&](mesh::TextureSlot& slot, const mesh::SlotPlace& place) {
            link(slot.texture, d_.textures.size(), "/", place.pointer, "/index");
        });
    }

    void link_animation(const Animation& animation) {
        for (std::uint32_t i = 0; i < animation.channels.count; ++i) {
            AnimationChannel& channel = d_.animation_channels[animation.channels.first + i];
            link(channel.sampler, animation.samplers.count, "/channels", i, "/sampler");
            if (channel.sampler != kNone) {
                // The file counts within its animation, the Document over all of them.
                channel.sampler += static_cast<Index>(animation.samplers.first);
            }
            link(channel.node, d_.nodes.size(), "/channels", i, "/target/node");
        }
        for (std::uint32_t i = 0; i < animation.samplers.count; ++i) {
            AnimationSampler& sampler = d_.animation_samplers[animation.samplers.first + i];
            link(sampler.input, d_.accessors.size(), "/samplers", i, "/input");
            link(sampler.output, d_.accessors.size(), "/samplers", i, "/output");
        }
    }

    Document& d_;
    Report& report_;
    std::string_view list_;
    std::size_t element_ = 0;
};

}  // namespace

void link_references(Document& document, Report& report) {
    Linker(document, report).run();
}

}  // namespace diorama::gltf::detail
