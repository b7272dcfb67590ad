// SPDX-License-Identifier: MIT
#include "tests/support/file_calls.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <utility>

namespace diorama::test {
namespace {

thread_local FileCalls* current = nullptr;

}  // namespace

FileCalls::FileCalls() : FileCalls([](const std::string&, int) { return CallAnswer{}; }) {}

FileCalls::FileCalls(Answer answer) : answer_(std::move(answer)) {
    current = this;
}

FileCalls::~FileCalls() {
    current = nullptr;
}

std::vector<std::string> FileCalls::steps() const {
    std::vector<std::string> steps = log_;
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

bool FileCalls::has(int file) const noexcept {
    return std::any_of(files_.begin(), files_.end(),
                       [&](const File& known) { return known.file == file; });
}

const char* FileCalls::kind_of(int file) const noexcept {
    for (const File& known : files_) {
        if (known.file == file) return known.folder ? "folder" : "file";
    }
    return "";
}

void FileCalls::closed(int file) {
    std::erase_if(files_, [&](const File& known) { return known.file == file; });
}

CallAnswer FileCalls::made(std::string call) {
    const auto before = std::count(log_.begin(), log_.end(), call);
    log_.push_back(std::move(call));
    return answer_(log_.back(), static_cast<int>(before));
}

namespace {

int failed(int error) {
    errno = error;
    return -1;
}

/// What becomes of \p call on \p file; done, where nobody looks.
CallAnswer answer_to(const char* call, int file) {
    if (current == nullptr || !current->has(file)) return {};
    return current->made(std::string(call).append(" ").append(current->kind_of(file)));
}

}  // namespace
}  // namespace diorama::test

// The system's own calls, under the names that the program is linked with.

extern "C" int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    using namespace diorama::test;
    const bool folder = (flags & O_DIRECTORY) == O_DIRECTORY;
    const bool seen = current != nullptr && (folder || (flags & O_CREAT) != 0);
    if (seen) {
        const CallAnswer answer = current->made(folder ? "open folder" : "open file");
        if (answer.error != 0) return failed(answer.error);
    }
    const int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
    if (seen && file >= 0) current->opened(file, folder);
    return file;
}

extern "C" ssize_t write(int file, const void* bytes, std::size_t size) {
    using namespace diorama::test;
    const CallAnswer answer = answer_to("write", file);
    if (answer.error != 0) return failed(answer.error);
    if (answer.less && size > 1) size /= 2;
    return syscall(SYS_write, file, bytes, size);
}

extern "C" int fsync(int file) {
    using namespace diorama::test;
    const CallAnswer answer = answer_to("fsync", file);
    if (answer.error != 0) return failed(answer.error);
    return static_cast<int>(syscall(SYS_fsync, file));
}

// A close that fails has closed all the same, as Linux does.
extern "C" int close(int file) {
    using namespace diorama::test;
    const CallAnswer answer = answer_to("close", file);
    if (current != nullptr) current->closed(file);
    const int done = static_cast<int>(syscall(SYS_close, file));
    return answer.error != 0 ? failed(answer.error) : done;
}

extern "C" int rename(const char* from, const char* to) noexcept {
    using namespace diorama::test;
    if (current != nullptr) {
        const CallAnswer answer = current->made("rename");
        if (answer.error != 0) return failed(answer.error);
    }
    return static_cast<int>(syscall(SYS_rename, from, to));
}
