// SPDX-License-Identifier: MIT
/// \file
/// Every valid model of the corpus, written and read again.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "diorama/gltf/check.hpp"
#include "diorama/gltf/export.hpp"
#include "diorama/gltf/test/equal.hpp"
#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// The models of the corpus that load, by name.
std::vector<std::filesystem::path> models() {
    std::set<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus() / "valid")) {
        const std::filesystem::path extension = entry.path().extension();
        if (extension == ".gltf" || extension == ".glb") found.insert(entry.path());
    }
    return {found.begin(), found.end()};
}

LoadOptions with_files() {
    LoadOptions options;
    options.images = false;
    options.image_files = true;
    options.eight_influences = true;
    return options;
}

/// Errors that strict validation finds in \p file, by code.
std::multiset<std::string_view> errors_in(const std::filesystem::path& file) {
    std::multiset<std::string_view> errors;
    for (const Diagnostic& found : check(file))
        if (found.severity == Severity::error) errors.insert(found.code.name());
    return errors;
}

/// Loads \p file again and compares it; what \p source had no error of, it must have none of.
void expect_same(const GltfAsset& asset, const std::filesystem::path& source,
                 const std::filesystem::path& file, Compared compared) {
    const auto again = load(file, with_files());
    ASSERT_TRUE(again) << shown(again.error().diagnostics);
    EXPECT_EQ(difference(asset, *again, compared), "");
    const auto before = errors_in(source);
    for (const std::string_view code : errors_in(file))
        EXPECT_TRUE(before.contains(code)) << code;
}

TEST(ExportCorpus, GivesEveryModelBack) {
    if (corpus().empty()) GTEST_SKIP() << "DIORAMA_CORPUS is not set";
    std::size_t compared = 0;
    for (const std::filesystem::path& path : models()) {
        SCOPED_TRACE(path.string());
        const auto asset = load(path, with_files());
        if (!asset) continue;  // LoadCorpus tells which may be refused.
        const Folder folder;
        const auto packed = save(*asset, folder.path() / "a.glb");
        ASSERT_TRUE(packed) << shown(packed.error().diagnostics);
        expect_same(*asset, path, folder.path() / "a.glb", {.image_uris = false});
        std::filesystem::create_directory(folder.path() / "loose");
        const auto loose = save(*asset, folder.path() / "loose" / "a.gltf");
        ASSERT_TRUE(loose) << to_string(loose.error());
        expect_same(*asset, path, folder.path() / "loose" / "a.gltf", {.image_views = false});
        ++compared;
    }
    EXPECT_GT(compared, 130U);
}

}  // namespace
}  // namespace diorama::gltf
