// SPDX-License-Identifier: MIT
#include "diorama/texture/detail/inflate.hpp"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>

#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

std::unexpected<Error> damaged(std::string reason, const std::string& where) {
    return fail(codes::ktx2_inflate, "level can't be inflated: " + std::move(reason), where,
                "the file is damaged; fetch or write it again");
}

std::unexpected<Error> wrong_size(const std::string& found, std::uint64_t size,
                                  const std::string& where) {
    return damaged("found " + found + " bytes, expected the " + std::to_string(size) +
                       " of uncompressedByteLength",
                   where);
}

/// Ends a zlib stream whatever way its scope is left.
struct Stream {
    z_stream state{};
    ~Stream() { inflateEnd(&state); }
};

}  // namespace

Result<std::vector<std::byte>> inflate_zstd(std::span<const std::byte> bytes, std::uint64_t size,
                                            const std::string& where) {
    const unsigned long long said = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    if (said == ZSTD_CONTENTSIZE_ERROR) return damaged("it is no Zstandard frame", where);
    if (said != ZSTD_CONTENTSIZE_UNKNOWN && said != size)
        return wrong_size(std::to_string(said), size, where);
    std::vector<std::byte> out(static_cast<std::size_t>(size));
    const std::size_t written = ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(written) != 0) return damaged(ZSTD_getErrorName(written), where);
    if (written != size) return wrong_size(std::to_string(written), size, where);
    return out;
}

Result<std::vector<std::byte>> inflate_zlib(std::span<const std::byte> bytes, std::uint64_t size,
                                            const std::string& where) {
    // No deflated byte stands for more. Source: zlib's technical details, "maximum compression".
    constexpr std::uint64_t kMostPerByte = 1032;
    if (size / kMostPerByte > bytes.size())
        return damaged(std::to_string(bytes.size()) + " bytes can't hold the " +
                           std::to_string(size) + " of uncompressedByteLength",
                       where);
    std::vector<std::byte> out(static_cast<std::size_t>(size));
    Stream stream;
    if (inflateInit(&stream.state) != Z_OK) return damaged("zlib has no memory", where);
    // zlib counts with 32 bits, so both sides are handed over in pieces.
    constexpr std::size_t kPiece = std::size_t{1} << 30;
    std::size_t in = 0, done = 0;
    std::byte spare{};
    int code = Z_OK;
    while (code == Z_OK) {
        const std::size_t take = std::min(kPiece, bytes.size() - in);
        const std::size_t room = std::min(kPiece, out.size() - done);
        // zlib only reads from next_in; its interface has no const. A byte of spare room shows data
        // beyond the size said.
        stream.state.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data() + in));
        stream.state.avail_in = static_cast<uInt>(take);
        stream.state.next_out = reinterpret_cast<Bytef*>(room > 0 ? out.data() + done : &spare);
        stream.state.avail_out = static_cast<uInt>(room > 0 ? room : 1);
        code = inflate(&stream.state, Z_NO_FLUSH);
        in += take - stream.state.avail_in;
        const std::size_t wrote = (room > 0 ? room : 1) - stream.state.avail_out;
        if (room == 0 && wrote > 0) return wrong_size("more", size, where);
        done += wrote;
    }
    if (code != Z_STREAM_END)
        return damaged(code == Z_BUF_ERROR           ? "it ends early"
                       : stream.state.msg != nullptr ? stream.state.msg
                                                     : "it is no ZLIB stream",
                       where);
    if (done != size) return wrong_size(std::to_string(done), size, where);
    return out;
}

}  // namespace diorama::texture::detail
