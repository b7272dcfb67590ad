// SPDX-License-Identifier: MIT
#include "diorama/document/detail/direct_codec.hpp"

#include <algorithm>

#include "diorama/document/detail/direct_format.hpp"

namespace diorama::document::detail {

char* write_quoted(ByteSink& out, char* to, std::string_view value, std::size_t rest) {
    out.advance(to);
    to = out.room(2 * value.size() + 2 + rest);
    *to++ = '"';
    for (const char c : value) {
        const bool escaped = c == '"' || c == '\\' || c == '\n';
        *to = '\\';
        to += escaped ? 1 : 0;
        *to++ = c == '\n' ? 'n' : c;
    }
    *to++ = '"';
    return to;
}

const char* take_quoted(const char* at, const char* end, std::string& value) {
    if (at == end || *at != '"') return nullptr;
    const char* const first = ++at;
    while (at != end && *at != '"' && *at != '\\' && *at != '\n')
        ++at;
    value.assign(first, at);
    while (at != end && *at == '\\') {
        if (++at == end || (*at != '"' && *at != '\\' && *at != 'n')) return nullptr;
        value += *at == 'n' ? '\n' : *at;
        const char* const run = ++at;
        while (at != end && *at != '"' && *at != '\\' && *at != '\n')
            ++at;
        value.append(run, at);
    }
    if (at == end || *at != '"' || value.size() > SceneLimits::string_bytes) return nullptr;
    return at + 1;
}

const char* take_long(const char* at, const char* end, std::size_t size, std::string& value) {
    if (size > static_cast<std::size_t>(end - at) || !is_sound({at, size})) return nullptr;
    value.assign(at, size);
    return at + size;
}

char* put_version(char* to, std::uint32_t version) noexcept {
    to = store(to, static_cast<std::uint32_t>(kVersionField.size()));
    to += kVersionField.copy(to, kVersionField.size());
    *to++ = static_cast<char>(FieldKind::integer);
    return store(to, std::int64_t{version});
}

char* put_version_text(char* to, std::uint32_t version) noexcept {
    *to++ = ' ';
    to += kVersionField.copy(to, kVersionField.size());
    *to++ = '=';
    return std::to_chars(to, to + kIntegerTextBytes, version).ptr;
}

bool same_version(const char* at, std::uint32_t version) noexcept {
    char expected[kVersionBytes];
    put_version(expected, version);
    return std::memcmp(at, expected, kVersionBytes) == 0;
}

const char* match_version_text(const char* at, const char* end, std::uint32_t version) noexcept {
    char expected[kVersionTextBytes];
    const auto size = static_cast<std::size_t>(put_version_text(expected, version) - expected);
    if (static_cast<std::size_t>(end - at) < size || std::memcmp(at, expected, size) != 0)
        return nullptr;
    return at + size;
}

}  // namespace diorama::document::detail
