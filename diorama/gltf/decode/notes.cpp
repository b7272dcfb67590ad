// SPDX-License-Identifier: MIT
// Names, extras and unknown extensions of objects that a GltfAsset has no struct for, each where an
// export will look for it: GltfLooseExtras says how.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/extensions_out.hpp"

namespace diorama::gltf::detail {
namespace {

/// Takes `/`, the text \p member and a number off the front of \p rest; nothing where they are not
/// there.
std::optional<std::size_t> take_step(std::string_view& rest, std::string_view member) {
    if (!rest.starts_with(member)) return std::nullopt;
    const std::string_view digits = rest.substr(member.size());
    std::size_t index = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (code != std::errc{}) return std::nullopt;
    rest = digits.substr(static_cast<std::size_t>(end - digits.data()));
    return index;
}

class Notes {
  public:
    explicit Notes(Decoding& d)
        : d_(d),
          accessors_(d.in.accessors.size()),
          views_(d.in.buffer_views.size()),
          used_accessors_(d.in.accessors.size()),
          used_views_(d.in.buffer_views.size()) {
        for (std::size_t i = 0; i < views_.size(); ++i)
            note_storage(views_, i, carries(d.in.buffer_views[i]));
        for (std::size_t i = 0; i < accessors_.size(); ++i) {
            const Accessor& accessor = d.in.accessors[i];
            note_storage(accessors_, i,
                         carries(accessor) || is_noted(views_, accessor.buffer_view));
        }
    }

    void run() {
        if (any_storage_) {
            add_meshes();
            for (std::size_t i = 0; i < d_.in.skins.size(); ++i)
                use(pointer_to("skins", i), "inverseBindMatrices",
                    d_.in.skins[i].inverse_bind_matrices);
            for (std::size_t i = 0; i < d_.in.nodes.size(); ++i)
                if (d_.in.nodes[i].instances.count > 0)
                    use_all(
                        pointer_to("nodes", i) + "/extensions/EXT_mesh_gpu_instancing/attributes",
                        d_.in.nodes[i].instances);
            for (std::size_t i = 0; i < d_.in.images.size(); ++i)
                use_view(pointer_to("images", i), d_.in.images[i].buffer_view);
        }
        for (std::size_t i = 0; i < d_.in.animations.size(); ++i)
            add_animation(i);
        add_unused();
        for (const LooseExtras& each : d_.in.loose_extras) {
            const std::string at = moved(each.pointer);
            if (at.empty()) continue;
            // The extensions of a target are the channel's, and there already.
            if (const auto target = targets_.find(at); target != targets_.end())
                d_.out.loose_extras[target->second].extras = each.extras;
            else
                add(at, {.name = each.name, .extras = each.extras, .extensions = each.extensions});
        }
    }

  private:
    static bool carries(const Object& object) {
        return !object.name.empty() || !object.extras.empty() ||
               has_unknown_extension(object.extensions);
    }
    void note_storage(std::vector<bool>& list, std::size_t i, bool noted) {
        list[i] = noted;
        any_storage_ = any_storage_ || noted;
    }
    static bool is_noted(const std::vector<bool>& list, Index index) {
        return index != kNone && list[static_cast<std::size_t>(index)];
    }

    void add(std::string pointer, const Object& object) {
        // One accessor may have any number of users.
        if (!d_.take(pointer.size() + object.name.size() + object.extras.size() +
                         object.extensions.size() + sizeof(GltfLooseExtras),
                     pointer))
            return;
        d_.out.loose_extras.push_back({std::move(pointer), std::string(object.extras),
                                       std::string(object.extensions), std::string(object.name)});
    }

    void add_where_any(std::string pointer, const Object& object) {
        if (carries(object)) add(std::move(pointer), object);
    }

    void use_view(std::string at, Index view) {
        if (!is_noted(views_, view)) return;
        used_views_[static_cast<std::size_t>(view)] = true;
        add(std::move(at.append("/bufferView")),
            d_.in.buffer_views[static_cast<std::size_t>(view)]);
    }

    /// Notes that member \p member of the object at \p base refers to \p accessor.
    void use(std::string_view base, std::string_view member, Index accessor) {
        if (!is_noted(accessors_, accessor)) return;
        const Accessor& each = d_.in.accessors[static_cast<std::size_t>(accessor)];
        used_accessors_[static_cast<std::size_t>(accessor)] = true;
        std::string at(base);
        append_key(at, member);
        add_where_any(at, each);
        use_view(std::move(at), each.buffer_view);
    }

    void use_all(const std::string& at, Range attributes) {
        for (const Attribute& attribute : slice(d_.in.attributes, attributes))
            use(at, attribute.name, attribute.accessor);
    }

    void add_meshes() {
        for (std::size_t m = 0; m < d_.in.meshes.size(); ++m) {
            const std::span<const Primitive> primitives =
                slice(d_.in.primitives, d_.in.meshes[m].primitives);
            for (std::size_t p = 0; p < primitives.size(); ++p) {
                const std::string at =
                    pointer_to("meshes", m).append("/primitives/").append(std::to_string(p));
                use_all(at + "/attributes", primitives[p].attributes);
                use(at, "indices", primitives[p].indices);
                const std::span<const Range> targets = slice(d_.in.targets, primitives[p].targets);
                for (std::size_t t = 0; t < targets.size(); ++t)
                    use_all(std::string(at).append("/targets/").append(std::to_string(t)),
                            targets[t]);
            }
        }
    }

    void add_animation(std::size_t animation) {
        const std::span<const AnimationChannel> channels =
            slice(d_.in.animation_channels, d_.in.animations[animation].channels);
        for (std::size_t c = 0; c < channels.size(); ++c) {
            const std::int32_t place = d_.channel_places[animation][c];
            if (place < 0) continue;
            const AnimationChannel& channel = channels[c];
            const AnimationSampler& sampler =
                d_.in.animation_samplers[static_cast<std::size_t>(channel.sampler)];
            const bool noted = carries(channel) || carries(sampler) ||
                               has_unknown_extension(channel.target_extensions) ||
                               is_noted(accessors_, sampler.input) ||
                               is_noted(accessors_, sampler.output);
            if (!noted) continue;
            const std::string at = channel_pointer(animation, place);
            add_where_any(at, channel);
            if (has_unknown_extension(channel.target_extensions)) {
                const std::size_t next = d_.out.loose_extras.size();
                add(at + "/target",
                    {.name = {}, .extras = {}, .extensions = channel.target_extensions});
                if (d_.out.loose_extras.size() > next) targets_.emplace(at + "/target", next);
            }
            add_where_any(at + "/sampler", sampler);
            use(at + "/sampler", "input", sampler.input);
            use(at + "/sampler", "output", sampler.output);
        }
    }

    /// What nothing of the asset uses stays where the file has it.
    void add_unused() {
        const auto list = [&](std::string_view name, const auto& objects, const auto& used) {
            for (std::size_t i = 0; i < objects.size(); ++i)
                if (!used(i)) add_where_any(pointer_to(name, i), objects[i]);
        };
        list("buffers", d_.in.buffers, [](std::size_t) { return false; });
        list("bufferViews", d_.in.buffer_views, [&](std::size_t i) { return used_views_[i]; });
        list("accessors", d_.in.accessors, [&](std::size_t i) { return used_accessors_[i]; });
        std::vector<bool> samplers(d_.in.samplers.size());
        for (const Texture& texture : d_.in.textures)
            if (texture.sampler != kNone)
                samplers[static_cast<std::size_t>(texture.sampler)] = true;
        list("samplers", d_.in.samplers, [&](std::size_t i) { return samplers[i]; });
        for (std::size_t a = 0; a < d_.in.animations.size(); ++a)
            add_unused_samplers(a);
    }

    void add_unused_samplers(std::size_t animation) {
        const Animation& in = d_.in.animations[animation];
        std::vector<bool> used(in.samplers.count);
        for (const AnimationChannel& channel : slice(d_.in.animation_channels, in.channels))
            if (channel.sampler != kNone)
                used[static_cast<std::uint32_t>(channel.sampler) - in.samplers.first] = true;
        const auto samplers = slice(d_.in.animation_samplers, in.samplers);
        for (std::size_t i = 0; i < samplers.size(); ++i)
            if (!used[i])
                add_where_any(pointer_to("animations", animation)
                                  .append("/samplers/")
                                  .append(std::to_string(i)),
                              samplers[i]);
    }

    [[nodiscard]] static std::string channel_pointer(std::size_t animation, std::int32_t place) {
        return pointer_to("animations", animation)
            .append("/channels/")
            .append(std::to_string(place));
    }

    /// Where the object at \p pointer of the file is in the asset; empty where it is of a channel
    /// that is not: that one's place is another's there.
    [[nodiscard]] std::string moved(const std::string& pointer) const {
        std::string_view rest(pointer);
        if (const auto animation = take_step(rest, "/animations/")) {
            const auto channel = take_step(rest, "/channels/");
            if (!channel || *animation >= d_.channel_places.size() ||
                *channel >= d_.channel_places[*animation].size())
                return pointer;
            const std::int32_t place = d_.channel_places[*animation][*channel];
            return place < 0 ? std::string() : channel_pointer(*animation, place).append(rest);
        }
        return moved_mapping(pointer);
    }

    /// Mappings of variants are written one per material, in the order of the variants.
    [[nodiscard]] std::string moved_mapping(const std::string& pointer) const {
        std::string_view rest(pointer);
        const auto m = take_step(rest, "/meshes/");
        const auto p = m ? take_step(rest, "/primitives/") : std::nullopt;
        const auto mapping =
            p ? take_step(rest, "/extensions/KHR_materials_variants/mappings/") : std::nullopt;
        if (!mapping) return pointer;
        const Range range = d_.in.primitives[d_.in.meshes[*m].primitives.first + *p].variants;
        std::int32_t material = kNone;
        for (const VariantMaterial& each : slice(d_.in.variant_materials, range))
            if (each.mapping == *mapping) material = each.material;
        std::vector<std::int32_t> before;
        for (const std::int32_t each : d_.out.meshes[*m].primitives[*p].variant_materials) {
            if (each < 0 || std::ranges::find(before, each) != before.end()) continue;
            if (each == material)
                return pointer.substr(0, pointer.rfind('/') + 1) + std::to_string(before.size());
            before.push_back(each);
        }
        return pointer;
    }

    Decoding& d_;
    // Which carry anything, an accessor its view's notes included, and which of them are used.
    std::vector<bool> accessors_, views_, used_accessors_, used_views_;
    bool any_storage_ = false;
    std::map<std::string, std::size_t> targets_;  // of channels, into GltfAsset::loose_extras
};

}  // namespace

void decode_notes(Decoding& d) {
    Notes(d).run();
}

}  // namespace diorama::gltf::detail
