// SPDX-License-Identifier: MIT
#include "diorama/document/detail/binary_cursor.hpp"

#include <algorithm>

#include "diorama/core/signature.hpp"
#include "diorama/document/detail/binary_layout.hpp"
#include "diorama/document/detail/utf8.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {
namespace {

std::string_view as_text(std::span<const std::byte> bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

BinaryCursor::BinaryCursor(std::span<const std::byte> bytes, Findings& findings, bool checked)
    : findings_(findings),
      begin_(reinterpret_cast<const char*>(bytes.data())),
      bytes_(bytes),
      checked_(checked) {
    read_header();
}

void BinaryCursor::read_header() {
    const std::string_view magic = {begin_, std::min(kMagic.size(), bytes_.remaining())};
    if (magic.size() < kMagic.size() && kMagic.starts_with(magic)) {
        truncated(kMagic.size(), "the magic");
        return;
    }
    if (magic != kMagic) {
        const auto kind = signature_of(
            std::as_bytes(std::span(begin_, static_cast<std::size_t>(end() - begin_))));
        fault(codes::header, 0,
              "bad magic: found " + (kind ? std::string(kind->name) : excerpt(magic)) +
                  ", expected `CSCN`",
              kind ? std::string(kind->remedy) : std::string());
        return;
    }
    bytes_.skip(kMagic.size());
    if (!read(version_, "the version")) return;
    lost_ = !read_count(entities_left_, SceneLimits::entities, kLeastEntityBytes, "entities");
    if (lost_) entities_left_ = 0;
}

RecordEvent BinaryCursor::find_next() {
    while (components_left_ > 0 && !findings_.full()) {
        --components_left_;
        if (!read_component()) {
            lose_track();
            return RecordEvent::end;
        }
        if (!record_.name.empty()) return RecordEvent::component;
    }
    if (findings_.full()) return RecordEvent::end;
    if (entities_left_ == 0) {
        if (bytes_.remaining() > 0 && !lost_) {
            findings_.warning(codes::trailing_bytes,
                              "found " + quantity(bytes_.remaining(), "byte") +
                                  " after the last entity, expected the end",
                              findings_.at_byte(bytes_.offset()),
                              "the bytes are ignored and are lost when the scene is saved");
            bytes_.skip(bytes_.remaining());
        }
        return RecordEvent::end;
    }
    --entities_left_;
    ++entities_;
    record_.name = field_ = {};
    if (!read_count(components_left_, SceneLimits::components, kLeastComponentBytes,
                    "components")) {
        lose_track();
        return RecordEvent::end;
    }
    return RecordEvent::entity;
}

RecordView BinaryCursor::read_again(const char* at) {
    bytes_ = ByteReader(std::as_bytes(std::span(begin_, static_cast<std::size_t>(end() - begin_))));
    bytes_.skip(static_cast<std::size_t>(at - begin_));
    (void)read_component();
    return record_.view();
}

/// Reads a component without the fields that are at fault, or one without a name where that is.
/// False where the walk has to end.
bool BinaryCursor::read_component() {
    const std::size_t place = bytes_.offset();
    std::string_view name;
    std::uint32_t fields = 0;
    bool named = true;
    record_.name = field_ = {};
    if (!read_string(name, "a component's name", named)) return false;
    record_.begin(name, place);
    if (!read_count(fields, SceneLimits::fields, kLeastFieldBytes, "fields")) return false;
    for (std::uint32_t i = 0; i < fields; ++i) {
        const std::size_t floats = record_.floats.size();
        bool sound = true;
        if (!read_field(sound)) return false;
        if (sound) continue;
        record_.whole = false;
        record_.floats.resize(floats);
        (void)record_.names.add(field_);  // another of its name is one too many all the same
    }
    field_ = {};
    record_.finish();
    if (!checked_ && !(record_.whole && names_are_known())) named = check_names() && named;
    if (!named) record_.name = {};
    return true;
}

/// Reads a field; \p sound is cleared where it is at fault, and left out. False where the walk has
/// to end.
bool BinaryCursor::read_field(bool& sound) {
    const std::size_t place = bytes_.offset();
    std::string_view name;
    std::uint8_t kind = 0;
    field_ = {};
    if (!read_string(name, "a field's name", sound)) return false;
    field_ = name;
    FieldValue value;
    if (!read(kind, "a field's kind") || !read_value(kind, value, sound)) return false;
    if (sound) record_.fields.push_back({name, value, narrow_place(place - record_.place)});
    return true;
}

/// Whether a record of this component with the same names has been found sound.
bool BinaryCursor::names_are_known() const {
    for (const KnownNames& known : known_) {
        if (known.component == record_.name)
            return std::equal(
                record_.fields.begin(), record_.fields.end(), known.fields.begin(),
                known.fields.end(),
                [](const FieldView& field, std::string_view name) { return field.name == name; });
    }
    return false;
}

/// Looks at the names of the record just read, and takes fields out that have a faulty one; false
/// where the component's own is at fault.
bool BinaryCursor::check_names() {
    const std::size_t errors = findings_.errors();
    const std::size_t place = record_.place;
    // What is no UTF-8 was reported when it was read.
    const bool named = is_valid_component_name(record_.name);
    if (!named && invalid_utf8_at(record_.name) == record_.name.size())
        fault(codes::name, place,
              "entity " + std::to_string(entities_ - 1) + ": found " + excerpt(record_.name) +
                  ", expected a component's name");
    std::erase_if(record_.fields, [&](const FieldView& field) {
        if (!is_valid_name(field.name))
            return !fault(codes::name, place + field.place,
                          here() + ": found " + excerpt(field.name) + ", expected a field's name");
        if (!record_.names.add(field.name))
            return !fault(codes::duplicate, place + field.place,
                          "duplicate field: " + here() + " has " + excerpt(field.name) + " twice");
        return false;
    });
    if (findings_.errors() != errors) record_.whole = false;
    if (!named || !record_.whole) return named;
    constexpr std::size_t kMost = 32;  // of either: beyond, records differ from each other
    if (known_.size() == kMost || record_.fields.size() > kMost) return true;
    const auto same = [&](const KnownNames& known) { return known.component == record_.name; };
    auto known = std::find_if(known_.begin(), known_.end(), same);
    if (known == known_.end()) known = known_.insert(known_.end(), {record_.name, {}});
    known->fields.clear();
    for (const FieldView& field : record_.fields)
        known->fields.push_back(field.name);
    return true;
}

bool BinaryCursor::read_value(std::uint8_t kind, FieldValue& value, bool& sound) {
    switch (static_cast<FieldKind>(kind)) {
        case FieldKind::number: {
            float number = 0;
            if (!read(number, "a float")) return false;
            value = number;
            break;
        }
        case FieldKind::integer:
        case FieldKind::boolean:
        case FieldKind::entity:
            if (!read_integer(static_cast<FieldKind>(kind), value, sound)) return false;
            break;
        case FieldKind::string: {
            std::string_view text;
            if (!read_string(text, "a string", sound)) return false;
            value = text;
            break;
        }
        case FieldKind::floats:
            if (!read_list(value)) return false;
            break;
        default:
            return fault(codes::kind, bytes_.offset() - 1,
                         here() + ": unknown field kind: found " + std::to_string(kind) +
                             ", expected 1 to 6");
    }
    return true;
}

bool BinaryCursor::read_integer(FieldKind kind, FieldValue& value, bool& sound) {
    const std::size_t place = bytes_.offset();
    std::int64_t integer = 0;
    if (!read(integer, "an integer")) return false;
    const auto wrong = [&](ErrorCode code, const char* expected) {
        sound = fault(code, place,
                      here() + ": found " + std::to_string(integer) + ", expected " + expected);
    };
    if (kind == FieldKind::boolean) {
        if (integer != 0 && integer != 1) wrong(codes::value, "0 or 1 for a boolean");
        value = integer != 0;
    } else if (kind == FieldKind::entity) {
        if (integer < -1) wrong(codes::reference, "an entity's index, or -1 for none");
        highest_reference_ = std::max(highest_reference_, integer);
        value = EntityIndex{integer};
    } else {
        value = integer;
    }
    return true;
}

bool BinaryCursor::read_list(FieldValue& value) {
    std::uint32_t count = 0;
    if (!read_count(count, SceneLimits::floats, sizeof(float), "floats")) return false;
    const std::span<const std::byte> bytes = bytes_.read_bytes(count * sizeof(float));
    const std::size_t start = record_.floats.size();
    record_.floats.resize(start + count);
    if (count > 0) std::memcpy(record_.floats.data() + start, bytes.data(), bytes.size());
    value = pending_list(count);
    return true;
}

bool BinaryCursor::read_string(std::string_view& text, std::string_view what, bool& sound) {
    std::uint32_t size = 0;
    if (!read_count(size, SceneLimits::string_bytes, 1, "bytes in a string")) return false;
    const std::size_t place = bytes_.offset();
    text = as_text(bytes_.read_bytes(size));
    if (checked_) return true;
    const std::size_t bad = invalid_utf8_at(text);
    if (bad != text.size())
        sound = fault(codes::utf8, place + bad,
                      here() + ": " + std::string(what) + " is not valid UTF-8");
    return true;
}

/// Reads a count of things of at least \p least_bytes each, and holds it against what is there.
bool BinaryCursor::read_count(std::uint32_t& count, std::size_t limit, std::size_t least_bytes,
                              std::string_view what) {
    const std::size_t place = bytes_.offset();
    if (!read(count, "a count")) return false;
    if (count > limit)
        return fault(codes::limit, place,
                     prefix() + "implausible count: found " + std::to_string(count) + " " +
                         std::string(what) + ", the limit is " + std::to_string(limit));
    if (std::uint64_t{count} * least_bytes > bytes_.remaining())
        return truncated(std::uint64_t{count} * least_bytes,
                         std::to_string(count) + " " + std::string(what));
    return true;
}

template <Scalar T>
bool BinaryCursor::read(T& value, std::string_view what) {
    if (bytes_.remaining() < sizeof(T)) return truncated(sizeof(T), what);
    value = bytes_.read<T>();
    return true;
}

bool BinaryCursor::truncated(std::uint64_t wanted, std::string_view what) {
    return fault(codes::truncated, bytes_.offset(),
                 prefix() + "unexpected end of data: found " +
                     quantity(bytes_.remaining(), "byte") + ", expected at least " +
                     std::to_string(wanted) + " for " + std::string(what));
}

/// Ends the walk: nothing that follows can be trusted.
void BinaryCursor::lose_track() noexcept {
    entities_left_ = components_left_ = 0;
    lost_ = true;
}

/// Which entity, component and field a message is about, as far as they are known.
std::string BinaryCursor::here() const {
    std::string text = "entity " + std::to_string(entities_ - 1);
    if (!record_.name.empty()) text.append(", ").append(excerpt(record_.name));
    if (!field_.empty()) text.append(".").append(excerpt(field_));
    return text;
}

/// The same before a message; nothing in the header.
std::string BinaryCursor::prefix() const {
    return entities_ == 0 ? std::string() : here() + ": ";
}

/// Adds an error about the byte at \p at; false, for the caller to return.
bool BinaryCursor::fault(ErrorCode code, std::size_t at, std::string message, std::string hint) {
    findings_.error(code, std::move(message), findings_.at_byte(at), std::move(hint));
    return false;
}

}  // namespace diorama::document::detail
