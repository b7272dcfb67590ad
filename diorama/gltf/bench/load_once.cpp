// SPDX-License-Identifier: MIT
/// \file
/// One load in a process of its own, as a tool or a first level has it:
/// `gltf_load_once CONTENDER FILE [RANGES]`, or gltf_load_peer for one of the peers, prints
/// seconds, words, checksum and the process's greatest memory in KiB. RANGES is a file of lines
/// `OFFSET LENGTH PATH`.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "diorama/gltf/bench/contenders.hpp"

int main(int count, char** arguments) {
    using namespace diorama::bench;
    if (count < 3) return 2;
    const std::span<const Contender> known = DIORAMA_CONTENDERS();
    const auto contender =
        std::ranges::find(known, std::string_view(arguments[1]), &Contender::name);
    if (contender == known.end()) return 2;
    std::vector<FileRange> ranges;
    if (count > 3) {
        std::ifstream lines(arguments[3]);
        FileRange range;
        std::string name;
        while (lines >> range.offset >> range.length && std::getline(lines >> std::ws, name)) {
            range.file = name;
            ranges.push_back(range);
        }
    }
    const Loaded loaded = contender->load(arguments[2], ranges);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%.9f %llu %llu %ld\n", loaded.seconds,
                static_cast<unsigned long long>(loaded.words),
                static_cast<unsigned long long>(loaded.checksum), usage.ru_maxrss);
    return loaded.words == 0 ? 1 : 0;
}
