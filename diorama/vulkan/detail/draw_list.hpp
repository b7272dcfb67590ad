// SPDX-License-Identifier: MIT
/// \file
/// In which order what is drawn, and what is drawn at once: DrawItem, Draw, DrawList.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "diorama/vulkan/detail/pipelines.hpp"

namespace diorama::vulkan::detail {

/// One instance of the scene that has something to draw.
struct DrawItem {
    PipelineKey key;             ///< its pipeline in the mesh pass
    std::uint32_t instance = 0;  ///< index into RenderScene::instances
    std::uint32_t mesh = 0;      ///< the renderer's index
    std::uint32_t material = 0;  ///< the renderer's index
    float depth = 0;             ///< metres in front of the eye; what blending is sorted by
    bool double_sided = false;   ///< both faces are drawn
    bool flip_winding = false;   ///< front faces turn clockwise
    bool cast_shadows = true;    ///< drawn into shadow maps
};

/// Instances drawn by one call.
struct Draw {
    PipelineKey key;                           ///< its pipeline
    std::uint32_t mesh = 0;                    ///< the renderer's index
    std::uint32_t material = 0;                ///< the renderer's index
    std::uint32_t first = 0;                   ///< first of its instances in DrawList::order
    std::uint32_t count = 0;                   ///< how many
    VkCullModeFlags cull = VK_CULL_MODE_NONE;  ///< faces left out
    VkFrontFace front = VK_FRONT_FACE_COUNTER_CLOCKWISE;  ///< which faces are front
};

/// The draws of a frame.
///
/// Order: opaque and masked things by the first appearance of their material and mesh in the scene,
/// so that equal ones are drawn at once and the numbers behind indices never matter; then the sky;
/// then blended things, farthest first, ties in the scene's order, and of a double-sided one the
/// back faces before the front faces.
class DrawList {
  public:
    /// Rebuilds the list from \p items, which are in the scene's order.
    ///
    /// Cost: O(items log items); keeps capacity.
    void build(std::span<const DrawItem> items);

    /// Instances in the order they are drawn: indices into the items.
    [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return order_; }
    /// Draws before the sky.
    [[nodiscard]] std::span<const Draw> opaque() const noexcept { return opaque_; }
    /// Draws after the sky.
    [[nodiscard]] std::span<const Draw> blended() const noexcept { return blended_; }
    /// Draws into shadow maps: those of opaque() that cast.
    [[nodiscard]] std::span<const Draw> casters() const noexcept { return casters_; }

  private:
    void sort_opaque(std::span<const DrawItem> items);
    void sort_blended(std::span<const DrawItem> items);
    void append(std::vector<Draw>& draws, const DrawItem& item, VkCullModeFlags cull,
                std::uint32_t at);

    struct Rank {
        std::uint64_t pair;   // material and mesh
        std::uint32_t first;  // item they first appear in
    };
    std::vector<Rank> ranks_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> blend_order_;
    std::vector<Draw> opaque_;
    std::vector<Draw> blended_;
    std::vector<Draw> casters_;
};

}  // namespace diorama::vulkan::detail
