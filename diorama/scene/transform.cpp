// SPDX-License-Identifier: MIT
#include "diorama/scene/transform.hpp"

#include <cstddef>
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/detail/affine.hpp"
#include "diorama/scene/detail/float_mode.hpp"

namespace diorama {
namespace detail {

void compose_rows(const Transform& transform, Rows& out) noexcept {
    const quat& q = transform.rotation;
    const vec3 &s = transform.scale, &t = transform.translation;
    const float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const float xx = q.x * x2, xy = q.x * y2, xz = q.x * z2;
    const float yy = q.y * y2, yz = q.y * z2, zz = q.z * z2;
    const float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    const float rows[3][4] = {{(1 - (yy + zz)) * s.x, (xy - wz) * s.y, (xz + wy) * s.z, t.x},
                              {(xy + wz) * s.x, (1 - (xx + zz)) * s.y, (yz - wx) * s.z, t.y},
                              {(xz - wy) * s.x, (yz + wx) * s.y, (1 - (xx + yy)) * s.z, t.z}};
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            out.at[row][column] = rows[row][column];
}

void multiply_rows(const float* parent, const Rows& local, Rows& out) noexcept {
    for (int row = 0; row < 3; ++row) {
        const float* p = parent + 4 * row;
        for (int column = 0; column < 4; ++column) {
            const float sum = (p[0] * local.at[0][column] + p[1] * local.at[1][column]) +
                              p[2] * local.at[2][column];
            out.at[row][column] = sum + (column == 3 ? p[3] : 0.0f);
        }
    }
}

namespace {

mat4 to_matrix(const Rows& rows) {
    mat4 matrix(1);
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            matrix[column][row] = rows.at[row][column];
    return matrix;
}

/// An entity and all above it whose placement its own follows.
///
/// Up to 64 of them take no memory.
class Ancestry {
  public:
    Ancestry(const World& world, Entity entity) : world_(world) {
        push(entity);
        // The path upwards is compared with one place on it, which moves on to each power of two:
        // in a loop it comes by there again, after no more than three times the way.
        std::size_t mark = 0;
        for (Entity at = above(entity); !at.is_null(); at = above(at)) {
            push(at);
            if (at == (*this)[mark]) {
                cut(size_ - 1 - mark);
                return;
            }
            if (size_ - 1 == 2 * mark + 1) mark = size_ - 1;
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// The entity \p n levels up.
    Entity operator[](std::size_t n) const noexcept {
        return n < kNear ? near_[n] : far_[n - kNear];
    }

  private:
    static constexpr std::size_t kNear = 64;

    /// The parent that placement follows: null for a root and an orphan.
    [[nodiscard]] Entity above(Entity entity) const {
        const Entity parent = world_.parent(entity);
        return world_.get<Transform>(parent) != nullptr ? parent : Entity::null();
    }
    void push(Entity entity) {
        if (size_ < kNear) {
            near_[size_] = entity;
        } else {
            far_.push_back(entity);
        }
        ++size_;
    }
    /// Ends the path at its first member of the loop of \p length: each member is a root.
    void cut(std::size_t length) noexcept {
        std::size_t first = 0;
        while ((*this)[first] != (*this)[first + length])
            ++first;
        size_ = first + 1;
    }

    const World& world_;
    Entity near_[kNear];
    std::vector<Entity> far_;  // those beyond
    std::size_t size_ = 0;
};

// Not inlined, so that no arithmetic can move out of the FloatMode around the call.

[[gnu::noinline]] void place(const World& world, const Ancestry& path, Rows& out) {
    compose_rows(*world.get<Transform>(path[path.size() - 1]), out);
    for (std::size_t i = path.size() - 1; i-- > 0;) {
        Rows local, product;
        compose_rows(*world.get<Transform>(path[i]), local);
        multiply_rows(out.at[0], local, product);
        out = product;
    }
}

[[gnu::noinline]] void place_locally(const Transform& transform, Rows& out) noexcept {
    compose_rows(transform, out);
}

}  // namespace
}  // namespace detail

mat4 local_matrix(const Transform& transform) noexcept {
    detail::Rows rows;
    const detail::FloatMode mode;
    detail::place_locally(transform, rows);
    return detail::to_matrix(rows);
}

mat4 world_matrix_now(const World& world, Entity entity) {
    if (world.get<Transform>(entity) == nullptr) return mat4(1);
    const detail::Ancestry path(world, entity);
    detail::Rows rows;
    const detail::FloatMode mode;
    detail::place(world, path, rows);
    return detail::to_matrix(rows);
}

}  // namespace diorama
