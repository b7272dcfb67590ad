// SPDX-License-Identifier: MIT
#include <cstdint>

#include "diorama/gltf/detail/reading.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// Finds nodes with two parents, roots with one, and loops.
class Hierarchy {
  public:
    Hierarchy(const Document& document, Report& report) : d_(document), report_(report) {}

    void run() {
        find_parents();
        find_parented_roots();
        // Where every child comes after its parent, or every one before, there can be no loop.
        if (rising_ && falling_) find_loops();
    }

  private:
    /// A node on the way down and which of its children is next.
    struct Step {
        Index node = kNone;
        std::size_t next = 0;
    };

    std::span<const Index> children(Index node) const {
        return slice(d_.indices, d_.nodes[static_cast<std::size_t>(node)].children);
    }

    void find_parents() {
        parents_.assign(d_.nodes.size(), kNone);
        for (std::size_t i = 0; i < d_.nodes.size(); ++i) {
            const auto node = static_cast<Index>(i);
            const std::span<const Index> list = children(node);
            for (std::size_t k = 0; k < list.size(); ++k) {
                if (list[k] == kNone) continue;
                rising_ = rising_ || list[k] >= node;
                falling_ = falling_ || list[k] <= node;
                Index& parent = parents_[static_cast<std::size_t>(list[k])];
                if (parent == kNone) {
                    parent = node;
                    continue;
                }
                report_.at_pointer(codes::node_shared, place(node, k),
                                   "found node " + std::to_string(list[k]) +
                                       " as a child of node " + std::to_string(parent) +
                                       (parent == node ? " twice" : " already") +
                                       ", expected every node to be one node's child",
                                   "it is placed once, where the scene reaches it first");
            }
        }
    }

    void find_parented_roots() {
        for (std::size_t s = 0; s < d_.scenes.size(); ++s) {
            const std::span<const Index> roots = slice(d_.indices, d_.scenes[s].nodes);
            for (std::size_t k = 0; k < roots.size(); ++k) {
                if (roots[k] == kNone) continue;
                const Index parent = parents_[static_cast<std::size_t>(roots[k])];
                if (parent == kNone) continue;
                report_.at_pointer(codes::scene_root,
                                   "/scenes/" + std::to_string(s) + "/nodes/" + std::to_string(k),
                                   "found node " + std::to_string(roots[k]) + ", a child of node " +
                                       std::to_string(parent) +
                                       ", as a root, expected a node without a parent",
                                   "it is placed once, where the scene reaches it first");
            }
        }
    }

    /// Depth first with a stack of its own: the file decides how deep it goes.
    void find_loops() {
        enum class State : std::uint8_t { unseen, open, done };
        std::vector<State> states(d_.nodes.size(), State::unseen);
        std::vector<std::size_t> depths(d_.nodes.size(), 0);  // of open nodes, in the path
        std::vector<Step> path;
        for (std::size_t i = 0; i < d_.nodes.size(); ++i) {
            if (states[i] != State::unseen) continue;
            path.push_back({static_cast<Index>(i), 0});
            states[i] = State::open;
            while (!path.empty()) {
                Step& step = path.back();
                const std::span<const Index> list = children(step.node);
                if (step.next == list.size()) {
                    states[static_cast<std::size_t>(step.node)] = State::done;
                    path.pop_back();
                    continue;
                }
                const std::size_t k = step.next++;
                const Index child = list[k];
                if (child == kNone) continue;
                State& state = states[static_cast<std::size_t>(child)];
                if (state == State::unseen) {
                    state = State::open;
                    depths[static_cast<std::size_t>(child)] = path.size();
                    path.push_back({child, 0});
                } else if (state == State::open) {
                    report_loop(path, depths[static_cast<std::size_t>(child)], k);
                }
            }
        }
    }

    /// Reports the loop of \p path from place \p first to its end, whose child \p k closes it.
    void report_loop(const std::vector<Step>& path, std::size_t first, std::size_t k) {
        constexpr std::size_t kShown = 16;
        const std::size_t length = path.size() - first;
        std::string way;
        for (std::size_t i = 0; i < length; ++i) {
            if (length > kShown && i == kShown / 2) {
                way += "... -> ";
                i = length - kShown / 2;
            }
            way += std::to_string(path[first + i].node) + " -> ";
        }
        way += std::to_string(path[first].node);
        report_.at_pointer(codes::node_loop, place(path.back().node, k),
                           "found the loop of nodes " + way + ", expected a tree",
                           "the link back is left out");
    }

    static std::string place(Index node, std::size_t k) {
        return "/nodes/" + std::to_string(node) + "/children/" + std::to_string(k);
    }

    const Document& d_;
    Report& report_;
    std::vector<Index> parents_;
    bool rising_ = false;   // some child comes after its parent, or is its own
    bool falling_ = false;  // some child comes before its parent, or is its own
};

}  // namespace

void check_hierarchy(const Document& document, Report& report) {
    Hierarchy(document, report).run();
}

}  // namespace diorama::gltf::detail
