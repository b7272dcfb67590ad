// SPDX-License-Identifier: MIT
// Random operations on a World against a naive reference that shares no code with it: its own
// tree, its own arithmetic (double checked bit by bit against the pass's float operations).
// RapidCheck makes the sequences and shrinks one that fails.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/test/naive_node.hpp"
#include "diorama/scene/test/split_always.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/scene/visibility.hpp"

namespace diorama {
namespace {

struct Tag {
    int value;
};

/// One operation. Entities are meant by their place among those alive, so that a sequence makes
/// sense whatever is taken out of it.
struct Operation {
    unsigned kind;     // below kKinds
    unsigned a, b, c;  // whom, where, with what
};

constexpr const char* kKinds[] = {"spawn",     "despawn",        "reparent", "detach",
                                  "move",      "late transform", "hide",     "other component",
                                  "edit",      "batch",          "move to",  "reparent twice",
                                  "duplicate", "commands",       "propagate"};

std::string described(const std::vector<Operation>& operations) {
    std::ostringstream text;
    for (const Operation& operation : operations)
        text << "\n  " << kKinds[operation.kind] << ' ' << operation.a << ' ' << operation.b << ' '
             << operation.c;
    return text.str();
}

/// A World and its reference, changed together. What differs first stays in fault().
class Pair {
  public:
    explicit Pair(unsigned workers) { world_.set_workers(workers); }

    void apply(const Operation& operation) {
        // Kept small, so that slots are reused and rows are moved back into order.
        if (live_.size() > 600) despawn(operation.b);
        switch (operation.kind) {
            case 0:
                return spawn(operation);
            case 1:
                return despawn(operation.a);
            case 2:
                return reparent(operation.a, operation.b);
            case 3:
                return detach(operation.a);
            case 4:
            case 10:
                return move(operation);
            case 5:
                return late_transform(operation);
            case 6:
                return hide(operation);
            case 7:
                return other_component(operation.a);
            case 8:
                return edit(operation);
            case 9:
                return batch(operation);
            case 11:
                reparent(operation.a, operation.b);
                return reparent(operation.a, operation.c);
            case 12:
                return duplicate(operation.a);
            case 13:
                return commands(operation);
            default:
                return check();
        }
    }

    /// Propagates and compares everything.
    void check() {
        const PropagationReport report = propagate_transforms(world_);
        check_placements(report);
        check_structure();
        expect(propagate_transforms(world_).recomputed == 0, "a second pass recomputes");
    }

    [[nodiscard]] const std::string& fault() const { return fault_; }

  private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    void expect(bool holds, const std::string& what) {
        if (!holds && fault_.empty()) fault_ = what;
    }
    int pick(unsigned at) { return live_.empty() ? -1 : live_[at % live_.size()]; }
    Node& node(int at) { return nodes_[index(at)]; }

    void check_placements(const PropagationReport& report) {
        std::uint32_t placed = 0, orphans = 0;
        std::vector<int> stack;
        std::map<int, Matrix> matrices;
        std::set<int> due;  // those touched, and all below them
        for (const int root : live_) {
            Node& at = node(root);
            const bool orphan = at.child && (at.parent < 0 || !node(at.parent).placed);
            placed += at.placed;
            orphans += at.placed && orphan;
            if (!at.placed || (at.child && !orphan)) continue;
            if (at.touched) due.insert(root);
            stack.push_back(root);
            matrices[root] = local_of(at);
        }
        while (!stack.empty()) {
            const int at = stack.back();
            stack.pop_back();
            expect(same(node(at), matrices[at]), "the placement of node " + std::to_string(at));
            for (const int child : node(at).children) {
                matrices[child] = product(matrices[at], local_of(node(child)));
                if (node(child).touched || due.contains(at)) due.insert(child);
                stack.push_back(child);
            }
        }
        expect(report.nodes == placed && matrices.size() == placed, "the count of nodes");
        expect(report.orphaned == orphans, "the count of orphans");
        expect(report.cyclic == 0, "the count of members of loops");
        expect(report.recomputed == due.size(),
               "the count of rows recomputed: " + std::to_string(report.recomputed) + " of " +
                   std::to_string(due.size()));
        std::uint32_t nonfinite = 0;
        for (const auto& [at, matrix] : matrices)
            nonfinite += !std::all_of(matrix.begin(), matrix.end(),
                                      [](float v) { return std::isfinite(v); });
        expect(report.nonfinite == nonfinite, "the count of placements that are not finite");
        check_changes(report, matrices);
    }

    /// What has other bits than last time, or has become a root, is found by a query for changes
    /// and counted, and nothing else.
    void check_changes(const PropagationReport& report, const std::map<int, Matrix>& matrices) {
        std::set<Entity> found, expected;
        std::uint32_t changed = 0;  // by the pass: a new row has identity from the start
        changed_.each([&](Entity entity) { found.insert(entity); });
        std::map<int, Bits> bits;
        for (const auto& [at, matrix] : matrices) {
            Node& self = node(at);
            bits[at] = bits_of(self.entity);
            const auto before = last_.find(at);
            const bool fresh = before == last_.end();
            const bool differs = bits[at] != (fresh ? kIdentity : before->second);
            if (fresh || differs || self.became_root) expected.insert(self.entity);
            changed += differs || self.became_root;
            self.touched = self.became_root = false;
        }
        for (const int at : live_)
            expect(found.contains(node(at).entity) == expected.contains(node(at).entity),
                   "node " + std::to_string(at) +
                       (found.contains(node(at).entity) ? " is found as changed"
                                                        : " has changed and is not found"));
        expect(report.changed == changed,
               "the count of rows changed: " + std::to_string(report.changed) + ", expected " +
                   std::to_string(changed));
        last_ = std::move(bits);
    }

    using Bits = std::array<unsigned, 12>;
    static constexpr unsigned kOne = std::bit_cast<unsigned>(1.0f);
    static constexpr Bits kIdentity{kOne, 0, 0, 0, kOne, 0, 0, 0, kOne, 0, 0, 0};

    Bits bits_of(Entity entity) {
        Bits bits{};
        const GlobalTransform* global = world_.get<GlobalTransform>(entity);
        if (global == nullptr) return bits;
        for (int i = 0; i < 12; ++i)
            bits[index(i)] = std::bit_cast<unsigned>(global->matrix()[i / 3][i % 3]);
        return bits;
    }

    void check_structure() {
        std::vector<Entity> order;
        for (const int at : live_) {
            const Node& self = node(at);
            const Children children = world_.children(self.entity);
            expect(children.size() == self.children.size(), "a count of children");
            std::size_t i = 0;
            for (const Entity child : children) {
                if (i == self.children.size()) break;
                expect(child == node(self.children[i]).entity, "the order of children");
                // Places of some: they are O(log n) each.
                if (i % 5 == 0)
                    expect(children[i] == child && children.index_of(child) == i,
                           "the place of a child");
                ++i;
            }
            const VisibilityResolution seen = resolve_visibility(world_, self.entity);
            const VisibilityResolution right = visibility(at);
            expect(seen.visible == right.visible && seen.source == right.source &&
                       seen.decided_by == right.decided_by,
                   "the visibility of node " + std::to_string(at));
            order.push_back(self.entity);
        }
        expect(world_.entities() == order, "the order of spawning");
        expect(world_.entity_count() == live_.size(), "the count of entities");
    }

    /// Ten values from \p seed, which shrinks towards few and simple ones.
    Transform fill(Node& into, unsigned seed) {
        for (float& v : into.values) {
            v = static_cast<float>(static_cast<int>(seed % 2001) - 1000) / 500;
            seed = seed * 1664525u + 1013904223u;
        }
        if (seed % 61 == 0) into.values[seed % 10] = std::numeric_limits<float>::infinity();
        if (seed % 67 == 0) into.values[seed % 10] = std::numeric_limits<float>::quiet_NaN();
        into.placed = into.touched = true;
        const float* v = into.values;
        return {{v[0], v[1], v[2]}, quat(v[6], v[3], v[4], v[5]), {v[7], v[8], v[9]}};
    }

    void spawn(const Operation& operation) {
        Node made;
        const int self = static_cast<int>(nodes_.size());
        const int parent = live_.size() < 3 || operation.b % 5 == 0 ? -1 : pick(operation.a);
        const bool placed = operation.c % 8 != 0;
        if (parent >= 0) {
            made.child = made.placed = made.touched = true;
            made.parent = parent;
            const ChildOf link{node(parent).entity};
            made.entity = placed ? world_.spawn(link, fill(made, operation.c))
                                 : world_.spawn(link, Tag{self});
            node(parent).children.push_back(self);
        } else {
            made.entity =
                placed ? world_.spawn(fill(made, operation.c), Tag{self}) : world_.spawn(Tag{self});
        }
        nodes_.push_back(made);
        live_.push_back(self);
    }

    /// A family in one go: the parent stands somewhere among its children.
    void batch(const Operation& operation) {
        const std::size_t count = 1 + operation.a % 90, top = operation.b % count;
        std::vector<Entity> made(count);
        std::vector<Node> family(count);
        const int first = static_cast<int>(nodes_.size()), self = first + static_cast<int>(top);
        const auto spawned = world_.spawn_batch(made, [&](std::uint32_t i) {
            return std::tuple(fill(family[i], operation.c + i),
                              i == top ? std::nullopt : std::optional(ChildOf{made[top]}));
        });
        expect(spawned.has_value(), "a batch is refused");
        for (std::size_t i = 0; i < count; ++i) {
            family[i].entity = made[i];
            live_.push_back(first + static_cast<int>(i));
            if (i == top) continue;
            family[i].child = true;
            family[i].parent = self;
            family[top].children.push_back(first + static_cast<int>(i));
        }
        nodes_.insert(nodes_.end(), family.begin(), family.end());
    }

    void duplicate(unsigned which) {
        const int top = pick(which);
        if (top < 0 || live_.size() > 300) return;
        const Result<Entity> copy = world_.duplicate(node(top).entity);
        expect(copy.has_value(), "a copy is refused");
        if (!copy) return;
        const int above = node(top).child ? node(top).parent : -1;
        copy_below(top, above, *copy);
    }

    void copy_below(int source, int parent, Entity entity) {
        const int self = static_cast<int>(nodes_.size());
        Node copy = node(source);
        copy.touched = true;
        copy.became_root = false;
        copy.parent = parent;
        copy.children.clear();
        copy.entity = entity;
        if (parent >= 0) node(parent).children.push_back(self);
        nodes_.push_back(copy);
        live_.push_back(self);
        if (const Tag* tag = world_.get<Tag>(entity))
            expect(world_.add(entity, Tag{tag->value == source ? self : -1}).has_value(), "a tag");
        const Children children = world_.children(entity);
        std::vector<Entity> below(children.begin(), children.end());
        expect(below.size() == node(source).children.size(), "the children of a copy");
        for (std::size_t i = 0; i < std::min(below.size(), node(source).children.size()); ++i)
            copy_below(node(source).children[i], self, below[i]);
    }

    void despawn(unsigned which) {
        const int at = pick(which);
        if (at < 0) return;
        leave(at);
        expect(world_.despawn(node(at).entity).has_value(), "a despawn is refused");
        std::vector<int> doomed{at};
        for (std::size_t i = 0; i < doomed.size(); ++i) {
            Node& self = node(doomed[i]);
            self.alive = false;
            doomed.insert(doomed.end(), self.children.begin(), self.children.end());
        }
        std::erase_if(live_, [&](int i) { return !node(i).alive; });
    }

    void leave(int at) {
        Node& self = node(at);
        if (self.child) self.touched = self.became_root = true;
        if (self.child && self.parent >= 0) std::erase(node(self.parent).children, at);
        self.child = false;
        self.parent = -1;
    }

    int above(int at) { return node(at).child ? node(at).parent : -1; }

    void reparent(unsigned which, unsigned where) {
        const int child = pick(which), parent = pick(where);
        if (child < 0) return;
        bool loops = false;
        for (int at = parent; at >= 0; at = above(at))
            loops = loops || at == child;
        Node& self = node(child);
        const Result<> done = world_.reparent(self.entity, node(parent).entity);
        expect(done.has_value() != loops, loops ? "a loop is made" : "a reparent is refused");
        if (done && self.child && self.parent == parent) self.touched = true;  // placed again
        if (!done || (self.child && self.parent == parent)) return;
        leave(child);
        self.child = self.placed = self.touched = true;
        self.became_root = false;
        self.parent = parent;
        node(parent).children.push_back(child);
    }

    void detach(unsigned which) {
        const int child = pick(which);
        if (child < 0) return;
        expect(world_.detach(node(child).entity).has_value(), "a detach is refused");
        leave(child);
    }

    void move(const Operation& operation) {
        const int at = pick(operation.a);
        if (at < 0 || above(at) < 0) return;
        std::vector<int>& children = node(above(at)).children;
        const std::size_t to = operation.b % (children.size() + 1);
        const bool by_place = operation.kind == 10;
        const int before = to == children.size() ? -1 : children[to];
        const Result<> done =
            by_place ? world_.move_child_to(node(at).entity, to)
                     : world_.move_child(node(at).entity,
                                         before < 0 ? Entity::null() : node(before).entity);
        expect(done.has_value(), "a move is refused");
        if (at == before) return;
        std::erase(children, at);
        const auto place =
            by_place ? children.begin() + static_cast<std::ptrdiff_t>(std::min(to, children.size()))
            : before < 0 ? children.end()
                         : std::find(children.begin(), children.end(), before);
        children.insert(place, at);
    }

    void late_transform(const Operation& operation) {
        const int at = pick(operation.a);
        if (at < 0) return;
        Node& self = node(at);
        if (self.placed && !self.child && operation.b % 2 == 0) {
            expect(world_.remove<Transform>(self.entity).has_value(), "a removal is refused");
            self.placed = false;
            last_.erase(at);  // a row that comes back is a new one
            for (const int child : self.children) {
                node(child).touched = true;
                node(child).became_root = false;
            }
            std::copy_n(Node{}.values, 10, self.values);  // what it gets if linked again
        } else {
            expect(world_.add(self.entity, fill(self, operation.c)).has_value(), "an add");
        }
    }

    void hide(const Operation& operation) {
        const int at = pick(operation.a);
        if (at < 0) return;
        node(at).mode = static_cast<VisibilityMode>(operation.b % 3);
        expect(world_.add(node(at).entity, Visibility{node(at).mode}).has_value(), "an add");
    }

    void other_component(unsigned which) {
        const int at = pick(which);
        if (at < 0) return;
        const Entity entity = node(at).entity;
        if (const Tag* tag = world_.get<Tag>(entity)) {
            expect(tag->value == at, "a component is another entity's");
            expect(world_.remove<Tag>(entity).has_value(), "a removal is refused");
        } else {
            expect(world_.add(entity, Tag{at}).has_value(), "an add is refused");
        }
    }

    void edit(const Operation& operation) {
        const int at = pick(operation.a);
        if (at < 0 || !node(at).placed) return;
        *world_.get_mut<Transform>(node(at).entity) = fill(node(at), operation.c);
    }

    VisibilityResolution visibility(int of) {
        for (int at = of; at >= 0; at = above(at))
            if (node(at).mode != VisibilityMode::inherited)
                return {node(at).mode == VisibilityMode::visible,
                        at == of ? VisibilitySource::self : VisibilitySource::parent,
                        node(at).entity};
        return {};
    }

    /// A few changes written down first and made at once: a child of `a`, which is moved below
    /// itself no more than by calls, and ended or not.
    void commands(const Operation& operation) {
        const int parent = pick(operation.a);
        if (parent < 0) return;
        Commands& list = world_.commands();
        Node made;
        const Transform place = fill(made, operation.c);
        made.entity = list.spawn(place);
        list.reparent(made.entity, node(parent).entity);
        const bool ends = operation.b % 4 == 0, roots = operation.b % 4 == 1;
        if (roots) list.detach(made.entity);
        if (ends) list.despawn(made.entity);
        expect(world_.flush().has_value(), "a command is refused");
        if (ends) return;
        const int self = static_cast<int>(nodes_.size());
        if (!roots) {
            made.child = true;
            made.parent = parent;
            // A link places both ends.
            node(parent).children.push_back(self);
        }
        nodes_.push_back(made);
        live_.push_back(self);
    }

    bool same(const Node& self, const Matrix& expected) {
        const GlobalTransform* global = world_.get<GlobalTransform>(self.entity);
        if (global == nullptr) return false;
        const mat4 matrix = global->matrix();
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c) {
                const float found = matrix[c][r], right = expected[index(4 * r + c)];
                // Which NaN comes of two is the machine's to choose.
                if (std::isnan(found) && std::isnan(right)) continue;
                if (std::bit_cast<unsigned>(found) != std::bit_cast<unsigned>(right)) return false;
            }
        return true;
    }

    World world_;
    Query<Changed<GlobalTransform>> changed_ = world_.query<Changed<GlobalTransform>>();
    std::vector<Node> nodes_;
    std::vector<int> live_;
    std::map<int, Bits> last_;  // bits of the placements at the last pass
    std::string fault_;
};

/// What differs first when \p operations are carried out; empty if nothing does.
std::string fault_of(const std::vector<Operation>& operations, unsigned workers) {
    Pair pair(workers);
    for (const Operation& operation : operations) {
        pair.apply(operation);
        if (!pair.fault().empty()) return pair.fault();
    }
    pair.check();
    return pair.fault();
}

rc::Gen<std::vector<Operation>> operations() {
    // As likely as it stands in here; a pass comes after some 25.
    static constexpr unsigned kinds[] = {0, 0, 0, 0, 0, 0, 0, 1, 1,  2,  2,  2,  3,
                                         4, 5, 6, 7, 8, 8, 8, 9, 10, 11, 12, 13, 14};
    return rc::gen::container<std::vector<Operation>>(rc::gen::map(
        rc::gen::tuple(
            rc::gen::elementOf(std::vector<unsigned>(std::begin(kinds), std::end(kinds))),
            rc::gen::inRange(0u, 1u << 20), rc::gen::inRange(0u, 1u << 20),
            rc::gen::inRange(0u, 1u << 20)),
        [](const std::tuple<unsigned, unsigned, unsigned, unsigned>& numbers) {
            const auto [kind, a, b, c] = numbers;
            return Operation{kind, a, b, c};
        }));
}

/// The smallest of the sequences that RapidCheck makes of \p failing and that \p fails, too.
template <class Fails>
std::vector<Operation> shrunk(rc::Shrinkable<std::vector<Operation>> failing, const Fails& fails) {
    for (int tries = 0; tries < 5000;) {
        auto shrinks = failing.shrinks();
        bool smaller = false;
        while (auto next = shrinks.next()) {
            if (++tries == 5000) break;
            if (!fails(next->value())) continue;
            failing = *next;
            smaller = true;
            break;
        }
        if (!smaller) break;
    }
    return failing.value();
}

TEST(HierarchyProperty, EqualsTheNaiveReferenceAfterRandomOperations) {
    // A short form; DIORAMA_SOAK_OPERATIONS makes it as long as wanted.
    const char* soak = std::getenv("DIORAMA_SOAK_OPERATIONS");
    const std::size_t wanted = soak != nullptr ? std::strtoul(soak, nullptr, 10) : 20'000;
    const rc::Gen<std::vector<Operation>> sequences = operations();
    const test::SplitAlways split;
    for (const unsigned workers : {1u, 2u, 4u}) {
        std::size_t done = 0;
        const std::uint64_t split_before = split.passes();
        for (std::uint64_t seed = workers; done < wanted; seed += 4) {
            const int longest = seed % 3 == 0 ? 8000 : 800;
            const auto sequence = sequences(rc::Random(seed), longest);
            const std::vector<Operation> list = sequence.value();
            done += list.size() + 1;
            const std::string fault = fault_of(list, workers);
            if (fault.empty()) continue;
            const auto fails = [&](const std::vector<Operation>& some) {
                return !fault_of(some, workers).empty();
            };
            const std::vector<Operation> least = shrunk(sequence, fails);
            FAIL() << fault << "; seed " << seed << ", " << workers << " workers, " << list.size()
                   << " operations, of which these fail with: " << fault_of(least, workers)
                   << described(least);
        }
        if (workers == 1) {
            EXPECT_EQ(split.passes(), 0u);
        } else {
            EXPECT_GT(split.passes(), split_before + done / 1000);
        }
    }
}

TEST(HierarchyProperty, ShrinksWhatFails) {
    // The harness itself: of a long sequence, what a made-up fault needs is left.
    const auto fails = [](const std::vector<Operation>& list) {
        const auto hides =
            std::find_if(list.begin(), list.end(), [](const Operation& o) { return o.kind == 6; });
        return std::any_of(hides, list.end(), [](const Operation& o) { return o.kind == 1; });
    };
    const rc::Gen<std::vector<Operation>> sequences = operations();
    std::uint64_t seed = 1;
    while (!fails(sequences(rc::Random(seed), 500).value()))
        ++seed;
    const std::vector<Operation> least = shrunk(sequences(rc::Random(seed), 500), fails);
    EXPECT_EQ(described(least), "\n  hide 0 0 0\n  despawn 0 0 0");
}

}  // namespace
}  // namespace diorama
