// SPDX-License-Identifier: MIT
#include "diorama/document/short_string.hpp"

#include "diorama/core/expects.hpp"

namespace diorama::document {

ShortString::ShortString(std::string_view text) {
    if (text.size() < 16) {
        text.copy(bytes_.data(), text.size());
        bytes_[15] = static_cast<char>(text.size());
        return;
    }
    DIORAMA_EXPECTS(text.size() <= UINT32_MAX, "a string of fewer than 2^32 bytes");
    char* const data = new char[text.size()];
    text.copy(data, text.size());
    const auto size = static_cast<std::uint32_t>(text.size());
    std::memcpy(bytes_.data(), &data, sizeof(data));
    std::memcpy(bytes_.data() + 8, &size, sizeof(size));
    bytes_[15] = static_cast<char>(kHeap);
}

std::string_view ShortString::heap_view() const noexcept {
    const char* data = nullptr;
    std::uint32_t size = 0;
    std::memcpy(&data, bytes_.data(), sizeof(data));
    std::memcpy(&size, bytes_.data() + 8, sizeof(size));
    return {data, size};
}

void ShortString::release() noexcept {
    delete[] heap_view().data();
    bytes_ = {};
}

}  // namespace diorama::document
