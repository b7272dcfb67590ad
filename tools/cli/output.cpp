// SPDX-License-Identifier: MIT
#include "output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#include "diorama/core/error_codes.hpp"
#include "error_codes.hpp"
#include "report.hpp"

namespace diorama::cli {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> unwritable(const fs::path& path, std::string message, std::string hint) {
    return fail(diorama::codes::file_write_failed, std::move(message), path.string(),
                std::move(hint));
}

/// Why no file can be made in \p folder; 0 where one can.
int refusal_of(const fs::path& folder) {
    // A file without a name: it is gone when it is closed, and no one else ever sees it.
    const int probe = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (probe >= 0) {
        ::close(probe);
        return 0;
    }
    // Not every file system has such files.
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return errno;
    return ::access(folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

}  // namespace

std::string lower_extension(const fs::path& path) {
    std::string extension = path.extension().string();
    for (char& each : extension)
        if (each >= 'A' && each <= 'Z') each = static_cast<char>(each + ('a' - 'A'));
    return extension;
}

Result<> check_output(const fs::path& path, std::initializer_list<std::string_view> extensions) {
    const std::string extension = lower_extension(path);
    if (std::ranges::find(extensions, std::string_view(extension)) == extensions.end()) {
        std::string expected;
        for (const std::string_view each : extensions)
            expected.append(expected.empty() ? "" : " or ").append(each);
        return fail(codes::output_extension,
                    (extension.empty() ? "found no extension, expected "
                                       : "found the extension " + extension + ", expected ") +
                        expected,
                    path.string(), "the extension says what is written");
    }
    std::error_code error;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const fs::file_status around = fs::status(folder, error);
    if (around.type() == fs::file_type::not_found)
        return unwritable(path, "found no folder " + folder.string() + " to write into",
                          "make it first: mkdir -p " + folder.string());
    if (error)
        return unwritable(path, folder.string() + " can't be looked into: " + error.message(),
                          "check the folder's rights");
    if (around.type() != fs::file_type::directory)
        return unwritable(path, "found " + folder.string() + " to be a file, expected a folder",
                          "name a folder to write into");
    const fs::file_status there = fs::status(path, error);
    if (there.type() == fs::file_type::directory)
        return unwritable(path, "found a folder of that name, expected a file or nothing",
                          "name a file in it, such as " + (path / ("out" + extension)).string());
    if (fs::exists(there) && there.type() != fs::file_type::regular)
        return unwritable(path, "found something of that name that is no file, expected one",
                          "name a file, or one that is not there yet");
    if (const int refusal = refusal_of(folder); refusal != 0)
        return unwritable(path,
                          "can't write into the folder " + folder.string() + ": " +
                              std::generic_category().message(refusal),
                          "check the folder's rights and the space left, or write elsewhere");
    return {};
}

std::optional<int> refuse_output(const fs::path& path,
                                 std::initializer_list<std::string_view> extensions,
                                 std::string_view file, bool json) {
    const Result<> fine = check_output(path, extensions);
    if (fine) return std::nullopt;
    return fine.error().code == codes::output_extension ? report_misuse(fine.error(), file, json)
                                                        : report_failure(fine.error(), file, json);
}

}  // namespace diorama::cli
