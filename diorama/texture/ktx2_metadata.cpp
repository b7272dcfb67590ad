// SPDX-License-Identifier: MIT
// Keys and values: their form, and the values of the keys that the format defines.
#include <algorithm>
#include <array>
#include <bit>

#include "diorama/texture/detail/ktx2_reader.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

std::string text(std::uint64_t number) {
    return std::to_string(number);
}

/// \p words in quotes, what can't be shown as ?, at most 40 characters.
std::string quoted(std::string_view words) {
    std::string out("\"");
    for (const char c : words.substr(0, 40))
        out += c >= 0x20 && c < 0x7f ? c : '?';
    return out.append(words.size() > 40 ? "...\"" : "\"");
}

/// How many bytes the UTF-8 character that starts with \p lead has; 0 for no lead byte.
std::size_t utf8_length(unsigned char lead) noexcept {
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead <= 0xdf) return 2;
    if (lead >= 0xe0 && lead <= 0xef) return 3;
    return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/// The first byte of \p words that is not UTF-8; npos where it all is. Source: RFC 3629.
std::size_t invalid_utf8_at(std::string_view words) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(words[i]); };
    for (std::size_t i = 0; i < words.size();) {
        const std::size_t length = utf8_length(byte(i));
        if (length == 0 || length > words.size() - i) return i;
        for (std::size_t k = 1; k < length; ++k)
            if ((byte(i + k) & 0xc0) != 0x80) return i;
        // Longer than needed, a surrogate, or beyond the last character.
        const unsigned char lead = byte(i), second = length > 1 ? byte(i + 1) : 0;
        if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second >= 0xa0) ||
            (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second >= 0x90))
            return i;
        i += length;
    }
    return std::string_view::npos;
}

void check_key(Ktx2Reader& r, std::size_t at, std::string_view key) {
    // Source: KTX File Format Specification 2.0, "keyAndValue" and its table of keys.
    constexpr std::array<std::string_view, 11> kDefined{
        "KTXanimData", "KTXastcDecodeMode", "KTXcubemapIncomplete", "KTXdxgiFormat__",
        "KTXglFormat", "KTXmapRange",       "KTXmetalPixelFormat",  "KTXorientation",
        "KTXswizzle",  "KTXwriter",         "KTXwriterScParams"};
    if (key.starts_with("\xef\xbb\xbf"))
        r.fault(codes::ktx2_key, at, "found a byte order mark before a key, expected none");
    if (const std::size_t bad = invalid_utf8_at(key); bad != std::string_view::npos)
        r.fault(codes::ktx2_key, at + bad,
                "found the key " + quoted(key) + " with bytes that are not UTF-8");
    const bool reserved = key.starts_with("KTX") || key.starts_with("ktx");
    if (reserved && std::ranges::find(kDefined, key) == kDefined.end())
        r.fault(codes::ktx2_key, at,
                "found the key " + quoted(key) +
                    ", expected none that starts with KTX or ktx and is not the format's own");
}

/// Takes in the entry of \p size bytes of key and value at \p at.
void take_entry(Ktx2Reader& r, std::size_t at, std::size_t size) {
    const auto* const first = reinterpret_cast<const char*>(r.out.file.data() + at);
    const std::string_view both(first, size);
    const std::size_t nul = both.find('\0');
    const std::string_view key = both.substr(0, nul);
    if (nul == 0) {
        r.fault(codes::ktx2_entry, at, "found an empty key, expected one");
        return;
    }
    if (nul == std::string_view::npos)
        r.fault(codes::ktx2_entry, at, "found the key " + quoted(key) + " without a NUL behind it");
    check_key(r, at, key);
    const std::size_t value_at = nul == std::string_view::npos ? size : nul + 1;
    r.out.metadata.push_back({key, r.out.file.subspan(at + value_at, size - value_at)});
}

void check_order(Ktx2Reader& r, std::size_t at) {
    auto& entries = r.out.metadata;
    if (!std::ranges::is_sorted(entries, {}, &Ktx2Entry::key)) {
        r.fault(codes::ktx2_key_order, at, "found keys out of order, expected them sorted");
        std::ranges::stable_sort(entries, {}, &Ktx2Entry::key);
    }
    for (std::size_t i = 1; i < entries.size(); ++i)
        if (entries[i].key == entries[i - 1].key)
            r.fault(codes::ktx2_key, at,
                    "found the key " + quoted(entries[i].key) + " twice, expected it once");
}

/// The value of one key under check.
class Value {
  public:
    Value(Ktx2Reader& reader, const Ktx2Entry& entry)
        : r_(reader),
          key_(entry.key),
          value_(entry.value),
          at_(static_cast<std::size_t>(entry.value.data() - reader.out.file.data())) {}

    void check() {
        if (key_ == "KTXcubemapIncomplete") return check_incomplete_cube();
        if (key_ == "KTXorientation") return check_orientation();
        if (key_ == "KTXglFormat") return check_gl_format();
        if (key_ == "KTXdxgiFormat__" || key_ == "KTXmetalPixelFormat") {
            check_no_format();
            return check_size(4);
        }
        if (key_ == "KTXmapRange") return check_size(8);  // a scale and an offset
        if (key_ == "KTXswizzle") return check_swizzle();
        if (key_ == "KTXwriter" || key_ == "KTXwriterScParams") return check_writer();
        if (key_ == "KTXastcDecodeMode") return check_decode_mode();
        if (key_ == "KTXanimData") return check_animation();
    }

  private:
    void fault(std::string found, std::string expected) {
        r_.fault(
            codes::ktx2_value, at_,
            std::string(key_).append(" ").append(found).append(", expected ").append(expected));
    }

    void check_size(std::size_t expected) {
        if (value_.size() != expected)
            fault("has " + text(value_.size()) + " bytes", text(expected));
    }

    void check_no_format() {
        if (r_.out.format != 0)
            fault("stands beside vkFormat " + vk_format_name(r_.out.format),
                  "it only where vkFormat is 0");
    }

    /// The text of the value; reports one without a NUL.
    std::string_view words() {
        std::string_view out(reinterpret_cast<const char*>(value_.data()), value_.size());
        if (out.ends_with('\0'))
            out.remove_suffix(1);
        else
            fault("ends without a NUL", "one");
        return out;
    }

    void check_incomplete_cube() {
        const Ktx2& k = r_.out;
        check_size(1);
        if (value_.empty()) return;
        const auto bits = std::to_integer<unsigned>(value_[0]);
        constexpr unsigned kFaces = 0x3f;
        if ((bits & ~kFaces) != 0) fault("is " + hex(bits), "one bit for each of six faces");
        const auto faces = static_cast<std::uint32_t>(std::popcount(bits & kFaces));
        if (faces == 0) fault("names no face", "1 to 5");
        if (faces == 6)
            r_.warn(codes::ktx2_value_ignored, at_,
                    "KTXcubemapIncomplete names all faces, expected 1 to 5; a whole cube map has "
                    "faceCount 6");
        if (faces != 0 && k.layers % faces != 0)
            fault("names " + text(faces) + " faces for layerCount " + text(k.layers),
                  "as many layers, or a multiple");
        if (k.faces != 1) fault("stands beside faceCount " + text(k.faces), "1");
        if (k.width != k.height)
            fault("stands on " + text(k.width) + " x " + text(k.height) + " texels",
                  "square faces");
        if (k.depth != 0) fault("stands beside pixelDepth " + text(k.depth), "0");
    }

    void check_orientation() {
        const std::string_view value = words();
        const Ktx2& k = r_.out;
        const std::size_t axes = k.depth != 0 ? 3 : k.height != 0 ? 2 : 1;
        if (value.size() != axes)
            fault("is " + quoted(value), text(axes) + (axes == 1 ? " letter" : " letters"));
        constexpr std::array<std::string_view, 3> kLetters{"rl", "du", "oi"};
        for (std::size_t i = 0; i < std::min(value.size(), axes); ++i)
            if (!kLetters[i].contains(value[i]))
                fault(
                    "is " + quoted(value),
                    std::string("letter ").append(text(i + 1)).append(" of ").append(kLetters[i]));
    }

    void check_gl_format() {
        check_no_format();
        check_size(12);
        if (value_.size() != 12) return;
        const bool compressed =
            r_.basis_lz() || (r_.descriptor_read && r_.out.descriptor.model >= model::bc1a);
        const auto format = r_.at<std::uint32_t>(at_ + 4), type = r_.at<std::uint32_t>(at_ + 8);
        if (compressed && (format != 0 || type != 0))
            fault("has glFormat " + text(format) + ", glType " + text(type),
                  "0 and 0 for texels in blocks");
    }

    void check_swizzle() {
        const std::string_view value = words();
        const bool letters = value.find_first_not_of("rgba01") == std::string_view::npos;
        if (value.size() != 4 || !letters) fault("is " + quoted(value), "four of r, g, b, a, 0, 1");
        if (r_.layout && r_.layout->depth_or_stencil)
            r_.warn(codes::ktx2_value_ignored, at_,
                    "KTXswizzle means nothing for " + vk_format_name(r_.out.format));
    }

    void check_writer() {
        const std::string_view value = words();
        if (invalid_utf8_at(value) != std::string_view::npos) fault("is " + quoted(value), "UTF-8");
    }

    void check_decode_mode() {
        const std::string_view value = words();
        if (value != "rgb9e5" && value != "unorm8")
            fault("is " + quoted(value), "rgb9e5 or unorm8");
        if (!r_.descriptor_read) return;
        if (r_.out.descriptor.model != model::astc)
            r_.warn(codes::ktx2_value_ignored, at_,
                    "KTXastcDecodeMode means nothing for " + r_.out.format_name());
        else if (value == "unorm8" && !(r_.layout && r_.layout->ldr_astc))
            fault("is unorm8 for " + r_.out.format_name(), "rgb9e5");
        if (r_.out.descriptor.transfer == kTransferSrgb)
            r_.warn(codes::ktx2_value_ignored, at_,
                    "KTXastcDecodeMode means nothing for sRGB colours");
    }

    void check_animation() {
        check_size(12);
        if (r_.out.layers == 0) fault("stands beside layerCount 0", "an array of frames");
    }

    Ktx2Reader& r_;
    std::string_view key_;
    std::span<const std::byte> value_;
    std::size_t at_;
};

bool has_key(const Ktx2& ktx2, std::string_view key) {
    return std::ranges::find(ktx2.metadata, key, &Ktx2Entry::key) != ktx2.metadata.end();
}

}  // namespace

void read_metadata(Ktx2Reader& r) {
    const Ktx2Index& i = r.index;
    const bool none = i.metadata_offset == 0 || i.metadata_length == 0;
    const auto bytes = none ? std::span<const std::byte>{}
                            : r.part(i.metadata_offset, i.metadata_length, "key and value data")
                                  .value_or(std::span<const std::byte>{});
    std::size_t at = static_cast<std::size_t>(i.metadata_offset);
    const std::size_t end = at + bytes.size();
    constexpr std::size_t kLengthBytes = 4;
    while (at < end) {
        if (end - at < kLengthBytes + 2) {
            r.fault(codes::ktx2_entry, at,
                    "found " + text(end - at) +
                        " bytes behind the entries, expected 0, or 6 and "
                        "more for another");
            break;
        }
        std::size_t size = r.at<std::uint32_t>(at);
        const std::size_t left = end - at - kLengthBytes;
        if (size < 2 || size > left)
            r.fault(codes::ktx2_entry, at,
                    "found keyAndValueByteLength " + text(size) + ", expected 2 to the " +
                        text(left) + " that are left");
        size = std::min(size, left);
        at += kLengthBytes;
        if (size >= 2) take_entry(r, at, size);
        at += size;
        for (; at < end && at % 4 != 0; ++at)
            if (r.out.file[at] != std::byte{0})
                r.fault(codes::ktx2_padding, at,
                        "found " + hex(std::to_integer<unsigned>(r.out.file[at])) +
                            " behind an entry, expected zeros");
    }
    check_order(r, static_cast<std::size_t>(i.metadata_offset));
    check_metadata(r);
}

void check_metadata(Ktx2Reader& r) {
    for (const Ktx2Entry& entry : r.out.metadata)
        Value(r, entry).check();
    const auto at = static_cast<std::size_t>(r.index.metadata_offset);
    if (has_key(r.out, "KTXanimData") && has_key(r.out, "KTXcubemapIncomplete"))
        r.fault(codes::ktx2_value, at,
                "found KTXanimData beside KTXcubemapIncomplete, expected one of them");
    if (has_key(r.out, "KTXwriter")) return;
    if (has_key(r.out, "KTXwriterScParams"))
        r.fault(codes::ktx2_value, at, "found KTXwriterScParams without KTXwriter, expected both");
    else
        r.warn(codes::ktx2_writer_missing, at,
               "found no KTXwriter, expected the name of the program that wrote the file");
}

}  // namespace diorama::texture::detail
