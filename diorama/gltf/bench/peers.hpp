// SPDX-License-Identifier: MIT
/// \file
/// What contenders share, and those of other libraries: Stopwatch, Arrays, tinygltf_arrays,
/// assimp_arrays.
#pragma once

#include <time.h>

#include <cstring>
#include <vector>

#include "diorama/gltf/bench/contenders.hpp"

namespace diorama::bench {

/// Time of the one thread that loads, its system calls and page faults included: the clock on the
/// wall would count what else runs on the machine.
class Stopwatch {
  public:
    [[nodiscard]] double seconds() const { return now() - start_; }

  private:
    static double now() {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
    double start_ = now();
};

/// The arrays of all primitives, in order: positions, normals, texture coordinates, indices.
class Arrays {
  public:
    void add(std::vector<float> values) { floats_.push_back(std::move(values)), order_ += 'f'; }
    void add(std::vector<std::uint32_t> values) {
        indices_.push_back(std::move(values)), order_ += 'i';
    }

    /// Their size and checksum; \p seconds is what it took to make them.
    [[nodiscard]] Loaded loaded(double seconds) const {
        Loaded out{0, 1, seconds};
        std::size_t f = 0, i = 0;
        const auto mix = [&](const auto& values) {
            out.words += values.size();
            for (const auto value : values) {
                std::uint32_t word = 0;
                std::memcpy(&word, &value, 4);
                out.checksum = (out.checksum ^ word) * 0x100000001b3u;
            }
        };
        for (const char kind : order_)
            kind == 'f' ? mix(floats_[f++]) : mix(indices_[i++]);
        return out;
    }

  private:
    std::vector<std::vector<float>> floats_;
    std::vector<std::vector<std::uint32_t>> indices_;
    std::string order_;
};

/// By tinygltf: images are not decoded; only what the generated files have is read.
[[nodiscard]] Loaded tinygltf_arrays(const std::filesystem::path& path,
                                     std::span<const FileRange> ranges);
/// By assimp without post-processing; its arrays are left as it makes them, with texture
/// coordinates of three floats, and only its faces are flattened. Its checksum is not compared.
[[nodiscard]] Loaded assimp_arrays(const std::filesystem::path& path,
                                   std::span<const FileRange> ranges);

}  // namespace diorama::bench
