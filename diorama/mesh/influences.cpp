// SPDX-License-Identifier: MIT
#include "diorama/mesh/influences.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "diorama/core/expects.hpp"
#include "diorama/mesh/error_codes.hpp"

namespace diorama::mesh {
namespace {

/// What four weights, each rounded to a float, may miss a sum of 1 by.
constexpr double kRoundedSum = 0x1p-23;

struct Influence {
    std::uint16_t joint = 0;
    float weight = 0;
};

std::unexpected<Error> invalid_weight(float weight, std::size_t vertex, std::size_t set) {
    return fail(codes::weight_invalid, "weight of vertex " + std::to_string(vertex) + " in set " +
                                           std::to_string(set) + " is " + std::to_string(weight) +
                                           ", expected a finite number from 0 up");
}

/// Adds an influence, to the one of the same joint if it is there already; whether it was.
bool add(std::vector<Influence>& influences, std::uint16_t joint, float weight) {
    for (Influence& influence : influences) {
        if (influence.joint != joint) continue;
        influence.weight += weight;
        return true;
    }
    influences.push_back({joint, weight});
    return false;
}

/// The influences of one vertex, in file order, without those that have no weight.
Result<> gather(std::span<const InfluenceSet> sets, std::size_t vertex, InfluenceReport& report,
                std::vector<Influence>& influences) {
    influences.clear();
    bool merged = false;
    for (std::size_t set = 0; set < sets.size(); ++set) {
        for (int lane = 0; lane < 4; ++lane) {
            const float weight = sets[set].weights[vertex][lane];
            if (!(weight >= 0) || !std::isfinite(weight))
                return invalid_weight(weight, vertex, set);
            if (weight == 0) continue;
            const std::uint16_t joint = sets[set].joints[vertex][static_cast<std::size_t>(lane)];
            merged = add(influences, joint, weight) || merged;
        }
    }
    report.merged += merged ? 1 : 0;
    return {};
}

void keep_greatest(std::vector<Influence>& influences, std::size_t most) {
    std::sort(influences.begin(), influences.end(), [](const Influence& a, const Influence& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
    });
    influences.resize(most);
}

}  // namespace

Result<InfluenceReport> set_influences(MeshData& mesh, std::span<const InfluenceSet> sets,
                                       std::size_t most) {
    DIORAMA_EXPECTS(most == 4 || most == 8, "set_influences: four or eight are kept");
    const std::size_t vertices = mesh.positions.size();
    for (const InfluenceSet& set : sets)
        DIORAMA_EXPECTS(set.joints.size() == vertices && set.weights.size() == vertices,
                        "set_influences: one joint quadruple and weight quadruple per vertex");
    InfluenceReport report;
    // The first four of each vertex, then the next.
    std::array<std::vector<std::array<std::uint16_t, 4>>, 2> joints;
    std::array<std::vector<vec4>, 2> weights;
    const auto make_room = [&](std::size_t half) {
        if (!joints[half].empty()) return;
        joints[half].resize(vertices);
        weights[half].assign(vertices, vec4(0, 0, 0, 0));
    };
    make_room(0);
    std::vector<Influence> influences;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        if (auto ok = gather(sets, vertex, report, influences); !ok)
            return std::unexpected(ok.error());
        // In double precision: finite weights can't sum to infinity.
        const auto total = [&] {
            double sum = 0;
            for (const Influence& influence : influences)
                sum += static_cast<double>(influence.weight);
            return sum;
        };
        if (influences.empty()) {
            ++report.weightless;
            influences.push_back({0, 1});
        } else if (std::abs(total() - 1) > static_cast<double>(kWeightSumTolerance)) {
            ++report.renormalised;
        }
        if (influences.size() > most) {
            ++report.reduced;
            keep_greatest(influences, most);
        }
        if (influences.size() > 4) make_room(1);
        // A sum as near to 1 as rounded weights can come is left, so that doing this twice changes
        // nothing.
        const double found = total();
        const double sum = std::abs(found - 1) <= kRoundedSum ? 1 : found;
        for (std::size_t lane = 0; lane < influences.size(); ++lane) {
            joints[lane / 4][vertex][lane % 4] = influences[lane].joint;
            weights[lane / 4][vertex][static_cast<int>(lane % 4)] =
                static_cast<float>(static_cast<double>(influences[lane].weight) / sum);
        }
    }
    mesh.joints = std::move(joints[0]);
    mesh.weights = std::move(weights[0]);
    mesh.more_joints = std::move(joints[1]);
    mesh.more_weights = std::move(weights[1]);
    return report;
}

}  // namespace diorama::mesh
