// SPDX-License-Identifier: MIT
/// \file
/// What an animation's channel drives: ChannelTarget, target_of, pointer_fault.
/// Source: glTF 2.0 section 3.11 (Animations), KHR_animation_pointer.
#pragma once

#include <string>
#include <string_view>

#include "diorama/gltf/document.hpp"

namespace diorama::gltf::detail {

/// A channel's target: a property of a node, or a pointer to something else.
struct ChannelTarget {
    TargetPath path = TargetPath::unknown;  ///< which property
    Index node = kNone;                     ///< of which node; kNone for a pointer
};

/// What \p channel drives of the core, its pointer followed where it leads to a node's property.
[[nodiscard]] ChannelTarget target_of(const Document& in, const AnimationChannel& channel);

/// Why \p pointer drives nothing of \p in: an element that is not there, or a property that can't
/// be animated; empty where it may. What an extension adds to an object is not looked at.
[[nodiscard]] std::string pointer_fault(const Document& in, std::string_view pointer);

}  // namespace diorama::gltf::detail
