// SPDX-License-Identifier: MIT
#include "diorama/document/field_writer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "diorama/core/pages.hpp"
#include "diorama/document/field_reader.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {
namespace {

constexpr std::size_t kBlockBytes = 4096;
constexpr std::size_t kMostErrors = 100;

/// \p value, or the one NaN that files hold.
float canonical(float value) noexcept {
    return std::isnan(value) ? std::bit_cast<float>(0x7fc00000u) : value;
}

}  // namespace

EntityNumbers::EntityNumbers(std::vector<Entity> entities)
    : size_(entities.size()), entities_(std::move(entities)) {
    note_places();
}

EntityNumbers EntityNumbers::of_all(const World& world) {
    const diorama::detail::WorldCore& core = world.core();
    const std::size_t size = world.entity_count();
    for (std::uint32_t slot = 0; slot < size; ++slot) {
        if (core.record(slot).table == diorama::detail::kNone || core.spawn_order(slot) != slot)
            return EntityNumbers(world.entities());
    }
    EntityNumbers numbers({});
    numbers.size_ = size;
    numbers.own_ = &core;
    return numbers;
}

void EntityNumbers::note_places() {
    std::uint32_t highest = 0;
    for (const Entity entity : entities_)
        highest = std::max(highest, entity.index());
    const std::size_t slots = entities_.empty() ? 0 : std::size_t{highest} + 1;
    places_.reserve(slots);
    prefer_large_pages(places_.data(), places_.capacity() * sizeof(places_[0]));
    places_.resize(slots, kNowhere);
    for (std::size_t i = 0; i < entities_.size(); ++i)
        places_[entities_[i].index()] = static_cast<std::uint32_t>(i);
}

void FieldWriter::number(std::string_view name, float value) {
    put(name, canonical(value));
}

void FieldWriter::integer(std::string_view name, std::int64_t value) {
    put(name, value);
}

void FieldWriter::boolean(std::string_view name, bool value) {
    put(name, value);
}

void FieldWriter::string(std::string_view name, std::string_view value) {
    if (value.size() > Field::kMaxSize)
        return fail("field " + prefix_ + std::string(name) + ": a string of " +
                    std::to_string(value.size()) + " bytes is too long");
    put(name, keep({}, value));
}

void FieldWriter::entity(std::string_view name, Entity value) {
    put(name, numbers_.find(value));
}

void FieldWriter::floats(std::string_view name, std::span<const float> values) {
    if (values.size() > Field::kMaxSize)
        return fail("field " + prefix_ + std::string(name) + ": a list of " +
                    std::to_string(values.size()) + " floats is too long");
    auto* const copy = reinterpret_cast<float*>(take(values.size_bytes()));
    std::transform(values.begin(), values.end(), copy, canonical);
    put(name, std::span<const float>(copy, values.size()));
}

void FieldWriter::vec3(std::string_view name, const diorama::vec3& value) {
    floats(name, std::span(&value.x, 3));
}

void FieldWriter::mat4(std::string_view name, const diorama::mat4& value) {
    floats(name, std::span(&value[0].x, 16));
}

void FieldWriter::fail(std::string message) {
    if (errors_.size() < kMostErrors) errors_.push_back(std::move(message));
}

void FieldWriter::clear() noexcept {
    fields_.clear();
    large_.clear();
    errors_.clear();
    block_ = used_ = 0;
}

void FieldWriter::put(std::string_view name, const FieldValue& value) {
    fields_.push_back({keep(prefix_, name), value, 0});
}

/// Room for \p bytes, aligned for floats, that lives until clear().
std::byte* FieldWriter::take(std::size_t bytes) {
    bytes = (bytes + 7) / 8 * 8;
    if (bytes > kBlockBytes) return large_.emplace_back(new std::byte[bytes]).get();
    if (blocks_.empty() || used_ + bytes > kBlockBytes) {
        block_ += blocks_.empty() ? 0 : 1;
        if (block_ == blocks_.size()) blocks_.emplace_back(new std::byte[kBlockBytes]);
        used_ = 0;
    }
    std::byte* const room = blocks_[block_].get() + used_;
    used_ += bytes;
    return room;
}

std::string_view FieldWriter::keep(std::string_view prefix, std::string_view text) {
    char* const copy = reinterpret_cast<char*>(take(prefix.size() + text.size()));
    prefix.copy(copy, prefix.size());
    text.copy(copy + prefix.size(), text.size());
    return {copy, prefix.size() + text.size()};
}

FieldWriter::Scope::Scope(FieldWriter& writer, std::string_view name)
    : writer_(writer), size_(writer.prefix_.size()), ok_(writer.depth_ < FieldReader::kMaxDepth) {
    writer_.prefix_.append(name).append(".");
    ++writer_.depth_;
    if (!ok_)
        writer_.fail("field " + writer_.prefix_ + ": nested more than " +
                     std::to_string(FieldReader::kMaxDepth) + " levels deep");
}

FieldWriter::Scope::~Scope() {
    writer_.prefix_.resize(size_);
    --writer_.depth_;
}

}  // namespace diorama::document
