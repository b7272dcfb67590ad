// SPDX-License-Identifier: MIT
// The data format descriptor: its blocks, and the numbers of the basic one.
#include <algorithm>

#include "diorama/texture/detail/ktx2_reader.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

// Sizes and numbers of the Khronos Data Format Specification 1.3.
constexpr std::size_t kTotalSizeBytes = 4, kBlockHeaderBytes = 8, kBasicBytes = 24,
                      kSampleBytes = 16;
constexpr std::uint32_t kVendorKhronos = 0, kTypeBasic = 0, kTypeAdditionalDimensions = 0x6000,
                        kTypeAdditionalPlanes = 0x6001;
constexpr std::uint16_t kVersion13 = 2;
/// More blocks than this say nothing that is read; a file of them would only take time.
constexpr std::size_t kMostBlocks = 10;
/// The most samples a texel block is known to have are 6; more are not read.
constexpr std::size_t kMostSamples = 16;

std::string text(std::uint64_t number) {
    return std::to_string(number);
}

Ktx2Sample read_sample(const Ktx2Reader& r, std::size_t at) {
    Ktx2Sample out;
    const auto word = r.at<std::uint32_t>(at);
    out.bit_offset = static_cast<std::uint16_t>(word & 0xffff);
    out.bits = static_cast<std::uint16_t>((word >> 16 & 0xff) + 1);
    out.channel = static_cast<std::uint8_t>(word >> 24 & 15);
    out.qualifiers = static_cast<std::uint8_t>(word >> 28);
    out.position = r.at<std::array<std::uint8_t, 4>>(at + 4);
    out.lower = r.at<std::uint32_t>(at + 8);
    out.upper = r.at<std::uint32_t>(at + 12);
    return out;
}

/// Reads the basic descriptor of \p size bytes at \p at, all of them in the file.
void read_basic(Ktx2Reader& r, std::size_t at, std::size_t size) {
    Ktx2Descriptor& d = r.out.descriptor;
    if (const auto version = r.at<std::uint16_t>(at + 4); version != kVersion13)
        r.fault(codes::ktx2_descriptor_version, at + 4,
                "found descriptor version " + text(version) + ", expected 2, for 1.3");
    d.model = r.at<std::uint8_t>(at + 8);
    d.primaries = r.at<std::uint8_t>(at + 9);
    d.transfer = r.at<std::uint8_t>(at + 10);
    d.flags = r.at<std::uint8_t>(at + 11);
    for (std::size_t i = 0; i < 4; ++i)
        d.block[i] = r.at<std::uint8_t>(at + 12 + i) + 1u;
    d.plane_bytes = r.at<std::array<std::uint8_t, 8>>(at + 16);
    if ((size - kBasicBytes) % kSampleBytes != 0)
        r.fault(codes::ktx2_descriptor_size, at + 6,
                "found a basic descriptor of " + text(size) +
                    " bytes, expected 24 and 16 for each sample");
    const std::size_t count = (size - kBasicBytes) / kSampleBytes;
    if (count > kMostSamples)
        r.warn(codes::ktx2_descriptor_ignored, at + 6,
               "found " + text(count) + " samples, expected at most " + text(kMostSamples) +
                   "; the others are not read");
    for (std::size_t i = 0; i < std::min(count, kMostSamples); ++i)
        d.samples.push_back(read_sample(r, at + kBasicBytes + i * kSampleBytes));
    r.descriptor_read = true;
    check_descriptor(r, at);
}

/// What one block header says.
struct BlockHeader {
    std::uint32_t vendor = 0, type = 0;
    std::size_t size = 0;
};

BlockHeader read_block_header(const Ktx2Reader& r, std::size_t at) {
    const auto word = r.at<std::uint32_t>(at);
    return {word & 0x1ffff, word >> 17, r.at<std::uint16_t>(at + 6)};
}

/// Takes the block at \p at, the \p number th, in; whether it is the basic descriptor.
bool take_block(Ktx2Reader& r, std::size_t at, std::size_t left, std::size_t number,
                bool basic_seen) {
    const BlockHeader block = read_block_header(r, at);
    if (block.size < kBlockHeaderBytes || block.size > left) {
        r.fault(codes::ktx2_descriptor_size, at + 6,
                "found a descriptor block of " + text(block.size) + " bytes, expected 8 to the " +
                    text(left) + " that are left");
        return false;
    }
    const bool khronos = block.vendor == kVendorKhronos;
    if (!khronos || block.type != kTypeBasic) {
        const bool known = khronos && (block.type == kTypeAdditionalDimensions ||
                                       block.type == kTypeAdditionalPlanes);
        if (!known)
            r.warn(codes::ktx2_descriptor_ignored, at,
                   "found a descriptor block of vendor " + text(block.vendor) + ", type " +
                       text(block.type) + ", which is not read");
        return false;
    }
    if (basic_seen) {
        r.warn(codes::ktx2_descriptor_ignored, at,
               "found another basic descriptor, expected one; it is not read");
        return false;
    }
    if (block.size < kBasicBytes) {
        r.fault(codes::ktx2_descriptor_size, at + 6,
                "found a basic descriptor of " + text(block.size) + " bytes, expected at least 24");
        return true;
    }
    if (number != 1) return false;  // one that is not first is as good as missing
    read_basic(r, at, block.size);
    return true;
}

}  // namespace

void read_descriptor(Ktx2Reader& r) {
    const Ktx2Index& i = r.index;
    if (i.descriptor_offset == 0 || i.descriptor_length == 0) return;  // reported with the index
    const auto bytes = r.part(i.descriptor_offset, i.descriptor_length, "data format descriptor");
    if (!bytes) return;
    const auto start = static_cast<std::size_t>(i.descriptor_offset);
    const std::size_t end = start + bytes->size();
    if (bytes->size() < kTotalSizeBytes) {
        r.fault(codes::ktx2_descriptor_size, start,
                "found a descriptor of " + text(bytes->size()) + " bytes, expected at least 4");
        return;
    }
    if (const auto total = r.at<std::uint32_t>(start); total != bytes->size())
        r.fault(codes::ktx2_descriptor_size, start,
                "found dfdTotalSize " + text(total) + ", expected the " + text(bytes->size()) +
                    " of dfdByteLength");
    std::size_t at = start + kTotalSizeBytes, number = 0;
    bool basic = false;
    while (at < end) {
        if (++number > kMostBlocks) {
            r.warn(codes::ktx2_descriptor_ignored, at,
                   "found more than " + text(kMostBlocks) +
                       " descriptor blocks; the others are not read");
            break;
        }
        if (end - at < kBlockHeaderBytes) {
            r.fault(codes::ktx2_descriptor_size, at,
                    "found " + text(end - at) +
                        " bytes behind the descriptor blocks, expected 0, "
                        "or 8 and more for another");
            break;
        }
        basic = take_block(r, at, end - at, number, basic) || basic;
        at += std::max(read_block_header(r, at).size, kBlockHeaderBytes);
    }
    if (!basic)
        r.fault(codes::ktx2_descriptor_missing, start,
                "found no basic descriptor as the first block, expected one");
}

}  // namespace diorama::texture::detail
