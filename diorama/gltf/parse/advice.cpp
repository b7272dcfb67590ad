// SPDX-License-Identifier: MIT
#include <string>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/reading.hpp"
#include "diorama/gltf/detail/report.hpp"
#include "diorama/gltf/detail/uri.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// Warns where \p uri, of element \p index of \p list, has a % that starts no escape.
void advise_uri(std::string_view uri, std::string_view list, std::size_t index, Report& report) {
    if (uri.find('%') == std::string_view::npos || is_data_uri(uri)) return;
    const Result<Uri> parsed = parse_uri(uri, true, {});
    if (!parsed || !parsed->invalid_escape) return;
    report.at_pointer(codes::uri_escape, pointer_to(list, index) + "/uri",
                      "found a % that starts no escape in " + quoted(uri) + ", expected %25",
                      "it is read as it stands");
}

}  // namespace

void advise(const Document& document, Report& report) {
    for (std::size_t i = 0; i < document.buffers.size(); ++i)
        advise_uri(document.buffers[i].uri, "buffers", i, report);
    for (std::size_t i = 0; i < document.images.size(); ++i)
        advise_uri(document.images[i].uri, "images", i, report);
    if (document.scene == kNone && document.scenes.size() > 1)
        report.at_pointer(codes::scene_default, "/scenes",
                          "found " + std::to_string(document.scenes.size()) +
                              " scenes and no `scene` that says which is shown",
                          "the first is; each can be asked for by its index");
}

}  // namespace diorama::gltf::detail
