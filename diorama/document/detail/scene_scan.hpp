// SPDX-License-Identifier: MIT
/// \file
/// Bytes held against a registry before any entity exists: SceneScan.
/// Design page: docs/design/scene_documents.md, "The straight way".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "diorama/document/detail/binary_cursor.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/text_cursor.hpp"
#include "diorama/document/detail/value_log.hpp"
#include "diorama/document/scene_registry.hpp"

namespace diorama::document {

/// One walk over an input that finds out whether it can be loaded, and which components its
/// entities have.
///
/// Components that match their type's DirectFormat are not made into fields; the others go through
/// a DocumentCheck. At the first fault the walk gives up: the general way then says what is wrong,
/// and finds the rest.
class SceneScan {
  public:
    /// A component of a shape.
    struct Step {
        const detail::SceneType* type;  ///< null where no type is registered for it
        bool direct;                    ///< it matches its type's DirectFormat
    };

    /// Scans for \p registry; both it and \p findings, which gets the warnings, must outlive it.
    SceneScan(const SceneRegistry& registry, const detail::InputFacts& facts,
              detail::Findings& findings);

    /// Scans what \p cursor walks; false where there is a fault. \p again walks the same.
    bool run(detail::BinaryCursor& cursor, detail::BinaryCursor& again);
    /// The same of \p text, whose number of entities need not be known. Values are logged; for a
    /// component that is not direct its place and its line are.
    bool run(std::string_view text, detail::TextCursor& cursor, detail::TextCursor& again);

    /// Which shape each entity has.
    [[nodiscard]] const std::vector<std::uint32_t>& shapes() const noexcept { return shapes_; }
    /// The components of shape \p shape, in order; valid until the next call.
    [[nodiscard]] std::span<const Step> steps(std::uint32_t shape);
    /// Whether the steps of \p shape are all direct.
    [[nodiscard]] bool all_direct(std::uint32_t shape) const noexcept {
        return nodes_[shape].all_direct;
    }
    /// The registered types of the components that most entities have.
    [[nodiscard]] std::vector<const detail::SceneType*> usual();
    /// The values of text.
    [[nodiscard]] detail::ValueLog& values() noexcept { return values_; }

  private:
    // Shapes are paths from the root of a tree, so that finding one costs a step a component.
    struct Node {
        // What matching it needs, beside each other: where the last entity went on from here, or 0;
        // whether it is direct; whether its match has to be noted.
        std::uint32_t last_child = 0;
        bool direct = false;
        bool noted = false;
        bool all_direct = true;
        std::uint32_t parent = 0;
        const detail::SceneType* type = nullptr;
        std::vector<std::uint32_t> children;
        std::vector<Step> path;  // the way here, once asked for; empty where not all is direct
    };

    template <class Cursor>
    bool walk(Cursor& cursor, Cursor& again);
    template <class Cursor>
    const char* match_likely(const Cursor& cursor, const char* at);
    template <class Cursor>
    const char* match_by_name(const Cursor& cursor, const char* at);
    template <class Cursor>
    bool take_general(Cursor& cursor, Cursor& again);
    const char* match_as(const detail::BinaryCursor& cursor, const detail::SceneType& type,
                         const char* at) {
        return type.direct.match_bytes(at, cursor.end(), type.version, match_);
    }
    const char* match_as(const detail::TextCursor& cursor, const detail::SceneType& type,
                         const char* at) {
        return type.direct.match_text(at, cursor.end(), type.version, values_, match_);
    }
    void note_match(const detail::SceneType& type, const char* at);
    bool follow(const detail::SceneType* type, bool direct);
    void end_entity();
    void note_target(const detail::SceneType& type, std::int64_t target);
    [[nodiscard]] bool has_loop() const;
    DocumentCheck& check();

    const SceneRegistry& registry_;
    detail::InputFacts facts_;
    detail::Findings& findings_;
    std::vector<Node> nodes_;
    std::uint32_t node_ = 0;  // of the current entity, so far
    std::vector<std::uint32_t> shapes_;
    std::vector<Step> path_;
    detail::MatchFacts match_;
    std::size_t entities_ = 0;       // begun
    const char* name_at_ = nullptr;  // the current entity's Name, where that was direct
    const detail::SceneType* const name_type_;
    std::string_view text_;
    std::optional<DocumentCheck> check_;
    std::vector<std::vector<std::int32_t>> targets_;  // by type, then entity; -1 for none
    bool forward_ = false;
    detail::ValueLog values_;
};

}  // namespace diorama::document
