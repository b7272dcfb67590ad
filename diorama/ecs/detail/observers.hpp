// SPDX-License-Identifier: MIT
/// \file
/// The observers of a World and what they have seen: Observers.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/observer.hpp"
#include "diorama/ecs/removals.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama {
class World;
}

namespace diorama::detail {

/// Finds what happened since each observer was last told, and tells it.
class Observers {
  public:
    using Call = std::function<void(World&, Entity)>;

    /// Calls \p call from now on when \p when happens to component \p id.
    ObserverId add(WorldCore& core, ComponentId id, On when, Call call);
    /// Ends the observer \p id; false where there is none.
    bool remove(ObserverId id) noexcept;
    /// Tells every observer, in the order they were added, what happened since the last call.
    /// What observers do is told at the next one.
    /// Failure: system_failed where one threw; those after it are not told.
    [[nodiscard]] Result<> tell(World& world, WorldCore& core);

  private:
    struct Observer {
        ObserverId id;
        ComponentId component;
        On when;
        Call call;
        std::uint64_t seen;
        RemovalReader removals;
        std::vector<Entity> found;  // what it is told next
        bool ended = false;
    };

    void find(Observer& observer, WorldCore& core);
    void find_in_tables(Observer& observer, WorldCore& core);
    void find_placed(Observer& observer, WorldCore& core);

    std::vector<std::unique_ptr<Observer>> observers_;
    ObserverId next_ = 1;
    bool telling_ = false;
};

}  // namespace diorama::detail
