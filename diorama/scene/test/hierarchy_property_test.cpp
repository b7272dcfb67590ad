// SPDX-License-Identifier: MIT
// Random operations on a World against a naive reference that shares no code with it: its own
// tree, its own arithmetic (double checked bit by bit against the pass's float operations).
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/scene/visibility.hpp"

namespace diorama {
namespace {

struct Tag {
    int value;
};

/// What the reference knows of one entity.
struct Node {
    bool placed = false;
    float values[10] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};  // t, q (x y z w), s
    bool child = false;
    int parent = -1;  // index into the reference; -1 for a dead one
    std::vector<int> children;
    VisibilityMode mode = VisibilityMode::inherited;
    bool alive = true;
    Entity entity;
    unsigned order = 0;
};

using Matrix = std::array<float, 12>;

/// The documented arithmetic, written out entry by entry.
Matrix local_of(const Node& n) {
    const float x = n.values[3], y = n.values[4], z = n.values[5], w = n.values[6];
    const auto f = [](float v) { return v; };
    const float x2 = f(x + x), y2 = f(y + y), z2 = f(z + z);
    const float sx = n.values[7], sy = n.values[8], sz = n.values[9];
    Matrix m{};
    m[0] = (1 - (y * y2 + z * z2)) * sx;
    m[1] = (x * y2 - w * z2) * sy;
    m[2] = (x * z2 + w * y2) * sz;
    m[3] = n.values[0];
    m[4] = (x * y2 + w * z2) * sx;
    m[5] = (1 - (x * x2 + z * z2)) * sy;
    m[6] = (y * z2 - w * x2) * sz;
    m[7] = n.values[1];
    m[8] = (x * z2 - w * y2) * sx;
    m[9] = (y * z2 + w * x2) * sy;
    m[10] = (1 - (x * x2 + y * y2)) * sz;
    m[11] = n.values[2];
    return m;
}

Matrix product(const Matrix& p, const Matrix& l) {
    Matrix m{};
    for (std::size_t r = 0; r < 12; r += 4)
        for (std::size_t c = 0; c < 4; ++c) {
            float sum = p[r] * l[c];
            sum = sum + p[r + 1] * l[4 + c];
            sum = sum + p[r + 2] * l[8 + c];
            m[r + c] = sum + (c == 3 ? p[r + 3] : 0.0f);
        }
    return m;
}

/// A World and its reference, changed together.
class Pair {
  public:
    explicit Pair(unsigned seed, unsigned workers) : random_(seed) { world_.set_workers(workers); }

    void step() {
        // Kept small, so that slots are reused and rows are moved back into order.
        if (live_.size() > 600) despawn();
        switch (random_() % 16) {
            case 0:
            case 1:
            case 2:
            case 3:
                return spawn();
            case 4:
                return random_() % 4 == 0 ? despawn() : spawn();
            case 5:
            case 6:
            case 7:
                return reparent();
            case 8:
                return detach();
            case 9:
                return reorder();
            case 10:
                return late_transform();
            case 11:
                return hide();
            case 12:
                return other_component();
            case 13:
                reparent();
                return reparent();
            default:
                return edit();
        }
    }

    void check() {
        const PropagationReport report = propagate_transforms(world_);
        std::uint32_t placed = 0, orphans = 0;
        std::vector<int> stack;
        std::map<int, Matrix> matrices;
        for (const int root : live_) {
            const Node& node = nodes_[index(root)];
            const bool orphan =
                node.child && (node.parent < 0 || !nodes_[index(node.parent)].placed);
            placed += node.placed;
            orphans += node.placed && orphan;
            if (!node.placed || (node.child && !orphan)) continue;
            stack.push_back(root);
            matrices[root] = local_of(node);
        }
        while (!stack.empty()) {
            const int at = stack.back();
            stack.pop_back();
            const Node& node = nodes_[index(at)];
            ASSERT_TRUE(same(node, matrices[at])) << "entity " << at;
            for (const int child : node.children) {
                matrices[child] = product(matrices[at], local_of(nodes_[index(child)]));
                stack.push_back(child);
            }
        }
        ASSERT_EQ(report.nodes, placed);
        ASSERT_EQ(report.orphaned, orphans);
        ASSERT_EQ(report.cyclic, 0u);
        ASSERT_EQ(matrices.size(), placed);
        ASSERT_EQ(world_.entity_count(), live_.size());
        ASSERT_EQ(propagate_transforms(world_).recomputed, 0u);
    }

    void check_structure() {
        std::vector<Entity> order;
        for (const int at : live_) {
            const Node& node = nodes_[index(at)];
            const Children children = world_.children(node.entity);
            ASSERT_EQ(children.size(), node.children.size());
            std::size_t i = 0;
            for (const Entity child : children)
                ASSERT_EQ(child, nodes_[index(node.children[i++])].entity);
            ASSERT_EQ(resolve_visibility(world_, node.entity).visible, visible(at));
            order.push_back(node.entity);
        }
        ASSERT_EQ(world_.entities(), order);
    }

    World& world() { return world_; }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    int pick() { return live_.empty() ? -1 : live_[random_() % live_.size()]; }
    float value() { return static_cast<float>(static_cast<int>(random_() % 2001) - 1000) / 500; }

    Transform fill(Node& node) {
        for (float& v : node.values)
            v = value();
        node.placed = true;
        const float* v = node.values;
        return {{v[0], v[1], v[2]}, quat(v[6], v[3], v[4], v[5]), {v[7], v[8], v[9]}};
    }

    void spawn() {
        Node node;
        const int self = static_cast<int>(nodes_.size());
        const int parent = live_.size() < 3 || random_() % 5 == 0 ? -1 : pick();
        const bool placed = random_() % 8 != 0;
        if (parent >= 0) {
            node.child = true;
            node.parent = parent;
            const ChildOf link{nodes_[index(parent)].entity};
            node.placed = true;
            node.entity = placed ? world_.spawn(link, fill(node)) : world_.spawn(link, Tag{self});
            nodes_[index(parent)].children.push_back(self);
        } else {
            node.entity = placed ? world_.spawn(fill(node), Tag{self}) : world_.spawn(Tag{self});
        }
        nodes_.push_back(node);
        live_.push_back(self);
    }

    void despawn() {
        const int at = pick();
        if (at < 0) return;
        leave(at);
        ASSERT_TRUE(world_.despawn(nodes_[index(at)].entity));
        std::vector<int> doomed{at};
        for (std::size_t i = 0; i < doomed.size(); ++i) {
            Node& node = nodes_[index(doomed[i])];
            node.alive = false;
            doomed.insert(doomed.end(), node.children.begin(), node.children.end());
        }
        std::erase_if(live_, [&](int i) { return !nodes_[index(i)].alive; });
    }

    void leave(int at) {
        Node& node = nodes_[index(at)];
        if (node.child && node.parent >= 0) std::erase(nodes_[index(node.parent)].children, at);
        node.child = false;
        node.parent = -1;
    }

    bool below(int at, int top) {
        for (; at >= 0; at = nodes_[index(at)].child ? nodes_[index(at)].parent : -1)
            if (at == top) return true;
        return false;
    }

    void reparent() {
        const int child = pick(), parent = pick();
        if (child < 0) return;
        Node& node = nodes_[index(child)];
        const Result<> done = world_.reparent(node.entity, nodes_[index(parent)].entity);
        ASSERT_EQ(done.has_value(), !below(parent, child));
        if (!done || (node.child && node.parent == parent)) return;
        leave(child);
        node.child = true;
        node.parent = parent;
        node.placed = true;
        nodes_[index(parent)].children.push_back(child);
    }

    void detach() {
        const int child = pick();
        if (child < 0) return;
        ASSERT_TRUE(world_.detach(nodes_[index(child)].entity));
        leave(child);
    }

    void reorder() {
        const int at = pick();
        if (at < 0 || nodes_[index(at)].children.size() < 2) return;
        std::vector<int>& children = nodes_[index(at)].children;
        const int moved = children[random_() % children.size()];
        const std::size_t to = random_() % (children.size() + 1);
        const int before = to == children.size() ? -1 : children[to];
        ASSERT_TRUE(world_.move_child(nodes_[index(moved)].entity,
                                      before < 0 ? Entity::null() : nodes_[index(before)].entity));
        if (moved == before) return;
        std::erase(children, moved);
        children.insert(
            before < 0 ? children.end() : std::find(children.begin(), children.end(), before),
            moved);
    }

    void late_transform() {
        const int at = pick();
        if (at < 0) return;
        Node& node = nodes_[index(at)];
        if (node.placed && !node.child && random_() % 2 == 0) {
            ASSERT_TRUE(world_.remove<Transform>(node.entity));
            node.placed = false;
            std::copy_n(Node{}.values, 10, node.values);  // what it gets if linked again
        } else {
            ASSERT_TRUE(world_.add(node.entity, fill(node)));
        }
    }

    void hide() {
        const int at = pick();
        if (at < 0) return;
        nodes_[index(at)].mode = static_cast<VisibilityMode>(random_() % 3);
        ASSERT_TRUE(world_.add(nodes_[index(at)].entity, Visibility{nodes_[index(at)].mode}));
    }

    void other_component() {
        const int at = pick();
        if (at < 0) return;
        const Entity entity = nodes_[index(at)].entity;
        if (world_.has<Tag>(entity)) {
            ASSERT_EQ(world_.get<Tag>(entity)->value, at);
            ASSERT_TRUE(world_.remove<Tag>(entity));
        } else {
            ASSERT_TRUE(world_.add(entity, Tag{at}));
        }
    }

    void edit() {
        const int at = pick();
        if (at < 0 || !nodes_[index(at)].placed) return;
        *world_.get_mut<Transform>(nodes_[index(at)].entity) = fill(nodes_[index(at)]);
    }

    bool visible(int at) {
        for (; at >= 0; at = nodes_[index(at)].child ? nodes_[index(at)].parent : -1)
            if (nodes_[index(at)].mode != VisibilityMode::inherited)
                return nodes_[index(at)].mode == VisibilityMode::visible;
        return true;
    }

    bool same(const Node& node, const Matrix& expected) {
        const mat4 matrix = world_.get<GlobalTransform>(node.entity)->matrix();
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c)
                if (std::bit_cast<unsigned>(matrix[c][r]) !=
                    std::bit_cast<unsigned>(expected[static_cast<std::size_t>(4 * r + c)]))
                    return false;
        return true;
    }

    World world_;
    std::mt19937 random_;
    std::vector<Node> nodes_;
    std::vector<int> live_;
};

TEST(HierarchyProperty, EqualsTheNaiveReferenceAfterRandomOperations) {
    // A short form; DIORAMA_SOAK_OPERATIONS makes it as long as wanted.
    const char* soak = std::getenv("DIORAMA_SOAK_OPERATIONS");
    const long operations = soak != nullptr ? std::atol(soak) : 20'000;
    for (const unsigned workers : {1u, 2u, 4u}) {
        Pair pair(workers, workers);
        std::mt19937 random(workers);
        for (long done = 0; done < operations;) {
            const long batch = 1 + static_cast<long>(random() % 40);
            for (long i = 0; i < batch; ++i)
                ASSERT_NO_FATAL_FAILURE(pair.step());
            done += batch;
            ASSERT_NO_FATAL_FAILURE(pair.check()) << "after " << done << " operations";
            if (random() % 16 == 0) {
                ASSERT_NO_FATAL_FAILURE(pair.check_structure());
            }
        }
        ASSERT_NO_FATAL_FAILURE(pair.check_structure());
    }
}

}  // namespace
}  // namespace diorama
