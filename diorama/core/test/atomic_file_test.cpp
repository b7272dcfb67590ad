// SPDX-License-Identifier: MIT
// The system calls of a save: their order, and what a failure of each does (CASES S17).
#include "diorama/core/atomic_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "diorama/core/error_codes.hpp"
#include "diorama/core/file.hpp"
#include "tests/support/file_calls.hpp"

namespace diorama {
namespace {

namespace fs = std::filesystem;
using test::CallAnswer;
using test::FileCalls;
using testing::ElementsAre;
using testing::HasSubstr;

class AtomicFileTest : public testing::Test {
  protected:
    AtomicFileTest() {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        EXPECT_TRUE(write_file_atomic(path_, kOld));
    }
    ~AtomicFileTest() override { fs::remove_all(folder_); }

    /// Saves piece by piece.
    [[nodiscard]] Result<> save() const {
        Result<AtomicFile> file = AtomicFile::create(path_);
        if (!file) return std::unexpected(std::move(file.error()));
        for (std::size_t at = 0; at < kNew.size(); at += 10'000) {
            const auto piece = std::span(kNew).subspan(at, std::min(kNew.size() - at, kPiece));
            if (Result<> done = file->write(std::as_bytes(piece)); !done) return done;
        }
        return file->commit();
    }
    [[nodiscard]] std::string found() const {
        const auto bytes = read_file(path_).value();
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_))
            names.push_back(entry.path().filename().string());
        return names;
    }

    static constexpr std::size_t kPiece = 10'000;
    const std::string kOld = "the old one";
    const std::string kNew = [] {
        std::string text;
        for (int i = 0; i < 12'000; ++i)
            text += std::to_string(i);
        return text;
    }();
    const fs::path folder_ =
        fs::path(testing::TempDir()) / ("atomic_file_" + std::to_string(::getpid()));
    const fs::path path_ = folder_ / "a.cscn";
};

TEST_F(AtomicFileTest, IsDurableBeforeItTakesThePathAndTheFolderAfter) {
    FileCalls calls;
    ASSERT_TRUE(save());
    EXPECT_THAT(calls.steps(),
                ElementsAre("open file", "write file", "fsync file", "close file", "rename",
                            "open folder", "fsync folder", "close folder"));
    EXPECT_EQ(found(), kNew);
}

TEST_F(AtomicFileTest, AFolderThatCannotBeSyncedIsNoFailureOfTheFile) {
    const FileCalls calls([](const std::string& call, int) {
        return CallAnswer{call == "fsync folder" || call == "open folder" ? EINVAL : 0};
    });
    ASSERT_TRUE(save());
    EXPECT_EQ(found(), kNew);
}

struct Failure {
    const char* name;
    const char* call;
    int before;  // of that call, that went well
    int error;
    const char* message;
};
constexpr Failure kFailures[] = {
    {"NoRoomToMakeIt", "open file", 0, ENOSPC, "creating a temporary beside it failed: "},
    {"NoRoomToWrite", "write file", 0, ENOSPC, "writing failed: No space left on device"},
    {"NoRoomToWriteMore", "write file", 3, ENOSPC, "writing failed: No space left on device"},
    {"WriteBroken", "write file", 1, EIO, "writing failed: Input/output error"},
    {"FlushFull", "fsync file", 0, ENOSPC, "flushing failed: No space left on device"},
    {"FlushBroken", "fsync file", 0, EIO, "flushing failed: Input/output error"},
    {"CloseFull", "close file", 0, EDQUOT, "closing failed: Disk quota exceeded"},
    {"CloseBroken", "close file", 0, EIO, "closing failed: Input/output error"},
    {"RenameFull", "rename", 0, ENOSPC, "renaming failed: No space left on device"},
    {"RenameBroken", "rename", 0, EIO, "renaming failed: Input/output error"},
};

class AtomicFileFailure : public AtomicFileTest, public testing::WithParamInterface<Failure> {};

TEST_P(AtomicFileFailure, IsAnErrorAndLeavesTheOldFileWhole) {
    const Failure& row = GetParam();
    {
        const FileCalls calls([&](const std::string& call, int before) {
            return CallAnswer{call == row.call && before == row.before ? row.error : 0};
        });
        const Result<> saved = save();
        EXPECT_EQ(calls.steps().back() == "rename", std::string_view(row.call) == "rename");
        ASSERT_FALSE(saved);
        EXPECT_EQ(saved.error().code, codes::file_write_failed);
        EXPECT_THAT(saved.error().message, HasSubstr(row.message));
        EXPECT_THAT(saved.error().hint, HasSubstr("what was there is as it was"));
    }
    EXPECT_EQ(found(), kOld);
    EXPECT_THAT(names(), ElementsAre("a.cscn"));
}
INSTANTIATE_TEST_SUITE_P(AtomicFile, AtomicFileFailure, testing::ValuesIn(kFailures),
                         [](const auto& row) { return row.param.name; });

TEST_F(AtomicFileTest, WritesOnWhereTheSystemTookLess) {
    FileCalls calls([](const std::string&, int before) { return CallAnswer{0, before % 3 != 2}; });
    ASSERT_TRUE(save());
    EXPECT_EQ(found(), kNew);
    EXPECT_GT(std::count(calls.log().begin(), calls.log().end(), "write file"),
              static_cast<std::ptrdiff_t>(kNew.size() / kPiece + 1));
}

TEST_F(AtomicFileTest, TriesAgainWhereASignalCameBetween) {
    const FileCalls calls([](const std::string& call, int before) {
        const bool again = call == "write file" || call.starts_with("fsync");
        return CallAnswer{again && before % 2 == 0 ? EINTR : 0};
    });
    const Result<> saved = save();
    ASSERT_TRUE(saved) << to_string(saved.error());
    EXPECT_EQ(found(), kNew);
}

TEST_F(AtomicFileTest, PassesOverWhatKilledSavesHaveLeft) {
    // The next names it would take, as a process of the same number has left them: in a container
    // the number is the same at each start.
    std::string left;
    {
        const Result<AtomicFile> open = AtomicFile::create(path_);
        ASSERT_TRUE(open);
        for (const std::string& name : names()) {
            if (name != "a.cscn") left = name;
        }
        ASSERT_THAT(left, HasSubstr(".tmp-" + std::to_string(::getpid()) + "-"));
    }
    const std::size_t dash = left.rfind('-') + 1;
    const int number = std::stoi(left.substr(dash));
    std::vector<fs::path> leftovers;
    for (int i = 1; i <= 300; ++i) {
        leftovers.push_back(folder_ / (left.substr(0, dash) + std::to_string(number + i)));
        fs::copy_file(path_, leftovers.back());
    }
    FileCalls calls;
    const Result<> saved = save();
    ASSERT_TRUE(saved) << to_string(saved.error());
    EXPECT_EQ(found(), kNew);
    EXPECT_EQ(std::count(calls.log().begin(), calls.log().end(), "open file"), 301);
    // They may be a living writer's, elsewhere.
    for (const fs::path& leftover : leftovers)
        EXPECT_TRUE(fs::exists(leftover)) << leftover;
    EXPECT_EQ(names().size(), leftovers.size() + 1);
}

TEST_F(AtomicFileTest, AFolderThatRefusesIsNotAskedForOtherNames) {
    FileCalls calls(
        [](const std::string& call, int) { return CallAnswer{call == "open file" ? EACCES : 0}; });
    EXPECT_FALSE(save());
    EXPECT_THAT(calls.log(), ElementsAre("open file"));
}

}  // namespace
}  // namespace diorama
