// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of render's types.
#pragma once

namespace diorama::render {

struct Camera;
struct RenderInstance;
struct RenderLight;
struct RenderScene;
class Renderer;
class NullRenderer;
class ResourceLedger;

}  // namespace diorama::render
