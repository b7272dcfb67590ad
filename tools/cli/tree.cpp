// SPDX-License-Identifier: MIT
/// \file
/// `diorama tree`: the hierarchy with names, components and world positions.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "diorama/document/kept_records.hpp"
#include "diorama/ecs/world_core.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/transform.hpp"
#include "printable.hpp"
#include "report.hpp"
#include "stage.hpp"

namespace diorama::cli {
namespace {

// Deeper levels are numbered instead of indented, or a chain of 100,000 would print gigabytes.
constexpr std::size_t kMaxIndent = 32;

/// One line of the tree.
struct Row {
    Entity entity;
    std::int64_t parent = -1;  // index of the row above it; -1 for a root
    std::size_t depth = 0;
};

/// Every entity, parents before children, children in order. A file's world holds no loop.
std::vector<Row> rows_of(const World& world) {
    std::vector<Row> rows;
    std::vector<Row> stack;
    const auto walk = [&](Entity root) {
        stack.push_back({root, -1, 0});
        while (!stack.empty()) {
            const Row row = stack.back();
            stack.pop_back();
            const auto index = static_cast<std::int64_t>(rows.size());
            rows.push_back(row);
            const std::size_t first = stack.size();
            for (const Entity child : world.children(row.entity))
                stack.push_back({child, index, row.depth + 1});
            std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
        }
    };
    world.for_each_entity([&](Entity entity) {
        if (!world.alive(world.parent(entity))) walk(entity);
    });
    return rows;
}

bool is_finite(const mat4& matrix) {
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row)
            if (!std::isfinite(matrix[column][row])) return false;
    return true;
}

/// What is wrong with where \p entity hangs or stands; empty where nothing is.
std::string_view fault_of(const World& world, Entity entity) {
    const auto* const placement = world.get<GlobalTransform>(entity);
    const Entity parent = world.parent(entity);
    if (!parent.is_null() && !world.alive(parent)) return codes::hierarchy_broken.name();
    // What is placed hangs in its parent's place, and this one has none.
    if (placement != nullptr && !parent.is_null() && !world.has<Transform>(parent))
        return codes::hierarchy_broken.name();
    return placement != nullptr && !is_finite(placement->matrix())
               ? codes::placement_nonfinite.name()
               : std::string_view();
}

std::string name_of(const World& world, Entity entity) {
    const auto* const name = world.get<Name>(entity);
    return name != nullptr ? name->value : std::string();
}

/// The described components of \p entity, in order of first use in the world; then those kept.
std::vector<std::string_view> components_of(const World& world, Entity entity) {
    const detail::WorldCore& core = world.core();
    std::vector<std::string_view> names;
    const std::uint32_t table = core.record(entity.index()).table;
    for (const ComponentId id : core.tables()[table]->signature())
        if (core.info(id).described) names.push_back(core.info(id).name);
    if (const auto* const kept = world.get<document::KeptRecords>(entity))
        for (const document::KeptComponent& each : kept->components)
            names.push_back(each.record.name.view());
    return names;
}

/// Whether text leaves \p component out: every line shows what it holds in another way.
bool is_implied(std::string_view component) {
    return component == "Name" || component == "ChildOf" || component == "Transform";
}

/// \p value for people: four decimals at most, so that rounding noise does not look like a place.
std::string number(float value) {
    std::array<char, 64> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::fixed, 4);
    if (end.ec != std::errc()) return JsonWriter().value(value).text();
    std::string text(buffer.data(), end.ptr);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

std::string text_line(const World& world, const Row& row) {
    std::string text(2 * std::min(row.depth, kMaxIndent), ' ');
    if (row.depth > kMaxIndent) text += "[depth " + std::to_string(row.depth) + "] ";
    const std::string name = name_of(world, row.entity);
    text += name.empty() ? "(unnamed)" : printable(name);
    if (const auto* placement = world.get<GlobalTransform>(row.entity)) {
        const vec3 p = placement->translation();
        text.append("  (").append(number(p.x)).append(", ").append(number(p.y));
        text.append(", ").append(number(p.z)).append(")");
    }
    std::string list;
    for (const std::string_view component : components_of(world, row.entity))
        if (!is_implied(component))
            list.append(list.empty() ? "" : " ").append(printable(component));
    if (!list.empty()) text.append("  [").append(list).append("]");
    if (const std::string_view fault = fault_of(world, row.entity); !fault.empty())
        text.append("  !! ").append(fault);
    return text;
}

void write_row(JsonWriter& json, const World& world, const Row& row) {
    json.begin_object().key("name").value(name_of(world, row.entity));
    json.key("parent").value(row.parent).key("depth").value(row.depth);
    json.key("position");
    if (const auto* placement = world.get<GlobalTransform>(row.entity)) {
        const vec3 p = placement->translation();
        json.begin_array().value(p.x).value(p.y).value(p.z).end_array();
    } else {
        json.null();
    }
    json.key("components").begin_array();
    for (const std::string_view component : components_of(world, row.entity))
        json.value(component);
    json.end_array();
    if (const std::string_view fault = fault_of(world, row.entity); !fault.empty())
        json.key("fault").value(fault);
    json.end_object();
}

}  // namespace

int run_tree(const TreeOptions& options) {
    const std::string file = options.file.string();
    Result<Stage> stage = open_stage(options.file);
    if (!stage) return report_failure(stage.error(), file, options.json);
    print_messages(stage->diagnostics, options.json);
    const std::vector<Row> rows = rows_of(stage->world);
    if (options.json) {
        JsonWriter json;
        json.begin_object().key("file").value(file).key("entities").begin_array();
        for (const Row& row : rows)
            write_row(json, stage->world, row);
        json.end_array();
        write_diagnostics(json, stage->diagnostics);
        return print_output(json.end_object().text()) ? kSuccess : kFault;
    }
    std::string text;
    for (const Row& row : rows)
        text.append(text.empty() ? "" : "\n").append(text_line(stage->world, row));
    return print_output(text) ? kSuccess : kFault;
}

}  // namespace diorama::cli
