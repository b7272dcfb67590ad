// SPDX-License-Identifier: MIT
/// \file
/// What gltf's tests share: bytes, glb, parse_text, finding codes, Folder, the corpus.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/gltf/document.hpp"
#include "tests/support/temporary_folder.hpp"

namespace diorama::gltf::test {

/// The little-endian bytes of \p values, one after the other.
template <class T>
std::string bytes(std::initializer_list<T> values) {
    std::string out(values.size() * sizeof(T), '\0');
    if (!out.empty()) std::memcpy(out.data(), std::data(values), out.size());
    return out;
}

/// A GLB chunk with the header's length field set to \p length.
inline std::string chunk(std::string_view type, std::string_view data, std::uint32_t length) {
    return bytes<std::uint32_t>({length}) + std::string(type.substr(0, 4)) + std::string(data);
}

/// A GLB header followed by \p chunks.
inline std::string glb_of(std::string_view chunks) {
    const auto total = static_cast<std::uint32_t>(12 + chunks.size());
    return "glTF" + bytes<std::uint32_t>({2, total}) + std::string(chunks);
}

/// \p data padded with \p fill to a multiple of 4.
inline std::string padded(std::string data, char fill) {
    while (data.size() % 4 != 0)
        data += fill;
    return data;
}

/// A whole GLB.
inline std::string glb(std::string json, std::string bin) {
    json = padded(std::move(json), ' ');
    bin = padded(std::move(bin), '\0');
    return glb_of(chunk("JSON", json, static_cast<std::uint32_t>(json.size())) +
                  chunk(std::string_view("BIN\0", 4), bin, static_cast<std::uint32_t>(bin.size())));
}

/// Parses \p file, which is kept alive for the whole run.
inline Result<Document> parse_text(std::string file, const ImportLimits& limits = {},
                                   const std::filesystem::path& folder = "/nonexistent") {
    static std::deque<std::string> kept;
    const std::string& text = kept.emplace_back(std::move(file));
    return parse_memory(std::as_bytes(std::span(text)), folder, "test.gltf", limits);
}

/// A glTF 2.0 document with \p members beside `asset`.
inline std::string gltf(std::string_view members = {}) {
    std::string out(R"({"asset":{"version":"2.0"})");
    if (!members.empty()) out.push_back(',');
    out.append(members);
    out.push_back('}');
    return out;
}

/// Members that give a .glb with \p size bytes of BIN one buffer and one view over all of it.
inline std::string whole_view(std::size_t size) {
    std::string out = R"("buffers":[{"byteLength":)" + std::to_string(size);
    out += R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + std::to_string(size);
    return out + "}]";
}

/// Whether \p found holds a finding of \p code at a place that ends with \p where.
inline bool has(const std::vector<Diagnostic>& found, std::string_view code,
                std::string_view where = {}) {
    return std::ranges::any_of(found, [&](const Diagnostic& each) {
        return each.code.name() == code && each.where.ends_with(where);
    });
}

/// The findings of \p result, good or failed.
inline const std::vector<Diagnostic>& findings(const Result<Document>& result) {
    return result ? result->diagnostics : result.error().diagnostics;
}

/// All of \p found, for failure messages.
inline std::string shown(const std::vector<Diagnostic>& found) {
    std::string out;
    for (const Diagnostic& each : found)
        out += to_string(each) + "\n";
    return out;
}

/// A folder of its own, which files are written to.
class Folder : public diorama::test::TemporaryFolder {
  public:
    /// Writes \p data to \p name in it.
    std::filesystem::path write(const std::string& name, std::string_view data) const {
        std::filesystem::create_directories((path() / name).parent_path());
        std::ofstream(path() / name, std::ios::binary) << data;
        return path() / name;
    }
};

/// The corpus folder, or nothing.
inline std::filesystem::path corpus() {
    const char* const path = std::getenv("DIORAMA_CORPUS");
    return path == nullptr ? "" : path;
}

}  // namespace diorama::gltf::test
