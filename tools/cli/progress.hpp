// SPDX-License-Identifier: MIT
/// \file
/// How far long work is, on a terminal: Progress.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace diorama::cli {

/// A bar on the last line of standard error, gone when the work is done; none where that is no
/// terminal, or where the command prints JSON.
class Progress {
  public:
    /// \p what is being done: `loading fox.glb`.
    Progress(std::string what, bool json);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() { clear(); }

    /// What gltf::LoadOptions::progress asks for; nothing where no bar is shown. It must not
    /// outlive this.
    [[nodiscard]] std::function<bool(std::size_t done, std::size_t total)> teller();
    /// Takes the bar away, as before a message.
    void clear();

  private:
    void show(std::size_t done, std::size_t total);

    std::string what_;
    bool shown_ = false;  // whether there is a bar to take away
    bool allowed_ = false;
    std::size_t percent_ = 0;  // as last drawn
};

}  // namespace diorama::cli
