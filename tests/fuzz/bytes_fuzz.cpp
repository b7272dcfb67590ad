// SPDX-License-Identifier: MIT
/// \file
/// ByteReader under any sequence of reads: the first byte of each step chooses one, and the reader
/// must never leave its bytes or recover from a read past the end.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "diorama/core/bytes.hpp"

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

/// What one read of \p want bytes must have done to the reader.
void check_step(const diorama::ByteReader& reader, std::size_t before, bool was_ok,
                std::size_t want, std::size_t size) {
    require(reader.offset() <= size && reader.remaining() == size - reader.offset());
    const bool fits = was_ok && want <= size - before;
    require(reader.ok() == fits);
    require(reader.offset() == (fits ? before + want : before));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    diorama::ByteReader reader(std::as_bytes(std::span(data, size)));
    unsigned sum = 0;
    for (std::size_t step = 0; step < size; ++step) {
        const std::size_t before = reader.offset();
        const bool was_ok = reader.ok();
        std::size_t want = 0;
        switch (data[step] % 5) {
            case 0:
                want = 1, sum += reader.read<std::uint8_t>();
                break;
            case 1:
                want = 4, sum += reader.read<std::uint32_t>();
                break;
            case 2:
                want = 8, sum += reader.read<double>() > 0;
                break;
            case 3:
                want = data[step] * std::size_t{0x0101010101010101}, reader.skip(want);
                break;
            default:
                want = data[step] / 5u;
                for (const std::byte b : reader.read_bytes(want))
                    sum += unsigned(b);
        }
        check_step(reader, before, was_ok, want, size);
    }
    [[maybe_unused]] const volatile unsigned kept = sum;  // or the reads would be left out
    return 0;
}
