// SPDX-License-Identifier: MIT
/// \file
/// A described member has a type that files can hold; the compiler says which, and what to use.
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "diorama/document/scene_registry.hpp"

struct Bag {
#ifdef DIORAMA_WRONG
    std::vector<std::unordered_map<std::string, int>> counts;
#else
    std::vector<std::map<std::string, int>> counts;
#endif
};
DIORAMA_COMPONENT(Bag, counts);

bool add(diorama::document::SceneRegistry& registry) {
    return registry.add<Bag>().has_value();
}
