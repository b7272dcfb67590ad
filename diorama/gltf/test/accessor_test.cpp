// SPDX-License-Identifier: MIT
#include "diorama/gltf/accessor.hpp"

#include "diorama/gltf/test/support.hpp"
