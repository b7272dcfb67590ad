// SPDX-License-Identifier: MIT
#include "diorama/anim/clip.hpp"

#include <algorithm>
#include <cmath>

#include "diorama/anim/error_codes.hpp"

namespace diorama::anim {
namespace {

Result<> check_times(std::span<const float> times) {
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (!std::isfinite(times[i]))
            return fail(codes::not_finite, "time of key " + std::to_string(i) + " is " +
                                               std::to_string(times[i]) +
                                               ", expected a finite number");
        if (i > 0 && !(times[i - 1] < times[i]))
            return fail(codes::time_order, "time of key " + std::to_string(i) + " is " +
                                               std::to_string(times[i]) +
                                               ", expected more than the " +
                                               std::to_string(times[i - 1]) + " before it");
    }
    return {};
}

}  // namespace

Result<> check(const Channel& channel) {
    if (auto ok = check_times(channel.times); !ok) return ok;
    const std::uint64_t per_key = std::uint64_t{channel.components} *
                                  (channel.interpolation == Interpolation::cubic_spline ? 3 : 1);
    const std::uint64_t expected = per_key * channel.times.size();
    if (channel.values.size() != expected)
        return fail(codes::value_count, std::to_string(channel.values.size()) + " values for " +
                                            std::to_string(channel.times.size()) +
                                            " keys, expected " + std::to_string(expected));
    for (std::size_t i = 0; i < channel.values.size(); ++i)
        if (!std::isfinite(channel.values[i]))
            return fail(codes::not_finite, "value " + std::to_string(i) + " is " +
                                               std::to_string(channel.values[i]) +
                                               ", expected a finite number");
    return {};
}

float duration_of(std::span<const Channel> channels) noexcept {
    float duration = 0;
    for (const Channel& channel : channels)
        if (!channel.times.empty()) duration = std::max(duration, channel.times.back());
    return duration;
}

}  // namespace diorama::anim
