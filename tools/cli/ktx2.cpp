// SPDX-License-Identifier: MIT
#include "ktx2.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "diorama/core/file.hpp"
#include "diorama/texture/ktx2.hpp"
#include "output.hpp"
#include "printable.hpp"
#include "report.hpp"

namespace diorama::cli {
namespace {

using texture::Ktx2;

/// The numbers of a texture, in the order both outputs show them.
std::vector<std::pair<const char*, std::uint64_t>> numbers_of(const Ktx2& k) {
    return {{"width", k.width},   {"height", k.height}, {"depth", k.depth},
            {"layers", k.layers}, {"faces", k.faces},   {"levels", k.levels.size()}};
}

const char* color_space(const Ktx2& k) {
    return k.color_space() == texture::ColorSpace::srgb ? "sRGB" : "linear";
}

/// A value as people read it: text, or the bytes of what is none.
std::string shown(std::span<const std::byte> value) {
    std::string_view text(reinterpret_cast<const char*>(value.data()), value.size());
    const bool closed = text.ends_with('\0');
    if (closed) text.remove_suffix(1);
    const bool plain = std::ranges::all_of(
        text, [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
    if (closed && plain) return std::string(text);
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (const std::byte each : value.first(std::min<std::size_t>(value.size(), 64))) {
        out += kDigits[std::to_integer<std::size_t>(each >> 4)];
        out += kDigits[std::to_integer<std::size_t>(each & std::byte{15})];
    }
    return out.append(value.size() > 64 ? "..." : "");
}

std::string json_of(const InfoOptions& options, const Ktx2& k) {
    JsonWriter json;
    json.begin_object().key("file").value(options.file.string());
    json.key("format").value(k.format_name());
    json.key("vkFormat").value(k.format);
    json.key("supercompression").value(to_string(k.scheme));
    json.key("colorSpace").value(color_space(k));
    for (const auto& [name, number] : numbers_of(k))
        json.key(name).value(number);
    json.key("levelBytes").begin_array();
    for (const texture::Ktx2Level& level : k.levels)
        json.value(level.length);
    json.end_array();
    json.key("metadata").begin_object();
    for (const texture::Ktx2Entry& entry : k.metadata)
        json.key(entry.key).value(shown(entry.value));
    json.end_object();
    write_diagnostics(json, k.warnings);
    return json.end_object().text();
}

std::string text_of(const InfoOptions& options, const Ktx2& k) {
    std::string text = printable(options.file.string());
    const auto line = [&](std::string_view name, std::string_view value) {
        text.append("\n").append(printable(name));
        text.append(name.size() < 14 ? 14 - name.size() : 1, ' ').append(printable(value));
    };
    line("KTX2", k.format_name());
    if (k.scheme != texture::Ktx2Scheme::none) line("compression", to_string(k.scheme));
    line("colours", color_space(k));
    for (const auto& [name, number] : numbers_of(k))
        if (number != 0) line(name, std::to_string(number));
    for (const texture::Ktx2Entry& entry : k.metadata)
        line(entry.key, shown(entry.value));
    return text;
}

}  // namespace

bool is_ktx2(const std::filesystem::path& path) {
    if (lower_extension(path) == ".ktx2") return true;
    const Result<MappedFile> file = MappedFile::open(path);
    return file && texture::image_file_kind(file->bytes()) == texture::ImageFileKind::ktx2;
}

int info_of_ktx2(const InfoOptions& options) {
    const std::string name = options.file.string();
    const Result<MappedFile> file = MappedFile::open(options.file);
    if (!file) return report_failure(file.error(), name, options.json);
    const Result<Ktx2> k = texture::read_ktx2(file->bytes(), name);
    if (!k) return report_failure(k.error(), name, options.json);
    print_messages(k->warnings, options.json);
    return print_output(options.json ? json_of(options, *k) : text_of(options, *k)) ? kSuccess
                                                                                    : kFault;
}

std::vector<Diagnostic> check_ktx2_file(const std::filesystem::path& path) {
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) return all_diagnostics(file.error());
    return texture::check_ktx2(file->bytes(), path.string());
}

}  // namespace diorama::cli
