// SPDX-License-Identifier: MIT
#include "materials.hpp"

#include "canvases.hpp"

namespace diorama::demo {
namespace {

/// The maps taken from one canvas; -1 for those not wanted.
struct Maps {
    Index color = -1;
    Index normal = -1;
    Index rough = -1;
};

enum class Wanted { color_normal, all, color, normal };

Maps add_maps(SceneBuilder& scene, const std::string& name, const Canvas& canvas,
              Wanted wanted = Wanted::color_normal) {
    Maps maps;
    if (wanted != Wanted::normal)
        maps.color = scene.add_texture(name + " colour", base_color_map(canvas));
    if (wanted != Wanted::color)
        maps.normal = scene.add_texture(name + " normal", normal_map(canvas));
    if (wanted == Wanted::all)
        maps.rough = scene.add_texture(name + " roughness", roughness_map(canvas));
    return maps;
}

mesh::Material surface(std::string name, const Maps& maps, vec3 tint = vec3(1),
                       float roughness = 0.85f, float metallic = 0) {
    mesh::Material m;
    m.name = std::move(name);
    m.base_color = vec4(tint, 1);
    m.base_color_texture.texture = maps.color;
    m.normal_texture.texture = maps.normal;
    m.metallic_roughness_texture.texture = maps.rough;
    m.occlusion_texture.texture = maps.rough;
    // With a map the factors multiply it, so they step aside.
    m.roughness = maps.rough >= 0 ? 1 : roughness;
    m.metallic = maps.rough >= 0 ? 1 : metallic;
    return m;
}

void add_walls_and_wood(SceneBuilder& scene, Materials& m) {
    const Maps plaster = add_maps(scene, "plaster", paint_plaster());
    constexpr struct {
        const char* name;
        std::uint32_t tint;
    } walls[5] = {{"plaster cream", 0xf3e4c6},
                  {"plaster ochre", 0xe5b566},
                  {"plaster coral", 0xdd8465},
                  {"plaster sage", 0xa9b88f},
                  {"plaster slate", 0x8fa9b5}};
    for (int i = 0; i < 5; ++i)
        m.plaster[i] = scene.add_material(surface(walls[i].name, plaster, linear(walls[i].tint)));
    const Maps tiles = add_maps(scene, "roof tiles", paint_roof_tiles(), Wanted::all);
    m.roof_tiles = scene.add_material(surface("roof tiles", tiles));
    const Maps planks = add_maps(scene, "planks", paint_planks(), Wanted::all);
    m.planks = scene.add_material(surface("planks", planks));
    m.timber = scene.add_material(
        surface("timber", {planks.color, planks.normal, -1}, linear(0x8a6a50), 0.8f));
    mesh::Material fine = surface("planks fine", planks);
    for (mesh::TextureSlot* slot : {&fine.base_color_texture, &fine.normal_texture,
                                    &fine.metallic_roughness_texture, &fine.occlusion_texture}) {
        slot->scale = {2, 2};
        slot->offset = {0.125f, 0.25f};
    }
    m.planks_fine = scene.add_material(fine);
    constexpr struct {
        const char* name;
        std::uint32_t tint;
    } paints[4] = {{"painted white", 0xf2ecdf},
                   {"painted green", 0x3f7363},
                   {"painted blue", 0x35617f},
                   {"painted red", 0xa63a2b}};
    for (int i = 0; i < 4; ++i)
        m.painted_wood[i] =
            scene.add_material(surface(paints[i].name, {}, linear(paints[i].tint), 0.5f));
    m.bark = scene.add_material(
        surface("bark", {planks.color, planks.normal, -1}, linear(0xa08468), 0.9f));
    const Maps walnut = add_maps(scene, "walnut", paint_walnut());
    m.walnut = scene.add_material(surface("walnut", walnut, vec3(1), 0.38f));
}

void add_earth_and_plants(SceneBuilder& scene, Materials& m) {
    m.cobbles = scene.add_material(
        surface("cobbles", add_maps(scene, "cobbles", paint_cobbles(), Wanted::all)));
    m.ashlar = scene.add_material(
        surface("ashlar", add_maps(scene, "ashlar", paint_ashlar(), Wanted::all)));
    m.rock = scene.add_material(
        surface("rock", add_maps(scene, "rock", paint_rock()), linear(0xb7ada0), 0.9f));
    m.ground = scene.add_material(
        surface("ground", add_maps(scene, "ground", paint_ground()), vec3(1), 0.95f));
    mesh::Material water =
        surface("water", add_maps(scene, "ripples", paint_ripples(), Wanted::normal),
                linear(0x2c8f98), 0.2f);
    water.base_color.a = 0.55f;
    water.alpha_mode = mesh::AlphaMode::blend;
    water.normal_texture.scale = {0.5f, 0.5f};
    water.normal_scale = 0.6f;
    m.water = scene.add_material(water);
    const Maps leaves = add_maps(scene, "foliage", paint_foliage());
    constexpr struct {
        const char* name;
        std::uint32_t tint;
    } greens[3] = {
        {"foliage summer", 0x86a84a}, {"foliage olive", 0x5d8050}, {"foliage autumn", 0xd99a45}};
    for (int i = 0; i < 3; ++i)
        m.foliage[i] =
            scene.add_material(surface(greens[i].name, leaves, linear(greens[i].tint), 0.9f));
    mesh::Material flowers = surface(
        "flowers", add_maps(scene, "flowers", paint_flowers(), Wanted::color), vec3(1), 0.9f);
    flowers.alpha_mode = mesh::AlphaMode::mask;
    flowers.double_sided = true;
    m.flowers = scene.add_material(flowers);
    mesh::Material pickets = surface("pickets", add_maps(scene, "pickets", paint_pickets()));
    pickets.alpha_mode = mesh::AlphaMode::mask;
    pickets.double_sided = true;
    m.pickets = scene.add_material(pickets);
}

void add_metal_and_light(SceneBuilder& scene, Materials& m) {
    const Maps none;
    mesh::Material glow = surface("lit window", none, linear(0x3a2a1c), 0.25f);
    glow.emissive_texture.texture =
        scene.add_texture("window glow", base_color_map(paint_window_glow()));
    glow.emissive = vec3(1);
    glow.emissive_strength = 1.6f;
    m.glow = scene.add_material(glow);
    mesh::Material lamp = surface("lamp glass", none, linear(0xfff0d0), 0.3f);
    lamp.emissive = linear(0xffc46a);
    lamp.emissive_strength = 4;
    m.lamp = scene.add_material(lamp);
    mesh::Material glass = surface("glass", none, linear(0xd8f0f0), 0.05f);
    glass.base_color.a = 0.25f;
    glass.alpha_mode = mesh::AlphaMode::blend;
    m.glass = scene.add_material(glass);
    m.iron = scene.add_material(surface("iron", none, linear(0x3b4148), 0.5f, 0.6f));
    m.brass = scene.add_material(surface("brass", none, linear(0xefc27c), 0.34f, 0.5f));
    m.plaque = scene.add_material(
        surface("plaque", add_maps(scene, "plaque", paint_plaque(), Wanted::all)));
    m.copper = scene.add_material(
        surface("copper", add_maps(scene, "copper", paint_copper(), Wanted::all)));
}

void add_cloth(SceneBuilder& scene, Materials& m) {
    const Maps awning = add_maps(scene, "awning", paint_awning());
    for (int i = 0; i < 2; ++i) {
        mesh::Material cloth = surface(i == 0 ? "awning red" : "awning blue", awning);
        // One texture holds both cloths, side by side.
        for (mesh::TextureSlot* slot : {&cloth.base_color_texture, &cloth.normal_texture}) {
            slot->scale = {0.5f, 1};
            slot->offset = {0.5f * static_cast<float>(i), 0};
        }
        cloth.double_sided = true;
        m.awning[i] = scene.add_material(cloth);
    }
    mesh::Material sail = surface("sail", {-1, awning.normal, -1}, linear(0xf1e2c2), 0.9f);
    sail.double_sided = true;
    m.sail = scene.add_material(sail);
    mesh::Material flag = surface("flag", add_maps(scene, "flag", paint_flag()));
    flag.double_sided = true;
    m.flag = scene.add_material(flag);
    m.balloon = scene.add_material(
        surface("balloon", add_maps(scene, "balloon", paint_balloon()), vec3(1), 0.6f));
    m.cloud = scene.add_material(surface("cloud", {}, linear(0xfffaf2), 1));
    m.rope = scene.add_material(surface("rope", {}, linear(0xb99a6b), 0.9f));
    m.produce = scene.add_material(surface("produce", {}, vec3(1), 0.5f));
}

}  // namespace

Materials add_materials(SceneBuilder& scene) {
    Materials m{};
    add_walls_and_wood(scene, m);
    add_earth_and_plants(scene, m);
    add_metal_and_light(scene, m);
    add_cloth(scene, m);
    return m;
}

}  // namespace diorama::demo
