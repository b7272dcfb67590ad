// SPDX-License-Identifier: MIT
#include "diorama/document/field_reader.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"

namespace diorama::document {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// Up to so many fields are searched one by one, which is faster than to sort them.
constexpr std::size_t kFew = 16;

/// Whether \p name is, or is below, element \p first of a list or a later one.
bool is_element(std::string_view name, std::size_t first) {
    const std::string_view digits = name.substr(0, name.find('.'));
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
        return false;
    if (digits.size() > 1 && digits[0] == '0') return false;  // nobody's element
    std::size_t index = 0;
    const auto [stop, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    return wrong != std::errc() || index >= first;
}

}  // namespace

FieldReader::FieldReader(std::span<const FieldView> fields, std::span<const Entity> entities)
    : fields_(fields), entities_(entities), read_(fields.size(), false) {}

void FieldReader::reset(std::span<const FieldView> fields, bool whole) {
    fields_ = fields;
    whole_ = whole;
    next_ = 0;
    read_.assign(fields.size(), false);
    read_count_ = 0;
    sorted_.clear();
    faults_.clear();
    is_unsure_ = false;
}

float FieldReader::number(std::string_view name, float fallback) {
    const FieldView* const field = find(name);
    if (field == nullptr) return fallback;
    if (const auto* number = std::get_if<float>(&field->value)) return *number;
    if (const auto* integer = std::get_if<std::int64_t>(&field->value))
        return static_cast<float>(*integer);
    expect(*field, "a float");
    return fallback;
}

std::int64_t FieldReader::integer(std::string_view name, std::int64_t fallback) {
    const FieldView* const field = find(name);
    if (field == nullptr) return fallback;
    if (const auto* integer = std::get_if<std::int64_t>(&field->value)) return *integer;
    expect(*field, "an integer");
    return fallback;
}

bool FieldReader::boolean(std::string_view name, bool fallback) {
    const FieldView* const field = find(name);
    if (field == nullptr) return fallback;
    if (const auto* boolean = std::get_if<bool>(&field->value)) return *boolean;
    expect(*field, "a boolean");
    return fallback;
}

std::string FieldReader::string(std::string_view name, std::string_view fallback) {
    const FieldView* const field = find(name);
    if (field == nullptr) return std::string(fallback);
    if (const auto* text = std::get_if<std::string_view>(&field->value)) return std::string(*text);
    expect(*field, "a string");
    return std::string(fallback);
}

Entity FieldReader::entity(std::string_view name) {
    const FieldView* const field = find(name);
    if (field == nullptr) return Entity::null();
    const auto* index = std::get_if<EntityIndex>(&field->value);
    if (index == nullptr) {
        expect(*field, "an entity");
        return Entity::null();
    }
    if (index->value == -1) return Entity::null();
    const auto number = static_cast<std::uint64_t>(index->value);  // a negative one is beyond all
    if (number < entities_.size()) return entities_[number];
    if (number < reference_end_)
        is_unsure_ = true;
    else
        fault(codes::reference, *field,
              "found #" + std::to_string(index->value) + ", expected #-1 or an index below " +
                  std::to_string(std::max(entities_.size(), reference_end_)));
    return Entity::null();
}

std::vector<float> FieldReader::floats(std::string_view name, std::size_t count) {
    std::vector<float> values(count);
    const FieldView* const field = find(name);
    if (field == nullptr) return values;
    const auto* list = std::get_if<std::span<const float>>(&field->value);
    if (list != nullptr && list->size() == count)
        std::copy(list->begin(), list->end(), values.begin());
    else
        expect(*field, std::to_string(count) + " floats");
    return values;
}

diorama::vec3 FieldReader::vec3(std::string_view name, const diorama::vec3& fallback) {
    if (find(name) == nullptr) return fallback;
    const std::vector<float> values = floats(name, 3);
    return {values[0], values[1], values[2]};
}

diorama::mat4 FieldReader::mat4(std::string_view name) {
    if (find(name) == nullptr) return diorama::mat4(1);
    const std::vector<float> values = floats(name, 16);
    diorama::mat4 matrix(0);
    std::copy(values.begin(), values.end(), &matrix[0].x);
    return matrix;
}

const FieldView* FieldReader::find(std::string_view name) {
    const std::string_view wanted = full(name);
    if (asked_ != nullptr) asked_->emplace_back(wanted);
    const std::size_t position = position_of(wanted);
    if (position == kNowhere) return nullptr;
    read_count_ += read_[position] ? 0 : 1;
    read_[position] = true;
    next_ = position + 1;
    return &fields_[position];
}

bool FieldReader::has(std::string_view name) {
    const std::string_view wanted = full(name);
    if (asked_ != nullptr) asked_->emplace_back(wanted);
    const auto is_it = [&](std::string_view field) {
        return field.starts_with(wanted) &&
               (field.size() == wanted.size() || field[wanted.size()] == '.');
    };
    if (next_ < fields_.size() && is_it(fields_[next_].name)) return true;
    if (fields_.size() <= kFew)
        return std::any_of(fields_.begin(), fields_.end(),
                           [&](const FieldView& field) { return is_it(field.name); });
    if (position_of(wanted) != kNowhere) return true;
    // Names below `wanted` are a run of the sorted ones that begins at `wanted.`.
    index();
    const std::string below = std::string(wanted) + ".";
    const auto first = std::lower_bound(sorted_.begin(), sorted_.end(), below,
                                        [&](std::uint32_t position, const std::string& key) {
                                            return fields_[position].name < key;
                                        });
    return first != sorted_.end() && fields_[*first].name.starts_with(below);
}

void FieldReader::expect(const FieldView& field, std::string_view expected) {
    std::string found(to_string(kind_of(field.value)));
    if (const auto* list = std::get_if<std::span<const float>>(&field.value))
        found = "a list of " + std::to_string(list->size()) +
                (list->size() == 1 ? " float" : " floats");
    faults_.push_back({codes::field_type,
                       "field " + std::string(field.name) + ": expected " + std::string(expected) +
                           ", found " + found,
                       field.place});
}

void FieldReader::fault(ErrorCode code, const FieldView& field, std::string message) {
    faults_.push_back(
        {code, "field " + std::string(field.name) + ": " + std::move(message), field.place});
}

void FieldReader::fault(ErrorCode code, std::string_view name, std::string message) {
    const std::string wanted(full(name));
    const auto is_it = [&](const FieldView& field) {
        return field.name.starts_with(wanted) &&
               (field.name.size() == wanted.size() || field.name[wanted.size()] == '.');
    };
    const auto found = std::find_if(fields_.begin(), fields_.end(), is_it);
    faults_.push_back({code, "field " + wanted + ": " + std::move(message),
                       found == fields_.end() ? 0 : found->place});
}

/// The first field below the current scope that is, or is of, element \p first or a later one, and
/// that nobody has asked for; null where there is none. All such count as read: one fault stands
/// for them.
const FieldView* FieldReader::take_unread_elements(std::size_t first) {
    if (all_read()) return nullptr;
    const FieldView* found = nullptr;
    const auto take = [&](std::size_t position) {
        const std::string_view name = fields_[position].name;
        if (read_[position] || !name.starts_with(prefix_)) return;
        if (!is_element(name.substr(prefix_.size()), first)) return;
        read_[position] = true;
        ++read_count_;
        if (found == nullptr) found = &fields_[position];
    };
    if (fields_.size() <= kFew) {
        for (std::size_t i = 0; i < fields_.size(); ++i)
            take(i);
        return found;
    }
    index();  // names below the prefix are a run of the sorted ones
    auto at = std::lower_bound(sorted_.begin(), sorted_.end(), prefix_,
                               [&](std::uint32_t position, const std::string& key) {
                                   return fields_[position].name < key;
                               });
    for (; at != sorted_.end() && fields_[*at].name.starts_with(prefix_); ++at)
        take(*at);
    return found;
}

void FieldReader::fault_gap(std::size_t count) {
    if (!whole_) return;
    const FieldView* const beyond = take_unread_elements(count + 1);
    if (beyond == nullptr) return;
    faults_.push_back({codes::value,
                       excerpt(prefix_ + std::to_string(count)) +
                           " is missing; elements count from 0 without gaps",
                       beyond->place});
}

void FieldReader::fault_elements(const FieldView& list) {
    const FieldView* const element = take_unread_elements(0);
    if (element == nullptr) return;
    faults_.push_back({codes::value,
                       "found " + excerpt(element->name) + " beside an empty " +
                           excerpt(list.name) + ", expected one or the other",
                       element->place});
}

void FieldReader::fault_missing(std::string_view name) {
    if (!whole_) return;
    const std::string missing = excerpt(full(name));
    // Whatever it belongs to stands below the same prefix.
    const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const FieldView& field) {
        return field.name.starts_with(prefix_);
    });
    faults_.push_back(
        {codes::value, missing + " is missing", found == fields_.end() ? 0 : found->place});
}

std::vector<std::size_t> FieldReader::unread() const {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < read_.size(); ++i) {
        if (!read_[i]) positions.push_back(i);
    }
    return positions;
}

std::string_view FieldReader::full(std::string_view name) {
    if (prefix_.empty()) return name;
    scratch_.assign(prefix_).append(name);
    return scratch_;
}

/// Where the field called \p name stands, prefix included. Names are mostly asked for in the order
/// they were written, so the one after the last is tried first.
std::size_t FieldReader::position_of(std::string_view name) {
    if (next_ < fields_.size() && fields_[next_].name == name) return next_;
    if (fields_.size() <= kFew) {
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            if (fields_[i].name == name) return i;
        }
        return kNowhere;
    }
    index();
    const auto found = std::lower_bound(
        sorted_.begin(), sorted_.end(), name,
        [&](std::uint32_t position, std::string_view key) { return fields_[position].name < key; });
    return found != sorted_.end() && fields_[*found].name == name ? *found : kNowhere;
}

void FieldReader::index() {
    if (sorted_.size() == fields_.size()) return;
    sorted_.resize(fields_.size());
    std::iota(sorted_.begin(), sorted_.end(), 0u);
    std::sort(sorted_.begin(), sorted_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return fields_[a].name < fields_[b].name; });
}

FieldReader::Scope::Scope(FieldReader& reader, std::string_view name)
    : reader_(reader), size_(reader.prefix_.size()), ok_(reader.depth_ < kMaxDepth) {
    reader_.prefix_.append(name).append(".");
    ++reader_.depth_;
    if (!ok_)
        reader_.faults_.push_back({codes::limit,
                                   "field " + reader_.prefix_ + ": nested more than " +
                                       std::to_string(kMaxDepth) + " levels deep",
                                   0});
}

FieldReader::Scope::~Scope() {
    reader_.prefix_.resize(size_);
    --reader_.depth_;
}

}  // namespace diorama::document
