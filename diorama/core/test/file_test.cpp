// SPDX-License-Identifier: MIT
#include "diorama/core/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "diorama/core/error_codes.hpp"

namespace diorama {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) /
                  (std::string("diorama_file_") +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] std::size_t file_count() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
};

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST_F(FileTest, WritesWholeAndLeavesNoTemporary) {
    const fs::path path = folder_ / "a.txt";
    ASSERT_TRUE(write_file_atomic(path, "first"));
    ASSERT_TRUE(write_file_atomic(path, "second"));
    EXPECT_EQ(text_of(read_file(path).value()), "second");
    EXPECT_EQ(text_of(MappedFile::open(path).value().bytes()), "second");
    EXPECT_EQ(file_count(), 1U);
}

TEST_F(FileTest, FailedWriteKeepsTheOldContents) {
    const fs::path path = folder_ / "a";
    fs::create_directories(path / "not-empty");  // a folder can't be replaced by a file
    const Result<> written = write_file_atomic(path, "x");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, codes::file_write_failed);
    EXPECT_TRUE(fs::is_directory(path));
    EXPECT_EQ(file_count(), 1U);
}

TEST_F(FileTest, AFailedWriteSaysWhetherAFileIsThere) {
    const auto missing = write_file_atomic(folder_ / "none" / "x", "text");
    const std::string folder = (folder_ / "none").string();
    EXPECT_EQ(missing.error().message, "found no folder " + folder + " to write into");
    EXPECT_EQ(missing.error().hint, "make it first: mkdir -p " + folder);
    std::filesystem::create_directory(folder_ / "taken");
    const auto taken = write_file_atomic(folder_ / "taken", "text");
    EXPECT_TRUE(taken.error().hint.starts_with("what was there is as it was;"));
}

TEST_F(FileTest, MissingFileFolderAndSizeLimitAreNamed) {
    EXPECT_EQ(read_file(folder_ / "none").error().code, codes::file_not_found);
    EXPECT_EQ(MappedFile::open(folder_ / "none").error().where, (folder_ / "none").string());
    EXPECT_EQ(MappedFile::open(folder_).error().code, codes::file_read_failed);
    ASSERT_TRUE(write_file_atomic(folder_ / "five", "12345"));
    EXPECT_EQ(read_file(folder_ / "five", 4).error().code, codes::file_too_large);
    EXPECT_EQ(read_file(folder_ / "five", 5).value().size(), 5U);
}

TEST_F(FileTest, EmptyFileMapsToNothing) {
    ASSERT_TRUE(write_file_atomic(folder_ / "empty", ""));
    EXPECT_TRUE(MappedFile::open(folder_ / "empty").value().bytes().empty());
}

TEST_F(FileTest, APipeIsRefusedAtOnceThoughNobodyWritesIt) {
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(read_file(pipe).error().code, codes::file_read_failed);
    EXPECT_EQ(MappedFile::open(pipe).error().code, codes::file_read_failed);
}

TEST_F(FileTest, APipeOrDeviceIsNotReplacedByAFile) {
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const Result<> written = write_file_atomic(pipe, "x");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, codes::file_write_failed);
    EXPECT_EQ(written.error().where, pipe.string());
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_EQ(file_count(), 1U);
}

TEST_F(FileTest, ALinkStaysALinkAndItsFileIsReplaced) {
    fs::create_directory(folder_ / "kept");
    ASSERT_TRUE(write_file_atomic(folder_ / "kept" / "real", "first"));
    fs::create_symlink("kept/real", folder_ / "link");
    ASSERT_TRUE(write_file_atomic(folder_ / "link", "second"));
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(text_of(read_file(folder_ / "kept" / "real").value()), "second");
    EXPECT_EQ(file_count(), 2U);
}

TEST_F(FileTest, AReplacedFileKeepsItsRights) {
    const fs::path path = folder_ / "private";
    ASSERT_TRUE(write_file_atomic(path, "first"));
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    ASSERT_TRUE(write_file_atomic(path, "second"));
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace
}  // namespace diorama
