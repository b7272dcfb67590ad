// SPDX-License-Identifier: MIT
#include "diorama/gltf/check.hpp"

#include <algorithm>

#include "diorama/core/file.hpp"
#include "diorama/gltf/detail/checker.hpp"
#include "diorama/gltf/detail/sources.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf {

namespace detail {

namespace {

/// Elements looked at before a file counts as hostile; some tens of seconds.
constexpr std::uint64_t kMaxWork = 1ULL << 32;

/// Whether \p accessor's view is compressed and its buffer has data all the same.
bool has_fallback(const Document& d, Index accessor) {
    const Index view = d.accessors[static_cast<std::size_t>(accessor)].buffer_view;
    if (view == kNone) return false;
    const BufferView& each = d.buffer_views[static_cast<std::size_t>(view)];
    return each.meshopt != kNone && each.buffer != kNone &&
           d.buffers[static_cast<std::size_t>(each.buffer)].has_uri;
}

}  // namespace

Checker::Checker(const Document& document, const FileText& file, Report& to)
    : d(document),
      text(file),
      report(to),
      states_(document.accessors.size(), State::unseen),
      views_(document.accessors.size()),
      parents_(document.nodes.size(), kNone),
      work_left_(kMaxWork) {
    for (std::size_t i = 0; i < d.nodes.size(); ++i) {
        for (const Index child : slice(d.indices, d.nodes[i].children)) {
            if (child == kNone) continue;
            Index& parent = parents_[static_cast<std::size_t>(child)];
            if (parent == kNone) parent = static_cast<Index>(i);
        }
    }
}

const AccessorView* Checker::view(Index accessor) {
    if (accessor == kNone) return nullptr;
    const auto i = static_cast<std::size_t>(accessor);
    if (states_[i] == State::unseen) {
        Result<AccessorView> found = view_accessor(d, accessor);
        // A fallback beside the compressed form is held to the rules too, in its place.
        if (found && has_fallback(d, accessor)) found = view_fallback(d, accessor);
        states_[i] = found ? State::good : State::bad;
        if (found) {
            views_[i] = *found;
        } else {
            add_once(found.error());
        }
    }
    if (states_[i] != State::good) return nullptr;
    const bool zeros = views_[i].data == nullptr && views_[i].sparse_count == 0;
    return zeros ? nullptr : &views_[i];
}

void Checker::add_once(const Error& error) {
    std::string key(error.code.name());
    key += ' ';
    key += error.where;
    if (added_.insert(std::move(key)).second) report.add(error);
}

bool Checker::work(std::uint64_t amount) {
    if (amount <= work_left_) {
        work_left_ -= amount;
        return true;
    }
    if (!work_reported_) {
        fault(codes::work_limit, "",
              "found more than " + std::to_string(kMaxWork) + " numbers to look at",
              "the rest of its data is not checked");
    }
    work_reported_ = true;
    return false;
}

bool Checker::uses(std::string_view name) const noexcept {
    return std::ranges::find(d.extensions_used, name) != d.extensions_used.end();
}

bool has_extension(const Object& object, std::string_view name) {
    std::string key("\"");
    key += name;
    key += '"';
    return object.extensions.find(key) != std::string_view::npos;
}

std::string_view type_name(ElementType type) noexcept {
    constexpr std::string_view kNames[]{"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    return kNames[static_cast<std::size_t>(type)];
}

std::string format_name(const Accessor& accessor) {
    std::string out(type_name(accessor.type));
    if (accessor.normalized) out += " normalized";
    switch (accessor.component_type) {
        case ComponentType::i8:
            out += " byte";
            break;
        case ComponentType::u8:
            out += " unsigned byte";
            break;
        case ComponentType::i16:
            out += " short";
            break;
        case ComponentType::u16:
            out += " unsigned short";
            break;
        case ComponentType::u32:
            out += " unsigned int";
            break;
        case ComponentType::f32:
            out += " float";
            break;
    }
    return out;
}

}  // namespace detail

std::vector<Diagnostic> check(const std::filesystem::path& path, const ImportLimits& limits) {
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) {
        detail::Report report(path.string(), limits.max_diagnostics);
        report.add(file.error());
        return report.take();
    }
    return check_memory(file->bytes(), path.parent_path(), path.string(), limits);
}

std::vector<Diagnostic> check_memory(std::span<const std::byte> bytes,
                                     const std::filesystem::path& folder, std::string name,
                                     const ImportLimits& limits) {
    detail::Report report(name, limits.max_diagnostics);
    Document document;
    document.name = std::move(name);
    document.folder = folder;
    document.limits = limits;
    document.sources = std::make_unique<detail::Sources>();
    const detail::FileText text = detail::read_document(bytes, document, report);
    if (!text.parsed) return report.take();
    detail::Checker checker(document, text, report);
    detail::check_extensions(checker);
    detail::check_resources(checker);
    detail::check_accessors(checker);
    detail::check_usage(checker);
    detail::check_meshes(checker);
    detail::check_skins(checker);
    detail::check_instances(checker);
    detail::check_animations(checker);
    detail::check_vertices(checker);
    detail::check_advice(checker);
    return report.take();
}

}  // namespace diorama::gltf
