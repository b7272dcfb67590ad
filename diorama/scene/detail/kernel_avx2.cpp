// SPDX-License-Identifier: MIT
// Compiled for AVX2; called only where the machine has it.
#if defined(__x86_64__)
#define DIORAMA_KERNEL_LANES 8
#include "diorama/scene/detail/kernel.inl"

namespace diorama::detail {

const Kernel kKernelAvx2{place_block, place_list, "avx2"};

}  // namespace diorama::detail
#endif
