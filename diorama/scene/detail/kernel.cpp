// SPDX-License-Identifier: MIT
#include "diorama/scene/detail/kernel.hpp"

#include <cstdlib>
#include <string_view>

namespace diorama::detail {
namespace {

const Kernel& choose() noexcept {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") != 0;
    const bool avx512 =
        __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0;
    const char* wanted = std::getenv("DIORAMA_KERNEL");
    const std::string_view name = wanted != nullptr ? wanted : "";
    if (name == kKernelBase.name) return kKernelBase;
    if (avx2 && name == kKernelAvx2.name) return kKernelAvx2;
    if (avx512) return kKernelAvx512;
    if (avx2) return kKernelAvx2;
#endif
    return kKernelBase;
}

}  // namespace

const Kernel& kernel() noexcept {
    static const Kernel& chosen = choose();
    return chosen;
}

}  // namespace diorama::detail
