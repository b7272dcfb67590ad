// SPDX-License-Identifier: MIT
/// \file
/// Basis Universal payloads on any bytes, behind a container that is always right: the first bytes
/// choose size and kind, the rest are codebooks and slices, or UASTC blocks.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <span>
#include <utility>

#include "diorama/texture/ktx2.hpp"
#include "diorama/texture/test/ktx2_builder.hpp"

namespace {

using namespace diorama::texture;

void require(bool holds) {
    if (!holds) std::abort();
}

/// Takes bytes off the front of the input, zeros past its end.
class Input {
  public:
    explicit Input(std::span<const std::byte> bytes) : bytes_(bytes) {}
    std::uint32_t byte() { return bytes_.empty() ? 0 : std::to_integer<std::uint32_t>(take(1)[0]); }
    std::uint32_t word() {
        const std::uint32_t low = byte();
        return low | byte() << 8;
    }
    test::Bytes take(std::size_t count) {
        const auto run = bytes_.first(std::min(count, bytes_.size()));
        bytes_ = bytes_.subspan(run.size());
        return {run.begin(), run.end()};
    }

  private:
    std::span<const std::byte> bytes_;
};

test::Ktx2Spec basis_lz(Input& in, std::uint32_t width, std::uint32_t height, bool alpha) {
    const std::uint32_t endpoints = in.word(), selectors = in.word();
    const test::Bytes books[] = {in.take(in.word()), in.take(in.word()), in.take(in.word())};
    const test::Bytes color = in.take(std::max(in.word(), 1u));
    test::Bytes level = color;
    const test::Bytes second = alpha ? in.take(4096) : test::Bytes{};
    level.insert(level.end(), second.begin(), second.end());
    const auto length = static_cast<std::uint32_t>(color.size());
    const auto rest = static_cast<std::uint32_t>(second.size());
    test::BitWriter header;
    header.put(endpoints, 16);
    header.put(selectors, 16);
    for (const test::Bytes& each : books)
        header.put(static_cast<std::uint32_t>(each.size()), 32);
    for (const std::uint32_t field : {0u, 0u, 0u, length, length, rest})
        header.put(field, 32);
    test::Bytes global = header.bytes();
    for (const test::Bytes& each : books)
        std::ranges::copy(each, std::back_inserter(global));
    std::vector<std::uint32_t> channels{0};
    if (rest != 0) channels.push_back(15);
    return test::basis_spec(width, height, channels, std::move(global), {level});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in(std::as_bytes(std::span(data, size)));
    const std::uint32_t kind = in.byte();
    const std::uint32_t width = 1 + in.byte() % 32, height = 1 + in.byte() % 32;
    test::Ktx2Spec spec;
    if (kind % 2 == 0) {
        spec = basis_lz(in, width, height, kind % 4 == 0);
    } else {
        constexpr std::uint32_t kChannels[] = {0, 3, 4, 5, 6};
        test::Bytes blocks = in.take(std::size_t{(width + 3) / 4} * ((height + 3) / 4) * 16);
        blocks.resize(std::size_t{(width + 3) / 4} * ((height + 3) / 4) * 16);
        spec = test::uastc_spec(width, height, kChannels[kind / 2 % 5], {blocks});
    }
    const test::Bytes file = test::build_ktx2(spec);
    const auto k = read_ktx2(file, "input");
    if (!k) {
        require(kind % 2 == 0);  // an empty slice
        return 0;
    }
    for (const TexelTarget target : {TexelTarget::rgba8, TexelTarget::bc7}) {
        const auto image = decode_ktx2(*k, target);
        if (!image) continue;
        require(image->pixels.size() == byte_size(image->format, width, height));
    }
    return 0;
}
