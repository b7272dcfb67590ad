// SPDX-License-Identifier: MIT
/// \file
/// A long random play in a Space2, reduced to one number that every build must agree on.
#pragma once

#include "diorama/core/jobs.hpp"
#include "diorama/scene2d/detail/pass.hpp"
#include "diorama/scene2d/test/reference.hpp"

namespace diorama::scene2d {

/// The result of play_random(kPlayed, any kernel): pinned here for every compiler, level of
/// optimisation, instruction set and number of threads. It changes only when the arithmetic of the
/// module does, which breaks every replay and every recorded match.
inline constexpr std::uint64_t kPinnedHash = 16368898333445275064u;
inline constexpr std::uint32_t kPlayed = 1'000'000;  ///< operations of the pinned play

/// Plays \p count operations with \p kernel, on the workers of \p jobs if given, and returns a hash
/// of every handle and every placement on the way: spawns, ends, moves and new parents (loops among
/// them), passes, and predictions that are rewound and played again.
inline std::uint64_t play_random(std::uint32_t count, detail::PlaceRows kernel,
                                 Jobs* jobs = nullptr) {
    Space2 space;
    Scratch2 scratch;
    Numbers numbers(2026);
    std::vector<std::byte> saved;
    std::uint64_t hash = 0;
    const auto fold = [&](std::uint64_t value) {
        hash = (hash ^ value) * 0x100000001b3;
        hash ^= hash >> 29;
    };
    const auto any = [&] { return space.at(numbers.below(space.slots())); };
    const auto pass = [&] {
        const Propagated2 report = detail::propagate_by(scratch, space, kernel, jobs, 64);
        fold(report.nodes);
        fold(report.orphaned);
        fold(report.cyclic);
        fold(report.saturated);
        for (std::uint32_t slot = 1; slot < space.slots(); ++slot) {
            const Entity node = space.at(slot);
            if (node.is_null()) continue;
            const PlainPlace place = plain(*space.global(node));
            fold(std::uint64_t{node.generation()} << 32 | slot);
            fold(static_cast<std::uint64_t>(place.x) ^ static_cast<std::uint64_t>(place.y) << 32);
            fold(place.turn);
        }
        fold(space.state_hash(scratch));
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t choice = numbers.below(100);
        if (choice < 20 || space.size() == 0) {
            if (space.size() >= 600) continue;
            const Local2 local = numbers.local(22 + static_cast<int>(numbers.below(10)));
            const Entity made = space.spawn(local, {numbers.below(4) == 0 ? Entity() : any()});
            fold(std::uint64_t{made.generation()} << 32 | made.index());
        } else if (choice < 36) {
            fold(space.despawn(any()).has_value());
        } else if (choice < 70) {
            const Local2 local = numbers.local(24);
            fold(space.set_local(any(), local).has_value());
        } else {
            const Entity node = any();
            const Entity parent = any();
            fold(space.set_parent(node, {parent}).has_value());
        }
        if (i % 97 == 0) pass();
        if (i % 5000 == 1000) space.save(saved);
        if (i % 5000 == 1300) fold(space.restore(saved).has_value());
    }
    pass();
    return hash;
}

}  // namespace diorama::scene2d
