// SPDX-License-Identifier: MIT
#include <algorithm>

#include "diorama/gltf/detail/checker.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// What an accessor's data is for; the specification keeps these apart.
enum class Usage : std::uint8_t {
    none,
    vertices,
    indices,
    inverse_bind,
    animation_input,
    animation_output,
    sparse
};

constexpr std::string_view kUsageNames[]{
    "nothing",         "vertex attributes", "indices",    "inverse bind matrices",
    "animation input", "animation output",  "sparse data"};

std::string_view name_of(Usage usage) {
    return kUsageNames[static_cast<std::size_t>(usage)];
}

/// Walks all uses of accessors in file order.
class UsageCheck {
  public:
    explicit UsageCheck(Checker& checker)
        : c_(checker),
          d_(checker.d),
          accessors_(d_.accessors.size(), Usage::none),
          views_(d_.buffer_views.size(), Usage::none),
          vertex_accessor_(d_.buffer_views.size(), kNone),
          reported_(d_.buffer_views.size(), false) {}

    void run() {
        each_primitive(d_, [&](std::size_t, const Primitive& primitive,
                               const std::string& pointer) { use_primitive(primitive, pointer); });
        for (std::size_t i = 0; i < d_.images.size(); ++i) {
            const Index view = d_.images[i].buffer_view;
            if (view == kNone || d_.buffer_views[static_cast<std::size_t>(view)].target == 0)
                continue;
            std::string pointer("/images/");
            pointer += std::to_string(i) + "/bufferView";
            c_.fault(codes::buffer_view_target, pointer,
                     "found buffer view " + std::to_string(view) +
                         " used for an image, expected no target on it");
        }
        for (std::size_t i = 0; i < d_.skins.size(); ++i) {
            std::string pointer("/skins/");
            pointer += std::to_string(i) + "/inverseBindMatrices";
            use(d_.skins[i].inverse_bind_matrices, Usage::inverse_bind, pointer);
        }
        for (std::size_t a = 0; a < d_.animations.size(); ++a) {
            const auto samplers = slice(d_.animation_samplers, d_.animations[a].samplers);
            for (std::size_t k = 0; k < samplers.size(); ++k) {
                std::string pointer("/animations/");
                pointer += std::to_string(a) + "/samplers/" + std::to_string(k);
                use(samplers[k].input, Usage::animation_input, pointer + "/input");
                use(samplers[k].output, Usage::animation_output, pointer + "/output");
            }
        }
    }

  private:
    void use_primitive(const Primitive& primitive, const std::string& pointer) {
        use(primitive.indices, Usage::indices, pointer + "/indices");
        use_attributes(primitive.attributes, pointer + "/attributes");
        for (std::uint32_t t = 0; t < primitive.targets.count; ++t) {
            use_attributes(d_.targets[primitive.targets.first + t],
                           pointer + "/targets/" + std::to_string(t));
        }
    }

    void use_attributes(Range range, const std::string& pointer) {
        for (const Attribute& each : slice(d_.attributes, range)) {
            std::string place = pointer;
            append_key(place, each.name);
            use(each.accessor, Usage::vertices, place);
        }
    }

    void use(Index index, Usage usage, const std::string& pointer) {
        if (index == kNone) return;
        Usage& known = accessors_[static_cast<std::size_t>(index)];
        if (known == usage) return;  // its view has been seen to as well
        if (known != Usage::none) {
            c_.fault(codes::accessor_usage, pointer,
                     "found accessor " + std::to_string(index) + " used for " +
                         std::string(name_of(usage)) + ", expected only its use for " +
                         std::string(name_of(known)));
            return;
        }
        known = usage;
        const Accessor& accessor = d_.accessors[static_cast<std::size_t>(index)];
        if (accessor.buffer_view != kNone) use_view(accessor.buffer_view, index, usage, pointer);
        if (accessor.sparse == kNone) return;
        const Sparse& sparse = d_.sparses[static_cast<std::size_t>(accessor.sparse)];
        for (const Index view : {sparse.indices_view, sparse.values_view})
            if (view != kNone) use_view(view, index, Usage::sparse, pointer);
    }

    void use_view(Index index, Index accessor, Usage usage, const std::string& pointer) {
        const auto i = static_cast<std::size_t>(index);
        const BufferView& view = d_.buffer_views[i];
        if (view.byte_stride != 0 && usage != Usage::vertices) {
            c_.fault(codes::buffer_view_stride, pointer,
                     "found a byteStride on a view of " + std::string(name_of(usage)) +
                         ", expected one only for vertices");
        }
        const bool as_vertices = usage == Usage::vertices;
        const bool as_indices = usage == Usage::indices;
        const bool wrong_target =
            (view.target == 34962 && !as_vertices) || (view.target == 34963 && !as_indices);
        const bool mixed = views_[i] != Usage::none && kind(views_[i]) != kind(usage);
        if (wrong_target || mixed) {
            c_.fault(codes::buffer_view_target, pointer,
                     "found buffer view " + std::to_string(index) + " used for " +
                         std::string(name_of(usage)) + ", expected only " +
                         (wrong_target ? "what its target says"
                                       : "its use for " + std::string(name_of(views_[i]))));
        }
        if (views_[i] == Usage::none) views_[i] = usage;
        if (!as_vertices) return;
        Index& other = vertex_accessor_[i];
        if (other != kNone && other != accessor && view.byte_stride == 0 && !reported_[i]) {
            reported_[i] = true;
            c_.fault(codes::mesh_layout, pointer,
                     "found buffer view " + std::to_string(index) +
                         " shared by vertex attributes, expected a byteStride on it");
        }
        other = accessor;
    }

    /// Vertices and indices may not share a view with other uses; the rest may with each other.
    static int kind(Usage usage) {
        return usage == Usage::vertices ? 0 : usage == Usage::indices ? 1 : 2;
    }

    Checker& c_;
    const Document& d_;
    std::vector<Usage> accessors_;
    std::vector<Usage> views_;
    std::vector<Index> vertex_accessor_;
    std::vector<bool> reported_;
};

}  // namespace

void check_usage(Checker& c) {
    UsageCheck(c).run();
}

}  // namespace diorama::gltf::detail
