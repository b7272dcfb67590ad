// SPDX-License-Identifier: MIT
#include "diorama/scene/reparent.hpp"

#include <cmath>
#include <string>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/detail/float_mode.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama {
namespace {

// Above the rounding of composing and inverting in float, below what can be seen.
constexpr float kResidual = 1e-5f;

using Columns = glm::dmat3;

/// Replaces columns of no length by what makes the three a right-handed frame.
void complete(Columns& r, const bool (&empty)[3]) {
    for (int i = 0; i < 3; ++i) {
        if (!empty[i]) continue;
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        if (empty[j] && empty[k]) {
            r = Columns(1);
            return;
        }
        if (empty[j] || empty[k]) {
            const int known = empty[j] ? k : j, other = empty[j] ? j : k;
            const glm::dvec3 a = r[known];
            const glm::dvec3 side =
                std::fabs(a.x) < 0.9 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
            glm::dvec3 across = side - a * (a.x * side.x + a.y * side.y + a.z * side.z);
            const double length =
                std::sqrt(across.x * across.x + across.y * across.y + across.z * across.z);
            r[other] = across / length;
        }
        const glm::dvec3 b = r[j], c = r[k];
        r[i] = {b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x};
        return;
    }
}

/// The rotation whose columns are \p r, of unit length, its largest part computed first.
quat to_rotation(const Columns& r) {
    const double parts[4] = {1 + r[0][0] + r[1][1] + r[2][2], 1 + r[0][0] - r[1][1] - r[2][2],
                             1 - r[0][0] + r[1][1] - r[2][2], 1 - r[0][0] - r[1][1] + r[2][2]};
    int most = 0;
    for (int i = 1; i < 4; ++i)
        if (parts[i] > parts[most]) most = i;
    const double root = std::sqrt(parts[most]);
    const double scale = 0.5 / root;
    const double x = r[1][2] - r[2][1], y = r[2][0] - r[0][2], z = r[0][1] - r[1][0];
    const double xy = r[0][1] + r[1][0], xz = r[2][0] + r[0][2], yz = r[1][2] + r[2][1];
    double q[4];  // w, x, y, z
    const double rows[4][4] = {{0, x, y, z}, {x, 0, xy, xz}, {y, xy, 0, yz}, {z, xz, yz, 0}};
    for (int i = 0; i < 4; ++i)
        q[i] = i == most ? 0.5 * root : rows[most][i] * scale;
    const double sign = q[0] < 0 ? -1 : 1;
    const auto part = [&](double value) { return static_cast<float>(sign * value + 0.0); };
    return {part(q[0]), part(q[1]), part(q[2]), part(q[3])};
}

/// The Transform nearest to \p matrix, with the signs of \p authored where they can stay.
Transform decomposed(const mat4& matrix, const vec3& authored) {
    Transform result;
    result.translation = vec3(matrix[3]);
    Columns r;
    double lengths[3];
    bool empty[3];
    for (int i = 0; i < 3; ++i) {
        r[i] = glm::dvec3(matrix[i]);
        lengths[i] = std::sqrt(r[i].x * r[i].x + r[i].y * r[i].y + r[i].z * r[i].z);
        empty[i] = !(lengths[i] > 0);
    }
    double signs[3];
    for (int i = 0; i < 3; ++i)
        signs[i] = std::signbit(authored[i]) ? -1 : 1;
    const double determinant = r[0].x * (r[1].y * r[2].z - r[1].z * r[2].y) -
                               r[1].x * (r[0].y * r[2].z - r[0].z * r[2].y) +
                               r[2].x * (r[0].y * r[1].z - r[0].z * r[1].y);
    if (determinant * signs[0] * signs[1] * signs[2] < 0) signs[0] = -signs[0];
    for (int i = 0; i < 3; ++i) {
        result.scale[i] = static_cast<float>(signs[i] * lengths[i]);
        if (!empty[i]) r[i] /= signs[i] * lengths[i];
    }
    complete(r, empty);
    result.rotation = to_rotation(r);
    return result;
}

/// How far \p got is from \p wanted: the larger of the difference of their 3 x 3 parts over the
/// largest entry of that part, and the distance over the larger of that entry and the distance from
/// the origin. Each by its own measure, or a shear would drown in a translation far out; but near
/// the origin a distance is measured by the size of what stands there. NaN where either is not
/// finite.
float residual(const mat4& wanted, const mat4& got) {
    float largest[2] = {0, 0}, difference[2] = {0, 0};  // of the 3 x 3 part; of the translation
    for (int column = 0; column < 4; ++column) {
        const int part = column == 3;
        for (int row = 0; row < 3; ++row) {
            const float d = std::fabs(wanted[column][row] - got[column][row]);
            if (!std::isfinite(d)) return std::nanf("");
            largest[part] = std::fmax(largest[part], std::fabs(wanted[column][row]));
            difference[part] = std::fmax(difference[part], d);
        }
    }
    largest[1] = std::fmax(largest[0], largest[1]);
    for (const int part : {0, 1})
        if (largest[part] > 0) difference[part] /= largest[part];
    return std::fmax(difference[0], difference[1]);
}

/// The Transform that gives \p wanted under \p above, and what it is off by.
struct Kept {
    Transform local;
    bool as_authored = false;
    float off = 0;
};

// Not inlined, so that no arithmetic can move out of the FloatMode around the call.
[[gnu::noinline]] void keep(const mat4& above, const mat4& wanted, const Transform& authored,
                            Kept& kept) {
    kept.as_authored = affine_product(above, local_matrix(authored)) == wanted;
    if (kept.as_authored) return;
    kept.local = decomposed(affine_product(affine_inverse(above), wanted), authored.scale);
    kept.off = residual(wanted, affine_product(above, local_matrix(kept.local)));
}

Error unrepresentable(Entity child, Entity parent, float off) {
    const bool finite = std::isfinite(off);
    Error error;
    error.code = codes::placement_unrepresentable;
    error.message =
        "no translation, rotation and scale keeps " + detail::describe(child) + " in place under " +
        detail::describe(parent) + ": " +
        (finite ? "residual " + std::to_string(off) + ", at most " + std::to_string(kResidual)
                : "its placement is not finite, or the parent's can't be inverted");
    error.hint = finite ? "reparent keeping the local placement, or bake the shear"
                        : "look for a NaN, an infinity or a scale of 0 in their placements";
    error.detail = off;
    return error;
}

/// Whether hanging \p child under \p parent keeps its placement by itself, or can't be done at all,
/// which the plain calls then report.
bool is_plain(const World& world, Entity child, Entity parent) {
    if (world.core().poison() != nullptr || !world.has<Transform>(child)) return true;
    if (parent.is_null()) return false;
    return !world.alive(parent) || world.parent(child) == parent ||
           world.core().would_loop(child, parent, detail::kChildOfId);
}

}  // namespace

Result<> reparent_keeping_world(World& world, Entity child, Entity parent) {
    const auto hang = [&] {
        return parent.is_null() ? world.detach(child) : world.reparent(child, parent);
    };
    if (Result<> may = world.core().check_structure(); !may) return may;
    if (is_plain(world, child, parent)) return hang();
    if (!parent.is_null() && !world.has<Transform>(parent))
        return fail(codes::hierarchy_broken,
                    detail::describe(child) + " can't keep its place under " +
                        detail::describe(parent) + ", which has no Transform",
                    {},
                    "give the parent a Transform first, or reparent keeping the local placement");
    const Transform authored = *world.get<Transform>(child);
    const mat4 wanted = world_matrix_now(world, child);
    const mat4 above = parent.is_null() ? mat4(1) : world_matrix_now(world, parent);
    Kept kept;
    {
        const detail::FloatMode mode;
        keep(above, wanted, authored, kept);
    }
    if (!(kept.off <= kResidual)) return std::unexpected(unrepresentable(child, parent, kept.off));
    if (const Result<> hung = hang(); !hung) return hung;
    if (!kept.as_authored) *world.get_mut<Transform>(child) = kept.local;
    return {};
}

}  // namespace diorama
