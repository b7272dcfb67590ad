// SPDX-License-Identifier: MIT
/// \file
/// A glTF file to float and index arrays, against floors on the same files and against peers, as
/// contenders.hpp has it, all in turn.
///
/// `cold` starts a process for each load; `warm` loads again and again in this one. Times are
/// medians of processor time, system included. x_<floor> is our median over the floor's,
/// x_<peer> the peer's over ours; asset_x is load()'s time, which keeps and checks everything, over
/// that of the arrays alone; MB and MB_<other> are the greatest memory of a process.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>

#include "bench/scenes/gltf_files.hpp"
#include "diorama/gltf/bench/contenders.hpp"

namespace diorama::bench {
namespace {

/// A folder that goes away with the program.
const std::filesystem::path& scratch() {
    static const struct Folder {
        std::filesystem::path path;
        Folder() {
            std::string name =
                (std::filesystem::temp_directory_path() / "diorama_bench_XXXXXX").string();
            path = ::mkdtemp(name.data());
        }
        ~Folder() { std::filesystem::remove_all(path); }
    } folder;
    return folder.path;
}

/// A file to load and where its data lie, for the floors.
struct Subject {
    std::filesystem::path path;
    std::vector<FileRange> ranges;
    std::filesystem::path range_file;
};

Subject make_subject(std::filesystem::path path) {
    static int number = 0;
    Subject out{std::move(path), {}, scratch() / (std::to_string(number++) + ".ranges")};
    out.ranges = ranges_of(out.path);
    std::ofstream file(out.range_file);
    for (const FileRange& each : out.ranges)
        file << each.offset << ' ' << each.length << ' ' << each.file.string() << '\n';
    return out;
}

using Write = std::filesystem::path (*)(const std::filesystem::path&, std::uint32_t);

/// The file that \p write makes of \p size, made once.
const Subject& generated(Write write, std::uint32_t size) {
    static std::map<std::pair<Write, std::uint32_t>, Subject> made;
    const auto [found, first] = made.try_emplace({write, size});
    if (first) {
        const auto folder = scratch() / std::to_string(made.size());
        std::filesystem::create_directory(folder);
        found->second = make_subject(write(folder, size));
    }
    return found->second;
}

struct Run {
    Loaded loaded;
    double megabytes = 0;
};

Run run_cold(const Contender& contender, const Subject& subject) {
    const bool peer = std::ranges::find(peers(), contender.name, &Contender::name) != peers().end();
    const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() /
                         (peer ? "gltf_load_peer" : "gltf_load_once");
    std::string command;
    append(command, "'", program.string(), "' ", contender.name, " '", subject.path.string(), "' '",
           subject.range_file.string(), "'");
    Run out;
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) return out;
    unsigned long long words = 0, checksum = 0;
    long kilobytes = 0;
    double seconds = 0;
    if (std::fscanf(pipe, "%lf %llu %llu %ld", &seconds, &words, &checksum, &kilobytes) == 4)
        out = {{words, checksum, seconds}, static_cast<double>(kilobytes) * 1024 / 1e6};
    ::pclose(pipe);
    return out;
}

Run run_warm(const Contender& contender, const Subject& subject) {
    return {contender.load(subject.path, subject.ranges), 0};
}

const std::vector<Contender>& contenders() {
    static const std::vector<Contender> all = [] {
        std::vector<Contender> list(own_contenders().begin(), own_contenders().end());
        list.insert(list.end(), peers().begin(), peers().end());
        return list;
    }();
    return all;
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

using Times = std::map<std::string_view, std::vector<double>>;

/// Runs all contenders once; what is wrong with their results, or nothing.
std::string run_all(Run (*run)(const Contender&, const Subject&), const Subject& subject,
                    Times& times, std::map<std::string_view, double>& memory) {
    std::map<Contender::Kind, std::uint64_t> sums;
    std::uint64_t words = 0;
    for (const Contender& each : contenders()) {
        const Run done = run(each, subject);
        const std::string name(each.name);
        if (done.loaded.words == 0) return name + " could not read the file";
        times[each.name].push_back(done.loaded.seconds);
        memory[each.name] = std::max(memory[each.name], done.megabytes);
        if (each.kind == Contender::Kind::floor || each.name == "asset") continue;
        // A floor that reads does not count what it reads, and leaves out data inside URIs.
        if (each.name != "view_floor") {
            if (words == 0) words = done.loaded.words;
            if (words != done.loaded.words) return name + " made arrays of another size";
        }
        if (done.loaded.checksum == 0) continue;
        std::uint64_t& sum = sums.try_emplace(each.kind, done.loaded.checksum).first->second;
        if (sum != done.loaded.checksum) return name + " made other arrays";
    }
    return {};
}

void compare(benchmark::State& state, const Subject& subject, bool cold) {
    Times times;
    std::map<std::string_view, double> memory;
    for (auto _ : state) {
        const std::string wrong = run_all(cold ? run_cold : run_warm, subject, times, memory);
        if (!wrong.empty()) {
            state.SkipWithError(wrong.c_str());
            return;
        }
        state.SetIterationTime(times["streams"].back());
    }
    const double ours = median(times["streams"]);
    state.counters["asset_x"] = median(times["asset"]) / ours;
    state.counters["views_x_view_floor"] = median(times["views"]) / median(times["view_floor"]);
    for (const auto& [name, taken] : times) {
        const double time = median(taken);
        if (name == "copy_floor") state.counters["x_copy_floor"] = ours / time;
        if (name == "tinygltf" || name == "assimp")
            state.counters[std::string("x_").append(name)] = time / ours;
        if (!cold) continue;
        if (name == "streams") state.counters["MB"] = memory[name];
        if (name == "asset" || name == "tinygltf" || name == "assimp")
            state.counters[std::string("MB_").append(name)] = memory[name];
    }
}

/// The geometric mean over real files of our time, cold, and of its ratios; those that a peer reads
/// to other arrays, as it may of quantised or sparse data, are left out of that peer's.
void real_files(benchmark::State& state, const std::filesystem::path& corpus) {
    std::vector<Subject> subjects;
    for (const char* const name :
         {"KayKitKnight/Knight.glb", "RobotAnimated/robot.glb",
          "CesiumMan/glTF-Binary/CesiumMan.glb",
          "MorphStressTest/glTF-Embedded/MorphStressTest.gltf", "RetroUfo/retroufo.glb",
          "PrimitiveModeNormalsTest/PrimitiveModeNormalsTest.glb", "ManyCubes/many-cubes.gltf",
          "AlphaBlendModeTest/AlphaBlendModeTest.glb"}) {
        const auto path = corpus / "valid" / name;
        if (std::filesystem::exists(path)) subjects.push_back(make_subject(path));
    }
    std::map<std::string_view, double> logs;
    std::map<std::string_view, double> counts;
    for (auto _ : state) {
        std::vector<double> seconds;
        for (const Subject& subject : subjects) {
            Times times;
            std::uint64_t checksum = 0;
            for (int turn = 0; turn < 5; ++turn)
                for (const Contender& each : contenders()) {
                    const Loaded loaded = run_cold(each, subject).loaded;
                    if (each.name == "streams") checksum = loaded.checksum;
                    const bool same = each.kind != Contender::Kind::arrays ||
                                      loaded.checksum == checksum || loaded.checksum == 0;
                    if (loaded.words != 0 && same) times[each.name].push_back(loaded.seconds);
                }
            if (times["streams"].empty()) {
                state.SkipWithError(("not read: " + subject.path.string()).c_str());
                return;
            }
            seconds.push_back(median(times["streams"]));
            for (const auto& [name, taken] : times) {
                if (taken.empty()) continue;
                logs[name] += std::log(median(taken) / seconds.back());
                counts[name] += 1;
            }
        }
        const double sum = std::transform_reduce(seconds.begin(), seconds.end(), 0.0, std::plus{},
                                                 [](double each) { return std::log(each); });
        state.SetIterationTime(std::exp(sum / static_cast<double>(seconds.size())));
    }
    state.counters["files"] = static_cast<double>(subjects.size());
    for (const auto& [name, log] : logs) {
        const double ratio = std::exp(log / counts[name]);
        if (name == "asset") state.counters["asset_x"] = ratio;
        if (name == "copy_floor") state.counters["x_copy_floor"] = 1 / ratio;
        if (name == "tinygltf" || name == "assimp")
            state.counters[std::string("x_").append(name)] = ratio;
    }
}

std::string name_of(const std::string& file, bool cold, std::uint64_t words) {
    std::string out;
    append(out, "gltf/", file, cold ? "/cold/" : "/warm/", words);
    return out;
}

/// Cold and warm loads of the file that \p write makes of \p size; \p words names them, so that a
/// check leaves out those of millions.
void add(const std::string& name, Write write, std::uint32_t size, std::uint64_t words, int turns) {
    for (const bool cold : {true, false})
        benchmark::RegisterBenchmark(
            name_of(name, cold, words).c_str(),
            [=](benchmark::State& state) { compare(state, generated(write, size), cold); })
            ->Iterations(turns)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool kRegistered = [] {
    // JSON by its numbers: 13 a node; data by its vertices.
    add("json_heavy", write_json_heavy, 1'000, 13'000, 2);
    add("json_heavy", write_json_heavy, 100'000, 1'300'000, 7);
    add("data_heavy", write_data_heavy, 1'000, 10'000, 2);
    add("data_heavy", write_data_heavy, 640'000, 6'400'000, 7);
    add("base64", write_base64_heavy, 1'000, 1'000, 2);
    add("base64", write_base64_heavy, 64'000, 64'000, 7);
    if (const char* const corpus = std::getenv("DIORAMA_CORPUS"))
        benchmark::RegisterBenchmark("gltf/real_files/cold/1000000",
                                     [=](benchmark::State& state) { real_files(state, corpus); })
            ->Iterations(1)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    return true;
}();

}  // namespace
}  // namespace diorama::bench
