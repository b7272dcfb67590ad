// SPDX-License-Identifier: MIT
/// \file
/// An enumeration is saved by its enumerators' names, which DIORAMA_ENUM gives.
#include "diorama/document/scene_registry.hpp"

enum class Mood { calm, angry };
#ifndef DIORAMA_WRONG
DIORAMA_ENUM(Mood, calm, angry);
#endif

struct Beast {
    Mood mood = Mood::calm;
};
DIORAMA_COMPONENT(Beast, mood);

bool add(diorama::document::SceneRegistry& registry) {
    return registry.add<Beast>().has_value();
}
