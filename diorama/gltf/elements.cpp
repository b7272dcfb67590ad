// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/elements.hpp"

#include "diorama/gltf/detail/with_component.hpp"

namespace diorama::gltf::detail {

namespace {

double load_number(ComponentType type, const std::byte* from) {
    return with_component(type,
                          [&]<class C>(C) { return static_cast<double>(load_component<C>(from)); });
}

}  // namespace

std::uint32_t sparse_index(const AccessorView& view, std::size_t i) noexcept {
    const std::size_t size = component_size(view.sparse_type);
    return static_cast<std::uint32_t>(
        load_number(view.sparse_type, view.sparse_indices + i * size));
}

void load_element(const AccessorView& view, const std::byte* from, double* out) noexcept {
    const std::uint32_t size = component_size(view.component_type);
    std::uint32_t rows = component_count(view.type);
    if (view.type == ElementType::mat2) rows = 2;
    if (view.type == ElementType::mat3) rows = 3;
    if (view.type == ElementType::mat4) rows = 4;
    const std::uint32_t columns = component_count(view.type) / rows;
    const std::uint32_t column_stride = (rows * size + 3) / 4 * 4;
    for (std::uint32_t column = 0; column < columns; ++column) {
        for (std::uint32_t row = 0; row < rows; ++row) {
            *out++ = load_number(view.component_type, from + column * column_stride + row * size);
        }
    }
}

double normalized(const AccessorView& view, double number) noexcept {
    if (!view.normalized) return number;
    switch (view.component_type) {
        case ComponentType::i8:
            return std::max(number / 127.0, -1.0);
        case ComponentType::u8:
            return number / 255.0;
        case ComponentType::i16:
            return std::max(number / 32767.0, -1.0);
        case ComponentType::u16:
            return number / 65535.0;
        default:
            return number;
    }
}

}  // namespace diorama::gltf::detail
