// SPDX-License-Identifier: MIT
/// \file
/// What the parts of the KTX2 reader share: Ktx2Reader, and one read_ or check_ function per part.
#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "diorama/core/bytes.hpp"
#include "diorama/texture/detail/vk_format.hpp"
#include "diorama/texture/ktx2.hpp"

namespace diorama::texture::detail {

inline constexpr std::size_t kKtx2HeaderBytes = 80;  ///< header and index, before the level index
inline constexpr std::size_t kKtx2LevelBytes = 24;   ///< of one entry of the level index

/// Where the parts lie, as the header says it.
struct Ktx2Index {
    std::uint64_t descriptor_offset = 0, descriptor_length = 0;
    std::uint64_t metadata_offset = 0, metadata_length = 0;
    std::uint64_t global_offset = 0, global_length = 0;
};

/// A file while it is read. Every part adds to `out` and reports its faults here.
class Ktx2Reader {
  public:
    Ktx2Reader(std::span<const std::byte> file, std::string_view where);

    Ktx2 out;                            ///< what has been read
    Ktx2Index index;                     ///< what the header says of the parts
    std::optional<FormatLayout> layout;  ///< of out.format, where it is known
    bool descriptor_read = false;        ///< out.descriptor holds the file's
    std::vector<Diagnostic> found;       ///< in the order in which it was found; the first 256

    /// Reports an error at \p byte.
    void fault(ErrorCode code, std::uint64_t byte, std::string message, std::string hint = {});
    /// Reports a warning at \p byte.
    void warn(ErrorCode code, std::uint64_t byte, std::string message, std::string hint = {});

    /// The T at \p byte, which is in the file.
    template <class T>
        requires std::is_trivially_copyable_v<T>
    [[nodiscard]] T at(std::size_t byte) const noexcept {
        T value{};
        std::memcpy(&value, out.file.data() + byte, sizeof(T));
        return value;
    }
    /// The \p length bytes at \p offset; none, reported as the end of \p what, where the file ends.
    [[nodiscard]] std::optional<std::span<const std::byte>> part(std::uint64_t offset,
                                                                 std::uint64_t length,
                                                                 std::string_view what);
    /// Whether the scheme is BasisLZ.
    [[nodiscard]] bool basis_lz() const noexcept { return out.scheme == Ktx2Scheme::basis_lz; }
    /// Whether the scheme is one of the format's own.
    [[nodiscard]] bool known_scheme() const noexcept;
    /// Whether texels come in compressed blocks, as far as the format and scheme say it.
    [[nodiscard]] bool in_blocks() const noexcept;

  private:
    void add(Severity severity, ErrorCode code, std::uint64_t byte, std::string message,
             std::string hint);
    bool error_found_ = false;
};

/// \p value as `0x1f`.
[[nodiscard]] std::string hex(std::uint64_t value);
/// a * b, UINT64_MAX where that is too much.
[[nodiscard]] std::uint64_t saturating_mul(std::uint64_t a, std::uint64_t b) noexcept;
/// \p value rounded up to a multiple of \p step.
[[nodiscard]] std::uint64_t round_up(std::uint64_t value, std::uint64_t step) noexcept;

/// The bytes of level \p level, inflated, by its size in texels; nothing where blocks have no known
/// size. UINT64_MAX where it is more than that. \p layout is that of the file's format.
[[nodiscard]] std::optional<std::uint64_t> level_bytes(const Ktx2& ktx2,
                                                       const std::optional<FormatLayout>& layout,
                                                       std::size_t level);
/// The bytes of one two-dimensional image of level \p level; as level_bytes().
[[nodiscard]] std::optional<std::uint64_t> image_bytes(const Ktx2& ktx2,
                                                       const std::optional<FormatLayout>& layout,
                                                       std::size_t level);
/// Images of one level: layers, faces and slices.
[[nodiscard]] std::uint64_t images_of_level(const Ktx2& ktx2, std::size_t level) noexcept;

/// The fields before the index; false where there are not enough bytes to go on.
[[nodiscard]] bool read_header(Ktx2Reader& reader);
/// The places of the parts.
void read_index(Ktx2Reader& reader);
/// The data format descriptor.
void read_descriptor(Ktx2Reader& reader);
/// What the basic descriptor says, against the format and scheme.
void check_descriptor(Ktx2Reader& reader, std::size_t block_at);
/// The level index.
void read_levels(Ktx2Reader& reader);
/// Keys and values.
void read_metadata(Ktx2Reader& reader);
/// The values of keys that the format defines.
void check_metadata(Ktx2Reader& reader);
/// The data that levels share.
void read_global_data(Ktx2Reader& reader);
/// The bytes between the parts.
void check_padding(Ktx2Reader& reader);
/// What glTF's KHR_texture_basisu asks for beyond the format.
void check_gltf_profile(Ktx2Reader& reader);

/// Warns where decode_ktx2() decodes nothing of the format of a sound container.
void warn_undecoded(Ktx2Reader& reader);

/// What the levels of a sound container hold: whether they inflate and decode.
void check_data(Ktx2Reader& reader, const ImageLimits& limits);

}  // namespace diorama::texture::detail
