// SPDX-License-Identifier: MIT
/// \file
/// A folder for one test: TemporaryFolder.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace diorama::test {

/// An empty folder of its own that goes away, with what is in it, when this does.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name =
            (std::filesystem::temp_directory_path() / "diorama_test_XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    /// Where it is.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace diorama::test
