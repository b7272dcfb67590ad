// SPDX-License-Identifier: MIT
#include <cstdint>

#include "diorama/scene2d/detail/columns.hpp"
#include "diorama/scene2d/detail/space_access.hpp"
#include "diorama/scene2d/space.hpp"

namespace diorama::scene2d {
namespace detail {
namespace {

// Odd, and unlike each other: 2^64 / golden ratio, and digits of pi.
constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15, kBase = 0x243f6a8885a308d3;
constexpr std::uint64_t kRoot = 1, kOrphan = 2, kLoop = 3;

enum State : std::uint8_t { waiting, hashed, on_path };

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * kMultiplier;
    return hash ^ (hash >> 32);
}

constexpr std::uint64_t pair(std::int32_t x, std::int32_t y) {
    return std::uint64_t{static_cast<std::uint32_t>(x)} << 32 | static_cast<std::uint32_t>(y);
}

}  // namespace

/// A node's hash is made of its Local2 and its parent's hash, so it stands for the node's whole
/// ancestry; the space's is the sum over all nodes, which no order changes. Two nodes with equal
/// ancestries have equal hashes, and are not told apart by anything but their handles.
class StateHash {
  public:
    StateHash(Scratch2& scratch, const Columns& columns) : scratch_(scratch), columns_(columns) {}

    std::uint64_t run() {
        scratch_.hashes_.resize(columns_.rows);
        scratch_.state_.assign(columns_.rows, waiting);
        std::uint64_t sum = 0;
        for (std::uint32_t row = 1; row < columns_.rows; ++row) {
            if ((columns_.generation[row] & 1u) == 0) continue;
            if (scratch_.state_[row] == waiting) climb(row);
            const std::uint64_t placed =
                mixed(mixed(scratch_.hashes_[row], pair(columns_.x[row], columns_.y[row])),
                      columns_.turn[row]);
            sum += mixed(placed, kRoot);
        }
        return sum;
    }

  private:
    [[nodiscard]] std::uint32_t parent_of(std::uint32_t row) const {
        const std::uint32_t meant = columns_.parent_generation[row], parent = columns_.parent[row];
        const bool found =
            (meant & 1u) != 0 && parent < columns_.rows && columns_.generation[parent] == meant;
        return found ? parent : 0;
    }
    [[nodiscard]] std::uint64_t own(std::uint32_t row, std::uint64_t above) const {
        return mixed(mixed(above, pair(columns_.local_x[row], columns_.local_y[row])),
                     columns_.local_turn[row]);
    }
    void finish(std::uint32_t row, std::uint64_t hash) {
        scratch_.hashes_[row] = hash;
        scratch_.state_[row] = hashed;
    }

    void climb(std::uint32_t row) {
        auto& path = scratch_.path_;
        auto& state = scratch_.state_;
        path.clear();
        std::uint32_t at = row;
        while (at != 0 && state[at] == waiting) {
            state[at] = on_path;
            path.push_back({at, parent_of(at)});
            at = path.back().parent;
        }
        if (at != 0 && state[at] == on_path) hash_loop(at);
        for (; !path.empty(); path.pop_back()) {
            const auto [node, parent] = path.back();
            const std::uint64_t top = columns_.parent_generation[node] == 0 ? kRoot : kOrphan;
            finish(node, own(node, parent == 0 ? top : scratch_.hashes_[parent]));
        }
    }

    /// Gives each member of the loop at \p entry a rolling hash of the whole loop, read from itself
    /// upwards: no member is first, and loops of the same members in another order differ.
    void hash_loop(std::uint32_t entry) {
        auto& path = scratch_.path_;
        auto& members = scratch_.members_;
        std::size_t first = path.size();
        do
            --first;
        while (path[first].row != entry);
        members.clear();
        std::uint64_t hash = 0, power = 1;  // kBase to the number of members but one
        for (std::size_t i = first; i < path.size(); ++i) {
            members.push_back(own(path[i].row, kLoop));
            hash = hash * kBase + members.back();
            if (i > first) power *= kBase;
        }
        for (std::size_t i = first; i < path.size(); ++i) {
            finish(path[i].row, mixed(hash, kLoop));
            hash = (hash - members[i - first] * power) * kBase + members[i - first];
        }
        path.resize(first);
    }

    Scratch2& scratch_;
    const Columns& columns_;
};

}  // namespace detail

std::uint64_t Space2::state_hash(Scratch2& scratch) const {
    // Columns are shared with passes, which write; this only reads.
    const detail::Columns columns = detail::SpaceAccess::columns(const_cast<Space2&>(*this));
    return detail::StateHash(scratch, columns).run();
}

}  // namespace diorama::scene2d
