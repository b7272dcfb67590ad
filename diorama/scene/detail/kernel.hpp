// SPDX-License-Identifier: MIT
/// \file
/// What the placement kernels, one per instruction set, are told and tell: KernelArguments,
/// KernelResult, Kernel, kernel.
///
/// The kernel files are compiled for instruction sets that the running machine may lack, so they
/// include nothing with inline code that the linker could share with other files: no std, no GLM,
/// no headers of the World. They know the store by the offsets below, which propagation.cpp checks.
/// Design page: docs/design/placement.md, "Arithmetic".
#pragma once

namespace diorama::detail {

using KernelWord = unsigned long long;  ///< 64 rows' bits

constexpr unsigned kKernelRows = 256;         ///< rows of a block
constexpr unsigned kKernelSlabRows = 4096;  ///< rows of a slab, which starts with its
                                              ///< GlobalTransforms: 64 bytes each, of which
constexpr unsigned kKernelParent = 12;        ///< floats to the parent's slot,
constexpr unsigned kKernelTick = 13;          ///< floats to the tick
constexpr unsigned kKernelLocal = kKernelSlabRows * 64;  ///< bytes to Transform: 40 each

/// What holds for a whole pass.
struct KernelArguments {
    unsigned char* const* slabs;  ///< rows in the order of their slots
    unsigned now;                 ///< the tick of rows whose bits change
};

/// What happened to the rows of one block.
struct KernelResult {
    KernelWord changed[4];    ///< rows whose bits changed
    KernelWord nonfinite[4];  ///< rows that hold a NaN or an infinity
};

/// The kernels of one instruction set. Each gives the same bits. They write the rows they are asked
/// for and read those rows' parents and nothing else that a pass writes.
struct Kernel {
    /// Places the rows of block \p id that \p flags has a bit for, in order. \p next is the block
    /// to fetch meanwhile, or 0.
    void (*block)(const KernelArguments& arguments, unsigned id, unsigned next,
                  const KernelWord* flags, KernelResult& result);
    /// Places \p count rows anywhere, 64 at most, in order; sets a bit of \p changed and of
    /// \p nonfinite for each.
    void (*list)(const KernelArguments& arguments, const unsigned* slots, unsigned count,
                 KernelWord& changed, KernelWord& nonfinite);
    const char* name;  ///< `sse2`, `avx2`, `avx512`
};

extern const Kernel kKernelBase;  ///< what every machine of this architecture has
#if defined(__x86_64__)
extern const Kernel kKernelAvx2;    ///< AVX2
extern const Kernel kKernelAvx512;  ///< AVX-512 F
#endif

/// The kernel for this machine: the widest one it has, or the one called by the environment
/// variable DIORAMA_KERNEL where the machine has it.
[[nodiscard]] const Kernel& kernel() noexcept;

}  // namespace diorama::detail
