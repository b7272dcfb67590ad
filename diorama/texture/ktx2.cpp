// SPDX-License-Identifier: MIT
#include "diorama/texture/ktx2.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "diorama/texture/detail/ktx2_reader.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture {

namespace detail {

Ktx2Reader::Ktx2Reader(std::span<const std::byte> file, std::string_view where) {
    out.file = file;
    out.where = where;
}

void Ktx2Reader::add(Severity severity, ErrorCode code, std::uint64_t byte, std::string message,
                     std::string hint) {
    // A file of faults must not fill the memory; the first error is kept whatever came before it.
    constexpr std::size_t kMostFindings = 256;
    const bool first_error = severity == Severity::error && !error_found_;
    if (found.size() >= kMostFindings && !first_error) return;
    error_found_ = error_found_ || severity == Severity::error;
    found.push_back({severity, code, std::move(message), out.where + "@" + std::to_string(byte),
                     std::move(hint)});
}

void Ktx2Reader::fault(ErrorCode code, std::uint64_t byte, std::string message, std::string hint) {
    add(Severity::error, code, byte, std::move(message), std::move(hint));
}

void Ktx2Reader::warn(ErrorCode code, std::uint64_t byte, std::string message, std::string hint) {
    add(Severity::warning, code, byte, std::move(message), std::move(hint));
}

std::optional<std::span<const std::byte>> Ktx2Reader::part(std::uint64_t offset,
                                                           std::uint64_t length,
                                                           std::string_view what) {
    const std::uint64_t size = out.file.size();
    if (offset <= size && length <= size - offset)
        return out.file.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    fault(codes::ktx2_truncated, size,
          "file ends at byte " + std::to_string(size) + ", expected " + std::to_string(length) +
              " bytes of " + std::string(what) + " at byte " + std::to_string(offset),
          "the file was cut short; fetch or write it again");
    return std::nullopt;
}

bool Ktx2Reader::known_scheme() const noexcept {
    return static_cast<std::uint32_t>(out.scheme) <=
           static_cast<std::uint32_t>(Ktx2Scheme::uastc_hdr_6x6);
}

bool Ktx2Reader::in_blocks() const noexcept {
    return basis_lz() || (layout && layout->compressed);
}

std::string hex(std::uint64_t value) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
    std::string text("0x");
    text.append(digits.data(), end);
    return text;
}

std::uint64_t saturating_mul(std::uint64_t a, std::uint64_t b) noexcept {
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) noexcept {
    const std::uint64_t over = value % step;
    return over == 0 || value > UINT64_MAX - step ? value : value + (step - over);
}

namespace {

/// Blocks and slices of one level.
struct LevelBlocks {
    std::uint64_t x = 0, y = 0, z = 0;
    std::uint64_t bytes = 0;  // of a block
};

std::optional<LevelBlocks> blocks_of(const Ktx2& ktx2, const std::optional<FormatLayout>& layout,
                                     std::size_t level) {
    std::array<std::uint32_t, 3> block{};
    LevelBlocks out;
    if (layout) {
        block = layout->block;
        out.bytes = layout->block_bytes;
    } else if (ktx2.format == 0 && ktx2.descriptor.model == model::uastc) {
        block = {4, 4, 1};
        out.bytes = 16;
    } else {
        return std::nullopt;
    }
    const auto along = [&](std::uint32_t size, std::uint32_t step) {
        const std::uint64_t texels = std::max(1u, size >> std::min<std::size_t>(level, 31));
        return (texels + step - 1) / step;
    };
    out.x = along(ktx2.width, block[0]);
    out.y = along(ktx2.height, block[1]);
    out.z = along(ktx2.depth, block[2]);
    return out;
}

}  // namespace

std::optional<std::uint64_t> image_bytes(const Ktx2& ktx2,
                                         const std::optional<FormatLayout>& layout,
                                         std::size_t level) {
    const std::optional<LevelBlocks> blocks = blocks_of(ktx2, layout, level);
    if (!blocks) return std::nullopt;
    return saturating_mul(saturating_mul(blocks->x, blocks->y), blocks->bytes);
}

std::optional<std::uint64_t> level_bytes(const Ktx2& ktx2,
                                         const std::optional<FormatLayout>& layout,
                                         std::size_t level) {
    const std::optional<LevelBlocks> blocks = blocks_of(ktx2, layout, level);
    const std::optional<std::uint64_t> image = image_bytes(ktx2, layout, level);
    if (!blocks || !image) return std::nullopt;
    const std::uint64_t layer = saturating_mul(saturating_mul(*image, blocks->z), ktx2.faces);
    return saturating_mul(layer, std::max(1u, ktx2.layers));
}

std::uint64_t images_of_level(const Ktx2& ktx2, std::size_t level) noexcept {
    const std::uint64_t slices = std::max(1u, ktx2.depth >> std::min<std::size_t>(level, 31));
    return saturating_mul(saturating_mul(slices, ktx2.faces), std::max(1u, ktx2.layers));
}

}  // namespace detail

namespace {

using detail::Ktx2Reader;

bool has_error(const std::vector<Diagnostic>& found) {
    return std::ranges::any_of(
        found, [](const Diagnostic& each) { return each.severity == Severity::error; });
}

void read_parts(Ktx2Reader& reader) {
    if (!detail::read_header(reader)) return;
    detail::read_index(reader);
    detail::read_descriptor(reader);
    detail::read_levels(reader);
    detail::read_metadata(reader);
    detail::read_global_data(reader);
    detail::check_padding(reader);
    if (!has_error(reader.found)) detail::warn_undecoded(reader);
}

}  // namespace

std::string to_string(Ktx2Scheme scheme) {
    switch (scheme) {
        case Ktx2Scheme::none:
            return "none";
        case Ktx2Scheme::basis_lz:
            return "BasisLZ";
        case Ktx2Scheme::zstd:
            return "Zstandard";
        case Ktx2Scheme::zlib:
            return "ZLIB";
        case Ktx2Scheme::uastc_hdr_6x6:
            return "UASTC HDR 6x6 intermediate";
    }
    std::string text("scheme ");
    return text.append(std::to_string(static_cast<std::uint32_t>(scheme)));
}

std::string_view Ktx2::text(std::string_view key) const noexcept {
    for (const Ktx2Entry& each : metadata) {
        if (each.key != key) continue;
        std::string_view value(reinterpret_cast<const char*>(each.value.data()), each.value.size());
        if (value.ends_with('\0')) value.remove_suffix(1);
        return value;
    }
    return {};
}

ColorSpace Ktx2::color_space() const noexcept {
    return descriptor.transfer == detail::kTransferSrgb ? ColorSpace::srgb : ColorSpace::linear;
}

std::string Ktx2::format_name() const {
    // Its format says that it is ASTC, which is half of it.
    if (descriptor.model == detail::model::uastc_hdr_4x4) return "UASTC HDR 4x4";
    if (format != 0) return detail::vk_format_name(format);
    switch (descriptor.model) {
        case detail::model::etc1s:
            return "ETC1S";
        case detail::model::uastc:
            return "UASTC";
        case detail::model::uastc_hdr_6x6:
            return "UASTC HDR 6x6";
        default:
            return std::string("colour model ").append(std::to_string(descriptor.model));
    }
}

Result<Ktx2> read_ktx2(std::span<const std::byte> file, std::string_view where) {
    Ktx2Reader reader(file, where);
    read_parts(reader);
    if (!has_error(reader.found)) {
        reader.out.warnings = std::move(reader.found);
        return std::move(reader.out);
    }
    const auto first = std::ranges::find(reader.found, Severity::error, &Diagnostic::severity);
    Error error{first->code, first->message, first->where, first->hint, {}, {}, {}};
    error.diagnostics = std::move(reader.found);
    return std::unexpected(std::move(error));
}

std::vector<Diagnostic> check_ktx2(std::span<const std::byte> file, std::string_view where,
                                   Ktx2Profile profile, const ImageLimits& limits) {
    Ktx2Reader reader(file, where);
    read_parts(reader);
    if (profile == Ktx2Profile::gltf_basis && file.size() >= detail::kKtx2HeaderBytes)
        detail::check_gltf_profile(reader);
    const bool sound = !std::ranges::any_of(reader.found, [](const Diagnostic& each) {
        return each.severity == Severity::error && each.code != codes::ktx2_gltf;
    });
    if (sound) detail::check_data(reader, limits);
    return std::move(reader.found);
}

}  // namespace diorama::texture
