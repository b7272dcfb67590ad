// SPDX-License-Identifier: MIT
/// \file
/// The pinned play alone, for builds at another level of optimisation than the libraries': exit 0
/// where every number of workers gives the pinned hash. DIORAMA_KERNEL chooses the kernel.
#include <cstdio>

#include "diorama/scene/test/pinned_play.hpp"

int main() {
    using namespace diorama;
    int wrong = 0;
    const auto check = [&](unsigned workers, int steps, std::uint64_t expected) {
        const std::uint64_t hash = hash_of_play(workers, steps);
        if (hash == expected) return;
        ++wrong;
        std::printf("%u workers, %d steps: %llu, expected %llu\n", workers, steps,
                    static_cast<unsigned long long>(hash),
                    static_cast<unsigned long long>(expected));
    };
    for (unsigned workers = 1; workers <= 4; ++workers)
        check(workers, 20, kPinnedShortPlay);
    check(1, 1000, kPinnedLongPlay);
    std::printf("%s\n", wrong == 0 ? "same" : "different");
    return wrong == 0 ? 0 : 1;
}
