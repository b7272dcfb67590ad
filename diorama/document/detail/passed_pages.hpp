// SPDX-License-Identifier: MIT
/// \file
/// What a walk over a mapped file has left behind: PassedPages, all_of_pieces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "diorama/core/file.hpp"

namespace diorama::document::detail {

/// Takes a mapped file out of memory as a walk goes on, so that loading it does not end with the
/// whole of it beside what was made of it.
class PassedPages {
  public:
    /// Bytes of one who calls with bytes of his own stay: \p file is null then, and else outlives
    /// this.
    explicit PassedPages(const MappedFile* file) noexcept : file_(file) {}

    /// Says that the walk has come to \p at.
    void pass(const char* at) noexcept {
        if (file_ == nullptr) return;
        const auto bytes = file_->bytes();
        const auto come =
            static_cast<std::size_t>(at - reinterpret_cast<const char*>(bytes.data()));
        if (come < dropped_ + kStep || come > bytes.size()) return;
        file_->drop(bytes.subspan(dropped_, come - dropped_));
        dropped_ = come;
    }

    /// A walk should come by this often, in bytes.
    static constexpr std::size_t kStep = std::size_t{4} << 20;

  private:
    const MappedFile* file_;
    std::size_t dropped_ = 0;
};

/// Calls \p look with one piece of \p text after another, each of whole lines, until it gives
/// false; whether it never did. Of \p file, where \p text is, or null, little stays in memory.
template <class F>
bool all_of_pieces(std::string_view text, const MappedFile* file, F&& look) {
    PassedPages passed(file);
    while (!text.empty()) {
        const std::size_t line = std::min(text.find('\n', PassedPages::kStep), text.size() - 1) + 1;
        if (!look(text.substr(0, line))) return false;
        text.remove_prefix(line);
        passed.pass(text.data());
    }
    return true;
}

}  // namespace diorama::document::detail
