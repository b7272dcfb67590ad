// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "printable.hpp"

namespace diorama::cli {
namespace {

/// Whether standard error is a terminal that can go back to the start of a line.
bool can_draw() {
    const char* const kind = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

Progress::Progress(std::string what, bool json)
    : what_(std::move(what)), allowed_(!json && can_draw()) {}

std::function<bool(std::size_t, std::size_t)> Progress::teller() {
    if (!allowed_) return {};
    return [this](std::size_t done, std::size_t total) {
        show(done, total);
        return true;
    };
}

void Progress::show(std::size_t done, std::size_t total) {
    constexpr std::size_t kWidth = 30;
    if (total == 0) return;
    const std::size_t percent = done * 100 / total;
    // Once per percent: a model may have a million parts.
    if (shown_ && percent == percent_) return;
    percent_ = percent;
    shown_ = true;
    std::string bar = "\r[";
    for (std::size_t i = 0; i < kWidth; ++i)
        bar += i * 100 < percent * kWidth ? '#' : ' ';
    bar += "] " + std::to_string(percent) + "% " + printable(what_) + "\x1b[K";
    std::fputs(bar.c_str(), stderr);
    std::fflush(stderr);
}

void Progress::clear() {
    if (!shown_) return;
    shown_ = false;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

}  // namespace diorama::cli
