// SPDX-License-Identifier: MIT
// Lit surfaces, held against the formulas of glTF 2.0 appendix B and KHR_lights_punctual, computed
// here anew in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "scenes.hpp"

namespace diorama::vulkan::test {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// The radiance that Khronos PBR Neutral shows as \p color, a grey below where it compresses.
double radiance(const Rgb& color) {
    EXPECT_LT(color.g, 224) << "too bright to tell";
    const double shown = srgb_linear(color.g);
    return shown < 0.04 ? std::sqrt(shown / 6.25) : shown + 0.04;
}

/// Light that a grey dielectric sends to the viewer per lux from \p to_light.
double reflected(double albedo, double roughness, const glm::dvec3& normal, const glm::dvec3& view,
                 const glm::dvec3& to_light) {
    const glm::dvec3 h = glm::normalize(view + to_light);
    const double nl = glm::dot(normal, to_light);
    const double nv = glm::dot(normal, view);
    const double nh = glm::dot(normal, h);
    const double a2 = std::pow(roughness, 4);
    const double d = a2 / (kPi * std::pow(nh * nh * (a2 - 1) + 1, 2));
    const double v =
        0.5 / (nl * std::sqrt(nv * nv * (1 - a2) + a2) + nv * std::sqrt(nl * nl * (1 - a2) + a2));
    const double f = 0.04 + 0.96 * std::pow(1 - glm::dot(view, h), 5);
    return nl * ((1 - f) * albedo / kPi + f * v * d);
}

mesh::Material grey(float albedo, float roughness) {
    mesh::Material out;
    out.base_color = vec4(albedo, albedo, albedo, 1);
    out.metallic = 0;
    out.roughness = roughness;
    return out;
}

/// A lit square, and how much of its radiance at a pixel is a light's.
class LitSquare {
  public:
    explicit LitSquare(const mesh::Material& material) {
        stage_.place(stage_.mesh(quad()), stage_.material(material));
    }
    Stage& stage() { return stage_; }
    /// Radiance at \p x, \p y that \p light adds; the scene has that light alone.
    double added(const render::RenderLight& light, std::uint32_t x = 32, std::uint32_t y = 32) {
        render::RenderLight off = light;
        off.intensity = 0;
        stage_.scene().lights = {off};
        const double without = radiance(pixel(stage_.draw(), x, y));
        stage_.scene().lights = {light};
        return radiance(pixel(stage_.draw(), x, y)) - without;
    }

  private:
    Stage stage_;
};

struct Lit {
    const char* name;
    float roughness;
    double degrees;  // of the light from the normal
};

class Directional : public testing::TestWithParam<Lit> {};

TEST_P(Directional, IsReflectedAsAppendixBSays) {
    const double angle = GetParam().degrees * kPi / 180;
    const glm::dvec3 to_light(std::sin(angle), 0, std::cos(angle));
    LitSquare square(grey(0.5f, GetParam().roughness));
    render::RenderLight light;
    light.direction = -vec3(to_light);
    light.intensity = 2;
    const double expected = 2 * reflected(0.5, static_cast<double>(GetParam().roughness), {0, 0, 1},
                                          {0, 0, 1}, to_light);
    EXPECT_NEAR(square.added(light), expected, 0.006);
}

INSTANTIATE_TEST_SUITE_P(Angles, Directional,
                         testing::Values(Lit{"RoughAt0", 1.0f, 0}, Lit{"RoughAt45", 1.0f, 45},
                                         Lit{"RoughAt70", 1.0f, 70}, Lit{"SatinAt20", 0.6f, 20},
                                         Lit{"GlossyAt30", 0.35f, 30}),
                         [](const auto& row) { return row.param.name; });

TEST(Directional, FromBehindAddsNothing) {
    LitSquare square(grey(0.5f, 1));
    EXPECT_NEAR(square.added({.direction = {0, 0, 1}, .intensity = 3}), 0, 1e-9);
}

TEST(PointLight, FallsOffWithTheSquareOfTheDistance) {
    LitSquare square(grey(0.5f, 1));
    render::RenderLight light;
    light.kind = render::LightKind::point;
    light.position = {0, 0, 1};
    light.intensity = 3;  // three lux right below, which needs no exposure
    for (const std::uint32_t x : {32u, 44u, 56u, 62u}) {
        const double offset = (x + 0.5) / 32 - 1;
        const glm::dvec3 towards = glm::dvec3(0, 0, 1) - glm::dvec3(offset, -0.5 / 32, 0);
        const double lux = 3 / glm::dot(towards, towards);
        const double expected =
            lux * reflected(0.5, 1, {0, 0, 1}, {0, 0, 1}, glm::normalize(towards));
        EXPECT_NEAR(square.added(light, x), expected, 0.006) << "pixel " << x;
    }
}

TEST(PointLight, EndsAtItsRange) {
    LitSquare square(grey(0.5f, 1));
    render::RenderLight light;
    light.kind = render::LightKind::point;
    light.position = {0, 0, 0.5f};
    light.intensity = 1;
    light.range = 0.8f;
    // (0.62, 0) is 0.8 metres away; beyond it nothing, and right below it the window of the
    // specification.
    EXPECT_NEAR(square.added(light, 60), 0, 1e-9);
    const double window = 1 - std::pow(0.5 / 0.8, 4);
    const double expected = window / 0.25 * reflected(0.5, 1, {0, 0, 1}, {0, 0, 1}, {0, 0, 1});
    EXPECT_NEAR(square.added(light), expected, 0.01);
}

TEST(SpotLight, IsFullInsideItsInnerConeAndEndsAtItsOuterCone) {
    LitSquare square(grey(0.5f, 1));
    render::RenderLight light;
    light.kind = render::LightKind::spot;
    light.position = {0, 0, 1};
    light.direction = {0, 0, -1};
    light.intensity = 3;
    light.inner_angle = 0.3f;
    light.outer_angle = 0.6f;
    light.cast_shadows = false;
    EXPECT_NEAR(square.added(light), 3 * reflected(0.5, 1, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}), 0.006);
    EXPECT_NEAR(square.added(light, 56), 0, 1e-9);  // 0.766 metres off: 37 degrees, outside 34
    // 0.453 metres off, 24 degrees: between the cones.
    const glm::dvec3 towards = glm::normalize(glm::dvec3(-(46.5 / 32 - 1), 0.5 / 32, 1));
    const double cosine = towards.z;
    const double cone = (cosine - std::cos(0.6)) / (std::cos(0.3) - std::cos(0.6));
    const double expected =
        3 * cosine * cosine * cone * cone * reflected(0.5, 1, {0, 0, 1}, {0, 0, 1}, towards);
    EXPECT_NEAR(square.added(light, 46), expected, 0.006);
}

TEST(Exposure, BringsWildIntensitiesToTheSamePicture) {
    LitSquare square(grey(0.5f, 1));
    texture::Image pictures[2];
    for (int i = 0; i < 2; ++i) {
        const float lux = i == 0 ? 1000.0f : 120000.0f;
        square.stage().scene().lights = {{.direction = {0, 0, -1}, .intensity = lux}};
        pictures[i] = square.stage().draw();
    }
    EXPECT_LE(distance(middle(pictures[0]), middle(pictures[1])), 1);
    EXPECT_LT(middle(pictures[0]).g, 250);
}

TEST(Exposure, RaisesFaintLights) {
    LitSquare square(grey(0.5f, 1));
    const double expected = 2 * reflected(0.5, 1, {0, 0, 1}, {0, 0, 1}, {0, 0, 1});
    EXPECT_NEAR(square.added({.direction = {0, 0, -1}, .intensity = 0.001f}), expected, 0.006);
}

TEST(Ambient, LightsFromAboveMoreThanFromBelow) {
    Stage stage;
    stage.scene().lights = {{.intensity = 0}};
    stage.place(stage.mesh(sphere()), stage.material(grey(0.9f, 1)));
    const texture::Image picture = stage.draw();
    EXPECT_GT(pixel(picture, 32, 4).g, pixel(picture, 32, 32).g + 5);
    EXPECT_GT(pixel(picture, 32, 32).g, pixel(picture, 32, 60).g + 5);
    EXPECT_GT(pixel(picture, 32, 60).g, 30);
}

TEST(Ambient, APerfectWhiteSurfaceLosesNoEnergyAsItGetsRough) {
    // Metal that reflects everything shows the sky it mirrors at every roughness. The sky's own
    // gradient leaves some room, much less than the half that single scattering would lose.
    Stage stage;
    stage.scene().lights = {{.intensity = 0}};
    mesh::Material mirror = grey(1, 0);
    mirror.metallic = 1;
    const std::uint32_t material = stage.material(mirror);
    stage.place(stage.mesh(quad()), material);
    const double smooth = radiance(middle(stage.draw()));
    mirror.roughness = 1;
    ASSERT_TRUE(stage.renderer().replace_material(material, mirror));
    EXPECT_NEAR(radiance(middle(stage.draw())), smooth, 0.2 * smooth);
}

TEST(DoubleSided, BackFacesAreLitAsIfTheyWereFronts) {
    mesh::Material material = grey(0.5f, 0.5f);
    material.double_sided = true;
    Stage stage;
    stage.scene().lights = {{.direction = glm::normalize(vec3(-1, -1, -1)), .intensity = 2}};
    const std::uint32_t mesh = stage.mesh(quad());
    const std::uint32_t index = stage.material(material);
    stage.place(mesh, index);
    const Rgb front = middle(stage.draw());
    stage.scene().instances[0].transform = glm::rotate(mat4(1), pi, vec3(0, 1, 0));
    EXPECT_LE(distance(middle(stage.draw()), front), 1);
}

TEST(Emissive, AddsItsColorTimesItsStrength) {
    Stage stage;
    stage.scene().lights = {{.intensity = 0}};
    mesh::Material material = grey(0.5f, 1);
    const std::uint32_t index = stage.material(material);
    stage.place(stage.mesh(quad()), index);
    const double without = radiance(middle(stage.draw()));
    material.emissive = vec3(0.05f);
    material.emissive_strength = 4;
    ASSERT_TRUE(stage.renderer().replace_material(index, material));
    EXPECT_NEAR(radiance(middle(stage.draw())) - without, 0.2, 0.004);
}

TEST(Emissive, TextureMultipliesItAsSrgb) {
    Stage stage;
    stage.scene().lights = {{.intensity = 0}};
    mesh::Material material = grey(0.5f, 1);
    const std::uint32_t index = stage.material(material);
    stage.place(stage.mesh(quad()), index);
    const double without = radiance(middle(stage.draw()));
    material.emissive = vec3(1);
    material.emissive_texture =
        stage.texture(image_of(1, {{128, 128, 128}}), texture::ColorSpace::srgb);
    ASSERT_TRUE(stage.renderer().replace_material(index, material));
    EXPECT_NEAR(radiance(middle(stage.draw())) - without, srgb_linear(128), 0.004);
}

TEST(Occlusion, DimsTheSkyAndNotTheLights) {
    mesh::Material open = grey(0.5f, 1);
    mesh::Material closed = open;
    const render::RenderLight light{.direction = {0, 0, -1}, .intensity = 3};
    LitSquare bright(open);
    LitSquare dim(closed);
    closed.occlusion_texture =
        dim.stage().texture(image_of(1, {{0, 255, 255}}), texture::ColorSpace::linear);
    closed.occlusion_strength = 0.5f;
    ASSERT_TRUE(dim.stage().renderer().replace_material(0, closed));
    EXPECT_NEAR(bright.added(light), dim.added(light), 0.006);
    bright.stage().scene().lights = {{.intensity = 0}};
    dim.stage().scene().lights = {{.intensity = 0}};
    EXPECT_NEAR(radiance(middle(dim.stage().draw())), 0.5 * radiance(middle(bright.stage().draw())),
                0.004);
}

TEST(MetallicRoughness, ComesFromBlueAndGreen) {
    Stage stage;
    stage.scene().lights = {{.direction = glm::normalize(vec3(-0.3f, 0, -1)), .intensity = 3}};
    mesh::Material material = grey(0.5f, 1);
    material.metallic = 1;
    material.metallic_roughness_texture =
        stage.texture(image_of(1, {{255, 51, 0}}), texture::ColorSpace::linear);
    const std::uint32_t textured = stage.material(material);
    mesh::Material plain = grey(0.5f, 0.2f);
    const std::uint32_t mesh = stage.mesh(quad());
    stage.place(mesh, textured);
    const Rgb from_texture = middle(stage.draw());
    stage.scene().instances[0].material = stage.material(plain);
    EXPECT_LE(distance(middle(stage.draw()), from_texture), 1);
}

struct Tilt {
    const char* name;
    Rgb texel;
    vec3 normal;
};

class NormalMap : public testing::TestWithParam<Tilt> {};

// Code 128 is a hair above 0.5, so a texel is not exactly the normal; the tolerance covers it.
TEST_P(NormalMap, TiltsTheSurface) {
    for (const bool tangents : {true, false}) {
        Stage stage;
        mesh::MeshData mesh = quad();
        if (!tangents) mesh.tangents.clear();
        mesh::Material material = grey(0.5f, 1);
        material.normal_texture =
            stage.texture(image_of(1, {GetParam().texel}), texture::ColorSpace::linear);
        stage.place(stage.mesh(mesh), stage.material(material));
        stage.scene().lights = {{.intensity = 0}};
        const double without = radiance(middle(stage.draw()));
        const vec3 to_light = glm::normalize(vec3(0.5f, 0.3f, 1));
        stage.scene().lights = {{.direction = -to_light, .intensity = 2}};
        const double expected = 2 * reflected(0.5, 1, glm::normalize(glm::dvec3(GetParam().normal)),
                                              {0, 0, 1}, glm::dvec3(to_light));
        EXPECT_NEAR(radiance(middle(stage.draw())) - without, expected, 0.01)
            << (tangents ? "with tangents" : "without tangents");
    }
}

INSTANTIATE_TEST_SUITE_P(Each, NormalMap,
                         testing::Values(Tilt{"Straight", {128, 128, 255}, {0, 0, 1}},
                                         Tilt{"RedIsRight", {192, 128, 238}, {0.5f, 0, 0.866f}},
                                         Tilt{"GreenIsUp", {128, 192, 238}, {0, 0.5f, 0.866f}},
                                         Tilt{
                                             "LowGreenIsDown", {128, 64, 238}, {0, -0.5f, 0.866f}}),
                         [](const auto& row) { return row.param.name; });

TEST(NormalMap, IsMirroredWithItsMesh) {
    // Tangents with w = -1 and mirrored coordinates, and a mirrored instance, all look alike when
    // the map leans along y, which no mirroring in x touches.
    texture::Image pictures[3];
    for (int kind = 0; kind < 3; ++kind) {
        Stage stage;
        mesh::MeshData mesh = quad();
        if (kind == 1) {
            for (vec2& uv : mesh.uvs[0])
                uv.x = 1 - uv.x;
            mesh.tangents.assign(4, vec4(-1, 0, 0, -1));
        }
        mesh::Material material = grey(0.5f, 1);
        material.normal_texture =
            stage.texture(image_of(1, {{128, 192, 238}}), texture::ColorSpace::linear);
        auto& instance = stage.place(stage.mesh(mesh), stage.material(material));
        if (kind == 2) {
            instance.transform = glm::scale(mat4(1), vec3(-1, 1, 1));
            instance.flip_winding = true;
        }
        stage.scene().lights = {{.direction = glm::normalize(vec3(0, -1, -1)), .intensity = 3}};
        pictures[kind] = stage.draw();
    }
    EXPECT_LE(distance(middle(pictures[0]), middle(pictures[1])), 1);
    EXPECT_LE(distance(middle(pictures[0]), middle(pictures[2])), 1);
}

TEST(Normals, StayPerpendicularUnderUnevenScale) {
    // A quad leaning 45 degrees, flattened along z to a tenth, faces almost straight ahead.
    Stage stage;
    mesh::MeshData mesh = quad();
    for (vec3& p : mesh.positions)
        p.z = -p.x;
    mesh.normals.assign(4, glm::normalize(vec3(1, 0, 1)));
    stage.place(stage.mesh(mesh), stage.material(grey(0.5f, 1)),
                glm::scale(mat4(1), vec3(1, 1, 0.1f)));
    stage.scene().lights = {{.intensity = 0}};
    const double without = radiance(middle(stage.draw()));
    stage.scene().lights = {{.direction = {0, 0, -1}, .intensity = 2}};
    const double expected =
        2 * reflected(0.5, 1, glm::normalize(glm::dvec3(0.1, 0, 1)), {0, 0, 1}, {0, 0, 1});
    EXPECT_NEAR(radiance(middle(stage.draw())) - without, expected, 0.006);
}

TEST(Normals, OfAMeshWithoutAnyAreThoseOfItsFaces) {
    Rgb colors[2];
    for (const bool normals : {false, true}) {
        Stage stage;
        mesh::MeshData mesh = quad();
        if (!normals) mesh.normals.clear();
        stage.place(stage.mesh(mesh), stage.material(grey(0.5f, 1)),
                    glm::rotate(mat4(1), 0.5f, vec3(1, 0, 0)));
        stage.scene().lights = {{.direction = {0, 0, -1}, .intensity = 2}};
        colors[normals ? 1 : 0] = middle(stage.draw());
    }
    EXPECT_LE(distance(colors[0], colors[1]), 1);
}

TEST(Shadow, FallsBehindWhatCastsIt) {
    for (const auto kind : {render::LightKind::directional, render::LightKind::spot}) {
        Stage stage;
        const std::uint32_t mesh = stage.mesh(quad());
        stage.place(mesh, stage.material(grey(0.5f, 1)));
        // A card a third of the size, half a metre in front, to the left; light comes from the
        // left.
        auto& card =
            stage.place(mesh, stage.material(grey(0.5f, 1)),
                        glm::scale(glm::translate(mat4(1), vec3(-0.5f, 0, 0.5f)), vec3(0.3f)));
        render::RenderLight light;
        light.kind = kind;
        light.direction = glm::normalize(vec3(1, 0, -1));
        light.position = -2.0f * light.direction;
        light.intensity = kind == render::LightKind::spot ? 8.0f : 2.0f;
        stage.scene().lights = {light};
        const texture::Image shadowed = stage.draw();
        card.cast_shadows = false;
        const texture::Image lit = stage.draw();
        // The card's middle falls on the middle.
        EXPECT_LT(middle(shadowed).g + 40, middle(lit).g);
        EXPECT_EQ(pixel(shadowed, 60, 4), pixel(lit, 60, 4));
        EXPECT_EQ(pixel(shadowed, 16, 32), pixel(lit, 16, 32)) << "the card shades itself";
    }
}

TEST(Shadow, LeavesAConvexThingInTheLightAlone) {
    Stage stage;
    stage.place(stage.mesh(sphere()), stage.material(grey(0.8f, 1)),
                glm::scale(mat4(1), vec3(0.9f)));
    stage.scene().lights = {{.direction = glm::normalize(vec3(-1, -1, -1)), .intensity = 2}};
    const texture::Image with = stage.draw();
    stage.scene().lights[0].cast_shadows = false;
    const texture::Image without = stage.draw();
    int differ = 0;
    for (std::uint32_t y = 0; y < 64; ++y) {
        for (std::uint32_t x = 0; x < 64; ++x) {
            differ += distance(pixel(with, x, y), pixel(without, x, y)) > 3 ? 1 : 0;
        }
    }
    EXPECT_LE(differ, 40);  // only where light grazes, at the terminator
}

}  // namespace
}  // namespace diorama::vulkan::test
