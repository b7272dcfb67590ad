// SPDX-License-Identifier: MIT
/// \file
/// What the places of the demo scene are furnished from: Kit, Spot, scatter, and the places.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "props.hpp"

namespace diorama::demo {

/// Every repeated mesh.
struct Kit {
    const Materials& materials;  ///< for what is one of a kind
    StreetProps street;          ///< lamps, stalls, benches
    NatureProps nature;          ///< trees, bushes, rocks
    HarbourProps harbour;        ///< boats and moorings
    HouseProps house;            ///< windows, doors, chimneys
};

/// A mesh put down: where, which way, how large.
struct Spot {
    vec2 xz{0, 0};    ///< metres, in the parent's space
    float turn = 0;   ///< radians about +Y
    float scale = 1;  ///< in all directions
};

/// Adds "NAME 1", "NAME 2" and so on at \p spots: at height \p y, or without one on the ground,
/// where the parent's space must be the scene's.
void scatter(SceneBuilder& scene, Index parent, const std::string& name, Index mesh,
             std::span<const Spot> spots, std::optional<float> y = {});

/// Adds the node "town": houses, market, lamps, banners.
void add_town(SceneBuilder& scene, const Kit& kit);
/// Adds the node "harbour": lighthouse, crane, jetty, boats.
void add_harbour(SceneBuilder& scene, const Kit& kit);
/// Adds the node "hill": observatory, stairs, and everything that grows.
void add_hill(SceneBuilder& scene, const Kit& kit);

}  // namespace diorama::demo
