// SPDX-License-Identifier: MIT
#include "diorama/texture/mips.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "diorama/core/math.hpp"

namespace diorama::texture {
namespace {

/// The fifth root by Newton's method: only differences, products and quotients, which are rounded
/// the same everywhere, as std::pow is not. \p x is in 0.008 to 1, where the first step is too long
/// by 4/5 at worst and 20 steps are more than enough.
double fifth_root(double x) {
    double root = 1;
    for (int i = 0; i < 20; ++i)
        root -= (root - x / (root * root * root * root)) / 5;
    return root;
}

/// The light of an sRGB value, both 0 to 1. Source: IEC 61966-2-1.
double light_of(double value) {
    if (value <= 0.04045) return value / 12.92;
    const double base = (value + 0.055) / 1.055;
    return base * base * fifth_root(base * base);  // base^2.4
}

/// sRGB values of an unsigned type to light and back, where back means to the nearest value.
template <class T>
struct SrgbTable {
    static constexpr std::size_t kCount = std::size_t{1} << (8 * sizeof(T));
    /// Light is looked up by its leading bits first; a power of two, so that scaling is exact.
    static constexpr std::size_t kBuckets = std::max<std::size_t>(kCount, 4096);
    std::vector<float> light = std::vector<float>(kCount);
    /// From next[i] on, i + 1 is nearer than i; the last is beyond all light.
    std::vector<float> next = std::vector<float>(kCount, 2.0f);
    /// The nearest value of the least light of each bucket.
    std::vector<T> first = std::vector<T>(kBuckets + 1);

    SrgbTable() {
        constexpr auto kMost = static_cast<double>(kCount - 1);
        for (std::size_t i = 0; i < light.size(); ++i)
            light[i] = static_cast<float>(light_of(static_cast<double>(i) / kMost));
        for (std::size_t i = 0; i + 1 < next.size(); ++i)
            next[i] = static_cast<float>(light_of((static_cast<double>(i) + 0.5) / kMost));
        std::size_t value = 0;
        for (std::size_t bucket = 0; bucket < first.size(); ++bucket) {
            const float least = static_cast<float>(bucket) / static_cast<float>(kBuckets);
            while (next[value] <= least)
                ++value;
            first[bucket] = static_cast<T>(value);
        }
    }
    /// \p value is from 0 to 1.
    [[nodiscard]] T nearest(float value) const {
        std::size_t found = first[static_cast<std::size_t>(value * static_cast<float>(kBuckets))];
        while (next[found] <= value)
            ++found;
        return static_cast<T>(found);
    }
    static const SrgbTable& instance() {
        static const SrgbTable table;
        return table;
    }
};

/// Channels of type T in \p bytes as the numbers that are averaged.
template <class T>
vec4 read_texel(const std::byte* bytes, MipContent content) {
    constexpr auto kMost = static_cast<float>(std::numeric_limits<T>::max());
    std::array<T, 4> raw{};
    std::memcpy(raw.data(), bytes, sizeof raw);
    const auto unit = [&](std::size_t c) { return static_cast<float>(raw[c]) / kMost; };
    switch (content) {
        case MipContent::color: {
            const std::vector<float>& light = SrgbTable<T>::instance().light;
            return {light[raw[0]], light[raw[1]], light[raw[2]], unit(3)};
        }
        case MipContent::normals:
            return {unit(0) * 2 - 1, unit(1) * 2 - 1, unit(2) * 2 - 1, unit(3)};
        case MipContent::data:
            break;
    }
    return {unit(0), unit(1), unit(2), unit(3)};
}

/// The reverse of read_texel(), rounded to nearest.
template <class T>
void write_texel(vec4 texel, MipContent content, std::byte* bytes) {
    constexpr auto kMost = static_cast<double>(std::numeric_limits<T>::max());
    if (content == MipContent::normals)
        texel = {texel.x * 0.5f + 0.5f, texel.y * 0.5f + 0.5f, texel.z * 0.5f + 0.5f, texel.w};
    std::array<T, 4> raw{};
    for (std::size_t c = 0; c < 4; ++c) {
        const float value = std::clamp(texel[static_cast<int>(c)], 0.0f, 1.0f);
        raw[c] = content == MipContent::color && c < 3
                     ? SrgbTable<T>::instance().nearest(value)
                     : static_cast<T>(static_cast<double>(value) * kMost + 0.5);
    }
    std::memcpy(bytes, raw.data(), sizeof raw);
}

/// The source texels that one texel of the next level covers along one axis, and their shares.
struct Taps {
    std::uint32_t first = 0;
    std::uint32_t count = 1;
    std::array<float, 3> share{1, 0, 0};
};

/// Half of an odd size covers a little more than two texels each: a box of size / (size / 2).
std::vector<Taps> taps(std::uint32_t size) {
    const std::uint32_t half = std::max(size / 2, 1U);
    std::vector<Taps> all(half);
    if (size == 1) return all;
    for (std::uint32_t i = 0; i < half; ++i) {
        if (size % 2 == 0) {
            all[i] = {2 * i, 2, {0.5f, 0.5f, 0}};
            continue;
        }
        const auto whole = static_cast<float>(size);
        all[i] = {2 * i,
                  3,
                  {static_cast<float>(half - i) / whole, static_cast<float>(half) / whole,
                   static_cast<float>(i + 1) / whole}};
    }
    return all;
}

/// The mean of the texels under two axes' taps.
template <class Read>
vec4 mean(const Taps& across, const Taps& down, MipContent content, const Read& read) {
    vec4 sum{0, 0, 0, 0};
    vec3 shown{0, 0, 0};
    for (std::uint32_t j = 0; j < down.count; ++j) {
        for (std::uint32_t i = 0; i < across.count; ++i) {
            const vec4 texel = read(across.first + i, down.first + j);
            const float share = across.share[i] * down.share[j];
            sum += texel * share;
            shown += vec3(texel) * (texel.w * share);
        }
    }
    if (content == MipContent::color && sum.w > 0) return {shown / sum.w, sum.w};
    if (content != MipContent::normals) return sum;
    const float length = std::sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
    // Opposite normals cancel: nothing is known but that the surface is there.
    if (length < 1e-6f) return {0, 0, 1, sum.w};
    return {sum.x / length, sum.y / length, sum.z / length, sum.w};
}

/// All levels at once, a row at a time: none but the last rows of each is held as it is averaged.
template <class T>
class Chain {
  public:
    Chain(const Image& base, MipContent content) : base_(base), content_(content) {
        std::uint32_t width = base.width, height = base.height;
        while (width > 1 || height > 1) {
            Step& step = steps_.emplace_back();
            for (std::vector<vec4>& row : step.above)
                row.resize(width);
            step.columns = taps(width);
            step.rows = taps(height);
            width = static_cast<std::uint32_t>(step.columns.size());
            height = static_cast<std::uint32_t>(step.rows.size());
            step.image = {.width = width, .height = height, .format = base.format, .pixels = {}};
            step.image.pixels.resize(byte_size(base.format, width, height));
        }
        last_.resize(1);
    }

    std::vector<Image> run() {
        for (std::uint32_t y = 0; y < base_.height; ++y) {
            std::vector<vec4>& row = steps_.front().above[y % kRows];
            const std::byte* from = base_.pixels.data() + std::size_t{y} * base_.width * kStride;
            for (std::size_t x = 0; x < row.size(); ++x)
                row[x] = read_texel<T>(from + x * kStride, content_);
            take(0, y);
        }
        std::vector<Image> out;
        out.reserve(steps_.size());
        for (Step& step : steps_)
            out.push_back(std::move(step.image));
        return out;
    }

  private:
    static constexpr std::size_t kStride = 4 * sizeof(T);
    static constexpr std::size_t kRows = 3;  // that one row of the next level covers at most

    /// From one level to the next.
    struct Step {
        std::vector<Taps> columns, rows;
        /// The last rows of the level above, by their number modulo kRows: straight alpha, light
        /// for colours, -1 to 1 for normals.
        std::array<std::vector<vec4>, kRows> above;
        std::uint32_t done = 0;  // rows of `image`
        Image image;             // the next level
    };

    /// Goes on with row \p y of the level above \p index, which is there. As deep as there are
    /// levels.
    void take(std::size_t index, std::uint32_t y) {
        Step& step = steps_[index];
        const bool last = index + 1 == steps_.size();
        while (step.done < step.rows.size() &&
               step.rows[step.done].first + step.rows[step.done].count - 1 <= y) {
            const Taps& down = step.rows[step.done];
            std::vector<vec4>& row = last ? last_ : steps_[index + 1].above[step.done % kRows];
            const auto read = [&](std::uint32_t column, std::uint32_t line) {
                return step.above[line % kRows][column];
            };
            std::byte* out =
                step.image.pixels.data() + std::size_t{step.done} * step.columns.size() * kStride;
            for (std::size_t x = 0; x < step.columns.size(); ++x) {
                row[x] = mean(step.columns[x], down, content_, read);
                write_texel<T>(row[x], content_, out + x * kStride);
            }
            ++step.done;
            if (!last) take(index + 1, step.done - 1);
        }
    }

    const Image& base_;
    MipContent content_;
    std::vector<Step> steps_;
    std::vector<vec4> last_;
};

}  // namespace

std::uint32_t mip_count(std::uint32_t width, std::uint32_t height) noexcept {
    if (width == 0 || height == 0) return 0;
    return static_cast<std::uint32_t>(std::bit_width(std::max(width, height)));
}

std::vector<Image> mip_chain(const Image& base, MipContent content) {
    if (base.empty() || mip_count(base.width, base.height) < 2) return {};
    return base.format == PixelFormat::rgba8 ? Chain<std::uint8_t>(base, content).run()
                                             : Chain<std::uint16_t>(base, content).run();
}

}  // namespace diorama::texture
