// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "diorama/core/file.hpp"
#include "diorama/texture/ktx2.hpp"

namespace diorama::texture {
namespace {

/// One line of EXPECTED.tsv.
struct Expected {
    std::string path;
    bool valid = false;
    std::string gltf;  // `true...`, `false...`, or empty where nothing is said
    std::vector<std::string> numbers;
};

std::vector<Expected> expected_of(const std::filesystem::path& folder) {
    std::vector<Expected> out;
    std::ifstream file(folder / "EXPECTED.tsv");
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> cells;
        std::istringstream stream(line);
        for (std::string cell; std::getline(stream, cell, '\t');)
            cells.push_back(cell);
        if (cells.size() < 14) continue;
        out.push_back({cells[0], cells[1] == "true", cells[4],
                       std::vector(cells.begin() + 5, cells.begin() + 14)});
    }
    return out;
}

std::string listed(const std::vector<Diagnostic>& found) {
    std::string text;
    for (const Diagnostic& each : found)
        text += to_string(each) + "\n";
    return text;
}

bool valid(const std::vector<Diagnostic>& found) {
    for (const Diagnostic& each : found)
        if (each.severity == Severity::error) return false;
    return true;
}

class Ktx2Corpus : public testing::Test {
  protected:
    void SetUp() override {
        const char* const corpus = std::getenv("DIORAMA_CORPUS");
        if (corpus == nullptr) GTEST_SKIP() << "DIORAMA_CORPUS names no corpus";
        folder_ = std::filesystem::path(corpus) / "ktx2";
        rows_ = expected_of(folder_);
        ASSERT_GT(rows_.size(), 400u);
    }

    std::filesystem::path folder_;
    std::vector<Expected> rows_;
};

TEST_F(Ktx2Corpus, VerdictsAreThoseOfTheConformanceSuite) {
    for (const Expected& row : rows_) {
        const auto file = MappedFile::open(folder_ / row.path);
        ASSERT_TRUE(file) << row.path;
        const std::vector<Diagnostic> found = check_ktx2(file->bytes(), row.path);
        EXPECT_EQ(valid(found), row.valid) << row.path << "\n" << listed(found);
    }
}

TEST_F(Ktx2Corpus, GltfVerdictsAreThoseOfTheConformanceSuite) {
    for (const Expected& row : rows_) {
        if (row.gltf.empty()) continue;
        const auto file = MappedFile::open(folder_ / row.path);
        ASSERT_TRUE(file) << row.path;
        const std::vector<Diagnostic> found =
            check_ktx2(file->bytes(), row.path, Ktx2Profile::gltf_basis);
        EXPECT_EQ(valid(found), row.gltf.starts_with("true")) << row.path << "\n" << listed(found);
    }
}

TEST_F(Ktx2Corpus, HeadersOfValidFilesAreReadAsStored) {
    for (const Expected& row : rows_) {
        if (!row.valid) continue;
        const auto file = MappedFile::open(folder_ / row.path);
        ASSERT_TRUE(file) << row.path;
        const Result<Ktx2> k = read_ktx2(file->bytes(), row.path);
        ASSERT_TRUE(k) << row.path << "\n" << to_string(k.error());
        const std::vector<std::string> numbers{
            std::to_string(k->format),
            std::to_string(k->type_size),
            std::to_string(k->width),
            std::to_string(k->height),
            std::to_string(k->depth),
            std::to_string(k->layers),
            std::to_string(k->faces),
            std::to_string(k->level_count),
            std::to_string(static_cast<std::uint32_t>(k->scheme))};
        EXPECT_EQ(numbers, row.numbers) << row.path;
    }
}

}  // namespace
}  // namespace diorama::texture
