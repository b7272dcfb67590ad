// SPDX-License-Identifier: MIT
#include "diorama/core/jobs.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace diorama {
namespace {

thread_local bool inside_job = false;

std::size_t range_start(std::size_t count, std::size_t grain, unsigned part, unsigned parts) {
    const std::size_t grains = (count + grain - 1) / grain;
    return std::min(count, grains * part / parts * grain);
}

}  // namespace

struct Jobs::State {
    struct Thread {
        State* state = nullptr;
        unsigned worker = 0;
        pthread_t handle{};
    };

    std::mutex mutex;
    std::condition_variable started, finished;
    std::uint64_t round = 0;  // counts calls; a thread that sees a new one has work
    unsigned running = 0;     // threads still in this round
    bool stopping = false;
    std::size_t count = 0, grain = 1;
    Body body{};
    std::vector<Thread> threads;
    unsigned workers = 1;

    void work(unsigned worker) {
        const std::size_t begin = range_start(count, grain, worker, workers);
        const std::size_t end = range_start(count, grain, worker + 1, workers);
        if (begin != end) body.call(body.f, begin, end, worker);
    }
    void loop(unsigned worker) {
        inside_job = true;
        std::uint64_t seen = 0;
        std::unique_lock lock(mutex);
        for (;;) {
            started.wait(lock, [&] { return stopping || round != seen; });
            if (stopping) return;
            seen = round;
            lock.unlock();
            work(worker);
            lock.lock();
            if (--running == 0) finished.notify_one();
        }
    }
};

Jobs::Jobs(unsigned workers) : state_(std::make_unique<State>()) {
    if (workers == 0) {
        const long processors = sysconf(_SC_NPROCESSORS_ONLN);
        workers = processors > 0 ? static_cast<unsigned>(processors) : 1;
    }
    state_->workers = 1;
    state_->threads.reserve(workers - 1);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    for (unsigned worker = 1; worker < workers; ++worker) {
        State::Thread& thread = state_->threads.emplace_back();
        thread.state = state_.get();
        thread.worker = worker;
        const auto entry = [](void* argument) -> void* {
            auto* self = static_cast<State::Thread*>(argument);
            self->state->loop(self->worker);
            return nullptr;
        };
        // Fewer workers give the same results, so a system short of threads only costs time.
        if (pthread_create(&thread.handle, &attributes, entry, &thread) != 0) {
            state_->threads.pop_back();
            break;
        }
        ++state_->workers;
    }
    pthread_attr_destroy(&attributes);
}

Jobs::~Jobs() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->stopping = true;
    }
    state_->started.notify_all();
    for (State::Thread& thread : state_->threads)
        pthread_join(thread.handle, nullptr);
}

unsigned Jobs::workers() const noexcept {
    return state_->workers;
}

void Jobs::run(std::size_t count, std::size_t grain, Body body) {
    if (count == 0) return;
    State& state = *state_;
    if (inside_job || state.threads.empty() || count <= grain) {
        body.call(body.f, 0, count, 0);
        return;
    }
    {
        const std::lock_guard lock(state.mutex);
        state.count = count;
        state.grain = grain;
        state.body = body;
        state.running = static_cast<unsigned>(state.threads.size());
        ++state.round;
    }
    state.started.notify_all();
    inside_job = true;
    state.work(0);
    inside_job = false;
    std::unique_lock lock(state.mutex);
    state.finished.wait(lock, [&] { return state.running == 0; });
}

}  // namespace diorama
