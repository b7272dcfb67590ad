// SPDX-License-Identifier: MIT
#include "diorama/ecs/placement.hpp"

namespace diorama {

mat4 GlobalTransform::matrix() const noexcept {
    mat4 matrix(1);
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row)
            matrix[column][row] = rows_[row][column];
    return matrix;
}

bool GlobalTransform::mirrored() const noexcept {
    const auto at = [&](int row, int column) { return static_cast<double>(rows_[row][column]); };
    const double determinant = at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
                               at(0, 1) * (at(1, 0) * at(2, 2) - at(1, 2) * at(2, 0)) +
                               at(0, 2) * (at(1, 0) * at(2, 1) - at(1, 1) * at(2, 0));
    return determinant < 0;
}

bool operator==(const GlobalTransform& a, const GlobalTransform& b) noexcept {
    for (int i = 0; i < 12; ++i)
        if (!(a.rows_[i / 4][i % 4] == b.rows_[i / 4][i % 4])) return false;
    return true;
}

}  // namespace diorama
