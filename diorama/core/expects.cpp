// SPDX-License-Identifier: MIT
#include "diorama/core/expects.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace diorama {
namespace {

void stop(const char* text, std::source_location where) {
    std::fprintf(stderr, "%s:%u: expectation broken: %s\n", where.file_name(), where.line(), text);
    std::abort();
}

std::atomic<ExpectationHandler> installed{stop};

}  // namespace

ExpectationHandler set_expectation_handler(ExpectationHandler handler) noexcept {
    return installed.exchange(handler ? handler : stop);
}

void broken_expectation(const char* text, std::source_location where) {
    installed.load()(text, where);
}

}  // namespace diorama
