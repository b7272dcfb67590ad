// SPDX-License-Identifier: MIT
#include "diorama/document/detail/scene_scan.hpp"

#include <algorithm>
#include <cstring>

namespace diorama::document {
namespace {

/// The name of the component at \p at, as far as the bytes go.
std::string_view name_at(const detail::BinaryCursor& cursor, const char* at) {
    const auto left = static_cast<std::size_t>(cursor.end() - at);
    if (left < 4 || detail::load_as<std::uint32_t>(at) > left - 4) return {};
    return detail::text_at(at);
}

std::string_view name_at(const detail::TextCursor& cursor, const char* at) {
    const char* end = at;
    while (end != cursor.end() && *end != ' ' && *end != '\t' && *end != '\n' && *end != '\r')
        ++end;
    return {at, static_cast<std::size_t>(end - at)};
}

}  // namespace

SceneScan::SceneScan(const SceneRegistry& registry, const detail::InputFacts& facts,
                     detail::Findings& findings)
    : registry_(registry),
      facts_(facts),
      findings_(findings),
      nodes_(1),
      name_type_(registry.find("Name")),
      targets_(registry.types_.size()) {
    shapes_.reserve(facts.entities);
}

bool SceneScan::run(detail::BinaryCursor& cursor, detail::BinaryCursor& again) {
    return walk(cursor, again);
}

bool SceneScan::run(std::string_view text, detail::TextCursor& cursor, detail::TextCursor& again) {
    text_ = text;
    return cursor.sound() && walk(cursor, again);
}

template <class Cursor>
bool SceneScan::walk(Cursor& cursor, Cursor& again) {
    while (true) {
        if (const char* at = cursor.component_at(); at != nullptr) {
            const char* end = match_likely(cursor, at);
            if (end == nullptr) end = match_by_name(cursor, at);
            if (end != nullptr) {
                cursor.skip_component(end);
                continue;
            }
        }
        const detail::RecordEvent event = cursor.next();
        if (findings_.failed()) return false;
        if (event == detail::RecordEvent::component) {
            if (!take_general(cursor, again)) return false;
            continue;
        }
        if (entities_ > 0) end_entity();
        if (event == detail::RecordEvent::end) break;
        ++entities_;
    }
    return match_.highest < static_cast<std::int64_t>(entities_) && !(forward_ && has_loop());
}

/// Where the component at \p at ends, if it is what the last entity had here and direct.
template <class Cursor>
inline const char* SceneScan::match_likely(const Cursor& cursor, const char* at) {
    const std::uint32_t child = nodes_[node_].last_child;
    const Node& likely = nodes_[child];
    if (!likely.direct) return nullptr;  // as the root
    const char* const end = match_as(cursor, *likely.type, at);
    if (end == nullptr) return nullptr;
    node_ = child;
    if (likely.noted) note_match(*likely.type, at);
    return end;
}

/// Where the component at \p at ends, if its type has a DirectFormat that it matches; then it is
/// the current entity's next step.
template <class Cursor>
const char* SceneScan::match_by_name(const Cursor& cursor, const char* at) {
    const detail::SceneType* const type = registry_.find(name_at(cursor, at));
    if (type == nullptr || type->direct.write_bytes == nullptr) return nullptr;
    const char* const end = match_as(cursor, *type, at);
    // A second one of a type is a fault, which the general way has to find.
    if (end == nullptr || !follow(type, true)) return nullptr;
    if (nodes_[node_].noted) note_match(*type, at);
    return end;
}

void SceneScan::note_match(const detail::SceneType& type, const char* at) {
    if (type.relation) note_target(type, match_.target);
    if (&type == name_type_) name_at_ = at;
}

/// Checks the record that \p cursor has come upon.
template <class Cursor>
bool SceneScan::take_general(Cursor& cursor, Cursor& again) {
    const detail::RecordView record = cursor.record();
    const detail::SceneType* const type = registry_.find(record.name);
    if (!follow(type, false)) return false;
    DocumentCheck& fields = check();
    fields.resume(entities_ - 1);
    constexpr bool kText = std::is_same_v<Cursor, detail::TextCursor>;
    if (name_at_ != nullptr) {
        const char* name = name_at_;
        if constexpr (kText)
            fields.note_label(again.read_again(name, 1));
        else
            fields.note_label(again.read_again(name));
        name_at_ = nullptr;
    }
    fields.component(record);
    if (fields.last_target() >= 0) note_target(*type, fields.last_target());
    if constexpr (kText) {
        values_.begin();
        char* const to = values_.room(16);
        values_.advance(detail::store(
            detail::store(to, static_cast<std::uint64_t>(cursor.line_at() - text_.data())),
            cursor.line()));
        values_.end();
    }
    return !findings_.failed();
}

/// Makes a component of \p type the current entity's next step; false where it has one already.
bool SceneScan::follow(const detail::SceneType* type, bool direct) {
    for (const std::uint32_t child : nodes_[node_].children) {
        if (nodes_[child].type == type && nodes_[child].direct == direct) {
            nodes_[node_].last_child = child;
            node_ = child;
            return true;
        }
    }
    if (type != nullptr) {
        for (std::uint32_t above = node_; above != 0; above = nodes_[above].parent) {
            if (nodes_[above].type == type) return false;
        }
    }
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    Node node;
    node.type = type;
    node.parent = node_;
    node.direct = direct;
    node.noted = type != nullptr && (type->relation || type == name_type_);
    node.all_direct = direct && nodes_[node_].all_direct;
    nodes_.push_back(std::move(node));
    nodes_[node_].children.push_back(child);
    nodes_[node_].last_child = child;
    node_ = child;
    return true;
}

void SceneScan::end_entity() {
    shapes_.push_back(node_);
    node_ = 0;
    name_at_ = nullptr;
}

std::span<const SceneScan::Step> SceneScan::steps(std::uint32_t shape) {
    // Of the others there can be as many, and as long ones, as the input wants.
    std::vector<Step>& path = nodes_[shape].all_direct ? nodes_[shape].path : path_;
    if (&path != &path_ && !path.empty()) return path;
    path.clear();
    for (std::uint32_t at = shape; at != 0; at = nodes_[at].parent)
        path.push_back({nodes_[at].type, nodes_[at].direct});
    std::reverse(path.begin(), path.end());
    return path;
}

std::vector<const detail::SceneType*> SceneScan::usual() {
    std::vector<std::uint32_t> counts(nodes_.size(), 0);
    for (const std::uint32_t shape : shapes_)
        ++counts[shape];
    const auto most = std::max_element(counts.begin(), counts.end());
    std::vector<const detail::SceneType*> types;
    for (const Step step : steps(static_cast<std::uint32_t>(most - counts.begin()))) {
        if (step.type != nullptr) types.push_back(step.type);
    }
    return types;
}

void SceneScan::note_target(const detail::SceneType& type, std::int64_t target) {
    std::vector<std::int32_t>& targets = targets_[type.index];
    const std::size_t self = entities_ - 1;
    if (targets.size() < self) targets.resize(self, -1);
    // Not above what the format allows; whether there is such an entity is seen at the end.
    if (target > static_cast<std::int64_t>(SceneLimits::entities)) target = -1;
    targets.push_back(static_cast<std::int32_t>(target));
    forward_ = forward_ || target >= static_cast<std::int64_t>(self);
}

/// Whether some entity is above itself.
bool SceneScan::has_loop() const {
    for (const std::vector<std::int32_t>& targets : targets_) {
        std::vector<std::uint32_t> walk(targets.size(), 0);  // which walk first came here; 0: none
        for (std::size_t start = 0; start < targets.size(); ++start) {
            std::size_t at = start;
            while (at < targets.size() && walk[at] == 0 && targets[at] >= 0) {
                walk[at] = static_cast<std::uint32_t>(start + 1);
                at = static_cast<std::size_t>(targets[at]);
            }
            if (at < targets.size() && targets[at] >= 0 && walk[at] == start + 1) return true;
        }
    }
    return false;
}

/// The check by fields, made when it is first needed: it has a stand-in for every entity.
DocumentCheck& SceneScan::check() {
    if (!check_) {
        if (facts_.format == SceneFormat::text) facts_.entities = detail::count_entities(text_);
        check_.emplace(registry_, facts_, false, findings_);
    }
    return *check_;
}

}  // namespace diorama::document
