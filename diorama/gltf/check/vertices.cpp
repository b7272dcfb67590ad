// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "diorama/gltf/detail/checker.hpp"
#include "diorama/gltf/detail/elements.hpp"
#include "diorama/gltf/detail/modes.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

// How far from 1 the length of what should be a unit vector may be: what 8-bit numbers can hold.
constexpr double kUnitTolerance = 0.00674;
// How far from 1 a vertex's weights may sum, per weight: what 8-bit numbers can hold.
constexpr double kWeightTolerance = 2e-7;
constexpr double kByteWeightTolerance = 1.0 / 255.0;

/// Counts what is wrong and keeps where it was first.
struct Tally {
    std::size_t count = 0;
    std::size_t first = 0;

    void add(std::size_t element) {
        if (count++ == 0) first = element;
    }
};

std::string counted(const Tally& tally, std::string_view what) {
    std::string out("found ");
    out += std::to_string(tally.count);
    out += ' ';
    out += what;
    out += ", the first is element " + std::to_string(tally.first);
    return out;
}

class VertexCheck {
  public:
    explicit VertexCheck(Checker& checker) : c_(checker), d_(checker.d) { find_joint_counts(); }

    void run() {
        each_primitive(
            d_, [&](std::size_t mesh, const Primitive& primitive, const std::string& pointer) {
                check_attributes(primitive, joints_[mesh], pointer);
                check_indices(primitive, pointer);
                check_weights(primitive, pointer);
                check_influences(primitive, pointer);
            });
    }

  private:
    /// The fewest joints of the skins that each mesh is bent by.
    void find_joint_counts() {
        joints_.assign(d_.meshes.size(), UINT32_MAX);
        for (const Node& node : d_.nodes) {
            if (node.mesh == kNone || node.skin == kNone) continue;
            std::uint32_t& least = joints_[static_cast<std::size_t>(node.mesh)];
            least = std::min(least, d_.skins[static_cast<std::size_t>(node.skin)].joints.count);
        }
    }

    /// Whether \p accessor was not yet looked at as \p what; marks it.
    bool first_look(Index accessor, std::uint64_t what) {
        return seen_.insert({accessor, what}).second;
    }

    void check_attributes(const Primitive& primitive, std::uint32_t joints,
                          const std::string& pointer) {
        for (const Attribute& each : slice(d_.attributes, primitive.attributes)) {
            if (each.accessor == kNone) continue;
            const std::uint64_t what =
                each.semantic == Semantic::joints
                    ? (std::uint64_t{joints} << 8) + static_cast<std::uint64_t>(each.semantic)
                    : static_cast<std::uint64_t>(each.semantic);
            if (!first_look(each.accessor, what)) continue;
            const AccessorView* const view = c_.view(each.accessor);
            if (view == nullptr || !c_.work(view->count)) continue;
            const std::string at = pointer + "/attributes/" + std::string(each.name);
            switch (each.semantic) {
                case Semantic::normal:
                    check_unit(*view, ElementType::vec3, at);
                    break;
                case Semantic::tangent:
                    check_unit(*view, ElementType::vec4, at);
                    break;
                case Semantic::color:
                    check_clamped(*view, at);
                    break;
                case Semantic::joints:
                    check_joints(*view, joints, at);
                    break;
                default:
                    break;
            }
        }
    }

    void check_unit(const AccessorView& view, ElementType type, const std::string& at) {
        if (view.type != type) return;
        Tally lengths;
        Tally signs;
        each_element(view, [&](std::size_t i, std::span<const double> numbers) {
            double squared = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                const double value = normalized(view, numbers[k]);
                squared += value * value;
            }
            if (!(std::abs(std::sqrt(squared) - 1) <= kUnitTolerance)) lengths.add(i);
            if (numbers.size() == 4 && std::abs(normalized(view, numbers[3])) != 1) signs.add(i);
        });
        if (lengths.count > 0) {
            c_.fault(codes::accessor_values, at,
                     counted(lengths, "vectors that are not of unit length") +
                         ", expected a length of 1");
        }
        if (signs.count > 0) {
            c_.fault(codes::accessor_values, at,
                     counted(signs, "signs of tangents") + ", expected 1 or -1");
        }
    }

    void check_clamped(const AccessorView& view, const std::string& at) {
        if (view.component_type != ComponentType::f32) return;
        Tally outside;
        each_element(view, [&](std::size_t i, std::span<const double> numbers) {
            for (const double value : numbers) {
                if (!(value >= 0 && value <= 1)) outside.add(i);
            }
        });
        if (outside.count > 0) {
            c_.fault(codes::accessor_values, at,
                     counted(outside, "colour values outside") + ", expected 0 to 1");
        }
    }

    void check_joints(const AccessorView& view, std::uint32_t joints, const std::string& at) {
        if (joints == UINT32_MAX) return;  // no skin bends it
        Tally outside;
        each_element(view, [&](std::size_t i, std::span<const double> numbers) {
            for (const double value : numbers) {
                if (!(value < joints)) outside.add(i);
            }
        });
        if (outside.count > 0) {
            c_.fault(codes::joint_range, at,
                     counted(outside, "joints beyond the skin") + ", expected numbers below " +
                         std::to_string(joints));
        }
    }

    void check_indices(const Primitive& primitive, const std::string& pointer) {
        if (primitive.indices == kNone) return;
        std::uint64_t vertices = 0;
        if (primitive.attributes.count != 0) {
            const Index first = d_.attributes[primitive.attributes.first].accessor;
            if (first == kNone) return;
            vertices = d_.accessors[static_cast<std::size_t>(first)].count;
        }
        if (!first_look(primitive.indices, (vertices << 8) + 0xff)) return;
        const AccessorView* const view = c_.view(primitive.indices);
        if (view == nullptr || view->component_type == ComponentType::f32 ||
            !c_.work(view->count)) {
            return;
        }
        const double restart = restart_value(view->component_type);
        Tally outside;
        Tally restarts;
        each_element(*view, [&](std::size_t i, std::span<const double> numbers) {
            if (numbers[0] == restart) {
                restarts.add(i);
            } else if (!(numbers[0] >= 0 && numbers[0] < static_cast<double>(vertices))) {
                outside.add(i);
            }
        });
        if (outside.count > 0) {
            c_.fault(codes::index_range, pointer + "/indices",
                     counted(outside, "vertex indices out of range") + ", expected numbers below " +
                         std::to_string(vertices) + ", the count of vertices");
        }
        if (restarts.count > 0) {
            c_.fault(codes::index_restart, pointer + "/indices",
                     counted(restarts, "primitive restart values") +
                         ", expected none: glTF has no restart");
        }
    }

    /// The weights of each vertex, over all sets, are not negative and sum to 1.
    void check_weights(const Primitive& primitive, const std::string& pointer) {
        std::vector<double> sums;
        double tolerance = 0;
        bool fresh = false;
        for (const Attribute& each : slice(d_.attributes, primitive.attributes)) {
            if (each.semantic != Semantic::weights || each.accessor == kNone) continue;
            const AccessorView* const view = c_.view(each.accessor);
            if (view == nullptr || view->type != ElementType::vec4 || !c_.work(view->count)) return;
            fresh = first_look(each.accessor, 0xfe) || fresh;
            // Zeros of an accessor without data take no memory; their sums would.
            if (view->data == nullptr) return;
            sums.resize(std::max(sums.size(), view->count), 0.0);
            tolerance += 4 * (view->component_type == ComponentType::f32 ? kWeightTolerance
                                                                         : kByteWeightTolerance);
            Tally negative;
            each_element(*view, [&](std::size_t i, std::span<const double> numbers) {
                for (const double value : numbers) {
                    const double weight = normalized(*view, value);
                    if (weight < 0) negative.add(i);
                    sums[i] += weight;
                }
            });
            if (negative.count > 0) {
                c_.fault(codes::weight_sum, pointer + "/attributes/" + std::string(each.name),
                         counted(negative, "negative weights") + ", expected none");
            }
        }
        if (!fresh) return;
        Tally wrong;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            if (!(std::abs(sums[i] - 1) <= tolerance)) wrong.add(i);
        }
        if (wrong.count > 0) {
            c_.fault(codes::weight_sum, pointer + "/attributes/WEIGHTS_0",
                     counted(wrong, "vertices whose weights do not sum to 1"),
                     "they are scaled to sum to 1 when loaded");
        }
    }

    /// JOINTS_n and WEIGHTS_n of one n.
    struct InfluenceViews {
        const AccessorView* joints = nullptr;
        const AccessorView* weights = nullptr;
    };

    /// The first sets of \p primitive that both parts can be read of, each with four of both. A
    /// file may name any number of them over the same data; nothing has more than the eight looked
    /// at.
    std::vector<InfluenceViews> influences_of(const Primitive& primitive) {
        constexpr std::uint32_t kMostSets = 8;
        std::vector<InfluenceViews> out;
        const std::span<const Attribute> attributes = slice(d_.attributes, primitive.attributes);
        for (const Attribute& joints : attributes) {
            if (joints.semantic != Semantic::joints || joints.set >= kMostSets) continue;
            for (const Attribute& weights : attributes) {
                if (weights.semantic != Semantic::weights || weights.set != joints.set) continue;
                const InfluenceViews views{c_.view(joints.accessor), c_.view(weights.accessor)};
                const auto four = [](const AccessorView* view) {
                    return view != nullptr && view->data != nullptr &&
                           view->type == ElementType::vec4;
                };
                if (four(views.joints) && four(views.weights) &&
                    views.joints->count == views.weights->count &&
                    component_size(views.joints->component_type) <= 2)
                    out.push_back(views);
            }
        }
        return out;
    }

    /// No vertex has weight for one joint twice.
    void check_influences(const Primitive& primitive, const std::string& pointer) {
        bool fresh = false;
        for (const Attribute& each : slice(d_.attributes, primitive.attributes))
            if (each.semantic == Semantic::joints && each.accessor != kNone)
                fresh = first_look(each.accessor, 0xfd) || fresh;
        if (!fresh) return;
        const std::vector<InfluenceViews> sets = influences_of(primitive);
        if (sets.empty()) return;
        const std::size_t vertices = sets.front().joints->count;
        for (const InfluenceViews& each : sets)
            if (each.joints->count != vertices || !c_.work(vertices)) return;
        // Gathered vertex by vertex: the sets of one vertex lie apart.
        constexpr std::uint32_t kNobody = UINT32_MAX;
        std::vector<std::uint32_t> named(vertices * sets.size() * 4, kNobody);
        for (std::size_t s = 0; s < sets.size(); ++s) {
            std::uint32_t* const start = named.data() + s * 4;
            const std::size_t step = sets.size() * 4;
            each_element(*sets[s].joints, [&](std::size_t i, std::span<const double> numbers) {
                for (std::size_t lane = 0; lane < 4; ++lane)
                    if (numbers[lane] >= 0)
                        start[i * step + lane] = static_cast<std::uint32_t>(numbers[lane]);
            });
            each_element(*sets[s].weights, [&](std::size_t i, std::span<const double> numbers) {
                for (std::size_t lane = 0; lane < 4; ++lane)
                    if (numbers[lane] == 0) start[i * step + lane] = kNobody;
            });
        }
        Tally twice;
        for (std::size_t i = 0; i < vertices; ++i) {
            const auto mine = std::span(named).subspan(i * sets.size() * 4, sets.size() * 4);
            std::ranges::sort(mine);
            for (std::size_t k = 1; k < mine.size(); ++k)
                if (mine[k] != kNobody && mine[k] == mine[k - 1]) {
                    twice.add(i);
                    break;
                }
        }
        if (twice.count > 0) {
            c_.fault(codes::joint_duplicate, pointer + "/attributes/JOINTS_0",
                     counted(twice, "vertices that name one joint twice with weight") +
                         ", expected each joint once",
                     "their weights are added when loaded");
        }
    }

    Checker& c_;
    const Document& d_;
    std::vector<std::uint32_t> joints_;
    std::set<std::pair<Index, std::uint64_t>> seen_;
};

}  // namespace

void check_vertices(Checker& c) {
    VertexCheck(c).run();
}

}  // namespace diorama::gltf::detail
