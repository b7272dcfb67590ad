// SPDX-License-Identifier: MIT
// clang-format off: the vector type comes before what is written in its terms
#include "diorama/scene2d/detail/vector_avx2.inl"
#include "diorama/scene2d/detail/copy_rows_vector.inl"
#include "diorama/scene2d/detail/place_rows_vector.inl"
// clang-format on

namespace diorama::scene2d::detail {

const Kernel kAvx2 = {place_rows, split_rows, merge_rows};

}  // namespace diorama::scene2d::detail
