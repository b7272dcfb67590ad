// SPDX-License-Identifier: MIT
#include "diorama/render/null_renderer.hpp"

#include <gtest/gtest.h>

namespace diorama::render {
namespace {

}  // namespace
}  // namespace diorama::render
