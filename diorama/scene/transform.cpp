// SPDX-License-Identifier: MIT
#include "diorama/scene/transform.hpp"

#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/detail/affine.hpp"

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

/// The parent that placement follows: null for a root, an orphan and a member of a loop.
class Ancestry {
  public:
    explicit Ancestry(const World& world) : world_(world) {}

    Entity above(Entity entity) const {
        const Entity parent = world_.parent(entity);
        return world_.has<Transform>(parent) ? parent : Entity::null();
    }
    /// Whether the path upwards from \p entity comes back to it.
    bool in_loop(Entity entity) const {
        Entity at = above(entity);
        for (std::size_t step = 0; step <= world_.entity_count() && !at.is_null(); ++step) {
            if (at == entity) return true;
            at = above(at);
        }
        return false;
    }

  private:
    const World& world_;
};

}  // namespace
}  // namespace detail

mat4 local_matrix(const Transform& transform) noexcept {
    detail::Rows rows;
    detail::compose_rows(transform, rows);
    return detail::to_matrix(rows);
}

mat4 world_matrix_now(const World& world, Entity entity) {
    if (world.get<Transform>(entity) == nullptr) return mat4(1);
    const detail::Ancestry ancestry(world);
    std::vector<Entity> path{entity};
    // A path longer than the World runs into a loop; it is then cut at the loop's first member.
    bool looped = false;
    for (Entity at = ancestry.above(entity); !at.is_null(); at = ancestry.above(at)) {
        path.push_back(at);
        looped = path.size() > world.entity_count();
        if (looped) break;
    }
    if (looped) {
        path.resize(1);
        while (!ancestry.in_loop(path.back()))
            path.push_back(ancestry.above(path.back()));
    }
    detail::Rows rows, local, product;
    detail::compose_rows(*world.get<Transform>(path.back()), rows);
    for (std::size_t i = path.size() - 1; i-- > 0;) {
        detail::compose_rows(*world.get<Transform>(path[i]), local);
        detail::multiply_rows(rows.at[0], local, product);
        rows = product;
    }
    return detail::to_matrix(rows);
}

}  // namespace diorama
