// SPDX-License-Identifier: MIT
// EXT_meshopt_compression, KHR_meshopt_compression and KHR_draco_mesh_compression.
#include <algorithm>
#include <string>

#include "diorama/gltf/detail/parser.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// The place in \p words of the string at the cursor; 0, with a report, where it is none of them.
template <std::size_t N>
std::size_t parse_word(Parser& p, const std::array<std::string_view, N>& words) {
    if (!p.expect(JsonKind::string)) return 0;
    const std::string_view found = p.json().read_string();
    const auto known = std::ranges::find(words, found);
    if (known != words.end()) return static_cast<std::size_t>(known - words.begin());
    std::string expected;
    for (const std::string_view word : words)
        expected.append(expected.empty() ? "" : ", ").append(word);
    p.fault(codes::value_unknown, "found " + quoted(found) + ", expected one of " + expected);
    return 0;
}

/// Holds \p stream against what its mode and filter allow.
void check_layout(Parser& p, const MeshoptStream& stream) {
    const std::uint64_t stride = stream.byte_stride;
    const auto wrong = [&](std::string_view member, std::string message) {
        p.fault(codes::meshopt_layout, std::move(message), member);
    };
    const std::string found = "found a byteStride of " + std::to_string(stride);
    if (stream.mode == MeshoptMode::attributes) {
        if (stride == 0 || stride > 256 || stride % 4 != 0)
            wrong("byteStride", found + ", expected a multiple of 4, at most 256");
    } else {
        if (stride != 2 && stride != 4)
            wrong("byteStride", found + ", expected 2 or 4 for indices");
        if (stream.filter != MeshoptFilter::none)
            wrong("filter", "found a filter on indices, expected none");
        if (stream.mode == MeshoptMode::triangles && stream.count % 3 != 0)
            wrong("count", "found " + std::to_string(stream.count) +
                               " indices of triangles, expected a multiple of 3");
    }
    const bool small =
        stream.filter == MeshoptFilter::octahedral || stream.filter == MeshoptFilter::color;
    if (small && stride != 4 && stride != 8)
        wrong("byteStride", found + ", expected 4 or 8 for this filter");
    if (stream.filter == MeshoptFilter::quaternion && stride != 8)
        wrong("byteStride", found + ", expected 8 for the filter QUATERNION");
    if (stream.filter == MeshoptFilter::color && !stream.khr)
        p.fault(codes::extension_misplaced,
                "found the filter COLOR, expected it only in KHR_meshopt_compression", "filter");
}

}  // namespace

void parse_meshopt(Parser& p, BufferView& view, bool khr) {
    constexpr std::array<std::string_view, 7> kNames{
        "buffer", "byteOffset", "byteLength", "byteStride", "count", "mode", "filter"};
    constexpr std::array<std::string_view, 3> kModes{"ATTRIBUTES", "TRIANGLES", "INDICES"};
    constexpr std::array<std::string_view, 5> kFilters{"NONE", "OCTAHEDRAL", "QUATERNION",
                                                       "EXPONENTIAL", "COLOR"};
    MeshoptStream stream;
    stream.khr = khr;
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    stream.buffer = p.index();
                    break;
                case 1:
                    stream.byte_offset = p.count();
                    break;
                case 2:
                    stream.byte_length = p.count(1);
                    break;
                case 3:
                    stream.byte_stride = p.count(1);
                    break;
                case 4:
                    stream.count = p.count(1);
                    break;
                case 5:
                    stream.mode = static_cast<MeshoptMode>(parse_word(p, kModes));
                    break;
                default:
                    stream.filter = static_cast<MeshoptFilter>(parse_word(p, kFilters));
                    break;
            }
        },
        kNoExtensions);
    p.require(kNames, seen, bit(0) | bit(2) | bit(3) | bit(4) | bit(5));
    check_layout(p, stream);
    // A view may carry both names for the same data; the first counts.
    if (view.meshopt != kNone) return;
    view.meshopt = static_cast<Index>(p.out().meshopt_streams.size());
    p.out().meshopt_streams.push_back(stream);
}

void parse_draco(Parser& p, Primitive& primitive) {
    constexpr std::array<std::string_view, 2> kNames{"bufferView", "attributes"};
    DracoStream stream;
    std::vector<DracoAttribute>& pool = p.out().draco_attributes;
    stream.attributes.first = static_cast<std::uint32_t>(pool.size());
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t i) {
            if (i == 0) {
                stream.buffer_view = p.index();
                return;
            }
            p.entries([&](std::string_view key) {
                const std::uint64_t id = p.count();
                if (id >= kDracoIndices) {
                    p.fault(codes::value_range, "found " + std::to_string(id) +
                                                    ", expected the unique id of an attribute");
                    return;
                }
                pool.push_back({key, static_cast<std::uint32_t>(id)});
            });
        },
        kNoExtensions);
    stream.attributes.count = static_cast<std::uint32_t>(pool.size()) - stream.attributes.first;
    p.require(kNames, seen, bit(0) | bit(1));
    primitive.draco = static_cast<Index>(p.out().draco_streams.size());
    p.out().draco_streams.push_back(stream);
}

}  // namespace diorama::gltf::detail
