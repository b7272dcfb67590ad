// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/draw_list.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace diorama::vulkan::detail {

namespace {

bool blends(const DrawItem& item) noexcept {
    return (item.key.features & feature_bit(kAlphaBlend)) != 0;
}

VkCullModeFlags culling(const DrawItem& item) noexcept {
    return item.double_sided ? VK_CULL_MODE_NONE : VK_CULL_MODE_BACK_BIT;
}

bool together(const Draw& draw, const DrawItem& item, VkCullModeFlags cull,
              VkFrontFace front) noexcept {
    return draw.key == item.key && draw.mesh == item.mesh && draw.material == item.material &&
           draw.cull == cull && draw.front == front;
}

/// Greater for farther; a depth that is no number is farthest of all.
float distance(const DrawItem& item) noexcept {
    return std::isnan(item.depth) ? INFINITY : item.depth;
}

}  // namespace

void DrawList::append(std::vector<Draw>& draws, const DrawItem& item, VkCullModeFlags cull,
                      std::uint32_t at) {
    const VkFrontFace front =
        item.flip_winding ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE;
    if (!draws.empty()) {
        Draw& last = draws.back();
        if (last.first + last.count == at && together(last, item, cull, front)) {
            ++last.count;
            return;
        }
    }
    draws.push_back({item.key, item.mesh, item.material, at, 1, cull, front});
}

void DrawList::sort_opaque(std::span<const DrawItem> items) {
    // The rank of a material and mesh is the item they first appear in.
    ranks_.clear();
    for (std::uint32_t i = 0; i < items.size(); ++i) {
        if (blends(items[i])) continue;
        ranks_.push_back({std::uint64_t{items[i].material} << 32 | items[i].mesh, i});
    }
    std::ranges::sort(ranks_, [](const Rank& a, const Rank& b) {
        return a.pair != b.pair ? a.pair < b.pair : a.first < b.first;
    });
    keys_.clear();
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
        if (i == 0 || ranks_[i].pair != ranks_[i - 1].pair) rank = ranks_[i].first;
        keys_.push_back(std::uint64_t{rank} << 32 | ranks_[i].first);
    }
    std::ranges::sort(keys_);
    for (const std::uint64_t key : keys_) {
        const auto item = static_cast<std::uint32_t>(key);
        const auto at = static_cast<std::uint32_t>(order_.size());
        order_.push_back(item);
        append(opaque_, items[item], culling(items[item]), at);
        if (items[item].cast_shadows) append(casters_, items[item], culling(items[item]), at);
    }
}

void DrawList::sort_blended(std::span<const DrawItem> items) {
    blend_order_.clear();
    for (std::uint32_t i = 0; i < items.size(); ++i) {
        if (blends(items[i])) blend_order_.push_back(i);
    }
    std::ranges::sort(blend_order_, [&](std::uint32_t a, std::uint32_t b) {
        const float far_a = distance(items[a]);
        const float far_b = distance(items[b]);
        return far_a != far_b ? far_a > far_b : a < b;
    });
    for (const std::uint32_t i : blend_order_) {
        const auto at = static_cast<std::uint32_t>(order_.size());
        order_.push_back(i);
        if (items[i].double_sided && items[i].key.topology == mesh::Topology::triangles) {
            append(blended_, items[i], VK_CULL_MODE_FRONT_BIT, at);
            append(blended_, items[i], VK_CULL_MODE_BACK_BIT, at);
        } else {
            append(blended_, items[i], culling(items[i]), at);
        }
    }
}

void DrawList::build(std::span<const DrawItem> items) {
    order_.clear();
    opaque_.clear();
    blended_.clear();
    casters_.clear();
    sort_opaque(items);
    sort_blended(items);
}

}  // namespace diorama::vulkan::detail
