// SPDX-License-Identifier: MIT
#include "diorama/document/scene_file.hpp"

#include <gtest/gtest.h>

#include "diorama/core/error_codes.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/test/scene_fixtures.hpp"

namespace diorama::document {
namespace {

/// A folder of its own that goes away with the test.
class SceneFile : public testing::Test {
  protected:
    SceneFile() { std::filesystem::create_directories(folder_); }
    ~SceneFile() override { std::filesystem::remove_all(folder_); }

    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("scene_file_") +
         testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(SceneFile, IsWrittenByExtensionAndReadByContent) {
    const Result<SceneDoc> doc = read_file(DIORAMA_TEST_DATA "/document/yard_v2.cscn");
    ASSERT_TRUE(doc);
    ASSERT_TRUE(write_file(folder_ / "a.cscn", *doc));
    ASSERT_TRUE(write_file(folder_ / "a.cscnb", *doc));
    EXPECT_EQ(bytes_of(folder_ / "a.cscn"), fixture("yard_v2.cscn"));
    EXPECT_EQ(bytes_of(folder_ / "a.cscnb"), fixture("yard_v2.cscnb"));
    std::filesystem::rename(folder_ / "a.cscnb", folder_ / "b.cscn");
    const Result<SceneDoc> back = read_file(folder_ / "b.cscn");
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, *doc);
    EXPECT_EQ(back->source, (folder_ / "b.cscn").string());
}

TEST_F(SceneFile, StaysAsItWasWhenTheDocumentCantBeWritten) {
    SceneDoc doc;
    ASSERT_TRUE(write_file(folder_ / "a.cscn", doc));
    doc.entities.resize(1);
    doc.entities[0].components.push_back({"entity", {}});
    EXPECT_EQ(write_file(folder_ / "a.cscn", doc).error().code, codes::name);
    EXPECT_TRUE(read_file(folder_ / "a.cscn")->entities.empty());
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(SceneFile, AsksForOneOfTheTwoExtensions) {
    const Result<> written = write_file(folder_ / "a.scene", {});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, codes::extension);
}

TEST_F(SceneFile, SaysWhichFileIsMissing) {
    const Result<SceneDoc> doc = read_file(folder_ / "none.cscn");
    ASSERT_FALSE(doc);
    EXPECT_EQ(doc.error().code, diorama::codes::file_not_found);
    EXPECT_EQ(doc.error().where, (folder_ / "none.cscn").string());
}

}  // namespace
}  // namespace diorama::document
