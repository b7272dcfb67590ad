// SPDX-License-Identifier: MIT
#include "diorama/document/field.hpp"

#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "diorama/core/expects.hpp"

namespace diorama::document {

std::string_view to_string(FieldKind kind) noexcept {
    switch (kind) {
        case FieldKind::number:
            return "a float";
        case FieldKind::integer:
            return "an integer";
        case FieldKind::boolean:
            return "a boolean";
        case FieldKind::string:
            return "a string";
        case FieldKind::entity:
            return "an entity";
        case FieldKind::floats:
            return "a float list";
    }
    return "nothing";
}

bool same_value(const FieldValue& a, const FieldValue& b) noexcept {
    if (a.index() != b.index()) return false;
    if (const auto* number = std::get_if<float>(&a))
        return std::bit_cast<std::uint32_t>(*number) ==
               std::bit_cast<std::uint32_t>(*std::get_if<float>(&b));
    if (const auto* list = std::get_if<std::span<const float>>(&a)) {
        const auto& other = *std::get_if<std::span<const float>>(&b);
        return list->size() == other.size() &&
               (list->empty() || std::memcmp(list->data(), other.data(), list->size_bytes()) == 0);
    }
    if (const auto* text = std::get_if<std::string_view>(&a))
        return *text == *std::get_if<std::string_view>(&b);
    if (const auto* integer = std::get_if<std::int64_t>(&a))
        return *integer == *std::get_if<std::int64_t>(&b);
    if (const auto* entity = std::get_if<EntityIndex>(&a))
        return *entity == *std::get_if<EntityIndex>(&b);
    return *std::get_if<bool>(&a) == *std::get_if<bool>(&b);
}

namespace {

/// The bytes \p value is made of; a list's and a string's are elsewhere.
struct Payload {
    const void* data;
    std::size_t bytes;
    std::size_t size;  // characters or floats; 0 for the other kinds
};

Payload payload_of(const FieldValue& value) noexcept {
    return std::visit(
        []<class T>(const T& held) -> Payload {
            if constexpr (std::is_same_v<T, std::string_view>)
                return {held.data(), held.size(), held.size()};
            else if constexpr (std::is_same_v<T, std::span<const float>>)
                return {held.data(), held.size_bytes(), held.size()};
            else
                return {&held, sizeof(T), 0};
        },
        value);
}

template <class T>
T load(const std::byte* from) noexcept {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

}  // namespace

Field::Field(std::string_view name, const FieldValue& value, std::uint32_t place)
    : name_(name),
      kind_(static_cast<std::uint32_t>(kind_of(value)) & 15u),
      size_(0),
      place_(place) {
    const Payload payload = payload_of(value);
    DIORAMA_EXPECTS(payload.size <= kMaxSize, "a string or list of at most Field::kMaxSize");
    size_ = static_cast<std::uint32_t>(payload.size) & 0x0fffffffu;
    if (payload.bytes == 0) return;
    std::byte* to = payload_;
    if (payload.bytes > sizeof(payload_)) {
        to = static_cast<std::byte*>(::operator new(payload.bytes));
        std::memcpy(payload_, &to, sizeof(to));
    }
    std::memcpy(to, payload.data, payload.bytes);
}

Field::Field(Field&& other) noexcept
    : name_(std::move(other.name_)), kind_(other.kind_), size_(other.size_), place_(other.place_) {
    std::memcpy(payload_, other.payload_, sizeof(payload_));
    other.size_ = 0;  // a string or list that is empty owns nothing
}

Field& Field::operator=(Field&& other) noexcept {
    Field taken(std::move(other));
    std::swap(name_, taken.name_);
    std::swap(payload_, taken.payload_);
    const std::uint32_t kind = kind_;
    const std::uint32_t size = size_;
    kind_ = taken.kind_, size_ = taken.size_;
    taken.kind_ = kind & 15u, taken.size_ = size & 0x0fffffffu;
    place_ = taken.place_;
    return *this;
}

std::size_t Field::payload_bytes() const noexcept {
    return kind() == FieldKind::floats ? size_ * sizeof(float) : size_;
}

const std::byte* Field::data() const noexcept {
    return on_heap() ? load<const std::byte*>(payload_) : payload_;
}

void Field::release() noexcept {
    ::operator delete(load<std::byte*>(payload_));
}

FieldValue Field::value() const noexcept {
    switch (kind()) {
        case FieldKind::number:
            return load<float>(payload_);
        case FieldKind::integer:
            return load<std::int64_t>(payload_);
        case FieldKind::boolean:
            return load<bool>(payload_);
        case FieldKind::entity:
            return load<EntityIndex>(payload_);
        case FieldKind::string:
            return std::string_view(reinterpret_cast<const char*>(data()), size_);
        case FieldKind::floats:
            break;
    }
    return std::span(std::launder(reinterpret_cast<const float*>(data())), std::size_t{size_});
}

}  // namespace diorama::document
