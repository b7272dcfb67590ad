// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/target_names.hpp"

#include "diorama/gltf/detail/json_reader.hpp"

namespace diorama::gltf::detail {
namespace {

std::vector<std::string> read_strings(JsonReader& reader) {
    std::vector<std::string> names;
    if (reader.next() != JsonKind::array) {
        reader.skip();
        return names;
    }
    bool only_strings = true;
    reader.enter();
    while (reader.next_element()) {
        if (reader.next() == JsonKind::string) {
            names.emplace_back(reader.read_string());
        } else {
            only_strings = false;
            reader.skip();
        }
    }
    if (!only_strings) names.clear();
    return names;
}

}  // namespace

TargetNames read_target_names(std::string_view extras, std::uint32_t max_depth) {
    TargetNames out;
    // Most extras hold something else; indexing them is only worth it where the word occurs.
    if (extras.find("targetNames") == std::string_view::npos) return out;
    std::deque<std::string> arena;
    JsonReader reader(extras, arena, max_depth);
    if (reader.next() != JsonKind::object) return out;
    reader.enter();
    std::string_view key;
    while (reader.next_member(key)) {
        if (key == "targetNames") {
            out.present = true;
            out.names = read_strings(reader);
        } else {
            reader.skip();
        }
    }
    return out;
}

}  // namespace diorama::gltf::detail
