// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of the scene2d module.
#pragma once

namespace diorama::scene2d {

class Angle;
class Global2;
class Scratch2;
class Space2;
class SpaceMirror;
struct Local2;
struct Parent2;
struct Propagated2;

}  // namespace diorama::scene2d
