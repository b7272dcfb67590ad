// SPDX-License-Identifier: MIT
// CASES S17: a save that is killed, or whose system calls fail, at every step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/reg.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <tuple>
#include <vector>

#include "diorama/core/file.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"
#include "tests/support/file_calls.hpp"

namespace diorama::document {
namespace {

namespace fs = std::filesystem;

/// What is done to the n-th system call of a save; by dead_disk to all that follow, too.
enum class Harm { kill, no_space, io_error, dead_disk };

/// A way to save at a path.
using Save = std::function<Result<>(const fs::path&)>;

/// How a save under harm went.
struct Outcome {
    bool harmed = false;    // it got as far as the call
    bool reported = false;  // it ended, and said that it failed
    bool done = false;      // it ended, and said that it succeeded
    bool traced = true;     // the system lets a process be traced here
};

/// The system calls of a save that can fail on a full or broken disk.
bool can_fail(long call) {
    switch (call) {
        case SYS_open:
        case SYS_openat:
        case SYS_write:
        case SYS_pwrite64:
        case SYS_writev:
        case SYS_fsync:
        case SYS_fdatasync:
        case SYS_close:
        case SYS_rename:
        case SYS_renameat:
        case SYS_renameat2:
        case SYS_fstat:
        case SYS_lstat:
        case SYS_stat:
        case SYS_newfstatat:
        case SYS_statx:
        case SYS_fchmod:
        case SYS_unlink:
        case SYS_unlinkat:
        case SYS_readlink:
            return true;
        default:
            return false;
    }
}

[[noreturn]] void save_in_child(const Save& save, const fs::path& path) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(77);
    raise(SIGSTOP);
    _exit(save(path) ? 0 : 1);
}

/// Saves in a process whose file system call number \p at, counted from 0, is harmed.
Outcome save_with_harm(const Save& save, const fs::path& path, Harm harm, int at) {
    Outcome outcome;
    const pid_t child = fork();
    if (child == 0) save_in_child(save, path);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status)) {
        outcome.traced = false;
        return outcome;
    }
    ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    bool entering = true;
    bool spoil = false;  // this call's answer
    int seen = -1;
    while (true) {
        ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        if (waitpid(child, &status, 0) != child || WIFEXITED(status) || WIFSIGNALED(status)) break;
        if (!WIFSTOPPED(status) || WSTOPSIG(status) != (SIGTRAP | 0x80)) continue;
        user_regs_struct registers{};
        ptrace(PTRACE_GETREGS, child, nullptr, &registers);
        if (entering && can_fail(static_cast<long>(registers.orig_rax)) &&
            (++seen == at || (harm == Harm::dead_disk && seen > at))) {
            outcome.harmed = true;
            if (harm == Harm::kill) kill(child, SIGKILL);
            spoil = harm != Harm::kill;
            if (spoil) {
                registers.orig_rax = static_cast<unsigned long long>(-1);  // no such call: not done
                ptrace(PTRACE_SETREGS, child, nullptr, &registers);
            }
        } else if (!entering && spoil) {
            spoil = false;
            registers.rax =
                static_cast<unsigned long long>(harm == Harm::no_space ? -ENOSPC : -EIO);
            ptrace(PTRACE_SETREGS, child, nullptr, &registers);
        }
        entering = !entering;
    }
    outcome.done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    outcome.reported = WIFEXITED(status) && WEXITSTATUS(status) == 1;
    return outcome;
}

/// Files in \p folder.
std::size_t files_in(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

/// A way to save, and the scene it saves.
struct Way {
    const char* name;
    const char* file;
    Save (*of)(const SceneRegistry&, const World&);
};
constexpr Way kWays[] = {
    {"TextOfADocument", "yard.cscn",
     [](const SceneRegistry& registry, const World& world) -> Save {
         return [doc = *registry.to_doc(world)](const fs::path& path) {
             return write_file(path, doc);
         };
     }},
    {"BinaryOfADocument", "yard.cscnb",
     [](const SceneRegistry& registry, const World& world) -> Save {
         return [doc = *registry.to_doc(world)](const fs::path& path) {
             return write_file(path, doc);
         };
     }},
    {"TextOfAWorld", "yard.cscn",
     [](const SceneRegistry& registry, const World& world) -> Save {
         return [&](const fs::path& path) { return registry.save_file(path, world); };
     }},
    {"BinaryOfAWorld", "yard.cscnb",
     [](const SceneRegistry& registry, const World& world) -> Save {
         return [&](const fs::path& path) { return registry.save_file(path, world); };
     }},
};

/// A world, and a folder to save it in.
class SavedWorld : public testing::Test {
  protected:
    SavedWorld() {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        for (int i = 0; i < 1'200; ++i)  // more than a block, so that it is written piece by piece
            world_.spawn(Name{"node number " + std::to_string(i)}, Health{});
    }
    ~SavedWorld() override { fs::remove_all(folder_); }

    const SceneRegistry registry_ = make_registry();
    World world_;
    const fs::path folder_ =
        fs::path(testing::TempDir()) / ("save_under_harm_" + std::to_string(getpid()));
};

class SaveCalls : public SavedWorld, public testing::WithParamInterface<Way> {};

TEST_P(SaveCalls, AreDurableBeforeTheyTakeThePath) {
    const Save save = GetParam().of(registry_, world_);
    const fs::path path = folder_ / GetParam().file;
    test::FileCalls calls;
    ASSERT_TRUE(save(path));
    EXPECT_THAT(calls.steps(),
                testing::ElementsAre("open file", "write file", "fsync file", "close file",
                                     "rename", "open folder", "fsync folder", "close folder"));
}

TEST_P(SaveCalls, AreAnErrorWhereOneFails) {
    const Save save = GetParam().of(registry_, world_);
    const fs::path path = folder_ / GetParam().file;
    SceneDoc old;
    old.entities.resize(3);
    for (const char* const harmed : {"write file", "fsync file", "close file", "rename"}) {
        ASSERT_TRUE(write_file(path, old));
        const test::FileCalls calls([&](const std::string& call, int) {
            return test::CallAnswer{call == harmed ? EIO : 0};
        });
        EXPECT_FALSE(save(path)) << harmed;
        const Result<SceneDoc> found = read_file(path);
        EXPECT_TRUE(found && *found == old) << harmed;
        EXPECT_EQ(files_in(folder_), 1u) << harmed;
    }
}

TEST_P(SaveCalls, AreMadeAgainWhereTheyWereCutShort) {
    const Save save = GetParam().of(registry_, world_);
    const fs::path path = folder_ / GetParam().file;
    {
        const test::FileCalls calls([](const std::string& call, int before) {
            const bool write = call == "write file";
            return test::CallAnswer{write && before % 3 == 0 ? EINTR : 0, before % 3 == 1};
        });
        ASSERT_TRUE(save(path));
    }
    EXPECT_TRUE(*read_file(path) == *registry_.to_doc(world_));
}
INSTANTIATE_TEST_SUITE_P(SceneFile, SaveCalls, testing::ValuesIn(kWays),
                         [](const auto& row) { return row.param.name; });

class SaveUnderHarm : public SavedWorld,
                      public testing::WithParamInterface<std::tuple<Harm, Way>> {};

TEST_P(SaveUnderHarm, LeavesAWholeOldOrAWholeNewFile) {
    const auto& [harm, way] = GetParam();
    const Save save = way.of(registry_, world_);
    const fs::path path = folder_ / way.file;
    SceneDoc old;
    old.entities.resize(3);
    const SceneDoc fresh = *registry_.to_doc(world_);
    int steps = 0;
    for (;; ++steps) {
        ASSERT_LT(steps, 100);
        ASSERT_TRUE(write_file(path, old));
        const Outcome outcome = save_with_harm(save, path, harm, steps);
        if (!outcome.traced) GTEST_SKIP() << "processes can't be traced here";
        const Result<SceneDoc> found = read_file(path);
        ASSERT_TRUE(found) << "step " << steps << ": " << to_string(found.error());
        ASSERT_TRUE(*found == old || *found == fresh) << "step " << steps;
        if (!outcome.harmed) {
            EXPECT_TRUE(outcome.done);
            break;
        }
        // An error where the save did not happen; success only where the new file is there.
        if (outcome.done) {
            EXPECT_TRUE(*found == fresh) << "step " << steps;
        }
        if (*found == old && harm != Harm::kill) {
            EXPECT_TRUE(outcome.reported) << "step " << steps;
            // On a dead disk nothing can be removed either.
            EXPECT_TRUE(harm == Harm::dead_disk || files_in(folder_) == 1u)
                << "a temporary stays after step " << steps;
        }
        // What a killed save leaves behind does not disturb the next one.
        ASSERT_TRUE(save(path));
        EXPECT_TRUE(*read_file(path) == fresh);
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    EXPECT_GE(steps, 7);  // looks, open, rights, write, fsync, close, rename at least
}
INSTANTIATE_TEST_SUITE_P(SceneFile, SaveUnderHarm,
                         testing::Combine(testing::Values(Harm::kill, Harm::no_space,
                                                          Harm::io_error, Harm::dead_disk),
                                          testing::ValuesIn(kWays)),
                         [](const auto& row) {
                             const Harm harm = std::get<0>(row.param);
                             return std::string(harm == Harm::kill       ? "Killed"
                                                : harm == Harm::no_space ? "DiskFull"
                                                : harm == Harm::io_error ? "DiskBroken"
                                                                         : "DiskDead")
                                 .append("_")
                                 .append(std::get<1>(row.param).name);
                         });

}  // namespace
}  // namespace diorama::document
