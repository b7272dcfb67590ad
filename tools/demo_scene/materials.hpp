// SPDX-License-Identifier: MIT
/// \file
/// The surfaces of the demo scene: Materials, add_materials.
#pragma once

#include "scene_builder.hpp"

namespace diorama::demo {

/// Indices of every material, by what it is.
struct Materials {
    Index plaster[5];       ///< cream, ochre, coral, sage, slate blue
    Index roof_tiles;       ///< clay
    Index timber;           ///< dark beams
    Index planks;           ///< weathered boards
    Index planks_fine;      ///< the same boards, half as wide by texture transform
    Index painted_wood[4];  ///< white, green, blue, red
    Index cobbles;          ///< paving
    Index ashlar;           ///< dressed stone
    Index rock;             ///< boulders
    Index ground;           ///< coloured by vertex
    Index water;            ///< seen through
    Index foliage[3];       ///< summer, olive, autumn
    Index bark;             ///< trunks
    Index flowers;          ///< cut out
    Index pickets;          ///< cut out
    Index glow;             ///< lit windows
    Index lamp;             ///< lamp glass
    Index glass;            ///< seen through
    Index iron;             ///< cast, dark
    Index brass;            ///< polished
    Index plaque;           ///< brass with the name
    Index copper;           ///< dome
    Index walnut;           ///< base
    Index awning[2];        ///< red, blue
    Index sail;             ///< canvas
    Index flag;             ///< cloth with the rose
    Index balloon;          ///< envelope
    Index cloud;            ///< cotton
    Index rope;             ///< hemp
    Index produce;          ///< coloured by vertex
};

/// Paints every texture and adds every material to \p scene.
[[nodiscard]] Materials add_materials(SceneBuilder& scene);

}  // namespace diorama::demo
