// SPDX-License-Identifier: MIT
/// \file
/// A game's own `diorama check`: `check_saves FILE...` prints every finding of every file, as the
/// game with its components would load it. Exit 0 without errors, 1 with one, 2 without a file.
#include <cstdio>

#include "diorama/core/file.hpp"
#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_registry.hpp"

using namespace diorama;

struct Health {
    int hp = 100;
};
DIORAMA_COMPONENT_NAMED("game.Health", Health, hp);

// [check]
int main(int argc, char** argv) {
    document::SceneRegistry registry;  // the game's own, with its migrations
    document::register_scene_components(registry);
    if (!registry.add<Health>()) return 2;
    int status = argc > 1 ? 0 : 2;
    for (int i = 1; i < argc; ++i) {
        const Result<MappedFile> file = MappedFile::open(argv[i]);
        if (!file) {
            std::puts(to_string(file.error()).c_str());
            status = 1;
            continue;
        }
        for (const Diagnostic& found : registry.check(file->bytes(), argv[i])) {
            std::puts(to_string(found).c_str());
            if (found.severity == Severity::error) status = 1;
        }
    }
    return status;
}
// [check]
