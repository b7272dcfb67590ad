// SPDX-License-Identifier: MIT
/// \file
/// Bytes made into components with no fields between: StraightLoad.
/// Design page: docs/design/scene_documents.md, "The straight way".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "diorama/document/detail/binary_cursor.hpp"
#include "diorama/document/detail/direct_codec.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/loader.hpp"
#include "diorama/document/detail/passed_pages.hpp"
#include "diorama/document/detail/text_cursor.hpp"
#include "diorama/document/scene_registry.hpp"

namespace diorama::document {

/// One walk over an input that checks it and gives its entities to a Loader, which brings none of
/// them to life yet.
///
/// An entity is first taken for one like an earlier one, and made in its place; then component by
/// component. Components that don't match their type's DirectFormat go through fields and a
/// DocumentCheck. At the first fault the walk gives up: the general way then says what is wrong,
/// and finds the rest.
class StraightLoad {
  public:
    /// Loads by \p registry into \p loader, which has begun; both and \p findings, which gets the
    /// warnings, must outlive it. \p file: where the input is mapped, or null.
    StraightLoad(const SceneRegistry& registry, const detail::InputFacts& facts,
                 const MappedFile* file, detail::Findings& findings, Loader& loader);

    /// Loads what \p cursor walks; false where there is a fault. \p again walks the same.
    bool run(detail::BinaryCursor& cursor, detail::BinaryCursor& again);
    /// The same of \p text, which is UTF-8 and whose number of entities need not be known.
    bool run(std::string_view text, detail::TextCursor& cursor, detail::TextCursor& again);

  private:
    /// What taking a component of a type needs, of every entity.
    struct Part {
        detail::DirectFormat::Take bytes, text;
        std::uint32_t version;
        std::size_t size;  // of a value
        void* place;       // binary: of the next one
    };
    /// Entities whose components are direct, in an order.
    struct Shape {
        std::uint32_t kind;  // the Loader's
        std::vector<const detail::SceneType*> types;
        std::vector<Part> parts;  // the same
    };
    // What an entity may have, as paths from the root of a tree, so that finding the next type
    // mostly costs a look at one node.
    struct Node {
        std::uint32_t last_child = 0;  // where the last entity went on from here, or 0
        std::uint32_t parent = 0;
        std::uint32_t shape =
            diorama::detail::kNone;  // of an entity that ends here, once there was
        const detail::SceneType* type = nullptr;
        bool direct = false;  // it matches its type's DirectFormat
        bool all_direct = true;
        std::vector<std::uint32_t> children;
    };

    template <class Cursor>
    bool walk(Cursor& cursor, Cursor& again);
    bool take_whole(detail::BinaryCursor& cursor);
    std::uint32_t take_run(Shape& shape, const char*& at, const char* end, std::uint32_t most);
    bool take_whole(detail::TextCursor& cursor);
    template <class Place>
    static void unmake(const Shape& shape, std::size_t made, Place&& place);
    template <class Cursor>
    detail::RecordEvent take_parts(Cursor& cursor, Cursor& again);
    template <class Cursor>
    const char* take_part(const Cursor& cursor, const char* at);
    template <class Cursor>
    bool take_general(Cursor& cursor, Cursor& again);
    const char* take(const detail::BinaryCursor& cursor, const detail::SceneType& type,
                     const char* at, void* to) {
        return type.direct.take_bytes(at, cursor.end(), type.version, to, facts_of_taking_);
    }
    const char* take(const detail::TextCursor& cursor, const detail::SceneType& type,
                     const char* at, void* to) {
        return type.direct.take_text(at, cursor.end(), type.version, to, facts_of_taking_);
    }
    bool follow(const detail::SceneType* type, bool direct);
    void end_entity();
    DocumentCheck& check();

    const SceneRegistry& registry_;
    detail::InputFacts facts_;
    detail::Findings& findings_;
    Loader& loader_;
    detail::TakeFacts facts_of_taking_;
    const MappedFile* const file_;
    detail::PassedPages passed_{file_};
    std::vector<Shape> shapes_;
    std::vector<std::uint32_t> shape_by_count_;  // binary: the last one of so many components
    std::uint32_t last_shape_ = diorama::detail::kNone;  // text: the last one
    std::vector<Node> nodes_;
    std::uint32_t node_ = 0;         // of the current entity, so far
    std::size_t entities_ = 0;       // begun
    const char* name_at_ = nullptr;  // the current entity's Name, where that was direct
    const detail::SceneType* const name_type_;
    std::string_view text_;
    std::optional<DocumentCheck> check_;
};

}  // namespace diorama::document
