// SPDX-License-Identifier: MIT
#include "diorama/scene2d/detail/columns.hpp"

namespace diorama::scene2d::detail {
namespace {

struct Choice {
    PlaceRows list[3] = {};
    unsigned count = 0;

    Choice() noexcept {
#if defined(__x86_64__)
        __builtin_cpu_init();
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
            list[count++] = place_rows_avx512;
        if (__builtin_cpu_supports("avx2")) list[count++] = place_rows_avx2;
#endif
        list[count++] = place_rows_baseline;
    }
};

}  // namespace

const PlaceRows* kernels(unsigned& count) noexcept {
    static const Choice choice;
    count = choice.count;
    return choice.list;
}

}  // namespace diorama::scene2d::detail
