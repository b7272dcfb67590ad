// SPDX-License-Identifier: MIT
/// \file
/// A small pool of threads that share one loop: Jobs.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace diorama {

/// A fixed set of threads; every call splits its loop into static ranges, one per worker.
///
/// Which worker gets which range follows from the count alone, so nothing depends on timing. A call
/// allocates nothing. Each thread has a stack of kStackBytes.
/// Threads: one call at a time; a call from inside a job runs its whole loop in place.
class Jobs {
  public:
    static constexpr std::size_t kStackBytes = 256 * 1024;  ///< of each thread but the caller's

    /// A pool of \p workers, the calling thread included; 0 takes one per processor.
    explicit Jobs(unsigned workers = 0);
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    /// Number of workers, the calling thread included: the most ranges run at once.
    [[nodiscard]] unsigned workers() const noexcept;

    /// Calls \p body(begin, end, worker) for one range per worker, which together are [0, count).
    ///
    /// Ranges start at multiples of \p grain; worker is below workers(). Returns when all are done.
    template <class F>
    void for_ranges(std::size_t count, std::size_t grain, F&& body) {
        run(count, grain,
            Body{[](void* f, std::size_t begin, std::size_t end, unsigned worker) {
                     (*static_cast<std::remove_reference_t<F>*>(f))(begin, end, worker);
                 },
                 const_cast<void*>(static_cast<const void*>(&body))});
    }

  private:
    struct Body {
        void (*call)(void* f, std::size_t begin, std::size_t end, unsigned worker);
        void* f;
    };
    struct State;

    void run(std::size_t count, std::size_t grain, Body body);

    std::unique_ptr<State> state_;
};

}  // namespace diorama
