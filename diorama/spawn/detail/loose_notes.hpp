// SPDX-License-Identifier: MIT
/// \file
/// What the models of a world carry on objects without a struct, on its way into one asset:
/// LooseNotes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/gltf/asset.hpp"

namespace diorama::spawn::detail {

/// Gives GltfAsset::loose_extras of models to one asset, each where its object has come to stand.
///
/// Unknown extensions stay behind: what they refer to by number has other numbers there.
class LooseNotes {
  public:
    /// Gives to \p out, which must outlive it.
    explicit LooseNotes(gltf::GltfAsset& out) : out_(out) {}

    /// Makes \p model known, which must outlive it, as \p reference.
    void add_model(const std::string& reference, const gltf::GltfAsset& model);

    /// Gives the notes that model \p reference has at \p pointer and below, at \p place and below;
    /// but for those at \p except and below, where it is not empty: those count as left.
    void take(const std::string& reference, const std::string& pointer, const std::string& place,
              const std::string& except = {});

    /// The same for what stands at \p pointer alone.
    void take_only(const std::string& reference, const std::string& pointer,
                   const std::string& place);

    /// take() for a primitive whose variants wear \p worn, materials of the asset by the variants
    /// of the model, and \p made by those of the asset: it tells how mappings are numbered.
    void take_primitive(const std::string& reference, const std::string& pointer,
                        const std::string& place, std::span<const std::int32_t> worn,
                        std::span<const std::int32_t> made);

    /// The pointers of what model \p reference has and nothing took, in order, but for what is of
    /// objects that are not here at all.
    [[nodiscard]] std::vector<std::string> left(const std::string& reference) const;

    /// Whether model \p reference has any at or below \p pointer.
    [[nodiscard]] bool any(const std::string& reference, const std::string& pointer) const;

  private:
    struct Model {
        std::multimap<std::string_view, const gltf::GltfLooseExtras*> by_pointer;
        std::set<const gltf::GltfLooseExtras*> taken, left;
    };

    [[nodiscard]] static std::vector<const gltf::GltfLooseExtras*> at_and_below(
        const Model& model, const std::string& pointer);
    void give(Model& model, const gltf::GltfLooseExtras& notes, std::string place);

    gltf::GltfAsset& out_;
    std::map<std::string, Model> models_;
};

}  // namespace diorama::spawn::detail
