// SPDX-License-Identifier: MIT
/// \file
/// URIs of a glTF file: Uri, parse_uri, decode_data_uri, data_uri_ending, is_data_uri,
/// data_uri_media_type, resolve_uri.
/// Source: glTF 2.0 section 2.8 (URIs), RFC 3986, RFC 2397.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/detail/base64.hpp"

namespace diorama::gltf::detail {

/// What a URI says, no file looked at yet.
struct Uri {
    bool data = false;            ///< a data: URI
    std::string path;             ///< percent escapes decoded; empty for data:
    std::string raw;              ///< as written; empty for data:
    bool invalid_escape = false;  ///< holds a % that starts no escape; `path` is then `raw`
};

/// Reads \p text; what would leave the file's folder is refused unless \p may_leave.
///
/// Failure: gltf-uri-invalid, gltf-uri-scheme, gltf-uri-outside; `where` is \p where.
[[nodiscard]] Result<Uri> parse_uri(std::string_view text, bool may_leave,
                                    const std::string& where);

/// The bytes of the data: URI \p text, base64 or percent-encoded.
///
/// Failure: gltf-uri-data; `where` is \p where.
[[nodiscard]] Result<std::vector<std::byte>> decode_data_uri(std::string_view text,
                                                             const std::string& where);

/// The same, but where it is plain base64 nothing is decoded yet.
///
/// Valid: while \p text does.
[[nodiscard]] Result<std::variant<std::vector<std::byte>, Base64>> open_data_uri(
    std::string_view text, const std::string& where);

/// How the base64 of the data: URI \p text ends; sound where it has none.
[[nodiscard]] Base64Ending data_uri_ending(std::string_view text);

/// Whether \p text is a data: URI; schemes are the same in capitals.
[[nodiscard]] bool is_data_uri(std::string_view text) noexcept;

/// The media type of the data: URI \p text, in small letters, without its parameters.
[[nodiscard]] std::string data_uri_media_type(std::string_view text);

/// The file that \p uri names under \p folder: the decoded spelling if it exists, else the raw one
/// if that does, else the decoded one.
[[nodiscard]] std::filesystem::path resolve_uri(const Uri& uri,
                                                const std::filesystem::path& folder);

}  // namespace diorama::gltf::detail
