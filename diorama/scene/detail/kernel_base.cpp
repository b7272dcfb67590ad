// SPDX-License-Identifier: MIT
// The kernel of what every machine of the architecture has: SSE2 on x86-64.
#define DIORAMA_KERNEL_LANES 4
#include "diorama/scene/detail/kernel.inl"

namespace diorama::detail {

const Kernel kKernelBase{place_block, place_list, "sse2"};

}  // namespace diorama::detail
