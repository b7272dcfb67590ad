// SPDX-License-Identifier: MIT
#include "diorama/spawn/detail/loose_notes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace diorama::spawn::detail {
namespace {

using gltf::GltfLooseExtras;

/// Lists of which a world's asset has what is used: what is of others goes with them.
constexpr std::array<std::string_view, 9> kLists{
    "/animations/", "/cameras/",  "/images/",
    "/materials/",  "/meshes/",   "/nodes/",
    "/skins/",      "/textures/", "/extensions/KHR_lights_punctual/lights/"};

bool is_of_list(std::string_view pointer) {
    // No channel uses it, or it would be with that.
    if (pointer.starts_with("/animations/") && pointer.find("/samplers/") != pointer.npos)
        return false;
    return std::ranges::any_of(kLists,
                               [&](std::string_view list) { return pointer.starts_with(list); });
}

/// The materials of \p worn, each where it is met first: the order of their mappings in a file.
std::vector<std::int32_t> in_order_of_mappings(std::span<const std::int32_t> worn) {
    std::vector<std::int32_t> out;
    for (const std::int32_t each : worn)
        if (each >= 0 && std::ranges::find(out, each) == out.end()) out.push_back(each);
    return out;
}

}  // namespace

void LooseNotes::add_model(const std::string& reference, const gltf::GltfAsset& model) {
    Model& known = models_[reference];
    for (const GltfLooseExtras& each : model.loose_extras)
        known.by_pointer.emplace(each.pointer, &each);
}

std::vector<const GltfLooseExtras*> LooseNotes::at_and_below(const Model& model,
                                                             const std::string& pointer) {
    std::vector<const GltfLooseExtras*> out;
    const auto [first, last] = model.by_pointer.equal_range(pointer);
    for (auto each = first; each != last; ++each)
        out.push_back(each->second);
    const std::string below = pointer + "/";
    for (auto each = model.by_pointer.lower_bound(below);
         each != model.by_pointer.end() && each->first.starts_with(below); ++each)
        out.push_back(each->second);
    return out;
}

void LooseNotes::give(Model& model, const GltfLooseExtras& notes, std::string place) {
    model.taken.insert(&notes);
    if (notes.name.empty() && notes.extras.empty()) return;
    out_.loose_extras.push_back({std::move(place), notes.extras, {}, notes.name});
}

void LooseNotes::take(const std::string& reference, const std::string& pointer,
                      const std::string& place, const std::string& except) {
    Model& model = models_[reference];
    std::vector<const GltfLooseExtras*> kept;
    if (!except.empty()) kept = at_and_below(model, except);
    model.left.insert(kept.begin(), kept.end());
    for (const GltfLooseExtras* const each : at_and_below(model, pointer))
        if (std::ranges::find(kept, each) == kept.end())
            give(model, *each, place + each->pointer.substr(pointer.size()));
}

void LooseNotes::take_only(const std::string& reference, const std::string& pointer,
                           const std::string& place) {
    Model& model = models_[reference];
    const auto [first, last] = model.by_pointer.equal_range(pointer);
    for (auto each = first; each != last; ++each)
        give(model, *each->second, place);
}

void LooseNotes::take_primitive(const std::string& reference, const std::string& pointer,
                                const std::string& place, std::span<const std::int32_t> worn,
                                std::span<const std::int32_t> made) {
    const std::string mappings = pointer + "/extensions/KHR_materials_variants/mappings";
    take(reference, pointer, place, mappings);
    Model& model = models_[reference];
    const std::vector<std::int32_t> before = in_order_of_mappings(worn);
    const std::vector<std::int32_t> now = in_order_of_mappings(made);
    for (std::size_t from = 0; from < before.size(); ++from) {
        const auto to = std::ranges::find(now, before[from]) - now.begin();
        const std::string old = std::string(mappings).append("/").append(std::to_string(from));
        const std::string here =
            place + mappings.substr(pointer.size()).append("/").append(std::to_string(to));
        for (const GltfLooseExtras* const each : at_and_below(model, old))
            give(model, *each, here + each->pointer.substr(old.size()));
    }
}

std::vector<std::string> LooseNotes::left(const std::string& reference) const {
    std::vector<std::string> out;
    const auto model = models_.find(reference);
    if (model == models_.end()) return out;
    for (const auto& [pointer, notes] : model->second.by_pointer) {
        if (model->second.taken.contains(notes)) continue;
        if (notes->name.empty() && notes->extras.empty()) continue;
        if (is_of_list(pointer) && !model->second.left.contains(notes)) continue;
        out.emplace_back(pointer);
    }
    return out;
}

bool LooseNotes::any(const std::string& reference, const std::string& pointer) const {
    const auto model = models_.find(reference);
    return model != models_.end() && !at_and_below(model->second, pointer).empty();
}

}  // namespace diorama::spawn::detail
