// SPDX-License-Identifier: MIT
// The transcoder of Basis Universal, behind checks of every size that it is handed.
#include "diorama/texture/detail/basis.hpp"

#include <basisu_transcoder.h>

#include <cstring>

namespace diorama::texture::detail {
namespace {

/// The transcoder's tables, made once.
void initialize() {
    static const bool done = [] {
        basist::basisu_transcoder_init();
        return true;
    }();
    (void)done;
}

const std::uint8_t* data_of(std::span<const std::byte> bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

/// What the transcoder is asked for, and the room for it.
struct Target {
    basist::transcoder_texture_format format;
    std::uint32_t units;  // blocks or pixels
    std::vector<std::byte> out;
};

Target target_of(BasisSize size, PixelFormat format) {
    const bool bc7 = format == PixelFormat::bc7;
    Target target{bc7 ? basist::transcoder_texture_format::cTFBC7_RGBA
                      : basist::transcoder_texture_format::cTFRGBA32,
                  0,
                  {}};
    target.out.resize(byte_size(format, size.width, size.height));
    target.units = static_cast<std::uint32_t>(target.out.size() / (bc7 ? 16 : 4));
    return target;
}

std::uint32_t blocks(std::uint32_t texels) {
    return (texels + 3) / 4;
}

}  // namespace

BasisHeader read_basis_header(std::span<const std::byte> global_data) noexcept {
    std::uint16_t counts[2];
    std::uint32_t lengths[4];
    std::memcpy(counts, global_data.data(), sizeof counts);
    std::memcpy(lengths, global_data.data() + sizeof counts, sizeof lengths);
    return {counts[0], counts[1], lengths[0], lengths[1], lengths[2], lengths[3]};
}

BasisSlices read_basis_slices(std::span<const std::byte> global_data, std::size_t index) noexcept {
    std::uint32_t fields[5];
    std::memcpy(fields, global_data.data() + kBasisHeaderBytes + index * kBasisImageBytes,
                sizeof fields);
    return {fields[0], fields[1], fields[2], fields[3], fields[4]};
}

struct BasisCodebooks::Parts {
    basist::basisu_lowlevel_etc1s_transcoder transcoder;
};

BasisCodebooks::BasisCodebooks(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
BasisCodebooks::~BasisCodebooks() = default;

std::unique_ptr<BasisCodebooks> BasisCodebooks::make(std::span<const std::byte> global_data,
                                                     std::uint64_t images) {
    initialize();
    const BasisHeader header = read_basis_header(global_data);
    const std::uint64_t start = kBasisHeaderBytes + images * kBasisImageBytes;
    const std::uint64_t end = start + header.endpoints_length + header.selectors_length +
                              std::uint64_t{header.tables_length};
    if (end > global_data.size() || header.endpoint_count == 0 || header.selector_count == 0)
        return nullptr;
    const std::span<const std::byte> books = global_data.subspan(static_cast<std::size_t>(start));
    const auto endpoints = books.first(header.endpoints_length);
    const auto selectors = books.subspan(header.endpoints_length, header.selectors_length);
    const auto tables = books.subspan(
        header.endpoints_length + std::size_t{header.selectors_length}, header.tables_length);
    auto parts = std::make_unique<Parts>();
    if (!parts->transcoder.decode_palettes(header.endpoint_count, data_of(endpoints),
                                           header.endpoints_length, header.selector_count,
                                           data_of(selectors), header.selectors_length) ||
        !parts->transcoder.decode_tables(data_of(tables), header.tables_length))
        return nullptr;
    return std::unique_ptr<BasisCodebooks>(new BasisCodebooks(std::move(parts)));
}

std::vector<std::byte> BasisCodebooks::decode(std::span<const std::byte> level,
                                              const BasisSlices& slices, BasisSize size,
                                              PixelFormat format) {
    if (level.size() > UINT32_MAX) return {};
    Target target = target_of(size, format);
    const bool decoded = parts_->transcoder.transcode_image(
        target.format, target.out.data(), target.units, data_of(level),
        static_cast<std::uint32_t>(level.size()), blocks(size.width), blocks(size.height),
        size.width, size.height, 0, slices.color_offset, slices.color_length, slices.alpha_offset,
        slices.alpha_length, 0, slices.alpha_length != 0);
    return decoded ? std::move(target.out) : std::vector<std::byte>{};
}

std::vector<std::byte> decode_uastc(std::span<const std::byte> block_bytes, BasisSize size,
                                    PixelFormat format) {
    initialize();
    constexpr std::size_t kBlockBytes = 16;
    const std::uint64_t count = std::uint64_t{blocks(size.width)} * blocks(size.height);
    if (count > UINT32_MAX / kBlockBytes || block_bytes.size() != count * kBlockBytes) return {};
    const auto length = static_cast<std::uint32_t>(block_bytes.size());
    Target target = target_of(size, format);
    basist::basisu_lowlevel_uastc_transcoder transcoder;
    const bool decoded = transcoder.transcode_image(
        target.format, target.out.data(), target.units, data_of(block_bytes), length,
        blocks(size.width), blocks(size.height), size.width, size.height, 0, 0, length, 0, true);
    return decoded ? std::move(target.out) : std::vector<std::byte>{};
}

bool is_uastc(std::span<const std::byte> blocks) {
    initialize();
    basist::uastc_block block;
    basist::unpacked_uastc_block unpacked;
    if (blocks.size() % sizeof block != 0) return false;
    for (; !blocks.empty(); blocks = blocks.subspan(sizeof block)) {
        std::memcpy(&block, blocks.data(), sizeof block);
        // Nothing else of a block can be wrong: any bits stand for texels.
        if (!basist::unpack_uastc(block, unpacked, false, false)) return false;
    }
    return true;
}

}  // namespace diorama::texture::detail
