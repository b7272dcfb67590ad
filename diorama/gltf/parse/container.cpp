// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/container.hpp"

#include <optional>
#include <string>

#include "diorama/core/bytes.hpp"
#include "diorama/core/signature.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

constexpr std::uint32_t kMagic = 0x46546c67;      // "glTF"
constexpr std::uint32_t kChunkJson = 0x4e4f534a;  // "JSON"
constexpr std::uint32_t kChunkBin = 0x004e4942;   // "BIN\0"
constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kChunkHeaderBytes = 8;

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Keeps \p text as the JSON, a byte order mark in front taken off.
void set_json(Container& out, std::string_view text, std::size_t offset, Report& report) {
    constexpr std::string_view kBom = "\xef\xbb\xbf";
    if (text.starts_with(kBom)) {
        report.at_byte(codes::json_bom, offset,
                       "found a byte order mark before the JSON, expected none",
                       "save it as UTF-8 without BOM");
        text.remove_prefix(kBom.size());
        offset += kBom.size();
    }
    out.json = text;
    out.json_offset = offset;
}

/// One chunk of a GLB.
struct Chunk {
    std::uint32_t type = 0;
    std::size_t start = 0;  // of its header in the file
    std::span<const std::byte> data;
};

/// Reads the chunk at \p offset of \p glb, whose end is the said length.
std::optional<Chunk> read_chunk(std::span<const std::byte> glb, std::size_t offset,
                                Report& report) {
    const std::size_t left = glb.size() - offset;
    if (left < kChunkHeaderBytes) {
        report.at_byte(codes::glb_chunk, offset,
                       "found " + std::to_string(left) +
                           " bytes, expected a chunk header of 8 bytes or the end");
        return std::nullopt;
    }
    ByteReader reader(glb.subspan(offset));
    const auto length = reader.read<std::uint32_t>();
    const auto type = reader.read<std::uint32_t>();
    if (length > left - kChunkHeaderBytes) {
        report.at_byte(codes::glb_chunk, offset,
                       "found a chunk of " + std::to_string(length) + " bytes, expected at most " +
                           std::to_string(left - kChunkHeaderBytes) + ": the rest of the file");
        return std::nullopt;
    }
    if (length % 4 != 0) {
        report.at_byte(
            codes::glb_alignment, offset,
            "found a chunk of " + std::to_string(length) + " bytes, expected a multiple of 4",
            "pad JSON with spaces and BIN with zeros");
    }
    return Chunk{type, offset, glb.subspan(offset + kChunkHeaderBytes, length)};
}

void take_bin(Container& out, const Chunk& chunk, std::size_t number, Report& report) {
    if (out.bin) {
        report.at_byte(codes::glb_order, chunk.start, "found a second BIN chunk, expected one");
        return;
    }
    if (number != 1) {
        report.at_byte(
            codes::glb_order, chunk.start,
            "found the BIN chunk as number " + std::to_string(number + 1) + ", expected it second");
    }
    out.bin = chunk.data;
}

/// Walks the chunks of \p glb, which is cut to the length its header says.
void read_chunks(Container& out, std::span<const std::byte> glb, Report& report) {
    std::size_t offset = kHeaderBytes;
    for (std::size_t number = 0; offset < glb.size() || number == 0; ++number) {
        const std::optional<Chunk> chunk = read_chunk(glb, offset, report);
        if (!chunk) return;
        if (number == 0) {
            if (chunk->type != kChunkJson) {
                report.at_byte(codes::glb_first_chunk, offset,
                               "found a chunk of another type, expected the JSON chunk first");
                return;
            }
            if (chunk->data.empty()) {
                report.at_byte(codes::glb_chunk, offset, "found an empty JSON chunk");
                return;
            }
            set_json(out, as_text(chunk->data), offset + kChunkHeaderBytes, report);
        } else if (chunk->type == kChunkJson) {
            report.at_byte(codes::glb_order, offset, "found a second JSON chunk, expected one");
        } else if (chunk->type == kChunkBin) {
            take_bin(out, *chunk, number, report);
        } else {
            report.at_byte(codes::glb_unknown_chunk, offset,
                           "found a chunk of an unknown type, expected JSON or BIN");
        }
        offset += kChunkHeaderBytes + chunk->data.size();
    }
}

void open_glb(Container& out, std::span<const std::byte> file, Report& report) {
    out.glb = true;
    ByteReader reader(file);
    reader.skip(4);
    const auto version = reader.read<std::uint32_t>();
    const auto length = reader.read<std::uint32_t>();
    if (!reader.ok()) {
        report.at_byte(
            codes::glb_truncated, file.size(),
            "found " + std::to_string(file.size()) + " bytes, expected a GLB header of 12 bytes");
        return;
    }
    if (version != 2) {
        report.at_byte(codes::glb_version, 4,
                       "found GLB version " + std::to_string(version) + ", expected 2",
                       "export it as glTF 2.0");
        return;
    }
    if (length > file.size()) {
        report.at_byte(codes::glb_truncated, 8,
                       "found a file of " + std::to_string(file.size()) + " bytes, expected the " +
                           std::to_string(length) + " its header says",
                       "the file was cut short; copy or export it again");
        return;
    }
    if (length < kHeaderBytes + kChunkHeaderBytes) {
        report.at_byte(
            codes::glb_truncated, 8,
            "found a said length of " + std::to_string(length) + ", expected at least 20");
        return;
    }
    if (length < file.size()) {
        report.at_byte(codes::glb_trailing, length,
                       "found " + std::to_string(file.size() - length) +
                           " bytes after the said length of " + std::to_string(length) +
                           ", expected none; they are ignored");
    }
    read_chunks(out, file.first(length), report);
}

}  // namespace

Container open_container(std::span<const std::byte> file, Report& report) {
    Container out;
    ByteReader reader(file);
    if (file.size() >= 4 && reader.read<std::uint32_t>() == kMagic) {
        open_glb(out, file, report);
        if (report.fatal()) out.json = {};
        return out;
    }
    const std::string_view text = as_text(file);
    const std::size_t first = text.find_first_not_of("\xef\xbb\xbf \t\r\n");
    if (first == std::string_view::npos || text[first] != '{') {
        const std::optional<Signature> kind = signature_of(file);
        std::string found = "found ";
        if (kind)
            found.append(kind->name);
        else if (first == std::string_view::npos)
            found.append("nothing but white space");
        else
            found.append(quoted(cut_at_character(text.substr(first), 4)));
        const bool helped = kind && !kind->remedy.empty();
        report.at_byte(codes::not_gltf, first == std::string_view::npos ? 0 : first,
                       found + ", expected glTF: a JSON object or a .glb container",
                       helped ? std::string(kind->remedy)
                              : "of models only glTF 2.0, .gltf and .glb, is read: export others "
                                "as that, and give images with the model that uses them");
        return out;
    }
    set_json(out, text, 0, report);
    return out;
}

}  // namespace diorama::gltf::detail
