// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of anim's types.
#pragma once

namespace diorama::anim {

struct Channel;
struct Clip;

}  // namespace diorama::anim
