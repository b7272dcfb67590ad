// SPDX-License-Identifier: MIT
#include "diorama/gltf/resource.hpp"

#include <functional>

#include "diorama/core/error_codes.hpp"
#include "diorama/core/expects.hpp"
#include "diorama/core/signature.hpp"
#include "diorama/gltf/detail/large_pages.hpp"
#include "diorama/gltf/detail/sources.hpp"
#include "diorama/gltf/detail/uri.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf {

namespace {

/// The bytes that \p text names; a file that can't be opened fails with \p missing.
Result<Resource> open_uri(const Document& document, std::string_view text, ErrorCode missing,
                          const std::string& at) {
    Result<detail::Uri> uri = detail::parse_uri(text, document.limits.uris_may_leave_folder, at);
    if (!uri) return std::unexpected(std::move(uri.error()));
    if (uri->data) {
        Result<std::vector<std::byte>> bytes = detail::decode_data_uri(text, at);
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        return Resource(std::move(*bytes));
    }
    const std::filesystem::path path = detail::resolve_uri(*uri, document.folder);
    Result<std::shared_ptr<const MappedFile>> file = document.sources->open(path);
    if (file) return Resource(std::move(*file));
    std::unexpected<Error> failure =
        fail(missing, "found no readable file at " + path.string() + ", expected one", at,
             "put the file there, or export again with everything in one .glb");
    failure.error().cause.push_back(std::move(file.error()));
    return failure;
}

/// The bytes of a buffer before its byteLength is applied.
Result<detail::OpenBuffer> open_buffer(const Document& document, std::size_t i) {
    const Buffer& buffer = document.buffers[i];
    const std::string at = where(document, "buffers", static_cast<Index>(i));
    if (detail::is_data_uri(buffer.uri)) {
        auto opened = detail::open_data_uri(buffer.uri, at);
        if (!opened) return std::unexpected(std::move(opened.error()));
        if (auto* const bytes = std::get_if<std::vector<std::byte>>(&*opened))
            return Resource(std::move(*bytes));
        return std::move(std::get<detail::Base64>(*opened));
    }
    if (buffer.has_uri) {
        Result<Resource> opened = open_uri(document, buffer.uri, codes::buffer_missing, at);
        if (!opened) return std::unexpected(std::move(opened.error()));
        return std::move(*opened);
    }
    if (i == 0 && document.sources->bin) return Resource(*document.sources->bin);
    return fail(codes::buffer_missing,
                i == 0 && document.sources->glb
                    ? "found no BIN chunk in the file, expected one: the buffer has no uri"
                    : "found no uri, expected one",
                at, "export again with the buffer's data");
}

/// How many bytes \p buffer has.
std::uint64_t size_of(const detail::OpenBuffer& buffer) {
    if (const auto* const encoded = std::get_if<detail::Base64>(&buffer)) return encoded->size();
    return std::get<Resource>(buffer).bytes().size();
}

/// Some bytes of \p buffer, which are there.
std::span<const std::byte> part_of(detail::OpenBuffer& buffer, std::uint64_t first,
                                   std::uint64_t count) {
    if (auto* const encoded = std::get_if<detail::Base64>(&buffer))
        return encoded->bytes(first, count);
    return std::get<Resource>(buffer).bytes().subspan(first, count);
}

}  // namespace

Result<std::shared_ptr<const MappedFile>> detail::Sources::open(const std::filesystem::path& path) {
    const std::lock_guard lock(files_mutex_);
    const auto [kept, first] = files_.try_emplace(path.lexically_normal().string());
    if (std::shared_ptr<const MappedFile> shared = kept->second.lock()) return shared;
    Result<MappedFile> opened = MappedFile::open(path);
    if (!opened) return std::unexpected(std::move(opened.error()));
    auto mapping = std::make_shared<const MappedFile>(std::move(*opened));
    if (first) bytes_read_ += mapping->bytes().size();
    kept->second = mapping;
    return mapping;
}

void detail::Sources::let_go(std::span<const std::byte> bytes) const {
    constexpr std::size_t kMany = std::size_t{1} << 20;
    constexpr std::ptrdiff_t kHeld = std::ptrdiff_t{192} << 20;
    if (bytes.size() < kMany) return;
    const auto holds = [&](const MappedFile& mapped) {
        const std::span<const std::byte> all = mapped.bytes();
        const std::less_equal<const std::byte*> before;
        return before(all.data(), bytes.data()) &&
               before(bytes.data() + bytes.size(), all.data() + all.size()) &&
               bytes.data() - all.data() >= kHeld;
    };
    if (holds(file)) return file.drop(bytes);
    const std::lock_guard lock(files_mutex_);
    for (const auto& [path, weak] : files_)
        if (const std::shared_ptr<const MappedFile> shared = weak.lock(); shared && holds(*shared))
            return shared->drop(bytes);
}

std::uint64_t detail::Sources::bytes_read() const {
    const std::lock_guard lock(files_mutex_);
    return bytes_read_;
}

void detail::Sources::count(std::uint64_t bytes) {
    const std::lock_guard lock(files_mutex_);
    bytes_read_ += bytes;
}

Result<std::uint64_t> detail::Sources::buffer_size(const Document& document, std::size_t i) {
    const std::lock_guard lock(mutex_);
    if (buffers_.size() < document.buffers.size()) buffers_.resize(document.buffers.size());
    if (!buffers_[i]) buffers_[i].emplace(open_buffer(document, i));
    Result<OpenBuffer>& opened = *buffers_[i];
    if (!opened) return std::unexpected(opened.error());
    const std::uint64_t said = document.buffers[i].byte_length;
    const std::uint64_t size = size_of(*opened);
    if (size >= said) return said;
    const std::optional<Signature> kind = signature_of(part_of(*opened, 0, size));
    return fail(codes::buffer_length,
                "found " + std::to_string(size) + " bytes, expected the " + std::to_string(said) +
                    " that byteLength says",
                where(document, "buffers", static_cast<Index>(i)),
                kind && !kind->remedy.empty()
                    ? "it is " + std::string(kind->name) + ": " + std::string(kind->remedy)
                    : "the data was cut short; export it again");
}

std::span<const std::byte> detail::Sources::buffer_part(std::size_t i, std::uint64_t first,
                                                        std::uint64_t count) {
    const std::lock_guard lock(mutex_);
    return part_of(**buffers_[i], first, count);
}

Result<std::span<const std::byte>> detail::Sources::buffer(const Document& document,
                                                           std::size_t i) {
    const Result<std::uint64_t> size = buffer_size(document, i);
    if (!size) return std::unexpected(size.error());
    return buffer_part(i, 0, *size);
}

Result<std::span<const std::byte>> buffer_bytes(const Document& document, Index buffer) {
    const auto i = static_cast<std::size_t>(buffer);
    DIORAMA_EXPECTS(buffer >= 0 && i < document.buffers.size(), "buffer is in range");
    return document.sources->buffer(document, i);
}

Result<std::span<const std::byte>> view_bytes(const Document& document, Index view) {
    const auto i = static_cast<std::size_t>(view);
    DIORAMA_EXPECTS(view >= 0 && i < document.buffer_views.size(), "view is in range");
    if (document.buffer_views[i].meshopt != kNone) return document.sources->meshopt(document, i);
    return fallback_bytes(document, view);
}

Result<std::span<const std::byte>> fallback_bytes(const Document& document, Index view) {
    const auto i = static_cast<std::size_t>(view);
    DIORAMA_EXPECTS(view >= 0 && i < document.buffer_views.size(), "view is in range");
    const BufferView& each = document.buffer_views[i];
    if (each.buffer == kNone) {
        return fail(codes::buffer_missing, "found no buffer, expected one",
                    where(document, "bufferViews", view));
    }
    const auto buffer = static_cast<std::size_t>(each.buffer);
    const Result<std::uint64_t> size = document.sources->buffer_size(document, buffer);
    if (!size) return std::unexpected(size.error());
    if (each.byte_offset > *size || each.byte_length > *size - each.byte_offset) {
        return fail(codes::buffer_view_range,
                    "found a view of " + std::to_string(each.byte_length) + " bytes at " +
                        std::to_string(each.byte_offset) + ", expected it inside the " +
                        std::to_string(*size) + " bytes of buffer " + std::to_string(each.buffer),
                    where(document, "bufferViews", view));
    }
    return document.sources->buffer_part(buffer, each.byte_offset, each.byte_length);
}

Result<Resource> image_bytes(const Document& document, Index image) {
    const auto i = static_cast<std::size_t>(image);
    DIORAMA_EXPECTS(image >= 0 && i < document.images.size(), "image is in range");
    const Image& each = document.images[i];
    const std::string at = where(document, "images", image);
    if (each.has_uri) return open_uri(document, each.uri, codes::image_missing, at);
    if (each.buffer_view == kNone) {
        return fail(codes::image_missing, "found neither uri nor bufferView, expected one of them",
                    at);
    }
    Result<std::span<const std::byte>> bytes = view_bytes(document, each.buffer_view);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return Resource(*bytes);
}

}  // namespace diorama::gltf
