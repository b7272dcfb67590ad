// SPDX-License-Identifier: MIT
/// \file
/// Who lost a component: Removal, RemovalLog, RemovalReader.
/// Design page: docs/design/world.md, "Removals and observers".
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "diorama/ecs/entity.hpp"

namespace diorama::detail {

/// One entity that lost one component, or ended with it.
struct Removal {
    Entity entity;        ///< the entity, which may have ended
    std::uint64_t added;  ///< the tick at which it had got the component
};

class RemovalReader;

/// The removals of one component, in order, kept until every reader has read them.
class RemovalLog {
  public:
    RemovalLog() = default;
    RemovalLog(const RemovalLog&) = delete;
    RemovalLog& operator=(const RemovalLog&) = delete;
    ~RemovalLog();

    /// Notes that \p entity has lost the component, which it had from tick \p added on, or later
    /// where note_late says so.
    void note(Entity entity, std::uint64_t added) {
        if (readers_.empty()) return;
        if (entity.index() < late_.size()) added = std::max(added, late_[entity.index()]);
        records_.push_back({entity, added});
    }
    /// Notes that the entity at \p index has got the component at \p now, and that its storage will
    /// not tell when: that of a ChildOf tells when it was last set.
    void note_late(std::uint32_t index, std::uint64_t now) {
        if (readers_.empty()) return;
        if (index >= late_.size()) late_.resize(index + 1);
        late_[index] = now;
    }

  private:
    friend class RemovalReader;

    [[nodiscard]] std::uint64_t end() const noexcept { return first_ + records_.size(); }
    void trim() noexcept;

    std::vector<Removal> records_;
    std::uint64_t first_ = 0;  // number of records_[0], counted from the beginning of the World
    std::vector<RemovalReader*> readers_;
    // By entity index. What is left there of an entity that has ended is earlier than whatever the
    // next one of that index has; what came while nobody read is earlier than any reader.
    std::vector<std::uint64_t> late_;
};

/// A place in a RemovalLog, which stays readable when the log's World has ended: it is then empty.
class RemovalReader {
  public:
    RemovalReader() = default;
    /// Reads what \p log notes from now on, at tick \p now.
    RemovalReader(RemovalLog& log, std::uint64_t now) : seen_(now) { attach(&log, log.end()); }
    RemovalReader(const RemovalReader& other) : seen_(other.seen_) {
        attach(other.log_, other.next_);
    }
    RemovalReader& operator=(const RemovalReader& other) {
        if (this == &other) return *this;
        detach();
        seen_ = other.seen_;
        attach(other.log_, other.next_);
        return *this;
    }
    ~RemovalReader() { detach(); }

    /// Calls \p visit(Entity) for each entity that had the component when done() was last called
    /// and has lost it since. The log must not change meanwhile.
    template <class F>
    void read(F&& visit) const {
        if (log_ == nullptr) return;
        for (std::uint64_t at = next_; at < log_->end(); ++at) {
            const Removal& removal = log_->records_[static_cast<std::size_t>(at - log_->first_)];
            // What came and went in between was never seen here, so its end is no news.
            if (removal.added <= seen_) visit(removal.entity);
        }
    }
    /// Ends the reading at tick \p now.
    void done(std::uint64_t now) noexcept {
        seen_ = now;
        if (log_ == nullptr || next_ == log_->end()) return;
        next_ = log_->end();
        log_->trim();
    }

  private:
    friend class RemovalLog;

    void attach(RemovalLog* log, std::uint64_t next);
    void detach() noexcept;

    RemovalLog* log_ = nullptr;
    std::uint64_t next_ = 0;  // number of the first record not read
    std::uint64_t seen_ = 0;
};

}  // namespace diorama::detail
