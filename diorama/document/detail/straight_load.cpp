// SPDX-License-Identifier: MIT
#include "diorama/document/detail/straight_load.hpp"

#include <algorithm>

#include "diorama/core/prefetch.hpp"
#include "diorama/document/detail/entity_lines.hpp"

namespace diorama::document {
namespace {

using detail::RecordEvent;
using diorama::detail::kNone;

// How far ahead of what is read its memory is asked for, and for how many bytes of each entity. A
// page: the processor itself asks for what follows only as far as the page goes. Entities have
// about as many bytes; those of larger ones are asked for in part.
constexpr std::ptrdiff_t kAhead = 4096, kAheadBytes = 192;

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

StraightLoad::StraightLoad(const SceneRegistry& registry, const detail::InputFacts& facts,
                           const MappedFile* file, detail::Findings& findings, Loader& loader)
    : registry_(registry),
      facts_(facts),
      findings_(findings),
      loader_(loader),
      facts_of_taking_{&loader.bulk()},
      file_(file),
      nodes_(1),
      name_type_(registry.find("Name")) {}

bool StraightLoad::run(detail::BinaryCursor& cursor, detail::BinaryCursor& again) {
    return walk(cursor, again);
}

bool StraightLoad::run(std::string_view text, detail::TextCursor& cursor,
                       detail::TextCursor& again) {
    text_ = text;
    return walk(cursor, again);
}

template <class Cursor>
bool StraightLoad::walk(Cursor& cursor, Cursor& again) {
    RecordEvent event = cursor.next();
    while (event == RecordEvent::entity && !findings_.failed()) {
        ++entities_;
        passed_.pass(cursor.at());
        event = take_whole(cursor) ? cursor.next() : take_parts(cursor, again);
    }
    return !findings_.failed() && event == RecordEvent::end &&
           facts_of_taking_.highest < static_cast<std::int64_t>(entities_);
}

/// Ends the first \p made components of \p shape, which stand where \p place(n) says.
template <class Place>
void StraightLoad::unmake(const Shape& shape, std::size_t made, Place&& place) {
    while (made-- > 0)
        if (!shape.types[made]->trivial) shape.types[made]->destroy(place(made));
}

/// Makes entities of \p shape, \p most at most, for as long as \p at holds such and their rows
/// follow each other; their number. \p at is then where the last one ends.
std::uint32_t StraightLoad::take_run(Shape& shape, const char*& at, const char* end,
                                     std::uint32_t most) {
    void* const* const places = loader_.bulk().row(shape.kind).data();
    const std::uint32_t room = std::min(most, loader_.bulk().rows_left());
    Part* const parts = shape.parts.data();
    const std::size_t count = shape.parts.size();
    for (std::size_t i = 0; i < count; ++i)
        parts[i].place = places[i];
    // Also where a type throws: what was made is then ended with the batch.
    struct Made {
        diorama::detail::BulkSpawn& bulk;
        const std::uint32_t kind;
        std::uint32_t entities = 0;
        ~Made() { bulk.made(kind, entities); }
    } made{loader_.bulk(), shape.kind};
    for (const char* next = at; made.entities < room;) {
        if (end - next > kAhead + kAheadBytes)
            for (std::ptrdiff_t line = 0; line < kAheadBytes; line += 64)
                prefetch(next + kAhead + line);
        for (std::size_t i = 0; i < count; ++i) {
            Part& part = parts[i];
            next = part.bytes(next, end, part.version, part.place, facts_of_taking_);
            if (next == nullptr) {
                unmake(shape, i, [&](std::size_t n) {
                    return static_cast<std::byte*>(parts[n].place) - parts[n].size;
                });
                return made.entities;
            }
            part.place = static_cast<std::byte*>(part.place) + part.size;
        }
        ++made.entities;
        at = next;
        if (end - next < std::ptrdiff_t{detail::BinaryCursor::kEntityBytes} ||
            detail::load_as<std::uint32_t>(next) != count)
            break;
        next += detail::BinaryCursor::kEntityBytes;
    }
    return made.entities;
}

/// Makes the entity begun like the last one of as many components, and so those that follow it;
/// false where it is another.
bool StraightLoad::take_whole(detail::BinaryCursor& cursor) {
    const char* const end = cursor.end();
    std::uint32_t count = cursor.components_left();
    auto left = static_cast<std::uint32_t>(cursor.announced()) + 1;
    const char* at = cursor.at();
    const std::ptrdiff_t rest = std::max(end - at - std::ptrdiff_t{detail::PassedPages::kStep},
                                         std::ptrdiff_t{detail::BinaryCursor::kEntityBytes});
    std::uint32_t made = 0;
    const char* whole = at;  // where the last one made ends
    while (count < shape_by_count_.size() && shape_by_count_[count] != kNone) {
        const std::uint32_t more = take_run(shapes_[shape_by_count_[count]], at, end, left);
        if (more == 0) break;
        made += more;
        left -= more;
        whole = at;
        if (left == 0 || end - at < rest) break;
        count = detail::load_as<std::uint32_t>(at);
        at += detail::BinaryCursor::kEntityBytes;
    }
    if (made == 0) return false;
    cursor.skip_entities(whole, made - 1);
    entities_ += made - 1;
    return true;
}

/// Makes the entity begun like the last one; false where it is another.
bool StraightLoad::take_whole(detail::TextCursor& cursor) {
    if (last_shape_ == kNone) return false;
    const Shape& shape = shapes_[last_shape_];
    void* const* const places = loader_.bulk().row(shape.kind).data();
    const char* const end = cursor.end();
    const char* at = cursor.at();
    const auto give_up = [&](std::size_t made) {
        unmake(shape, made, [&](std::size_t n) { return places[n]; });
        return false;
    };
    for (std::size_t i = 0, count = shape.parts.size(); i < count; ++i) {
        if (end - at < 2 || at[0] != ' ' || at[1] != ' ') return give_up(i);
        const Part& part = shape.parts[i];
        at = part.text(at + 2, end, part.version, places[i], facts_of_taking_);
        if (at == nullptr) return give_up(i);
    }
    // It may have more.
    constexpr std::string_view kEntity = "entity ";
    if (at != end && !std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(kEntity))
        return give_up(shape.parts.size());
    cursor.skip_components(at, shape.types.size());
    loader_.bulk().made(shape.kind);
    return true;
}

/// Makes the entity begun component by component; what comes after it.
template <class Cursor>
RecordEvent StraightLoad::take_parts(Cursor& cursor, Cursor& again) {
    node_ = 0;
    name_at_ = nullptr;
    while (true) {
        if (const char* const at = cursor.component_at(); at != nullptr) {
            if (const char* const end = take_part(cursor, at); end != nullptr) {
                cursor.skip_component(end);
                continue;
            }
        }
        const RecordEvent event = cursor.next();
        if (findings_.failed()) return RecordEvent::end;
        if (event != RecordEvent::component) {
            end_entity();
            return event;
        }
        if (!take_general(cursor, again)) return RecordEvent::component;
    }
}

/// Where the component at \p at ends, if it matches its type's DirectFormat; then it is made.
template <class Cursor>
const char* StraightLoad::take_part(const Cursor& cursor, const char* at) {
    const std::uint32_t child = nodes_[node_].last_child;
    const detail::SceneType* type = nodes_[child].direct ? nodes_[child].type : nullptr;
    const char* end = nullptr;
    if (type != nullptr) end = take(cursor, *type, at, loader_.place_for(*type));
    if (end != nullptr) {
        node_ = child;
    } else {
        type = registry_.find(name_at(cursor, at));
        if (type == nullptr || type->direct.take_bytes == nullptr) return nullptr;
        // A second one of a type is a fault, which the general way has to find; and its place is
        // taken.
        const std::uint32_t before = node_;
        if (!follow(type, true)) return nullptr;
        end = take(cursor, *type, at, loader_.place_for(*type));
        if (end == nullptr) {
            node_ = before;
            return nullptr;
        }
    }
    loader_.made(*type);
    if (type == name_type_) name_at_ = at;
    return end;
}

/// Checks and makes the component that \p cursor has come upon; false where that can't be.
template <class Cursor>
bool StraightLoad::take_general(Cursor& cursor, Cursor& again) {
    const detail::RecordView record = cursor.record();
    if (!follow(registry_.find(record.name), false)) return false;
    DocumentCheck& fields = check();
    fields.resume(entities_ - 1);
    if (name_at_ != nullptr) {
        const char* name = name_at_;
        if constexpr (std::is_same_v<Cursor, detail::TextCursor>)
            fields.note_label(again.read_again(name, 1));
        else
            fields.note_label(again.read_again(name));
        name_at_ = nullptr;
    }
    fields.component(record);
    return !findings_.failed() && loader_.component(record);
}

/// Makes a component of \p type the current entity's next step; false where it has one already.
bool StraightLoad::follow(const detail::SceneType* type, bool direct) {
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
    node.all_direct = direct && nodes_[node_].all_direct;
    nodes_.push_back(std::move(node));
    nodes_[node_].children.push_back(child);
    nodes_[node_].last_child = child;
    node_ = child;
    return true;
}

/// Makes an entity of what was taken, and remembers its shape.
void StraightLoad::end_entity() {
    loader_.commit();
    Node& end = nodes_[node_];
    if (!end.all_direct) return;
    if (end.shape == kNone) {
        Shape shape;
        for (std::uint32_t at = node_; at != 0; at = nodes_[at].parent)
            shape.types.push_back(nodes_[at].type);
        std::reverse(shape.types.begin(), shape.types.end());
        for (const detail::SceneType* const type : shape.types)
            shape.parts.push_back({type->direct.take_bytes, type->direct.take_text, type->version,
                                   type->size, nullptr});
        shape.kind = loader_.kind(shape.types);
        end.shape = static_cast<std::uint32_t>(shapes_.size());
        shapes_.push_back(std::move(shape));
    }
    last_shape_ = end.shape;
    const std::size_t count = shapes_[end.shape].types.size();
    if (count >= shape_by_count_.size()) shape_by_count_.resize(count + 1, kNone);
    shape_by_count_[count] = end.shape;
}

/// The check by fields, made when it is first needed: it has a stand-in for every entity.
DocumentCheck& StraightLoad::check() {
    if (!check_) {
        if (facts_.format == SceneFormat::text)
            (void)detail::all_of_pieces(text_, file_, [&](std::string_view piece) {
                facts_.entities += detail::count_entities(piece);
                return true;
            });
        check_.emplace(registry_, facts_, false, findings_);
        loader_.expect(facts_.entities);
    }
    return *check_;
}

}  // namespace diorama::document
