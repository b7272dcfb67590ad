// SPDX-License-Identifier: MIT
#include "diorama/gltf/resource.hpp"

#include "diorama/gltf/test/support.hpp"
