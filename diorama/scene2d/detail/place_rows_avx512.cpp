// SPDX-License-Identifier: MIT
// clang-format off: the vector type comes before what is written in its terms
#include "diorama/scene2d/detail/vector_avx512.inl"
#include "diorama/scene2d/detail/place_rows_vector.inl"
// clang-format on

namespace diorama::scene2d::detail {

unsigned place_rows_avx512(const Columns& columns, const Range& range, const unsigned char* ahead,
                           Tally& tally) {
    return place_rows(columns, range, ahead, tally);
}

}  // namespace diorama::scene2d::detail
