// SPDX-License-Identifier: MIT
/// \file
/// A component's fields, in the order written: EntityNumbers, FieldWriter.
/// Design page: docs/formats/scene_text.md, "Members as fields".
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/math.hpp"
#include "diorama/document/detail/saved_type.hpp"
#include "diorama/document/field.hpp"
#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama {
class World;
}  // namespace diorama

namespace diorama::document {

/// The entities of a snapshot in their order, and which index each has in the file.
class EntityNumbers {
  public:
    /// Numbers \p entities, none of them null, in their order.
    explicit EntityNumbers(std::vector<Entity> entities);
    /// Those of all entities of \p world in spawn order. It must live as long, and as it is.
    [[nodiscard]] static EntityNumbers of_all(const World& world);

    /// How many there are.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// The one in \p place. Expects: there is one.
    [[nodiscard]] Entity operator[](std::size_t place) const noexcept {
        return own_ == nullptr ? entities_[place]
                               : own_->entity_at(static_cast<std::uint32_t>(place));
    }
    /// The Entity::index() of the one in \p place. Expects: there is one.
    [[nodiscard]] std::uint32_t slot(std::size_t place) const noexcept {
        return own_ == nullptr ? entities_[place].index() : static_cast<std::uint32_t>(place);
    }
    /// The index of \p entity; -1 where it is null, stale, or not part of the snapshot.
    [[nodiscard]] EntityIndex find(Entity entity) const noexcept {
        const EntityIndex place = find_live(entity.index());
        return place.value >= 0 && (*this)[static_cast<std::size_t>(place.value)] == entity
                   ? place
                   : EntityIndex{};
    }
    /// The same of the live entity whose Entity::index() is \p slot.
    [[nodiscard]] EntityIndex find_live(std::uint32_t slot) const noexcept {
        std::size_t place = slot;
        if (own_ == nullptr) place = slot < places_.size() ? places_[slot] : kNowhere;
        return place < size_ ? EntityIndex{static_cast<std::int64_t>(place)} : EntityIndex{};
    }

  private:
    static constexpr std::uint32_t kNowhere = UINT32_MAX;

    void note_places();

    std::size_t size_ = 0;
    // A world whose entities' places are their slots, as where nothing was despawned: a list of
    // them and of their places would say nothing.
    const diorama::detail::WorldCore* own_ = nullptr;
    std::vector<Entity> entities_;       // else in order
    std::vector<std::uint32_t> places_;  // else by slot
};

/// Collects the fields of one component. Everything it is given is copied or outlives it, so a
/// caller may pass temporaries.
///
/// A NaN is written as 0x7fc00000, whatever its payload.
class FieldWriter {
  public:
    /// Entities are written as \p numbers says; it must outlive the writer.
    explicit FieldWriter(const EntityNumbers& numbers) : numbers_(numbers) {}

    /// Appends a float.
    void number(std::string_view name, float value);
    /// Appends an integer.
    void integer(std::string_view name, std::int64_t value);
    /// Appends a boolean.
    void boolean(std::string_view name, bool value);
    /// Appends a string, which should be UTF-8: the file can't be written otherwise.
    void string(std::string_view name, std::string_view value);
    /// Appends a reference; to none where \p value is not part of the snapshot.
    void entity(std::string_view name, Entity value);
    /// Appends a list of floats.
    void floats(std::string_view name, std::span<const float> values);
    /// Appends three floats.
    void vec3(std::string_view name, const diorama::vec3& value);
    /// Appends sixteen floats, column-major.
    void mat4(std::string_view name, const diorama::mat4& value);

    /// Appends a value of any type with a FieldCodec, as one field or several.
    template <class T>
    void write(std::string_view name, const T& value) {
        (void)sizeof(detail::SavedType<T>);
        if constexpr (detail::kIsSaved<T>) FieldCodec<T>::write(*this, name, value);
    }

    /// While it lives, names are written below `name.`.
    class Scope {
      public:
        /// Goes below \p name.
        Scope(FieldWriter& writer, std::string_view name);
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope();
        /// Whether nesting is not too deep to be read back.
        [[nodiscard]] bool ok() const noexcept { return ok_; }

      private:
        FieldWriter& writer_;
        std::size_t size_;
        bool ok_;
    };

    /// The fields so far; valid until the next change.
    [[nodiscard]] std::span<const FieldView> fields() const noexcept { return fields_; }
    /// The first thing that could not be written; empty where all could.
    [[nodiscard]] std::string_view error() const noexcept {
        return errors_.empty() ? std::string_view() : errors_.front();
    }
    /// Everything that could not be written, up to a hundred.
    [[nodiscard]] std::span<const std::string> errors() const noexcept { return errors_; }
    /// Notes that something could not be written.
    void fail(std::string message);
    /// Forgets all fields, for the next component.
    void clear() noexcept;

  private:
    void put(std::string_view name, const FieldValue& value);
    std::byte* take(std::size_t bytes);
    [[nodiscard]] std::string_view keep(std::string_view prefix, std::string_view text);

    const EntityNumbers& numbers_;
    std::vector<FieldView> fields_;
    // Copies that the fields view: blocks are kept from component to component.
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::vector<std::unique_ptr<std::byte[]>> large_;
    std::size_t block_ = 0;
    std::size_t used_ = 0;
    std::string prefix_;
    std::size_t depth_ = 0;
    std::vector<std::string> errors_;
};

}  // namespace diorama::document
