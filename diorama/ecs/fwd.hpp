// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of ecs's types.
#pragma once

namespace diorama {

class Entity;
class World;
class Commands;
class Children;
class GlobalTransform;
struct Transform;
struct ChildOf;
struct System;
template <class... Terms>
class Query;
template <class C>
struct With;
template <class C>
struct Without;
template <class C>
struct Optional;
template <class C>
struct Changed;
template <class C>
struct Added;
template <class C>
struct Removed;

namespace detail {
class Column;
class PlacementStore;
class Table;
class WorldCore;
struct ComponentInfo;
}  // namespace detail

}  // namespace diorama
