// SPDX-License-Identifier: MIT
// Compiled for AVX-512 F; called only where the machine has it.
#if defined(__x86_64__)
#define DIORAMA_KERNEL_LANES 16
#include "diorama/scene/detail/kernel.inl"

namespace diorama::detail {

const Kernel kKernelAvx512{place_block, place_list, "avx512"};

}  // namespace diorama::detail
#endif
