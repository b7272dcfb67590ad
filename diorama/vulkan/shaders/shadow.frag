// SPDX-License-Identifier: MIT
#version 460
#extension GL_GOOGLE_include_directive : require
#include "material.glsl"

void main() { cut(base_color().a); }
