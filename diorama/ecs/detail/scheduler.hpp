// SPDX-License-Identifier: MIT
/// \file
/// The order in which the systems of a schedule run: Scheduler.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
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
        std::vector<ComponentId> reads{}, writes{};  ///< sorted; no id is in both
        Commands commands;
        Result<> result{};
        std::vector<Diagnostic> notes{};  ///< of a parallel system

        /// Whether it runs alone.
        [[nodiscard]] bool exclusive() const noexcept { return system.access.empty(); }
        /// Runs it, with its Permit on this thread where it is parallel.
        void run(World& world);
    };

    /// Adds \p system; system_invalid, system_name_taken, component_name_taken or schedule_cycle
    /// leave all as it was.
    [[nodiscard]] Result<> add(System system, WorldCore& core);
    /// Takes out the system called \p name; false where there is none.
    bool remove(std::string_view name);
    /// system_unknown where a system waits for a name that none has or had.
    [[nodiscard]] Result<> check_names();
    /// The groups, in order.
    [[nodiscard]] const std::vector<std::vector<Entry*>>& groups() const noexcept {
        return groups_;
    }

  private:
    [[nodiscard]] Result<> sort();

    std::vector<std::unique_ptr<Entry>> entries_;  // in the order they were added
    std::vector<std::vector<Entry*>> groups_;
    // Names of systems and sets, also of those taken out: a plugin that goes breaks no other's
    // order.
    std::set<std::string, std::less<>> known_;
    bool checked_ = true;  // since the last was added
};

}  // namespace diorama::detail
