// SPDX-License-Identifier: MIT
/// \file
/// What the checks of a document share: Checker, and one check_ function per subject.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/detail/reading.hpp"
#include "diorama/gltf/detail/report.hpp"
#include "diorama/gltf/document.hpp"

namespace diorama::gltf::detail {

/// A document under check. It may hold kNone where a reference was reported already.
class Checker {
  public:
    Checker(const Document& document, const FileText& text, Report& report);

    const Document& d;     ///< the document
    const FileText& text;  ///< its JSON
    Report& report;        ///< where findings go

    /// Reports \p message at \p pointer.
    void fault(ErrorCode code, const std::string& pointer, std::string message,
               std::string hint = {}) {
        report.at_pointer(code, pointer, std::move(message), std::move(hint));
    }
    /// The data of \p accessor; nothing where it can't be read, which is reported once, or where
    /// there is none: an extension that is not read here may hold it.
    [[nodiscard]] const AccessorView* view(Index accessor);
    /// Adds \p error unless one with its code and place was added before.
    void add_once(const Error& error);
    /// Takes a share of the work allowed; false, reported once, when it is used up.
    [[nodiscard]] bool work(std::uint64_t amount);

    /// The parent of each node, kNone for none.
    [[nodiscard]] const std::vector<Index>& parents() const noexcept { return parents_; }
    /// Whether \p name is in extensionsUsed.
    [[nodiscard]] bool uses(std::string_view name) const noexcept;

  private:
    enum class State : std::uint8_t { unseen, good, bad };
    std::vector<State> states_;
    std::vector<AccessorView> views_;
    std::vector<Index> parents_;
    std::set<std::string> added_;
    std::uint64_t work_left_;
    bool work_reported_ = false;
};

/// Calls \p f(mesh, primitive, pointer) for every primitive, in file order; `mesh` is its mesh's
/// index.
template <class F>
void each_primitive(const Document& document, F&& f) {
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        const auto primitives = slice(document.primitives, document.meshes[m].primitives);
        for (std::size_t k = 0; k < primitives.size(); ++k) {
            std::string pointer("/meshes/");
            pointer += std::to_string(m) + "/primitives/" + std::to_string(k);
            f(m, primitives[k], pointer);
        }
    }
}

/// Whether the `extensions` of \p object have a member \p name.
[[nodiscard]] bool has_extension(const Object& object, std::string_view name);

/// The name of \p type in glTF.
[[nodiscard]] std::string_view type_name(ElementType type) noexcept;
/// The name of \p type with `normalized` in front where it is.
[[nodiscard]] std::string format_name(const Accessor& accessor);

/// Extensions that are undeclared, misplaced or required without being listed.
void check_extensions(Checker& c);
/// Buffers, images and their URIs.
void check_resources(Checker& c);
/// Views and accessors: ranges, alignment, min and max.
void check_accessors(Checker& c);
/// Who uses which view and accessor, and whether that fits.
void check_usage(Checker& c);
/// Attributes, morph targets and materials of primitives.
void check_meshes(Checker& c);
/// The numbers of vertex streams and indices.
void check_vertices(Checker& c);
/// Nodes and skins.
void check_skins(Checker& c);
/// Attributes of instances.
void check_instances(Checker& c);
/// Channels and samplers of animations.
void check_animations(Checker& c);
/// What is allowed and does nothing, or not the same in every reader.
void check_advice(Checker& c);

}  // namespace diorama::gltf::detail
