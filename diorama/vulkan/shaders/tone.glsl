// SPDX-License-Identifier: MIT

// Khronos PBR Neutral: keeps base colours as they are below 0.76, and brings highlights into range by
// compressing and then desaturating them.
// Source: Khronos PBR Neutral Tone Mapper specification, section "Forward transform".
vec3 pbr_neutral(vec3 color) {
    const float kFresnel = 0.04;
    const float kStart = 0.8 - kFresnel;
    const float kDesaturation = 0.15;
    float least = min(color.r, min(color.g, color.b));
    float offset = least < 2 * kFresnel ? least - least * least / (4 * kFresnel) : kFresnel;
    color -= offset;
    float peak = max(color.r, max(color.g, color.b));
    if (peak < kStart) return color;
    float room = 1 - kStart;
    float new_peak = 1 - room * room / (peak + room - kStart);
    color *= new_peak / peak;
    float blend = 1 - 1 / (kDesaturation * (peak - new_peak) + 1);
    return mix(color, vec3(new_peak), blend);
}
