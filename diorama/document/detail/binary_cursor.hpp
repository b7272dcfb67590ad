// SPDX-License-Identifier: MIT
/// \file
/// The binary format read front to back: BinaryCursor.
/// Design page: docs/formats/scene_binary.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/bytes.hpp"
#include "diorama/document/detail/binary_layout.hpp"
#include "diorama/document/detail/findings.hpp"
#include "diorama/document/detail/record_scratch.hpp"

namespace diorama::document::detail {

/// Walks a binary document, one entity or component at a time.
///
/// After a fault in the structure nothing that follows can be trusted, so the walk ends; other
/// faults are added to the findings and the component is left out.
class BinaryCursor {
  public:
    /// Reads \p bytes, which must outlive the cursor, and their header; faults go to \p findings.
    ///
    /// \p checked: an earlier walk has found no fault, so names and UTF-8 are not looked at again.
    BinaryCursor(std::span<const std::byte> bytes, Findings& findings, bool checked = false);

    /// Moves to the next entity or component.
    RecordEvent next() {
        // Most often the next entity is plainly there.
        if (components_left_ == 0 && entities_left_ > 0 && bytes_.remaining() >= kEntityBytes) {
            std::uint32_t count = 0;
            std::memcpy(&count, begin_ + bytes_.offset(), sizeof(count));
            if (count <= SceneLimits::components &&
                count * kLeastComponentBytes <= bytes_.remaining() - kEntityBytes &&
                !findings_.full()) {
                bytes_.skip(kEntityBytes);
                components_left_ = count;
                --entities_left_;
                ++entities_;
                return RecordEvent::entity;
            }
        }
        return find_next();
    }
    /// The version in the header.
    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// The component last come upon; valid until the next move.
    [[nodiscard]] RecordView record() const noexcept { return record_.view(); }
    /// Entities that the header says there are and that were not yet come upon.
    [[nodiscard]] std::size_t announced() const noexcept { return entities_left_; }
    /// Entities come upon so far.
    [[nodiscard]] std::size_t entities() const noexcept { return entities_; }
    /// References from here on mean none of them.
    [[nodiscard]] std::int64_t reference_end() const noexcept {
        return static_cast<std::int64_t>(entities_);
    }
    /// The highest entity any field refers to so far; -1 for none.
    [[nodiscard]] std::int64_t highest_reference() const noexcept { return highest_reference_; }

    // For those who match whole components themselves.

    /// Where the next component begins; null where an entity, the end or a fault comes first.
    [[nodiscard]] const char* component_at() const noexcept {
        return components_left_ > 0 ? begin_ + bytes_.offset() : nullptr;
    }
    /// Components of the current entity not yet come upon.
    [[nodiscard]] std::uint32_t components_left() const noexcept { return components_left_; }
    /// Where reading stands.
    [[nodiscard]] const char* at() const noexcept { return begin_ + bytes_.offset(); }
    /// Where the bytes end.
    [[nodiscard]] const char* end() const noexcept {
        return begin_ + bytes_.offset() + bytes_.remaining();
    }
    /// Goes on behind that component, which ends at \p end.
    void skip_component(const char* end) noexcept {
        --components_left_;
        bytes_.skip(static_cast<std::size_t>(end - begin_) - bytes_.offset());
    }
    /// Goes on at \p end, behind them and \p entities whole ones.
    void skip_entities(const char* end, std::uint32_t entities) noexcept {
        components_left_ = 0;
        entities_left_ -= entities;
        entities_ += entities;
        bytes_.skip(static_cast<std::size_t>(end - begin_) - bytes_.offset());
    }
    /// The component at \p at, which was come upon before and was sound.
    [[nodiscard]] RecordView read_again(const char* at);
    /// What precedes the components of an entity.
    static constexpr std::size_t kEntityBytes = 4;

  private:
    RecordEvent find_next();
    void read_header();
    bool read_component();
    bool read_field(bool& sound);
    [[nodiscard]] bool names_are_known() const;
    bool check_names();
    bool read_value(std::uint8_t kind, FieldValue& value, bool& sound);
    bool read_integer(FieldKind kind, FieldValue& value, bool& sound);
    bool read_list(FieldValue& value);
    bool read_string(std::string_view& text, std::string_view what, bool& sound);
    bool read_count(std::uint32_t& count, std::size_t limit, std::size_t least_bytes,
                    std::string_view what);
    template <Scalar T>
    bool read(T& value, std::string_view what);
    void lose_track() noexcept;
    [[nodiscard]] std::string here() const;
    [[nodiscard]] std::string prefix() const;
    bool fault(ErrorCode code, std::size_t at, std::string message, std::string hint = {});
    bool truncated(std::uint64_t wanted, std::string_view what);

    Findings& findings_;
    const char* const begin_;
    ByteReader bytes_;
    std::uint32_t version_ = 0;
    std::uint32_t entities_left_ = 0;
    std::uint32_t components_left_ = 0;
    bool lost_ = true;  // header or structure are at fault
    std::size_t entities_ = 0;
    std::int64_t highest_reference_ = -1;
    RecordScratch record_;
    std::string_view field_;  // of the record, whose value is being read; empty between fields
    // Of the last sound record of each component: one whose names are the same needs no second
    // look.
    struct KnownNames {
        std::string_view component;
        std::vector<std::string_view> fields;
    };
    std::vector<KnownNames> known_;
    const bool checked_;
};

}  // namespace diorama::document::detail
