// SPDX-License-Identifier: MIT
// The level index, and the bytes between the parts of the file.
#include <algorithm>
#include <numeric>

#include "diorama/texture/detail/ktx2_reader.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

std::string level_name(std::size_t level) {
    return "level " + std::to_string(level);
}

std::size_t entry_at(std::size_t level) {
    return kKtx2HeaderBytes + level * kKtx2LevelBytes;
}

/// What level offsets are multiples of.
std::uint64_t level_alignment(const Ktx2Reader& r) {
    if (r.out.scheme != Ktx2Scheme::none) return 1;
    const std::uint32_t block = r.layout            ? r.layout->block_bytes
                                : r.descriptor_read ? r.out.descriptor.plane_bytes[0]
                                                    : 1;
    return std::lcm(std::max(block, 1u), 4u);
}

/// Where what stands before the levels ends.
std::uint64_t levels_start(const Ktx2Reader& r) {
    const Ktx2Index& i = r.index;
    if (i.global_length != 0)
        return i.global_offset > UINT64_MAX - i.global_length ? UINT64_MAX
                                                              : i.global_offset + i.global_length;
    if (i.metadata_length != 0) return i.metadata_offset + i.metadata_length;
    if (i.descriptor_length != 0) return i.descriptor_offset + i.descriptor_length;
    return entry_at(r.out.levels.size());
}

void check_order(Ktx2Reader& r) {
    const auto& levels = r.out.levels;
    for (std::size_t i = 1; i < levels.size(); ++i) {
        if (levels[i].inflated_length > levels[i - 1].inflated_length)
            r.fault(codes::ktx2_level_order, entry_at(i) + 16,
                    level_name(i) + " has uncompressedByteLength " +
                        std::to_string(levels[i].inflated_length) + ", expected at most the " +
                        std::to_string(levels[i - 1].inflated_length) + " of the level above");
        if (levels[i].offset > levels[i - 1].offset)
            r.fault(codes::ktx2_level_order, entry_at(i),
                    level_name(i) + " lies at byte " + std::to_string(levels[i].offset) +
                        ", expected it before the larger level at byte " +
                        std::to_string(levels[i - 1].offset));
    }
}

void check_lengths(Ktx2Reader& r, std::size_t level) {
    const Ktx2Level& entry = r.out.levels[level];
    const std::size_t at = entry_at(level) + 16;
    if (r.basis_lz() || r.out.scheme == Ktx2Scheme::uastc_hdr_6x6) {
        if (entry.inflated_length != 0)
            r.fault(codes::ktx2_level_length, at,
                    level_name(level) + " has uncompressedByteLength " +
                        std::to_string(entry.inflated_length) + ", expected 0 with " +
                        to_string(r.out.scheme));
        return;
    }
    if (!r.known_scheme()) return;
    const std::optional<std::uint64_t> expected = level_bytes(r.out, r.layout, level);
    if (!expected) {
        const std::uint64_t images = std::max<std::uint64_t>(images_of_level(r.out, level), 1);
        if (entry.inflated_length == 0 || entry.inflated_length % images != 0)
            r.fault(codes::ktx2_level_length, at,
                    level_name(level) + " has uncompressedByteLength " +
                        std::to_string(entry.inflated_length) + ", expected a multiple of its " +
                        std::to_string(images) + " images");
        // Of a format nobody knows this much is known: nothing makes its bytes more or fewer.
        if (r.out.scheme == Ktx2Scheme::none && entry.length != entry.inflated_length)
            r.fault(codes::ktx2_level_length, at - 8,
                    level_name(level) + " has byteLength " + std::to_string(entry.length) +
                        ", expected its uncompressedByteLength " +
                        std::to_string(entry.inflated_length) + " without supercompression");
        return;
    }
    if (entry.inflated_length != *expected)
        r.fault(codes::ktx2_level_length, at,
                level_name(level) + " has uncompressedByteLength " +
                    std::to_string(entry.inflated_length) + ", expected " +
                    std::to_string(*expected) + " for its size in texels");
    if (r.out.scheme == Ktx2Scheme::none && entry.length != *expected)
        r.fault(codes::ktx2_level_length, at - 8,
                level_name(level) + " has byteLength " + std::to_string(entry.length) +
                    ", expected " + std::to_string(*expected) + " for its size in texels");
}

/// Levels lie smallest first, each right behind the one before it.
void check_offsets(Ktx2Reader& r) {
    const std::uint64_t alignment = level_alignment(r);
    // Where the sizes are known they say where a level belongs, whatever the index says of others.
    const bool known_sizes = r.out.scheme == Ktx2Scheme::none && r.layout.has_value();
    std::uint64_t next = round_up(levels_start(r), alignment);
    for (std::size_t i = r.out.levels.size(); i-- > 0;) {
        const Ktx2Level& entry = r.out.levels[i];
        if (entry.offset != next)
            r.fault(
                codes::ktx2_level_offset, entry_at(i),
                level_name(i) + " lies at byte " + std::to_string(entry.offset) +
                    ", expected byte " + std::to_string(next) +
                    (entry.offset % alignment != 0 ? ", a multiple of " + std::to_string(alignment)
                                                   : std::string()));
        (void)r.part(entry.offset, entry.length, level_name(i));
        const std::uint64_t start = known_sizes ? next : entry.offset;
        const std::uint64_t length =
            known_sizes ? level_bytes(r.out, r.layout, i).value_or(0) : entry.length;
        next = round_up(length > UINT64_MAX - start ? UINT64_MAX : start + length, alignment);
    }
}

}  // namespace

void read_levels(Ktx2Reader& r) {
    // No texture has more levels than 32; a larger count is reported with the header.
    const std::size_t count = std::clamp(r.out.level_count, 1u, 32u);
    if (!r.part(kKtx2HeaderBytes, count * kKtx2LevelBytes, "level index")) return;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = entry_at(i);
        r.out.levels.push_back(
            {r.at<std::uint64_t>(at), r.at<std::uint64_t>(at + 8), r.at<std::uint64_t>(at + 16)});
    }
    if (r.out.level_count > count) return;
    check_order(r);
    for (std::size_t i = 0; i < count; ++i)
        check_lengths(r, i);
    check_offsets(r);
}

void check_padding(Ktx2Reader& r) {
    struct Extent {
        std::uint64_t offset, length;
    };
    const Ktx2Index& i = r.index;
    std::vector<Extent> parts{{0, entry_at(r.out.levels.size())},
                              {i.descriptor_offset, i.descriptor_length},
                              {i.metadata_offset, i.metadata_length},
                              {i.global_offset, i.global_length}};
    for (const Ktx2Level& level : r.out.levels)
        parts.push_back({level.offset, level.length});
    std::erase_if(parts, [&](const Extent& each) {
        return each.length == 0 || each.offset > r.out.file.size() ||
               each.length > r.out.file.size() - each.offset;
    });
    std::ranges::sort(parts, {}, &Extent::offset);
    std::uint64_t end = 0;
    for (const Extent& part : parts) {
        for (std::uint64_t byte = end; byte < part.offset; ++byte) {
            if (r.out.file[static_cast<std::size_t>(byte)] == std::byte{0}) continue;
            r.fault(codes::ktx2_padding, byte,
                    "found " +
                        hex(std::to_integer<unsigned>(r.out.file[static_cast<std::size_t>(byte)])) +
                        " between two parts, expected zeros");
            break;
        }
        end = std::max(end, part.offset + part.length);
    }
}

}  // namespace diorama::texture::detail
