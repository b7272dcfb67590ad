// SPDX-License-Identifier: MIT
/// \file
/// Rollback in small: a match of 1,000 ticks whose far player's inputs come up to 8 ticks late. The
/// near side predicts them, and where it was wrong goes back and plays the ticks again. It ends in
/// the same state, to the last bit, as a match in which every input came in time.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "diorama/scene2d/propagation.hpp"

using namespace diorama;
using namespace diorama::scene2d;

namespace {

constexpr int kTicks = 1000;
constexpr int kMostDelay = 8;

/// What a player does in a tick: turns, and perhaps builds.
struct Input {
    std::int32_t turn = 0;
    bool builds = false;
    friend bool operator==(const Input&, const Input&) = default;
};

/// What the far player does at \p tick: the same thing for some while, then another.
Input far_input(int tick) {
    std::uint32_t x = static_cast<std::uint32_t>(tick / 13) * 2654435761u;
    x ^= x >> 15;
    return {static_cast<std::int32_t>(x % 7) - 3, x % 5 == 0 && tick % 13 == 0};
}

Input near_input(int tick) {
    return {tick / 50 % 2 == 0 ? 1 : -2, tick % 40 == 0};
}

/// The whole of the game's state: the space, and nothing beside it.
struct Game {
    Space2 space;
    Scratch2 scratch;
    Entity towers[2];

    Game() {
        for (int i = 0; i < 2; ++i)
            towers[i] = space.spawn({{Fixed::from_int(i == 0 ? -20 : 20), {}}, {}});
    }

    void tick(const Input& near, const Input& far) {
        act(towers[0], near);
        act(towers[1], far);
        propagate2(scratch, space);
        // What has swung below the ground is lost, and its slot is used again.
        for (std::uint32_t slot = 1; slot < space.slots(); ++slot) {
            const Entity node = space.at(slot);
            if (!node.is_null() && space.global(node)->translation().y < Fixed::from_int(-12))
                (void)space.despawn(node);
        }
    }

  private:
    void act(Entity tower, const Input& input) {
        Local2 local = *space.local(tower);
        local.rotation += Angle::from_degrees(1) * input.turn;
        (void)space.set_local(tower, local);
        if (!input.builds) return;
        // A new piece at the end of the newest chain.
        Entity end = tower;
        for (std::uint32_t slot = 1; slot < space.slots(); ++slot)
            if (space.parent(space.at(slot)).parent == end && space.at(slot) != end)
                end = space.at(slot);
        space.spawn({{Fixed::from_int(3), Fixed::from_ratio(1, 3)}, Angle::from_degrees(17)},
                    {end});
    }
};

std::uint64_t play_in_time() {
    Game game;
    for (int tick = 0; tick < kTicks; ++tick)
        game.tick(near_input(tick), far_input(tick));
    return game.space.state_hash(game.scratch);
}

struct Late {
    std::uint64_t hash = 0;
    int rewinds = 0;
    int replayed = 0;
};

Late play_late() {
    Game game;
    Late late;
    std::vector<std::vector<std::byte>> before(kMostDelay + 1);  // states before the last ticks
    std::vector<Input> used(kTicks);
    int known = 0;  // far inputs that have come
    const auto play = [&](int tick) {
        used[static_cast<std::size_t>(tick)] = tick < known ? far_input(tick)
                                               : known > 0  ? far_input(known - 1)
                                                            : Input{};
        game.space.save(before[static_cast<std::size_t>(tick % (kMostDelay + 1))]);
        game.tick(near_input(tick), used[static_cast<std::size_t>(tick)]);
    };
    for (int tick = 0; tick < kTicks; ++tick) {
        play(tick);
        // A connection that is sometimes good and sometimes bad.
        const int delay = tick + 1 == kTicks ? 0 : tick * 7 / 5 % (kMostDelay + 1);
        const int first_new = known;
        known = std::max(known, tick + 1 - delay);
        int wrong = first_new;
        while (wrong < known && used[static_cast<std::size_t>(wrong)] == far_input(wrong))
            ++wrong;
        if (wrong == known) continue;
        ++late.rewinds;
        if (!game.space.restore(before[static_cast<std::size_t>(wrong % (kMostDelay + 1))]))
            return {};
        for (int again = wrong; again <= tick; ++again, ++late.replayed)
            play(again);
    }
    late.hash = game.space.state_hash(game.scratch);
    return late;
}

}  // namespace

int main() {
    const std::uint64_t in_time = play_in_time();
    const Late late = play_late();
    std::printf("in time: state %016llx after %d ticks\n", static_cast<unsigned long long>(in_time),
                kTicks);
    std::printf("late:    state %016llx, %d times rewound, %d ticks played again\n",
                static_cast<unsigned long long>(late.hash), late.rewinds, late.replayed);
    return late.hash == in_time && late.rewinds > 0 ? 0 : 1;
}
