// SPDX-License-Identifier: MIT
/// \file
/// States of a game in memory: `keep_states FILE.cscnb` plays, goes back some ticks and plays them
/// again, and saves to FILE while it plays. The page that goes with it: docs/howto/saving_games.md.
#include <array>
#include <cstdio>
#include <filesystem>
#include <future>
#include <string>
#include <utility>

#include "diorama/core/file.hpp"
#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"

using namespace diorama;

namespace {

struct Score {
    int points = 0;
    Entity best;
};
DIORAMA_COMPONENT_NAMED("game.Score", Score, points, best);

/// One tick: the best gets a point more than the others. Only the World says what happens, so that
/// the same state gives the same game.
void step(World& world) {
    world.query<Score>().each(
        [](Entity entity, Score& score) { score.points += score.best == entity ? 2 : 1; });
}

/// What a World has beside its entities, which no save holds: plugins, systems, resources.
Result<> set_up(World&) {
    return {};
}

// [rollback]
/// The states before the last ticks, each in memory that the next one there uses again.
class History {
  public:
    Result<> keep(const document::SceneRegistry& registry, const World& world, int tick) {
        return registry.save_binary_into(at(tick), world);
    }
    /// Makes \p world what it was before \p tick; leaves it as it is where that fails.
    Result<> go_back(const document::SceneRegistry& registry, World& world, int tick) {
        World fresh;
        if (Result<> ready = set_up(fresh); !ready) return ready;
        const auto loaded = registry.load(fresh, at(tick), "tick " + std::to_string(tick));
        if (!loaded) return std::unexpected(loaded.error());
        world = std::move(fresh);  // handles and queries of the old one are over
        return {};
    }

  private:
    document::SceneBytes& at(int tick) { return states_[static_cast<std::size_t>(tick) % 8]; }
    std::array<document::SceneBytes, 8> states_;
};
// [rollback]

// [autosave]
/// Saves while the game goes on, which waits only for the copy into memory.
class Autosave {
  public:
    Result<> begin(const document::SceneRegistry& registry, const World& world,
                   std::filesystem::path path) {
        if (Result<> last = finish(); !last) return last;  // its bytes are replaced now
        if (Result<> saved = registry.save_binary_into(bytes_, world); !saved) return saved;
        writing_ = std::async(std::launch::async, [this, path = std::move(path)] {
            return write_file_atomic(path, bytes_);
        });
        return {};
    }
    /// Waits for the file.
    Result<> finish() { return writing_.valid() ? writing_.get() : Result<>{}; }

  private:
    document::SceneBytes bytes_;
    std::future<Result<>> writing_;  // ends before the bytes, and waits for the file then
};
// [autosave]

Result<> run(const std::filesystem::path& path) {
    document::SceneRegistry registry;
    document::register_scene_components(registry);
    if (auto added = registry.add<Score>(); !added) return added;
    World world;
    const Entity best = world.spawn(Score{});
    world.get_mut<Score>(best)->best = best;
    world.spawn(Score{.best = best});

    History history;
    Autosave autosave;
    for (int tick = 0; tick < 20; ++tick) {
        if (auto kept = history.keep(registry, world, tick); !kept) return kept;
        step(world);
        if (tick % 10 != 9) continue;
        if (auto begun = autosave.begin(registry, world, path); !begun) return begun;
    }
    const auto end = registry.save_text(world);
    if (auto gone = history.go_back(registry, world, 14); !gone) return gone;
    for (int tick = 14; tick < 20; ++tick)
        step(world);
    const auto again = registry.save_text(world);
    if (!end || !again) return std::unexpected(end ? again.error() : end.error());
    std::fputs(again->c_str(), stdout);
    std::puts(*again == *end ? "the same game" : "another game");

    if (auto written = autosave.finish(); !written) return written;
    World loaded;
    const auto entities = registry.load_file(loaded, path);
    if (!entities) return std::unexpected(entities.error());
    std::printf("%d points in the file\n", loaded.get<Score>(entities->front())->points);
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::puts("usage: keep_states FILE.cscnb");
        return 2;
    }
    const Result<> done = run(argv[1]);
    if (!done) std::puts(to_string(done.error()).c_str());
    return done ? 0 : 1;
}
