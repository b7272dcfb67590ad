// SPDX-License-Identifier: MIT
/// \file
/// The meshes that the demo scene repeats: StreetProps, NatureProps, HarbourProps, HouseProps, and
/// the functions that model them.
///
/// Space: every prop stands on y = 0 and faces +Z.
#pragma once

#include "materials.hpp"

namespace diorama::demo {

/// What stands in streets.
struct StreetProps {
    Index lamp_post, lamp_glass;              ///< lantern at kLampHeight
    Index stall, awning[2], crate, fruit[3];  ///< a market stall and what it sells
    Index bench, barrel, flower_tuft, planter, pennants, fence, step;
    Index fountain, fountain_water;
    Index figure[4];  ///< people, 0.45 high
};

/// What grows and lies about.
struct NatureProps {
    Index round_tree[3], poplar, bush[2], rock[3];
};

/// What belongs to the sea.
struct HarbourProps {
    Index boat, oar, mast, sail, bollard, buoy, gull;
    Index plank_deck, pile, rope_coil;
};

/// Parts that every house is put together from.
struct HouseProps {
    Index window, shutter[4], flower_box, door, chimney;
};

inline constexpr float kLampHeight = 1.02f;  ///< metres from the foot of a lamp post to its light

/// Models the street's props.
[[nodiscard]] StreetProps add_street_props(SceneBuilder& scene, const Materials& materials);
/// Models trees, bushes and rocks.
[[nodiscard]] NatureProps add_nature_props(SceneBuilder& scene, const Materials& materials);
/// Models boats and what they moor to.
[[nodiscard]] HarbourProps add_harbour_props(SceneBuilder& scene, const Materials& materials);
/// Models windows, doors and chimneys.
[[nodiscard]] HouseProps add_house_props(SceneBuilder& scene, const Materials& materials);

/// A house by its measures.
struct House {
    const char* name;
    vec3 at;                   ///< middle of its foot
    float turn = 0;            ///< radians about +Y
    float width = 1.6f;        ///< along the front
    float depth = 1.3f;        ///< front to back
    int storeys = 2;           ///< 1 or 2
    bool gable_front = false;  ///< the ridge runs front to back
    int plaster = 0;           ///< into Materials::plaster
    int shutters = 0;          ///< into HouseProps::shutter
    const char* extras = "";   ///< JSON text
};

/// Builds \p house under \p parent.
void add_house(SceneBuilder& scene, const Materials& materials, const HouseProps& props,
               Index parent, const House& house);

/// Builds the domed observatory under \p parent.
void add_observatory(SceneBuilder& scene, const Materials& materials, const HouseProps& props,
                     Index parent, vec3 at, float turn);
/// Builds the lighthouse and its beam under \p parent.
void add_lighthouse(SceneBuilder& scene, const Materials& materials, const HouseProps& props,
                    Index parent, vec3 at, float turn);
/// Builds the quay's crane under \p parent: post, jib, rope and load, each a child of the one
/// before.
void add_crane(SceneBuilder& scene, const Materials& materials, const StreetProps& street,
               Index parent, vec3 at, float turn);

/// Hangs a banner, bent by joints, from a pole at \p at under \p parent.
void add_banner(SceneBuilder& scene, const Materials& materials, Index parent, std::string name,
                vec3 at, float turn, float sway);
/// Holds the balloon, whose envelope is morphed, over \p at under \p parent.
void add_balloon(SceneBuilder& scene, const Materials& materials, Index parent, vec3 at,
                 float height);
/// Holds clouds over the land under \p parent.
void add_clouds(SceneBuilder& scene, const Materials& materials, Index parent);

}  // namespace diorama::demo
