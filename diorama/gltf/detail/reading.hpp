// SPDX-License-Identifier: MIT
/// \file
/// The steps that make a Document: FileText, read_document, check_version, check_required,
/// check_ignored, link_references, check_hierarchy, advise, is_supported, extension_uses.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/gltf/detail/container.hpp"
#include "diorama/gltf/detail/json_reader.hpp"
#include "diorama/gltf/detail/report.hpp"
#include "diorama/gltf/document.hpp"

namespace diorama::gltf::detail {

/// The JSON of a file, ready to be walked again.
struct FileText {
    Container container;  ///< the file's parts
    bool parsed = false;  ///< the JSON was whole, and of version 2
};

/// Reads \p file into \p out, which must have its name, folder, limits and sources, reporting
/// everything that can be seen without opening another file.
FileText read_document(std::span<const std::byte> file, Document& out, Report& report);

/// Holds `asset` against what this importer reads; false when it is another version, which then is
/// all that \p report has.
[[nodiscard]] bool check_version(const Document& document, Report& report);

/// Reports each required extension that this importer does not know, with who uses it.
void check_required(const Document& document, const FileText& text, Report& report);

/// Warns of each other extension that is used and that this importer does not know.
void check_ignored(const Document& document, Report& report);

/// Reports each reference that is out of its list, and makes it kNone.
void link_references(Document& document, Report& report);

/// Reports loops of nodes, nodes with two parents, and roots of scenes that have one.
void check_hierarchy(const Document& document, Report& report);

/// Warns of what can be read in two ways: URIs with an invalid escape, and several scenes of which
/// none is said to be shown.
void advise(const Document& document, Report& report);

/// Whether the importer does what extension \p name asks.
[[nodiscard]] bool is_supported(std::string_view name) noexcept;

/// An `extensions` member found somewhere in the JSON.
struct ExtensionUse {
    std::string pointer;    ///< of the extension's own object
    std::string_view name;  ///< of the extension
};

/// Every use of an extension in \p json, extras left out, in file order; at most \p limit.
[[nodiscard]] std::vector<ExtensionUse> extension_uses(std::string_view json,
                                                       std::uint32_t max_depth, std::size_t limit);

}  // namespace diorama::gltf::detail
