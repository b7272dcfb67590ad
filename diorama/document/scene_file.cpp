// SPDX-License-Identifier: MIT
#include "diorama/document/scene_file.hpp"

#include "diorama/core/file.hpp"
#include "diorama/document/detail/binary_layout.hpp"
#include "diorama/document/detail/binary_writer.hpp"
#include "diorama/document/detail/file_format.hpp"
#include "diorama/document/detail/file_sink.hpp"
#include "diorama/document/detail/text_writer.hpp"
#include "diorama/document/detail/write_doc.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_text.hpp"

namespace diorama::document {

SceneFormat detail::format_of_bytes(std::span<const std::byte> bytes, std::string_view name) {
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with(kMagic)) return SceneFormat::binary;
    if (!text.empty() && kMagic.starts_with(text)) return SceneFormat::binary;  // cut short
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    if (text.starts_with("cinder-scene")) return SceneFormat::text;
    return format_of(name).value_or(SceneFormat::text);
}

Result<SceneDoc> read_bytes(std::span<const std::byte> bytes, std::string_view name) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return detail::format_of_bytes(bytes, name) == SceneFormat::binary ? read_binary(bytes, name)
                                                                       : read_text(text, name);
}

Result<SceneDoc> read_file(const std::filesystem::path& path) {
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) return std::unexpected(file.error());
    return read_bytes(file->bytes(), path.string());
}

Result<SceneFormat> detail::format_of(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    for (char& each : extension)  // files from other systems may be in capitals
        if (each >= 'A' && each <= 'Z') each = static_cast<char>(each + ('a' - 'A'));
    if (extension == ".cscn") return SceneFormat::text;
    if (extension == ".cscnb") return SceneFormat::binary;
    return fail(codes::extension,
                "found extension " + excerpt(extension) + ", expected .cscn or .cscnb",
                path.string(), ".cscn is text, .cscnb is binary");
}

namespace {

/// \p error of a document that has no place of its own, as one about \p path.
Error about_file(Error error, const std::filesystem::path& path) {
    if (error.where.empty()) error.where = path.string();
    for (Diagnostic& finding : error.diagnostics)
        if (finding.where.empty()) finding.where = path.string();
    return error;
}

/// Has a writer of type \p Writer write \p doc to \p out.
template <class Writer>
void write_to(detail::ByteSink& out, const SceneDoc& doc) {
    Writer writer(out, doc.version, doc.entities.size());
    detail::write_doc(doc, writer);
    out.finish();
}

}  // namespace

Result<> write_file(const std::filesystem::path& path, const SceneDoc& doc) {
    const Result<SceneFormat> format = detail::format_of(path);
    if (!format) return std::unexpected(format.error());
    if (Result<> sound = check_doc(doc); !sound)
        return std::unexpected(about_file(std::move(sound.error()), path));
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return std::unexpected(std::move(file.error()));
    detail::FileSink out(*file);
    if (*format == SceneFormat::text)
        write_to<detail::TextWriter>(out, doc);
    else
        write_to<detail::BinaryWriter>(out, doc);
    if (Result<> written = out.state(); !written) return written;
    return file->commit();
}

}  // namespace diorama::document
