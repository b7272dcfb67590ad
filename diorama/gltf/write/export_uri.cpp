// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/export_uri.hpp"

#include <filesystem>

#include "diorama/gltf/detail/uri.hpp"

namespace diorama::gltf::detail {
namespace {

bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

/// Whether \p uri holds nothing that a URI, or an IRI, would have to escape.
bool is_well_formed(std::string_view uri) {
    constexpr std::string_view kAllowed = "/!$&'()*+,;=@%";
    for (const char c : uri)
        if (!is_unreserved(c) && static_cast<unsigned char>(c) < 0x80 &&
            kAllowed.find(c) == std::string_view::npos)
            return false;
    return true;
}

}  // namespace

std::string percent_encoded(std::string_view path) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string out;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (is_unreserved(c) || c == '/') {
            out += c;
        } else {
            out += '%';
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        }
    }
    return out;
}

std::string beside_name(std::string_view uri) {
    if (uri.empty()) return {};
    const Result<Uri> parsed = parse_uri(uri, /*may_leave=*/false, {});
    if (!parsed || parsed->data) return {};
    // Normal, so that two spellings of one file are one file.
    std::string name = std::filesystem::path(parsed->path).lexically_normal().generic_string();
    if (name.empty() || name == "." || name.ends_with('/')) return {};
    return name;
}

std::string uri_of(std::string_view name, std::string_view as_written) {
    if (is_well_formed(as_written)) {
        const Result<Uri> parsed = parse_uri(as_written, /*may_leave=*/false, {});
        if (parsed && !parsed->data && !parsed->invalid_escape && beside_name(as_written) == name)
            return std::string(as_written);
    }
    return percent_encoded(name);
}

}  // namespace diorama::gltf::detail
