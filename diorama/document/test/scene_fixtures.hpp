// SPDX-License-Identifier: MIT
/// \file
/// What the tests of documents share: fixture, messages_of, message_of.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/file.hpp"
#include "diorama/document/scene_bytes.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document {

/// The bytes of the file at \p path.
inline SceneBytes bytes_of(const std::filesystem::path& path) {
    const Result<std::vector<std::byte>> bytes = diorama::read_file(path);
    EXPECT_TRUE(bytes) << path;
    return bytes ? SceneBytes(bytes->begin(), bytes->end()) : SceneBytes{};
}

/// The bytes of \p name among the fixtures.
inline SceneBytes fixture(const std::string& name) {
    return bytes_of(std::filesystem::path(DIORAMA_TEST_DATA "/document") / name);
}

/// \p bytes as characters.
inline std::string as_string(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// `where: error[code]: message` of each finding, without hints.
template <class T>
std::vector<std::string> messages_of(const Result<T>& result) {
    std::vector<std::string> lines;
    if (result) return {"no error"};
    for (Diagnostic finding : result.error().diagnostics) {
        finding.hint.clear();
        lines.push_back(to_string(finding));
    }
    return lines;
}

/// The only finding of \p result.
template <class T>
std::string message_of(const Result<T>& result) {
    const std::vector<std::string> lines = messages_of(result);
    EXPECT_EQ(lines.size(), 1u);
    return lines.empty() ? "" : lines.front();
}

}  // namespace diorama::document
