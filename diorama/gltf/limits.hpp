// SPDX-License-Identifier: MIT
/// \file
/// What reading a glTF file may take and reach: ImportLimits.
#pragma once

#include <cstdint>

#include "diorama/texture/image.hpp"

namespace diorama::gltf {

/// Bounds on what one untrusted file can make an import take, and what it may get wrong.
///
/// With best_effort every fault that concerns one object (an extension that can't be read, a range,
/// an index, a file that is missing) is an error among the diagnostics, and the rest is there. What
/// is no glTF 2.0 at all, or beyond the limits, is refused all the same.
///
/// Everything else an import takes is bounded by the bytes of the file and of the files it names.
/// Decoded data has bounds of its own because one accessor may be used by any number of primitives,
/// and a picture of one colour takes next to nothing in a file: max_decoded_bytes for a file of any
/// size, and for a small one max_decoded_start and max_growth times the bytes of it and its files.
struct ImportLimits {
    std::uint32_t max_json_depth = 256;            ///< objects and arrays inside each other
    std::uint32_t max_diagnostics = 1000;          ///< kept in full; the rest is counted
    std::uint64_t max_zero_bytes = 1u << 26;       ///< of one accessor that no buffer view backs
    std::uint64_t max_decoded_bytes = 1ULL << 33;  ///< of all streams, keys and images together
    std::uint64_t max_decoded_start = 1ULL << 30;  ///< of them, however small the file is
    std::uint64_t max_growth = 64;                 ///< of them beyond that, for each byte read
    texture::ImageLimits image{};                  ///< of one image
    bool uris_may_leave_folder = false;            ///< lets URIs climb out of the file's folder
    bool best_effort = false;                      ///< leaves out what is wrong and goes on
};

}  // namespace diorama::gltf
