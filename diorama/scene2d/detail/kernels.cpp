// SPDX-License-Identifier: MIT
#include "diorama/scene2d/detail/columns.hpp"

namespace diorama::scene2d::detail {
namespace {

#include "diorama/scene2d/detail/lanes.inl"

struct Choice {
    Kernel list[3] = {};
    unsigned count = 0;

    Choice() noexcept {
#if defined(__x86_64__)
        __builtin_cpu_init();
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
            list[count++] = kAvx512;
        if (__builtin_cpu_supports("avx2")) list[count++] = kAvx2;
#endif
        list[count++] = kBaseline;
    }
};

}  // namespace

const LaneConstants kLaneConstants = {
    .sine = {kSine0, kSine1, kSine2, kSine3, kSine4},
    .cosine = {kCosine1, kCosine2, kCosine3, kCosine4},
    .halves = {1ll << 29, 1ll << 31, 1ll << 33},
    .turns = {1 << 29, 1 << 30, 3 << 29},
};

const Kernel* kernels(unsigned& count) noexcept {
    static const Choice choice;
    count = choice.count;
    return choice.list;
}

}  // namespace diorama::scene2d::detail
