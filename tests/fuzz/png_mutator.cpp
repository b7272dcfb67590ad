// SPDX-License-Identifier: MIT
/// \file
/// libFuzzer's mutator for images: makes the checksums of PNG chunks right again, most of the time.
/// Without it nearly every changed PNG is refused for its checksum, and what lies behind is unseen.
#include <cstddef>
#include <cstdint>
#include <span>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

constexpr std::size_t kSignatureBytes = 8;
constexpr std::size_t kFrameBytes = 12;  // length, type and checksum of a chunk

std::uint32_t read_big_endian(const std::uint8_t* from) {
    return std::uint32_t{from[0]} << 24 | std::uint32_t{from[1]} << 16 |
           std::uint32_t{from[2]} << 8 | from[3];
}

/// Source: PNG (Third Edition) section 5.5, the CRC of ISO 3309.
std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
    std::uint32_t sum = 0xffffffff;
    for (const std::uint8_t byte : bytes) {
        sum ^= byte;
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum >> 1) ^ ((sum & 1) != 0 ? 0xedb88320 : 0);
    }
    return ~sum;
}

void mend_checksums(std::span<std::uint8_t> png) {
    std::size_t at = kSignatureBytes;
    while (at + kFrameBytes <= png.size()) {
        const std::size_t length = read_big_endian(png.data() + at);
        if (length > png.size() - at - kFrameBytes) return;
        const std::uint32_t sum = checksum(png.subspan(at + 4, length + 4));
        for (std::size_t i = 0; i < 4; ++i)
            png[at + 8 + length + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
        at += kFrameBytes + length;
    }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    const std::size_t changed = LLVMFuzzerMutate(data, size, most);
    const bool is_png = changed > kSignatureBytes && data[0] == 0x89 && data[1] == 'P';
    if (is_png && seed % 8 != 0) mend_checksums({data, changed});
    return changed;
}
