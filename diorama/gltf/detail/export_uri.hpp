// SPDX-License-Identifier: MIT
/// \file
/// Names of files beside a .gltf and the URIs that name them: percent_encoded, beside_name, uri_of.
/// Source: glTF 2.0 section 2.8 (URIs), RFC 3986.
#pragma once

#include <string>
#include <string_view>

namespace diorama::gltf::detail {

/// \p path, `/` separated, as a relative URI: every byte but letters, digits and `-._~/` is
/// escaped.
[[nodiscard]] std::string percent_encoded(std::string_view path);

/// The file that \p uri names inside the folder of the .gltf; empty where it names none, or one
/// outside.
[[nodiscard]] std::string beside_name(std::string_view uri);

/// The URI of \p name: \p as_written where that is a URI of the same file, else one made anew.
[[nodiscard]] std::string uri_of(std::string_view name, std::string_view as_written);

}  // namespace diorama::gltf::detail
