// SPDX-License-Identifier: MIT
#include "diorama/ecs/removals.hpp"

#include <algorithm>

namespace diorama::detail {

RemovalLog::~RemovalLog() {
    for (RemovalReader* reader : readers_)
        reader->log_ = nullptr;
}

void RemovalLog::trim() noexcept {
    std::uint64_t read = end();
    for (const RemovalReader* reader : readers_)
        read = std::min(read, reader->next_);
    // Moving what is left is paid for by what is dropped.
    const auto dropped = static_cast<std::size_t>(read - first_);
    if (2 * dropped < records_.size()) return;
    records_.erase(records_.begin(), records_.begin() + static_cast<std::ptrdiff_t>(dropped));
    first_ = read;
}

void RemovalReader::attach(RemovalLog* log, std::uint64_t next) {
    log_ = log;
    next_ = next;
    if (log_ != nullptr) log_->readers_.push_back(this);
}

void RemovalReader::detach() noexcept {
    if (log_ == nullptr) return;
    std::erase(log_->readers_, this);
    log_->trim();
    log_ = nullptr;
}

}  // namespace diorama::detail
