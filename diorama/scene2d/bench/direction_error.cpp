// SPDX-License-Identifier: MIT
/// \file
/// Measures direction() against the C library at every one of the 2^32 angles, and checks its
/// symmetries at each, or at every Nth when N is the argument; prints the greatest error in steps
/// of 2^-30. Exit 1 where a promise of angle.hpp does not hold. This program, not the module, uses
/// floating point.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "diorama/scene2d/angle.hpp"

namespace {

using diorama::scene2d::Angle;
using diorama::scene2d::Direction;

constexpr double kTau = 6.283185307179586476925;
constexpr double kScale = 1 << 30;

/// Sines and cosines of the low or high half of an angle's bits: each of the 2^32 is one addition
/// theorem away, good to 2^-52.
struct Table {
    double sine[65536], cosine[65536];
    explicit Table(double step) {
        for (int i = 0; i < 65536; ++i) {
            sine[i] = std::sin(i * step);
            cosine[i] = std::cos(i * step);
        }
    }
};

struct Worst {
    double error = 0;
    std::uint32_t angle = 0;
    void see(double found, std::uint32_t at) {
        if (found > error) {
            error = found;
            angle = at;
        }
    }
};

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t stride = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    if (stride == 0) return 2;
    const auto high = std::make_unique<Table>(kTau / 65536),
               low = std::make_unique<Table>(kTau / 4294967296.0);
    Worst sine, cosine;
    std::uint64_t uneven = 0, fell = 0;
    diorama::scene2d::Unit before;
    for (std::uint64_t i = 0; i < (std::uint64_t{1} << 32); i += stride) {
        const auto raw = static_cast<std::uint32_t>(i);
        const Direction d = direction(Angle::from_raw(raw));
        const std::uint32_t h = raw >> 16, l = raw & 0xffff;
        const double s = high->sine[h] * low->cosine[l] + high->cosine[h] * low->sine[l];
        const double c = high->cosine[h] * low->cosine[l] - high->sine[h] * low->sine[l];
        sine.see(std::abs(d.sin.raw() - s * kScale), raw);
        cosine.see(std::abs(d.cos.raw() - c * kScale), raw);
        const Direction mirrored = direction(-Angle::from_raw(raw));
        const Direction turned = direction(Angle::from_raw(raw) + Angle::kQuarter);
        uneven += mirrored.sin.raw() != -d.sin.raw() || mirrored.cos != d.cos ||
                  turned.cos.raw() != -d.sin.raw() || turned.sin != d.cos;
        fell += raw > 0 && raw <= (1u << 30) && d.sin < before;
        before = d.sin;
    }
    std::printf("sine   %.4f steps of 2^-30 at most, at angle 0x%08x\n", sine.error, sine.angle);
    std::printf("cosine %.4f steps of 2^-30 at most, at angle 0x%08x\n", cosine.error,
                cosine.angle);
    std::printf("%llu angles break a symmetry; the sine falls at %llu of the first quarter's\n",
                static_cast<unsigned long long>(uneven), static_cast<unsigned long long>(fell));
    const double promised = diorama::scene2d::kDirectionErrorSteps;
    return uneven == 0 && sine.error <= promised && cosine.error <= promised ? 0 : 1;
}
