// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/uri.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <system_error>

#include "diorama/gltf/detail/base64.hpp"
#include "diorama/gltf/detail/report.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

constexpr std::string_view kData = "data:";
constexpr std::string_view kBase64 = ";base64";

char small(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Whether \p text starts with \p word, which is in small letters, be it in capitals.
bool starts_with_word(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           std::ranges::equal(text.substr(0, word.size()), word, {}, small);
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// \p text with its percent escapes decoded; nothing when one of them is invalid.
std::optional<std::string> percent_decoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

/// Length of the scheme that \p text starts with, its colon not counted; 0 for a relative URI.
std::size_t scheme_length(std::string_view text) {
    const auto letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
    if (text.empty() || !letter(text[0])) return 0;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ':') return i;
        if (!letter(c) && !(c >= '0' && c <= '9') && c != '+' && c != '-' && c != '.') return 0;
    }
    return 0;
}

bool is_separator(char c) {
    return c == '/' || c == '\\';
}

/// Whether \p path is absolute or steps above where it starts; a backslash separates as well, for
/// it does where the file may be read next.
bool leaves_folder(std::string_view path) {
    if (!path.empty() && is_separator(path[0])) return true;
    std::int64_t depth = 0;
    for (std::size_t first = 0; first <= path.size();) {
        const auto end = std::find_if(path.begin() + static_cast<std::ptrdiff_t>(first), path.end(),
                                      is_separator);
        const auto last = static_cast<std::size_t>(end - path.begin());
        const std::string_view step = path.substr(first, last - first);
        if (step == "..") {
            if (--depth < 0) return true;
        } else if (!step.empty() && step != ".") {
            ++depth;
        }
        first = last + 1;
    }
    return false;
}

}  // namespace

Result<Uri> parse_uri(std::string_view text, bool may_leave, const std::string& where) {
    if (is_data_uri(text)) {
        Uri uri;
        uri.data = true;
        return uri;
    }
    if (text.empty()) {
        return fail(codes::uri_invalid, "found an empty URI, expected the name of a file", where);
    }
    if (const std::size_t length = scheme_length(text); length > 0) {
        return fail(codes::uri_scheme,
                    "found a URI with the scheme " + quoted(text.substr(0, length)) +
                        ", expected a path relative to the file, or data:",
                    where, "nothing is fetched; download it and name the local file");
    }
    if (text.substr(0, text.find('/')).find(':') != std::string_view::npos) {
        return fail(codes::uri_invalid,
                    "found the URI " + quoted(text) +
                        " with a colon behind what is no scheme, expected none",
                    where, "write ./ before it, or %3A for the colon");
    }
    Uri uri;
    uri.raw = std::string(text);
    std::optional<std::string> decoded = percent_decoded(text);
    uri.invalid_escape = !decoded;
    uri.path = decoded ? std::move(*decoded) : uri.raw;
    if (uri.path.find('\0') != std::string::npos) {
        return fail(codes::uri_invalid, "found a zero character in a URI, expected none", where);
    }
    if (!may_leave && (leaves_folder(uri.path) || leaves_folder(uri.raw))) {
        return fail(codes::uri_outside,
                    "found the URI " + quoted(text) + ", expected one inside the file's folder",
                    where, "move the file it names beside or below the glTF file");
    }
    return uri;
}

bool is_data_uri(std::string_view text) noexcept {
    return starts_with_word(text, kData);
}

std::string data_uri_media_type(std::string_view text) {
    text.remove_prefix(kData.size());
    std::string out(text.substr(0, text.find_first_of(";,")));
    std::ranges::transform(out, out.begin(), small);
    return out;
}

namespace {

/// What a data: URI holds, behind its comma.
struct Payload {
    std::string_view text;                 // as it stands in the URI
    std::optional<std::string> unescaped;  // where it has percent escapes
    bool base64 = false;
};

Result<Payload> payload_of(std::string_view text, const std::string& where) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) {
        return fail(codes::uri_data, "found a data: URI without a comma, expected one", where);
    }
    std::string_view header = text.substr(0, comma);
    Payload out;
    const std::size_t last = header.rfind(';');
    out.base64 = last != std::string_view::npos && header.size() - last == kBase64.size() &&
                 starts_with_word(header.substr(last), kBase64);
    if (out.base64) header.remove_suffix(kBase64.size());
    for (std::size_t i = header.find(';'); i != std::string_view::npos;) {
        const std::size_t end = header.find(';', i + 1);
        if (header.substr(i, end - i).find('=') == std::string_view::npos) {
            return fail(codes::uri_data,
                        "found a parameter without a value in a data: URI, expected name=value",
                        where);
        }
        i = end;
    }
    out.text = text.substr(comma + 1);
    if (!out.base64 || out.text.find('%') != std::string_view::npos) {
        out.unescaped = percent_decoded(out.text);
        if (!out.unescaped) {
            return fail(codes::uri_data, "found an invalid percent escape in a data: URI", where);
        }
    }
    return out;
}

std::unexpected<Error> not_base64(const std::string& where) {
    return fail(codes::uri_data,
                "found text that is no base64 in a data: URI, expected A-Z a-z 0-9 + / in groups "
                "of four, the last filled up with =",
                where);
}

Result<std::vector<std::byte>> decoded(const Payload& payload, const std::string& where) {
    const std::string_view text =
        payload.unescaped ? std::string_view(*payload.unescaped) : payload.text;
    if (!payload.base64) {
        const auto bytes = std::as_bytes(std::span(text));
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    }
    std::optional<std::vector<std::byte>> bytes = decode_base64(text);
    if (!bytes) return not_base64(where);
    return std::move(*bytes);
}

}  // namespace

Result<std::vector<std::byte>> decode_data_uri(std::string_view text, const std::string& where) {
    const Result<Payload> payload = payload_of(text, where);
    if (!payload) return std::unexpected(payload.error());
    return decoded(*payload, where);
}

Result<std::variant<std::vector<std::byte>, Base64>> open_data_uri(std::string_view text,
                                                                   const std::string& where) {
    const Result<Payload> payload = payload_of(text, where);
    if (!payload) return std::unexpected(payload.error());
    if (payload->base64 && !payload->unescaped) {
        std::optional<Base64> base64 = Base64::of(payload->text);
        if (!base64) return not_base64(where);
        return std::move(*base64);
    }
    Result<std::vector<std::byte>> bytes = decoded(*payload, where);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return std::move(*bytes);
}

Base64Ending data_uri_ending(std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos || !text.substr(0, comma).ends_with(";base64"))
        return Base64Ending::sound;
    const std::string_view payload = text.substr(comma + 1);
    if (payload.find('%') == std::string_view::npos) return base64_ending(payload);
    const std::optional<std::string> decoded = percent_decoded(payload);
    return decoded ? base64_ending(*decoded) : Base64Ending::broken;
}

std::filesystem::path resolve_uri(const Uri& uri, const std::filesystem::path& folder) {
    const std::filesystem::path decoded = folder / uri.path;
    std::error_code ignored;
    if (uri.path == uri.raw || std::filesystem::exists(decoded, ignored)) return decoded;
    const std::filesystem::path raw = folder / uri.raw;
    return std::filesystem::exists(raw, ignored) ? raw : decoded;
}

}  // namespace diorama::gltf::detail
