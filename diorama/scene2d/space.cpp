// SPDX-License-Identifier: MIT
#include "diorama/scene2d/space.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "diorama/ecs/describe.hpp"
#include "diorama/scene2d/detail/pass.hpp"
#include "diorama/scene2d/detail/space_access.hpp"
#include "diorama/scene2d/error_codes.hpp"

namespace diorama::scene2d {
namespace {

// A snapshot's header; docs/formats/space2_snapshot.md.
struct Header {
    char magic[4] = {'D', 'S', 'P', '2'};
    std::uint32_t version = 1;
    std::uint32_t slots = 0;
    std::uint32_t live = 0;
    std::uint32_t free = 0;
    std::uint32_t reserved = 0;
};
static_assert(sizeof(Header) == 24);

constexpr std::size_t kSlotBytes = 36;

constexpr std::uint32_t padded(std::uint32_t rows) {
    return (rows + detail::kLanes - 1) / detail::kLanes * detail::kLanes;
}

std::uint32_t count_live(const std::byte* generations, std::uint32_t slots) {
    std::uint32_t live = 0;
    for (std::uint32_t i = 0; i < slots; ++i) {
        std::uint32_t generation;
        std::memcpy(&generation, generations + std::size_t{i} * 4, 4);
        live += generation & 1u;
    }
    return live;
}

}  // namespace

/// Calls \p visit with each column, in the order of a snapshot.
template <class S, class F>
void detail::SpaceAccess::for_columns(S& space, F&& visit) {
    visit(space.generation_);
    visit(space.parent_);
    visit(space.parent_generation_);
    visit(space.local_x_);
    visit(space.local_y_);
    visit(space.local_turn_);
    visit(space.x_);
    visit(space.y_);
    visit(space.turn_);
}

detail::Columns detail::SpaceAccess::columns(Space2& space) noexcept {
    return {padded(space.slots_),     space.generation_.data(),
            space.parent_.data(),     space.parent_generation_.data(),
            space.local_x_.data(),    space.local_y_.data(),
            space.local_turn_.data(), space.x_.data(),
            space.y_.data(),          space.turn_.data()};
}

Space2::Space2() {
    grow(detail::kLanes);
}

std::optional<Local2> Space2::local(Entity node) const noexcept {
    if (!alive(node)) return std::nullopt;
    const std::uint32_t i = node.index();
    return Local2{{Fixed::from_raw(local_x_[i]), Fixed::from_raw(local_y_[i])},
                  Angle::from_raw(local_turn_[i])};
}

Parent2 Space2::parent(Entity node) const noexcept {
    if (!alive(node) || parent_generation_[node.index()] == 0) return {};
    return {Entity(parent_[node.index()], parent_generation_[node.index()])};
}

std::optional<Global2> Space2::global(Entity node) const noexcept {
    if (!alive(node)) return std::nullopt;
    const std::uint32_t i = node.index();
    return detail::Global2Access::make({Fixed::from_raw(x_[i]), Fixed::from_raw(y_[i])},
                                       Angle::from_raw(turn_[i]));
}

Entity Space2::spawn(const Local2& local, Parent2 parent) {
    // A restored list of free slots may be anything: it ends at the first slot that is not free.
    std::uint32_t slot = free_;
    if (slot != 0 && slot < slots_ && generation_[slot] != 0 && (generation_[slot] & 1u) == 0) {
        free_ = parent_[slot];
    } else {
        free_ = 0;
        if (slots_ == kMaxSlots) return Entity::null();
        slot = slots_++;
        if (slots_ > generation_.size()) grow(slots_ + slots_ / 2);
    }
    ++generation_[slot];
    ++live_;
    put(slot, local);
    parent_[slot] = parent.parent.index();
    parent_generation_[slot] = parent.parent.generation();
    x_[slot] = y_[slot] = 0;
    turn_[slot] = 0;
    return {slot, generation_[slot]};
}

Result<> Space2::despawn(Entity node) {
    if (Result<> ok = check(node); !ok) return ok;
    const std::uint32_t slot = node.index();
    --live_;
    put(slot, {});
    parent_generation_[slot] = 0;
    if (++generation_[slot] == 0) {  // its generations are used up
        parent_[slot] = 0;
        return {};
    }
    parent_[slot] = free_;
    free_ = slot;
    return {};
}

Result<> Space2::set_local(Entity node, const Local2& local) {
    if (Result<> ok = check(node); !ok) return ok;
    put(node.index(), local);
    return {};
}

Result<> Space2::set_parent(Entity node, Parent2 parent) {
    if (Result<> ok = check(node); !ok) return ok;
    if (!parent.parent.is_null() && !alive(parent.parent))
        return fail(codes::parent_dead,
                    "parent " + diorama::detail::describe(parent.parent) +
                        " is not alive, expected a live node or the null entity");
    parent_[node.index()] = parent.parent.index();
    parent_generation_[node.index()] = parent.parent.generation();
    return {};
}

void Space2::reserve(std::uint32_t nodes) {
    grow(std::min(nodes, kMaxSlots - 1) + 1);
}

void Space2::save(std::vector<std::byte>& bytes) const {
    const Header header{.slots = slots_, .live = live_, .free = free_};
    bytes.resize(sizeof(header) + kSlotBytes * slots_);
    std::memcpy(bytes.data(), &header, sizeof(header));
    std::byte* to = bytes.data() + sizeof(header);
    detail::SpaceAccess::for_columns(*this, [&](const auto& column) {
        std::memcpy(to, column.data(), std::size_t{slots_} * 4);
        to += std::size_t{slots_} * 4;
    });
}

Result<> Space2::restore(std::span<const std::byte> bytes) {
    Header header;
    const auto bad = [](std::string message) { return fail(codes::snapshot, std::move(message)); };
    if (bytes.size() < sizeof(header))
        return bad(std::to_string(bytes.size()) + " bytes, expected a header of 24");
    std::memcpy(&header, bytes.data(), sizeof(header));
    const Header expected;
    if (std::memcmp(header.magic, expected.magic, 4) != 0)
        return bad("the first bytes are not DSP2, expected a snapshot of a Space2");
    if (header.version != expected.version)
        return bad("version " + std::to_string(header.version) + ", expected 1");
    if (header.slots == 0 || header.slots > kMaxSlots)
        return bad(std::to_string(header.slots) + " slots, expected 1 to " +
                   std::to_string(kMaxSlots));
    if (bytes.size() - sizeof(header) != kSlotBytes * header.slots)
        return bad(std::to_string(bytes.size()) + " bytes, expected the " +
                   std::to_string(sizeof(header) + kSlotBytes * header.slots) + " of " +
                   std::to_string(header.slots) + " slots");
    const std::byte* from = bytes.data() + sizeof(header);
    const std::uint32_t live = count_live(from, header.slots);
    if (live != header.live)
        return bad(std::to_string(live) + " live nodes, expected the " +
                   std::to_string(header.live) + " of the header");
    std::uint32_t origin;
    std::memcpy(&origin, from, 4);
    if (origin != 0) return bad("slot 0 has been used, expected the origin of the world");
    grow(header.slots);
    detail::SpaceAccess::for_columns(*this, [&](auto& column) {
        std::memcpy(column.data(), from, std::size_t{header.slots} * 4);
        from += std::size_t{header.slots} * 4;
        column[0] = 0;
        // What was in use beyond must be as if it never had been.
        if (header.slots < slots_)
            std::fill(column.begin() + header.slots, column.begin() + slots_, 0);
    });
    slots_ = header.slots;
    live_ = header.live;
    free_ = header.free;
    return {};
}

void Space2::grow(std::uint32_t rows) {
    if (rows <= generation_.size()) return;
    detail::SpaceAccess::for_columns(*this, [&](auto& column) { column.resize(padded(rows)); });
}

Result<> Space2::check(Entity node) const {
    if (alive(node)) return {};
    return fail(codes::node_dead,
                diorama::detail::describe(node) + " is not alive, expected a live node");
}

void Space2::put(std::uint32_t slot, const Local2& local) noexcept {
    local_x_[slot] = local.translation.x.raw();
    local_y_[slot] = local.translation.y.raw();
    local_turn_[slot] = local.rotation.raw();
}

Propagated2 detail::propagate_by(Scratch2& scratch, Space2& space, PlaceRows kernel, Jobs* jobs,
                                 std::uint32_t part_rows) {
    const Columns columns = SpaceAccess::columns(space);
    return Pass(scratch, columns, kernel).run(jobs, part_rows);
}

Propagated2 propagate2(Scratch2& scratch, Space2& space, Jobs* jobs) {
    return detail::propagate_by(scratch, space, detail::best_kernel().place, jobs);
}

}  // namespace diorama::scene2d
