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
constexpr unsigned kKernelLocal = 0;          ///< bytes to Transform: 40 each
constexpr unsigned kKernelGlobal = 256 * 40;  ///< bytes to GlobalTransform: 64 each, of which
constexpr unsigned kKernelParent = 12;        ///< floats to the parent's slot,
constexpr unsigned kKernelTick = 13;          ///< floats to the tick
constexpr unsigned kKernelScratchRow = 128;   ///< rows of block 0 that idle lanes may write

/// What holds for a whole pass.
struct KernelArguments {
    unsigned char* const* blocks;  ///< by id
    unsigned now;                  ///< the tick of rows whose bits change
};

/// What happened to the rows of one block, or to one row of a list.
struct KernelResult {
    KernelWord changed[4];    ///< rows whose bits changed
    KernelWord nonfinite[4];  ///< rows that hold a NaN or an infinity
};

/// The kernels of one instruction set. Each gives the same bits.
struct Kernel {
    /// Places the rows of block \p id below \p end, group by group where \p flags has a bit, in
    /// order; parents in other blocks stand as they are. \p next is the block to fetch meanwhile.
    void (*block)(const KernelArguments& arguments, unsigned id, unsigned next, unsigned end,
                  const KernelWord* flags, KernelResult& result);
    /// Places \p count rows anywhere, none of them another's parent; sets \p changed and
    /// \p nonfinite of each to 0 or 1.
    void (*list)(const KernelArguments& arguments, const unsigned* slots, unsigned count,
                 unsigned char* changed, unsigned char* nonfinite);
    /// Places the one row at \p slot and writes nothing else.
    void (*one)(const KernelArguments& arguments, unsigned slot, unsigned char& changed,
                unsigned char& nonfinite);
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
