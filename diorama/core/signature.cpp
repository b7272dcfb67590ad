// SPDX-License-Identifier: MIT
#include "diorama/core/signature.hpp"

#include <algorithm>
#include <cstdint>

namespace diorama {
namespace {

using namespace std::string_view_literals;

/// Bytes that stand at one place in every file of a kind.
struct Mark {
    std::size_t at;
    std::string_view bytes;
    Signature kind;
};

constexpr std::string_view kUnpack = "unpack it and give the file inside";

// The longer of two marks that begin alike comes first.
constexpr Mark kMarks[]{
    {0, "glTF"sv, {"a binary glTF (.glb)", ""}},
    {0, "CSCN"sv, {"a binary scene (.cscnb)", ""}},
    {0, "cinder-scene "sv, {"a text scene (.cscn)", ""}},
    {0,
     "version https://git-lfs"sv,
     {"a Git LFS pointer file", "the real file is not here yet: run `git lfs pull`"}},
    {0, "\x89PNG\r\n\x1a\n"sv, {"a PNG image", ""}},
    {0, "\xff\xd8\xff"sv, {"a JPEG image", ""}},
    {0, "GIF8"sv, {"a GIF image", ""}},
    {8, "WEBP"sv, {"a WebP image", ""}},
    {4, "ftypavif"sv, {"an AVIF image", ""}},
    {0, "\xabKTX 20\xbb"sv, {"a KTX2 container", ""}},
    {0, "\xabKTX 11\xbb"sv, {"a KTX container", ""}},
    {0, "DDS "sv, {"a DDS image", ""}},
    {0, "#?RADIANCE"sv, {"a Radiance HDR image", ""}},
    {0, "\x76\x2f\x31\x01"sv, {"an OpenEXR image", ""}},
    {0, "II*\0"sv, {"a TIFF image", ""}},
    {0, "MM\0*"sv, {"a TIFF image", ""}},
    {0, "PK\x03\x04"sv, {"a ZIP archive", kUnpack}},
    {0, "\x1f\x8b"sv, {"gzip data", kUnpack}},
    {0, "BZh"sv, {"bzip2 data", kUnpack}},
    {0,
     "\xfd"
     "7zXZ\0"sv,
     {"xz data", kUnpack}},
    {0, "\x28\xb5\x2f\xfd"sv, {"Zstandard data", kUnpack}},
    {0, "7z\xbc\xaf\x27\x1c"sv, {"a 7z archive", kUnpack}},
    {0, "Rar!"sv, {"a RAR archive", kUnpack}},
    {257, "ustar"sv, {"a tar archive", kUnpack}},
    {0, "Kaydara FBX Binary"sv, {"an FBX model", ""}},
    {0, "; FBX"sv, {"an FBX model", ""}},
    {0, "BLENDER"sv, {"a Blender file", ""}},
    {0, "PXR-USDC"sv, {"a USD model", ""}},
    {0, "#usda"sv, {"a USD model", ""}},
    {0, "ply\n"sv, {"a PLY model", ""}},
    {0, "ply\r"sv, {"a PLY model", ""}},
    {0, "DRACO"sv, {"Draco data", ""}},
    {0, "%PDF"sv, {"a PDF document", ""}},
    {0,
     "\x7f"
     "ELF"sv,
     {"a program", ""}},
    {0, "\xff\xfe"sv, {"UTF-16 text", "save it as UTF-8"}},
    {0, "\xfe\xff"sv, {"UTF-16 text", "save it as UTF-8"}},
};

/// Words, in small letters, that begin a text of a kind, whatever its case.
constexpr Mark kTexts[]{
    {0,
     "<!doctype html"sv,
     {"an HTML page", "the download gave a web page in place of the file: get the file itself"}},
    {0,
     "<html"sv,
     {"an HTML page", "the download gave a web page in place of the file: get the file itself"}},
    {0, "<?xml"sv, {"an XML text", ""}},
    {0, "{"sv, {"a JSON text", ""}},
};

char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool begins(std::string_view text, std::string_view word) noexcept {
    return text.size() >= word.size() &&
           std::ranges::equal(text.substr(0, word.size()), word, {}, lower);
}

}  // namespace

std::optional<Signature> signature_of(std::span<const std::byte> bytes) noexcept {
    if (bytes.empty())
        return Signature{"an empty file", "it was cut short: get or export it again"};
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const Mark& mark : kMarks)
        if (text.size() >= mark.at && text.substr(mark.at).starts_with(mark.bytes))
            return mark.kind;
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return Signature{"nothing but blanks", "it was cut short: get or export it again"};
    for (const Mark& mark : kTexts)
        if (begins(text.substr(first), mark.bytes)) return mark.kind;
    return std::nullopt;
}

}  // namespace diorama
