// SPDX-License-Identifier: MIT
/// \file
/// Ways from a glTF file to arrays, to be timed against each other: Loaded, Contender,
/// own_contenders, peers, ranges_of.
///
/// The task is that of PEERS.md part B: parse, and make for every primitive float arrays of its
/// positions, normals and first texture coordinates, and a 32-bit index array. No image is decoded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace diorama::bench {

/// Some bytes of some file.
struct FileRange {
    std::filesystem::path file;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// What a contender made of a file.
struct Loaded {
    std::uint64_t words = 0;     ///< floats and indices in the arrays; 0: it could not be read
    std::uint64_t checksum = 0;  ///< of them, or of the bytes that were read; 0: not to be compared
    double seconds = 0;          ///< until the arrays were there
};

/// One way to load a file.
struct Contender {
    std::string_view name;
    /// Those of one group make the same checksum.
    enum class Kind : std::uint8_t { arrays, views, floor } kind;
    /// Loads a file whose primitives' data lie in the ranges given, which only floors need.
    Loaded (*load)(const std::filesystem::path& path, std::span<const FileRange> ranges);
};

/// Ours and the floors.
[[nodiscard]] std::span<const Contender> own_contenders();
/// The peers that were found when this was configured. They are in a program of their own, or their
/// libraries would weigh on the memory of ours.
[[nodiscard]] std::span<const Contender> peers();

/// Where the data of the primitives of a file lie: what a loader at least has to read. Data inside
/// a URI is left out.
[[nodiscard]] std::vector<FileRange> ranges_of(const std::filesystem::path& path);

}  // namespace diorama::bench
