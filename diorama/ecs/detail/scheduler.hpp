// SPDX-License-Identifier: MIT
/// \file
/// The order in which the systems of a schedule run: Scheduler.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/commands.hpp"
#include "diorama/ecs/schedule.hpp"

namespace diorama::detail {

/// The systems of one Schedule, sorted into groups that run one after the other.
class Scheduler {
  public:
    /// One system and its list of deferred changes.
    struct Entry {
        System system;
        Commands commands;
        Result<> result;
    };

    /// Adds \p system; system_name_taken or schedule_cycle leave all as it was.
    Result<> add(System system, WorldCore& core);
    /// Takes out the system called \p name; false where there is none.
    bool remove(std::string_view name);
    /// The groups, in order.
    [[nodiscard]] const std::vector<std::vector<Entry*>>& groups() const noexcept {
        return groups_;
    }

  private:
    Result<> sort();

    std::vector<std::unique_ptr<Entry>> entries_;  // in the order they were added
    std::vector<std::vector<Entry*>> groups_;
};

}  // namespace diorama::detail
