// SPDX-License-Identifier: MIT
/// \file
/// Loads in a process of its own, as a tool or a first level has them:
/// `gltf_load_once CONTENDER FILE RANGES WARM`, or gltf_load_peer for one of the peers, prints
/// seconds, words, checksum and the process's greatest memory in KiB of one load or, where WARM is
/// not 0, the median of as many after two untimed ones. RANGES is a file of lines
/// `OFFSET LENGTH PATH`. Without arguments it prints its contenders' names and kinds.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "diorama/gltf/bench/contenders.hpp"

namespace diorama::bench {
namespace {

std::vector<FileRange> read_ranges(const char* name) {
    std::vector<FileRange> ranges;
    std::ifstream lines(name);
    FileRange range;
    std::string file;
    while (lines >> range.offset >> range.length && std::getline(lines >> std::ws, file)) {
        range.file = file;
        ranges.push_back(range);
    }
    return ranges;
}

Loaded load(const Contender& contender, const char* file, const std::vector<FileRange>& ranges,
            int warm) {
    std::vector<Loaded> turns;
    for (int turn = 0; turn < (warm == 0 ? 1 : warm + 2); ++turn)
        turns.push_back(contender.load(file, ranges));
    if (warm != 0) turns.erase(turns.begin(), turns.begin() + 2);
    std::ranges::sort(turns, {}, &Loaded::seconds);
    return turns[turns.size() / 2];
}

}  // namespace
}  // namespace diorama::bench

int main(int count, char** arguments) {
    using namespace diorama::bench;
    const std::span<const Contender> known = DIORAMA_CONTENDERS();
    if (count == 1)
        for (const Contender& each : known)
            std::printf("%s %d\n", each.name, static_cast<int>(each.kind));
    if (count != 5) return count == 1 ? 0 : 2;
    const auto contender =
        std::ranges::find(known, std::string_view(arguments[1]), &Contender::name);
    if (contender == known.end()) return 2;
    const Loaded loaded =
        load(*contender, arguments[2], read_ranges(arguments[3]), std::atoi(arguments[4]));
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%.9f %llu %llu %ld\n", loaded.seconds,
                static_cast<unsigned long long>(loaded.words),
                static_cast<unsigned long long>(loaded.checksum), usage.ru_maxrss);
    return loaded.words == 0 ? 1 : 0;
}
