// SPDX-License-Identifier: MIT
/// \file
/// A file that is written block by block: FileSink.
#pragma once

#include <span>
#include <string_view>

#include "diorama/core/atomic_file.hpp"
#include "diorama/document/detail/byte_sink.hpp"

namespace diorama::document::detail {

/// Writes to a file; after a failure nothing more.
class FileSink final : public BlockSink {
  public:
    /// Writes to \p file, which must outlive the sink.
    explicit FileSink(AtomicFile& file) : file_(file) {}

    /// Whether all was written so far.
    [[nodiscard]] const Result<>& state() const noexcept { return state_; }

  private:
    void take(std::string_view bytes) override {
        if (state_) state_ = file_.write(std::as_bytes(std::span(bytes)));
    }

    AtomicFile& file_;
    Result<> state_;
};

}  // namespace diorama::document::detail
