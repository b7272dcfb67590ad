// SPDX-License-Identifier: MIT
// CASES S17: a save that is killed, or whose system calls fail, at every step.
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

#include "diorama/core/file.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/document/test/scene_fixtures.hpp"

namespace diorama::document {
namespace {

namespace fs = std::filesystem;

/// What is done to the n-th system call of a save.
enum class Harm { kill, no_space, io_error };

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
            return true;
        default:
            return false;
    }
}

[[noreturn]] void save_in_child(const fs::path& path, const SceneDoc& doc) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(77);
    raise(SIGSTOP);
    _exit(write_file(path, doc) ? 0 : 1);
}

/// Saves \p doc in a process whose file system call number \p at, counted from 0, is harmed.
Outcome save_with_harm(const fs::path& path, const SceneDoc& doc, Harm harm, int at) {
    Outcome outcome;
    const pid_t child = fork();
    if (child == 0) save_in_child(path, doc);
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
        if (entering && can_fail(static_cast<long>(registers.orig_rax)) && ++seen == at) {
            outcome.harmed = true;
            if (harm == Harm::kill) kill(child, SIGKILL);
            spoil = harm == Harm::no_space || harm == Harm::io_error;
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

class SaveUnderHarm : public testing::TestWithParam<Harm> {
  protected:
    SaveUnderHarm() {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~SaveUnderHarm() override { fs::remove_all(folder_); }

    const fs::path folder_ = fs::path(testing::TempDir()) /
                             ("save_under_harm_" + std::to_string(static_cast<int>(GetParam())) +
                              "_" + std::to_string(getpid()));
};

TEST_P(SaveUnderHarm, LeavesAWholeOldOrAWholeNewFile) {
    const fs::path path = folder_ / "yard.cscn";
    SceneDoc old;
    old.entities.resize(3);
    const Result<SceneDoc> fresh = read_text(as_string(fixture("yard_v2.cscn")), "yard");
    ASSERT_TRUE(fresh);
    int steps = 0;
    for (;; ++steps) {
        ASSERT_LT(steps, 100);
        ASSERT_TRUE(write_file(path, old));
        const Outcome outcome = save_with_harm(path, *fresh, GetParam(), steps);
        if (!outcome.traced) GTEST_SKIP() << "processes can't be traced here";
        const Result<SceneDoc> found = read_file(path);
        ASSERT_TRUE(found) << "step " << steps << ": " << to_string(found.error());
        ASSERT_TRUE(*found == old || *found == *fresh) << "step " << steps;
        if (!outcome.harmed) {
            EXPECT_TRUE(outcome.done);
            break;
        }
        // An error where the save did not happen; success only where the new file is there.
        if (outcome.done) {
            EXPECT_EQ(*found, *fresh) << "step " << steps;
        }
        if (*found == old && GetParam() != Harm::kill) {
            EXPECT_TRUE(outcome.reported) << "step " << steps;
            EXPECT_EQ(files_in(folder_), 1u) << "a temporary stays after step " << steps;
        }
        // What a killed save leaves behind does not disturb the next one.
        ASSERT_TRUE(write_file(path, *fresh));
        EXPECT_EQ(*read_file(path), *fresh);
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    EXPECT_GE(steps, 5);  // open, write, fsync, close, rename at least
}
INSTANTIATE_TEST_SUITE_P(SceneFile, SaveUnderHarm,
                         testing::Values(Harm::kill, Harm::no_space, Harm::io_error),
                         [](const auto& row) {
                             return row.param == Harm::kill       ? "Killed"
                                    : row.param == Harm::no_space ? "DiskFull"
                                                                  : "DiskBroken";
                         });

}  // namespace
}  // namespace diorama::document
