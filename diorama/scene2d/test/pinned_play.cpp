// SPDX-License-Identifier: MIT
/// \file
/// The pinned play alone, for pinned_hash.py to build in many ways: exit 0 where every kernel and
/// number of workers gives the pinned hash.
#include <cstdio>

#include "diorama/scene2d/test/random_ops.hpp"

int main() {
    using namespace diorama::scene2d;
    unsigned count = 0, wrong = 0;
    const detail::Kernel* const kernels = detail::kernels(count);
    const auto check = [&](const char* what, unsigned number, std::uint64_t hash) {
        if (hash == kPinnedHash) return;
        ++wrong;
        std::printf("%s %u: %016llx, expected %016llx\n", what, number,
                    static_cast<unsigned long long>(hash),
                    static_cast<unsigned long long>(kPinnedHash));
    };
    for (unsigned i = 0; i < count; ++i)
        check("kernel", i, play_random(kPlayed, kernels[i].place));
    for (unsigned workers = 2; workers <= 4; ++workers) {
        diorama::Jobs jobs(workers);
        check("workers", workers, play_random(kPlayed, kernels[0].place, &jobs));
    }
    std::printf("%u kernels, 1 to 4 workers: %s\n", count, wrong == 0 ? "same" : "different");
    return wrong == 0 ? 0 : 1;
}
