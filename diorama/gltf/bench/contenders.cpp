// SPDX-License-Identifier: MIT
/// \file
/// Ours and the floors.
///
/// `streams` is parse() and read_accessor(), which is the task; `asset` is load(), which makes the
/// whole GltfAsset and checks what is in the arrays. `views` reads every byte of the arrays where
/// they lie. `copy_floor` is the file mapped, simdjson's parse of its JSON to a document, and one
/// copy of the ranges known beforehand into fresh memory; `view_floor` reads them instead. Data
/// inside a URI is not decoded by the floors.
#include "diorama/gltf/bench/contenders.hpp"

#include <simdjson.h>

#include <array>
#include <chrono>
#include <cstring>
#include <map>

#include "diorama/core/file.hpp"
#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/bench/peers.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/gltf/resource.hpp"

namespace diorama::bench {

namespace {

using namespace gltf;

std::uint64_t sum_bytes(std::span<const std::byte> bytes) {
    std::uint64_t sum = 0;
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, 8);
        sum += word;
    }
    for (; i < bytes.size(); ++i)
        sum += static_cast<std::uint64_t>(bytes[i]);
    return sum;
}

/// Whether the task asks for this attribute.
bool is_wanted(const Attribute& attribute) {
    return attribute.accessor != kNone && attribute.set == 0 &&
           (attribute.semantic == Semantic::position || attribute.semantic == Semantic::normal ||
            attribute.semantic == Semantic::texcoord);
}

/// Calls \p use with each accessor of the task, in order of their kind within a primitive.
template <class F>
void each_wanted(const Document& document, F&& use) {
    for (const Primitive& primitive : document.primitives) {
        for (const Semantic kind : {Semantic::position, Semantic::normal, Semantic::texcoord})
            for (const Attribute& each : slice(document.attributes, primitive.attributes))
                if (each.semantic == kind && is_wanted(each)) use(each.accessor, false);
        if (primitive.indices != kNone) use(primitive.indices, true);
    }
}

Loaded streams(const std::filesystem::path& path, std::span<const FileRange>) {
    const Stopwatch watch;
    Arrays arrays;
    const Result<Document> document = parse(path);
    if (!document) return {};
    bool failed = false;
    each_wanted(*document, [&](Index accessor, bool index) {
        if (index) {
            auto values = read_accessor<std::uint32_t>(*document, accessor);
            failed = failed || !values;
            if (values) arrays.add(std::move(*values));
        } else {
            auto values = read_floats(*document, accessor);
            failed = failed || !values;
            if (values) arrays.add(std::move(*values));
        }
    });
    return failed ? Loaded{} : arrays.loaded(watch.seconds());
}

Loaded asset(const std::filesystem::path& path, std::span<const FileRange>) {
    const Stopwatch watch;
    LoadOptions options;
    options.images = false;
    const Result<GltfAsset> loaded = load(path, options);
    if (!loaded) return {};
    const double seconds = watch.seconds();
    Loaded out;
    for (const GltfMesh& mesh : loaded->meshes)
        for (const GltfPrimitive& each : mesh.primitives)
            out.words += each.mesh.positions.size() * 3 + each.mesh.indices.size();
    out.seconds = seconds;
    return out;
}

Loaded views(const std::filesystem::path& path, std::span<const FileRange>) {
    const Stopwatch watch;
    const Result<Document> document = parse(path);
    if (!document) return {};
    Loaded out;
    each_wanted(*document, [&](Index accessor, bool) {
        const Result<AccessorView> view = view_accessor(*document, accessor);
        if (!view || view->count == 0) return;
        const std::size_t element = element_size(view->component_type, view->type);
        out.checksum += sum_bytes({view->data, (view->count - 1) * view->stride + element});
        out.words += view->count * component_count(view->type);
    });
    out.seconds = watch.seconds();
    return out;
}

/// The JSON of a mapped file.
std::string_view json_of(std::span<const std::byte> file) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    if (!text.starts_with("glTF")) return text;
    std::uint32_t length = 0;
    std::memcpy(&length, text.data() + 12, 4);
    return text.substr(20, length);
}

/// Maps \p path, parses its JSON, and calls \p use with the bytes of each range.
template <class F>
Loaded floor(const std::filesystem::path& path, std::span<const FileRange> ranges, F&& use) {
    const Stopwatch watch;
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) return {};
    const std::string_view json = json_of(file->bytes());
    simdjson::dom::parser parser;
    if (parser.parse(json.data(), json.size()).error() != simdjson::SUCCESS) return {};
    std::map<std::filesystem::path, MappedFile> others;
    Loaded out;
    for (const FileRange& range : ranges) {
        std::span<const std::byte> bytes = file->bytes();
        if (range.file != path) {
            const auto [found, first] = others.try_emplace(range.file);
            if (first) {
                Result<MappedFile> other = MappedFile::open(range.file);
                if (!other) return {};
                found->second = std::move(*other);
            }
            bytes = found->second.bytes();
        }
        use(bytes.subspan(range.offset, range.length), out.checksum);
    }
    out.seconds = watch.seconds();
    out.words = 1;  // it was read
    return out;
}

Loaded copy_floor(const std::filesystem::path& path, std::span<const FileRange> ranges) {
    std::vector<std::unique_ptr<std::byte[]>> copies;
    copies.reserve(ranges.size());
    return floor(path, ranges, [&](std::span<const std::byte> bytes, std::uint64_t&) {
        copies.push_back(std::make_unique_for_overwrite<std::byte[]>(bytes.size()));
        std::memcpy(copies.back().get(), bytes.data(), bytes.size());
    });
}

Loaded view_floor(const std::filesystem::path& path, std::span<const FileRange> ranges) {
    return floor(path, ranges, [&](std::span<const std::byte> bytes, std::uint64_t& sum) {
        sum += sum_bytes(bytes);
    });
}

constexpr std::array kContenders{
    Contender{"streams", Contender::Kind::arrays, streams},
    Contender{"asset", Contender::Kind::arrays, asset},
    Contender{"views", Contender::Kind::views, views},
    Contender{"copy_floor", Contender::Kind::floor, copy_floor},
    Contender{"view_floor", Contender::Kind::views, view_floor},
};

}  // namespace

std::span<const Contender> own_contenders() {
    return kContenders;
}

std::vector<FileRange> ranges_of(const std::filesystem::path& path) {
    std::vector<FileRange> out;
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) return out;
    const std::span<const std::byte> bytes = file->bytes();
    const Result<Document> document = parse_memory(bytes, path.parent_path(), path.string());
    if (!document) return out;
    each_wanted(*document, [&](Index accessor, bool) {
        const Accessor& each = document->accessors[static_cast<std::size_t>(accessor)];
        const Result<AccessorView> view = view_accessor(*document, accessor);
        if (!view || view->count == 0 || each.buffer_view == kNone) return;
        const BufferView& place =
            document->buffer_views[static_cast<std::size_t>(each.buffer_view)];
        const Buffer& buffer = document->buffers[static_cast<std::size_t>(place.buffer)];
        if (place.meshopt != kNone || buffer.uri.starts_with("data:")) return;
        FileRange range{path, 0, 0};
        range.length =
            (view->count - 1) * view->stride + element_size(view->component_type, view->type);
        if (buffer.has_uri) {
            range.file = path.parent_path() / buffer.uri;
            range.offset = place.byte_offset + each.byte_offset;
        } else {
            range.offset = static_cast<std::uint64_t>(view->data - bytes.data());
        }
        out.push_back(range);
    });
    return out;
}

}  // namespace diorama::bench
