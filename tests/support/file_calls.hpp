// SPDX-License-Identifier: MIT
/// \file
/// The system calls of a save, recorded and made to fail: FileCalls, CallAnswer.
/// Linking diorama_file_calls replaces the program's open, write, fsync, close and rename.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace diorama::test {

/// What becomes of a call.
struct CallAnswer {
    int error = 0;      ///< errno it fails with, and nothing is done; 0: it is done
    bool less = false;  ///< a write that is done in part: half of its bytes, at least one
};

/// Records the calls of this thread on files it creates and folders it opens, from construction to
/// destruction; one at a time.
class FileCalls {
  public:
    /// What is asked before each call: its name as in log(), and how many of that name went before.
    using Answer = std::function<CallAnswer(const std::string& call, int before)>;

    /// Lets every call be done.
    FileCalls();
    /// Lets \p answer decide.
    explicit FileCalls(Answer answer);
    FileCalls(const FileCalls&) = delete;
    FileCalls& operator=(const FileCalls&) = delete;
    ~FileCalls();

    /// `open file`, `write file`, `fsync file`, `close file`, `rename`, and the same but writing of
    /// `folder`, in the order they were made; those that failed, too.
    [[nodiscard]] const std::vector<std::string>& log() const noexcept { return log_; }
    /// log() with several of one name that follow each other as one.
    [[nodiscard]] std::vector<std::string> steps() const;
    /// Whether \p file is one of those recorded.
    [[nodiscard]] bool has(int file) const noexcept;
    /// Records a call and asks what becomes of it; for the calls themselves.
    CallAnswer made(std::string call);
    /// The word for \p file; for the calls themselves.
    [[nodiscard]] const char* kind_of(int file) const noexcept;
    /// Takes \p file among those recorded, or no longer; for the calls themselves.
    void opened(int file, bool folder) { files_.push_back({file, folder}); }
    void closed(int file);

  private:
    struct File {
        int file;
        bool folder;
    };

    Answer answer_;
    std::vector<std::string> log_;
    std::vector<File> files_;
};

}  // namespace diorama::test
