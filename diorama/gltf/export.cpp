// SPDX-License-Identifier: MIT
#include "diorama/gltf/export.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "diorama/core/bytes.hpp"
#include "diorama/core/error_codes.hpp"
#include "diorama/core/file.hpp"
#include "diorama/gltf/detail/export_uri.hpp"
#include "diorama/gltf/detail/uri.hpp"
#include "diorama/gltf/detail/writing.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf {
namespace {

namespace fs = std::filesystem;

/// Fills \p w with the whole JSON and everything it refers to.
Result<> write_all(detail::Writing& w) {
    if (Result<> writable = detail::check_writable(w.asset); !writable) return writable;
    w.json.begin_object();
    detail::write_root(w);
    detail::write_scenes(w);
    detail::write_nodes(w);
    detail::write_meshes(w);
    detail::write_skins(w);
    detail::write_animations(w);
    detail::write_cameras(w);
    detail::write_materials(w);
    detail::write_textures(w);
    if (Result<> written = detail::write_images(w); !written) return written;
    w.packer.write_lists(w);
    if (const std::uint64_t size = w.packer.size(); size > 0) {
        w.json.key("buffers").begin_array().begin_object().key("byteLength").integer(size);
        if (!w.glb()) w.json.key("uri").string(detail::percent_encoded(w.stem + ".bin"));
        w.write_loose("/buffers/0");
        w.json.end_object().end_array();
    }
    w.extension_lists();
    w.json.end_object();
    return {};
}

constexpr std::uint64_t padded(std::uint64_t size) {
    return (size + 3) / 4 * 4;
}

/// A file to be, its bytes in memory.
struct Pending {
    fs::path path;
    std::span<const std::byte> bytes;
    fs::path temporary{};  // where the bytes are until they are renamed; empty where they are there
};

/// Whether \p path holds exactly \p bytes.
bool holds(const fs::path& path, std::span<const std::byte> bytes) {
    std::error_code failed;
    if (fs::file_size(path, failed) != bytes.size() || failed) return false;
    const Result<MappedFile> file = MappedFile::open(path);
    return file && std::ranges::equal(file->bytes(), bytes);
}

bool same_file(const fs::path& a, const fs::path& b) {
    std::error_code failed;
    if (fs::equivalent(a, b, failed)) return true;
    return fs::absolute(a, failed).lexically_normal() == fs::absolute(b, failed).lexically_normal();
}

/// Whether a file may be put at \p path.
Result<> check_place(const fs::path& path, const SaveOptions& options) {
    for (const fs::path& kept : options.keep)
        if (same_file(path, kept))
            return fail(codes::export_overwrite, "found one of the files that are read there",
                        path.string(), "write to another folder");
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (fs::exists(status) && !fs::is_regular_file(status))
        return fail(codes::export_file,
                    fs::is_directory(status) ? "found a folder there, expected a file or none"
                                             : "found no regular file there, expected one or none",
                    path.string());
    return {};
}

/// Puts all of \p files in their places, or none.
Result<> put(std::vector<Pending>& files, const SaveOptions& options) {
    std::erase_if(files, [](const Pending& file) { return holds(file.path, file.bytes); });
    for (const Pending& file : files)
        if (Result<> free = check_place(file.path, options); !free) return free;
    const auto abandon = [&](Error error) -> Result<> {
        std::error_code ignored;
        for (const Pending& file : files)
            if (!file.temporary.empty()) fs::remove(file.temporary, ignored);
        return std::unexpected(std::move(error));
    };
    for (Pending& file : files) {
        std::error_code failed;
        if (const fs::path folder = file.path.parent_path(); !folder.empty())
            fs::create_directories(folder, failed);  // Writing then says what is wrong with it.
        fs::path temporary = file.path;
        temporary += ".diorama-part";
        if (Result<> written = write_file_atomic(temporary, file.bytes); !written) {
            written.error().where = file.path.string();
            return abandon(std::move(written.error()));
        }
        file.temporary = std::move(temporary);
    }
    for (Pending& file : files) {
        std::error_code failed;
        fs::rename(file.temporary, file.path, failed);
        if (failed)
            return abandon(fail(diorama::codes::file_write_failed,
                                "renaming failed: " + failed.message(), file.path.string())
                               .error());
        file.temporary.clear();
    }
    return {};
}

/// Fills \p w and puts it together as one file.
Result<std::vector<std::byte>> glb_of(detail::Writing& w) {
    if (Result<> written = write_all(w); !written)
        return std::unexpected(std::move(written.error()));
    const std::string& json = w.json.text();
    const std::uint64_t bin = w.packer.size();
    const std::uint64_t total = 20 + padded(json.size()) + (bin == 0 ? 0 : 8 + padded(bin));
    if (total > UINT32_MAX)
        return fail(codes::export_size,
                    "found " + std::to_string(total) +
                        " bytes, expected at most 4294967295 in a "
                        ".glb",
                    {}, "save it as .gltf");
    constexpr std::uint32_t kGlb = 0x46546C67, kJson = 0x4E4F534A, kBin = 0x004E4942;
    ByteWriter header;
    header.write(kGlb);
    header.write(std::uint32_t{2});
    header.write(static_cast<std::uint32_t>(total));
    header.write(static_cast<std::uint32_t>(padded(json.size())));
    header.write(kJson);
    std::vector<std::byte> out = header.take();
    out.reserve(total);
    const auto text = std::as_bytes(std::span(json));
    out.insert(out.end(), text.begin(), text.end());
    out.resize(20 + padded(json.size()), std::byte{' '});
    if (bin == 0) return out;
    ByteWriter chunk;
    chunk.write(static_cast<std::uint32_t>(padded(bin)));
    chunk.write(kBin);
    out.insert(out.end(), chunk.bytes().begin(), chunk.bytes().end());
    w.packer.append_to(out);
    out.resize(total);
    return out;
}

Result<SaveReport> save_glb(const GltfAsset& asset, const fs::path& path,
                            const SaveOptions& options) {
    detail::Writing w(asset, {});
    const Result<std::vector<std::byte>> bytes = glb_of(w);
    if (!bytes) return std::unexpected(bytes.error());
    std::vector<Pending> files{{path, *bytes}};
    if (Result<> done = put(files, options); !done) return std::unexpected(std::move(done.error()));
    return SaveReport{{path}, w.diagnostics()};
}

/// The files of the .gltf that is at \p path now; an export there may replace them.
std::vector<fs::path> files_of_earlier(const fs::path& path) {
    const Result<Document> document = parse(path);
    return document ? source_files(*document) : std::vector<fs::path>();
}

Result<SaveReport> save_gltf(const GltfAsset& asset, const fs::path& path,
                             const SaveOptions& options) {
    const fs::path folder = path.parent_path();
    detail::Writing w(asset, path.stem().string());
    const std::vector<fs::path> earlier = files_of_earlier(path);
    w.may_take = [&](const std::string& name, std::span<const std::byte> bytes) {
        const fs::path place = folder / name;
        std::error_code failed;
        const auto is_place = [&](const fs::path& file) { return same_file(file, place); };
        return !fs::exists(place, failed) || holds(place, bytes) ||
               (std::ranges::any_of(earlier, is_place) &&
                std::ranges::none_of(options.keep, is_place));
    };
    if (Result<> written = write_all(w); !written)
        return std::unexpected(std::move(written.error()));
    std::vector<std::byte> buffer;
    w.packer.append_to(buffer);
    std::vector<Pending> files;
    if (!buffer.empty()) files.push_back({folder / (w.stem + ".bin"), buffer});
    for (const detail::BesideFile& file : w.files)
        files.push_back({folder / file.name, file.bytes});
    // Last, so that nobody reads it before what it refers to is there.
    files.push_back({path, std::as_bytes(std::span(w.json.text()))});
    SaveReport report{{path}, w.diagnostics()};
    for (const Pending& file : files)
        if (file.path != path) report.files.push_back(file.path);
    if (Result<> done = put(files, options); !done) return std::unexpected(std::move(done.error()));
    return report;
}

}  // namespace

Result<std::vector<std::byte>> write_glb(const GltfAsset& asset) {
    detail::Writing w(asset, {});
    return glb_of(w);
}
Result<SaveReport> save(const GltfAsset& asset, const fs::path& path, const SaveOptions& options) {
    std::string extension = path.extension().string();
    for (char& each : extension)
        if (each >= 'A' && each <= 'Z') each = static_cast<char>(each + ('a' - 'A'));
    if (Result<> free = check_place(path, options); !free)
        return std::unexpected(std::move(free.error()));
    std::error_code failed;
    if (const fs::path folder = path.parent_path();
        !folder.empty() && !fs::is_directory(folder, failed))
        return fail(codes::export_file, "found no folder " + folder.string() + ", expected one",
                    path.string(), "make it, or check the path's spelling");
    if (extension == ".glb") return save_glb(asset, path, options);
    if (extension == ".gltf") return save_gltf(asset, path, options);
    return fail(codes::export_file,
                "found the extension `" + extension + "`, expected .glb or .gltf", path.string());
}

}  // namespace diorama::gltf
