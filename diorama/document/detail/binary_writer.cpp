// SPDX-License-Identifier: MIT
#include "diorama/document/detail/binary_writer.hpp"

#include <cstring>

#include "diorama/document/detail/binary_layout.hpp"

namespace diorama::document::detail {

BinaryWriter::BinaryWriter(std::vector<std::byte>& out, std::uint32_t version) : out_(out) {
    put_bytes(kMagic.data(), kMagic.size());
    put(version);
    open(entities_);
}

void BinaryWriter::entity() {
    close(fields_);
    close(components_);
    fields_ = {};
    ++entities_.value;
    open(components_);
}

void BinaryWriter::component(std::string_view name) {
    close(fields_);
    ++components_.value;
    put_text(name);
    open(fields_);
}

void BinaryWriter::field(const FieldView& field) {
    ++fields_.value;
    put_text(field.name);
    put(static_cast<std::uint8_t>(kind_of(field.value)));
    switch (kind_of(field.value)) {
        case FieldKind::number:
            put(std::get<float>(field.value));
            break;
        case FieldKind::integer:
            put(std::get<std::int64_t>(field.value));
            break;
        case FieldKind::boolean:
            put(std::int64_t{std::get<bool>(field.value)});
            break;
        case FieldKind::string:
            put_text(std::get<std::string_view>(field.value));
            break;
        case FieldKind::entity:
            put(std::get<EntityIndex>(field.value).value);
            break;
        case FieldKind::floats: {
            const auto list = std::get<std::span<const float>>(field.value);
            put(static_cast<std::uint32_t>(list.size()));
            put_bytes(list.data(), list.size_bytes());
            break;
        }
    }
}

void BinaryWriter::finish() {
    close(fields_);
    close(components_);
    close(entities_);
    flush();
}

template <class T>
void BinaryWriter::put(T value) {
    put_bytes(&value, sizeof(value));
}

void BinaryWriter::put_text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    put_bytes(text.data(), text.size());
}

void BinaryWriter::put_bytes(const void* from, std::size_t size) {
    if (size > block_.size() - used_) {
        flush();
        if (size > block_.size()) {
            const auto* const first = static_cast<const std::byte*>(from);
            out_.insert(out_.end(), first, first + size);
            return;
        }
    }
    if (size > 0) std::memcpy(block_.data() + used_, from, size);
    used_ += size;
}

void BinaryWriter::flush() {
    out_.insert(out_.end(), block_.data(), block_.data() + used_);
    used_ = 0;
}

void BinaryWriter::open(Count& count) {
    count = {out_.size() + used_, 0};
    put(count.value);
}

/// Fills \p count in, where it is now: in the block or, across its begin, in both.
void BinaryWriter::close(const Count& count) {
    if (count.at == 0) return;
    const auto* const from = reinterpret_cast<const std::byte*>(&count.value);
    for (std::size_t i = 0; i < sizeof(count.value); ++i) {
        const std::size_t at = count.at + i;
        (at < out_.size() ? out_[at] : block_[at - out_.size()]) = from[i];
    }
}

}  // namespace diorama::document::detail
