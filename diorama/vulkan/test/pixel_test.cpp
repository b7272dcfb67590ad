// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "diorama/vulkan/vulkan_renderer.hpp"

namespace diorama::vulkan {
namespace {

TEST(VulkanRenderer, Draws) {
    auto r = VulkanRenderer::create({.width = 64, .height = 64, .validation = true});
    ASSERT_TRUE(r) << to_string(r.error());
    render::RenderScene scene;
    ASSERT_TRUE((*r)->draw(scene));
    for (const auto& m : (*r)->validation_messages()) ADD_FAILURE() << m;
}

}  // namespace
}  // namespace diorama::vulkan
