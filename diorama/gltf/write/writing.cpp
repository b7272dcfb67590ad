// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/writing.hpp"

#include <algorithm>
#include <bit>

#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/unknown_extensions.hpp"

namespace diorama::gltf::detail {
namespace {

bool same_bits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

std::set<std::string> names_of(std::string_view extensions) {
    const std::vector<std::string> names = unknown_extensions(extensions);
    return {names.begin(), names.end()};
}

}  // namespace

Writing::Writing(const GltfAsset& from, std::string file_stem)
    : asset(from), stem(std::move(file_stem)) {
    for (const GltfLooseExtras& each : asset.loose_extras)
        loose_.emplace(each.pointer, &each);
}

void Writing::leave_out(const std::string& name) {
    left_out_.insert(name);
}

void Writing::leave_out_image(std::int32_t image) {
    images_left_out_.insert(image);
}

std::vector<Diagnostic> Writing::diagnostics() const {
    std::vector<Diagnostic> out;
    for (const std::string& name : left_out_)
        out.push_back({Severity::warning,
                       codes::export_left_out,
                       "found the extension " + name +
                           ", whose references to accessors or buffer views would mean others",
                       {},
                       "it is left out; the file that was read still has it"});
    for (const std::int32_t image : images_left_out_)
        out.push_back({Severity::warning,
                       codes::export_left_out,
                       "found a texture with image " + std::to_string(image) +
                           " beside another of the same kind, expected one of each kind",
                       {},
                       "the first is kept"});
    std::size_t lost = 0;
    std::string first;
    for (const GltfLooseExtras& each : asset.loose_extras) {
        const bool carries =
            !each.name.empty() || !each.extras.empty() || has_unknown_extension(each.extensions);
        if (!carries || written_.contains(&each)) continue;
        if (lost++ == 0) first = each.pointer;
    }
    if (lost > 0)
        out.push_back({Severity::warning,
                       codes::export_left_out,
                       "found names, extras or extensions of " + std::to_string(lost) +
                           (lost == 1 ? " object that the file does not have"
                                      : " objects that the file does not have, the first at") +
                           (lost == 1 ? ", at " : " ") + first,
                       {},
                       "buffers, views and accessors are laid out anew; the file that was read "
                       "still has them"});
    return out;
}

const GltfLooseExtras* Writing::loose(const std::string& pointer) {
    const auto found = loose_.find(pointer);
    if (found == loose_.end()) return nullptr;
    written_.insert(found->second);
    return found->second;
}

void Writing::write_loose(const std::string& pointer) {
    const GltfLooseExtras* const kept = loose(pointer);
    if (kept == nullptr) return;
    ExtensionsOut(*this, kept->extensions).close();
    common(kept->name, kept->extras);
}

bool Writing::storage(const std::string& pointer) {
    if (loose_.empty()) return false;
    const StorageNotes notes{loose(pointer), loose(pointer + "/bufferView")};
    packer.note(notes);
    return notes.accessor != nullptr || notes.view != nullptr;
}

void Writing::use_extension(std::string_view name, bool required) {
    used_.emplace(name);
    if (required) required_.emplace(name);
}

void Writing::common(std::string_view name, std::string_view extras) {
    if (!name.empty()) json.key("name").string(name);
    if (!extras.empty()) json.key("extras").raw(extras);
}

void Writing::reference(std::string_view key, std::int32_t index) {
    if (index >= 0) json.key(key).integer(static_cast<std::uint64_t>(index));
}

void Writing::number_unless(std::string_view key, float value, float otherwise) {
    if (!same_bits(value, otherwise)) json.key(key).number(value);
}

void Writing::numbers_unless(std::string_view key, std::span<const float> values,
                             std::span<const float> otherwise) {
    if (!std::ranges::equal(values, otherwise, same_bits)) json.key(key).numbers(values);
}

void Writing::list(std::string_view key, const std::vector<std::string>& order,
                   const std::set<std::string>& names) {
    if (names.empty()) return;
    std::set<std::string> left = names;
    json.key(key).begin_array();
    for (const std::string& name : order)
        if (left.erase(name) > 0) json.string(name);
    for (const std::string& name : left)
        json.string(name);
    json.end_array();
}

void Writing::keep_statements() {
    // What has data that is not written says nothing without it.
    std::set<std::string> elsewhere = left_out_;
    for (const GltfLooseExtras& each : asset.loose_extras)
        if (!written_.contains(&each)) elsewhere.merge(names_of(each.extensions));
    for (const std::vector<std::string>* names :
         {&asset.extensions_used, &asset.extensions_required})
        for (const std::string& name : *names)
            if (!knows_extension(name) && !elsewhere.contains(name)) used_.insert(name);
}

void Writing::extension_lists() {
    keep_statements();
    for (const std::string& name : asset.extensions_required)
        if (used_.contains(name)) required_.insert(name);
    list("extensionsUsed", asset.extensions_used, used_);
    list("extensionsRequired", asset.extensions_required, required_);
}

}  // namespace diorama::gltf::detail
