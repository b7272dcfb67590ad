// SPDX-License-Identifier: MIT
/// \file
/// Space2::restore of any bytes, and everything that may be done with the space afterwards.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "diorama/core/jobs.hpp"
#include "diorama/scene2d/detail/pass.hpp"
#include "diorama/scene2d/propagation.hpp"

namespace {

using namespace diorama::scene2d;

void require(bool holds) {
    if (!holds) std::abort();
}

/// Every kernel, alone and with others, places whatever was restored the same.
void require_one_answer(Space2& space, Scratch2& scratch) {
    static diorama::Jobs three(3);
    const Propagated2 report = propagate2(scratch, space);
    const std::uint64_t hash = space.state_hash(scratch);
    unsigned count = 0;
    const detail::Kernel* const kernels = detail::kernels(count);
    for (unsigned i = 0; i < count; ++i)
        for (diorama::Jobs* const jobs : {static_cast<diorama::Jobs*>(nullptr), &three}) {
            require(detail::propagate_by(scratch, space, kernels[i].place, jobs, 16) == report);
            require(space.state_hash(scratch) == hash);
        }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Space2 space;
    if (!space.restore(std::as_bytes(std::span(data, size)))) return 0;
    std::vector<std::byte> first, second;
    space.save(first);
    Scratch2 scratch;
    require(propagate2(scratch, space).nodes == space.size());
    require_one_answer(space, scratch);
    const std::uint64_t hash = space.state_hash(scratch);
    for (int i = 0; i < 40; ++i) {
        const std::uint32_t before = space.size();
        const diorama::Entity made = space.spawn({}, {space.at(1)});
        require(space.alive(made) && space.size() == before + 1);
        if (i % 3 == 0) require(space.despawn(made).has_value());
    }
    require(propagate2(scratch, space).nodes == space.size());
    require(space.restore(first).has_value());
    space.save(second);
    require(first == second);
    propagate2(scratch, space);
    require(space.state_hash(scratch) == hash);
    return 0;
}
