// SPDX-License-Identifier: MIT
#include "diorama/gltf/document.hpp"

#include "diorama/core/file.hpp"
#include "diorama/gltf/detail/reading.hpp"
#include "diorama/gltf/detail/sources.hpp"

namespace diorama::gltf {

std::uint32_t component_size(ComponentType type) noexcept {
    switch (type) {
        case ComponentType::i8:
        case ComponentType::u8:
            return 1;
        case ComponentType::i16:
        case ComponentType::u16:
            return 2;
        case ComponentType::u32:
        case ComponentType::f32:
            return 4;
    }
    return 4;
}

std::uint32_t component_count(ElementType type) noexcept {
    constexpr std::uint32_t kCounts[]{1, 2, 3, 4, 4, 9, 16};
    return kCounts[static_cast<std::size_t>(type)];
}

Document::Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

namespace {

Document empty_document(std::string name, const std::filesystem::path& folder,
                        const ImportLimits& limits) {
    Document out;
    out.name = std::move(name);
    out.folder = folder;
    out.limits = limits;
    out.sources = std::make_unique<detail::Sources>();
    return out;
}

Result<Document> finished(std::span<const std::byte> bytes, Document document) {
    detail::Report report(document.name, document.limits.max_diagnostics,
                          document.limits.best_effort);
    detail::read_document(bytes, document, report);
    if (report.fatal()) return std::unexpected(report.take_error());
    document.diagnostics = report.take();
    return document;
}

}  // namespace

Result<Document> parse(const std::filesystem::path& path, const ImportLimits& limits) {
    Result<MappedFile> file = MappedFile::open(path);
    if (!file) return std::unexpected(std::move(file.error()));
    Document document = empty_document(path.string(), path.parent_path(), limits);
    document.sources->file = std::move(*file);
    const std::span<const std::byte> bytes = document.sources->file.bytes();
    return finished(bytes, std::move(document));
}

Result<Document> parse_memory(std::span<const std::byte> bytes, const std::filesystem::path& folder,
                              std::string name, const ImportLimits& limits) {
    return finished(bytes, empty_document(std::move(name), folder, limits));
}

Index default_scene(const Document& document) noexcept {
    if (document.scene != kNone) return document.scene;
    return document.scenes.empty() ? kNone : 0;
}

std::vector<Index> scene_roots(const Document& document, Index scene) {
    if (scene != kNone) {
        const auto nodes =
            slice(document.indices, document.scenes[static_cast<std::size_t>(scene)].nodes);
        return {nodes.begin(), nodes.end()};
    }
    std::vector<bool> is_child(document.nodes.size(), false);
    for (const Node& node : document.nodes) {
        for (const Index child : slice(document.indices, node.children)) {
            is_child[static_cast<std::size_t>(child)] = true;
        }
    }
    std::vector<Index> roots;
    for (std::size_t i = 0; i < is_child.size(); ++i) {
        if (!is_child[i]) roots.push_back(static_cast<Index>(i));
    }
    return roots;
}

mat4 local_matrix(const Document& document, const Node& node) noexcept {
    if (node.matrix != kNone) return document.matrices[static_cast<std::size_t>(node.matrix)];
    return compose(node.translation, node.rotation, node.scale);
}

std::string where(const Document& document, std::string_view pointer) {
    return document.name + "#" + std::string(pointer);
}

std::string where(const Document& document, std::string_view list, Index index) {
    std::string out = document.name + "#/";
    out += list;
    out += '/';
    out += std::to_string(index);
    return out;
}

}  // namespace diorama::gltf
