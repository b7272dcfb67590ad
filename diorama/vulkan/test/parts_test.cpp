// SPDX-License-Identifier: MIT
// The renderer's parts that need no picture: memory, draw order, exposure, shadow maps, the sky.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <map>

#include "diorama/vulkan/detail/device.hpp"
#include "diorama/vulkan/detail/draw_list.hpp"
#include "diorama/vulkan/detail/lighting.hpp"
#include "diorama/vulkan/detail/shadows.hpp"
#include "diorama/vulkan/detail/sky.hpp"

namespace diorama::vulkan::detail {
namespace {

VkMemoryRequirements needs(VkDeviceSize size, VkDeviceSize alignment) {
    return {size, alignment, ~0u};
}

TEST(Allocator, PiecesAreAlignedAndNeverOverlap) {
    const auto device = Device::create(false).value();
    Allocator& allocator = device->allocator();
    std::vector<Memory> held;
    std::uint32_t random = 1;
    for (int i = 0; i < 2000; ++i) {
        random = random * 1664525u + 1013904223u;
        const VkDeviceSize size = 1 + (random >> 12) % 200000;
        const VkDeviceSize alignment = VkDeviceSize{1} << (random >> 8) % 13;
        held.push_back(
            allocator.allocate(needs(size, alignment), MemoryUse::upload, false).value());
        ASSERT_EQ(held.back().offset() % alignment, 0u);
        // Filled to the end, so that a piece that overlaps another shows below.
        std::fill_n(held.back().mapped(), size, static_cast<std::byte>(i));
        ASSERT_EQ(held.back().mapped()[size - 1], static_cast<std::byte>(i));
        if (random % 3 != 0) held.erase(held.begin() + random % held.size());
    }
    std::map<std::pair<VkDeviceMemory, VkDeviceSize>, VkDeviceSize> pieces;
    for (const Memory& memory : held)
        pieces[{memory.handle(), memory.offset()}] = memory.size();
    for (auto at = pieces.begin(); std::next(at) != pieces.end(); ++at) {
        const auto next = std::next(at);
        if (at->first.first != next->first.first) continue;
        EXPECT_LE(at->first.second + at->second, next->first.second);
    }
}

TEST(Allocator, GivesBlocksBackWhenTheyAreEmpty) {
    const auto device = Device::create(false).value();
    Allocator& allocator = device->allocator();
    {
        std::vector<Memory> held;
        for (int i = 0; i < 100; ++i) {
            held.push_back(
                allocator.allocate(needs(1 << 20, 256), MemoryUse::upload, false).value());
        }
        EXPECT_GE(allocator.block_count(), 4u);  // 100 MiB in blocks of 32
        EXPECT_LE(allocator.block_count(), 5u);
        // Every second piece goes, and what is left is filled again.
        for (std::size_t i = 0; i < held.size(); i += 2)
            held[i] = Memory();
        const std::size_t blocks = allocator.block_count();
        for (std::size_t i = 0; i < held.size(); i += 2) {
            held[i] = allocator.allocate(needs(1 << 20, 256), MemoryUse::upload, false).value();
        }
        EXPECT_EQ(allocator.block_count(), blocks);
    }
    EXPECT_EQ(allocator.block_count(), 0u);
}

TEST(Allocator, NeverSharesABlockBetweenBuffersAndImages) {
    const auto device = Device::create(false).value();
    const Memory a = device->allocator().allocate(needs(64, 4), MemoryUse::device, false).value();
    const Memory b = device->allocator().allocate(needs(64, 4), MemoryUse::device, true).value();
    EXPECT_NE(a.handle(), b.handle());
}

TEST(Allocator, TakesPiecesLargerThanABlock) {
    const auto device = Device::create(false).value();
    const auto memory = device->allocator().allocate(needs(VkDeviceSize{100} << 20, 4096),
                                                     MemoryUse::upload, false);
    ASSERT_TRUE(memory);
    EXPECT_NE(memory->mapped(), nullptr);
}

DrawItem item(std::uint32_t mesh, std::uint32_t material, bool blend = false, float depth = 0) {
    DrawItem out;
    out.mesh = mesh;
    out.material = material;
    out.depth = depth;
    out.key.features = feature_bit(kAlphaBlend, blend);
    return out;
}

std::vector<std::uint32_t> order_of(const DrawList& list) {
    return {list.order().begin(), list.order().end()};
}

TEST(DrawList, DrawsEqualThingsAtOnceInOrderOfFirstAppearance) {
    const DrawItem items[] = {item(9, 9), item(1, 1), item(9, 9), item(1, 2), item(1, 1)};
    DrawList list;
    list.build(items);
    EXPECT_EQ(order_of(list), (std::vector<std::uint32_t>{0, 2, 1, 4, 3}));
    ASSERT_EQ(list.opaque().size(), 3u);
    EXPECT_EQ(list.opaque()[0].count, 2u);
    EXPECT_EQ(list.opaque()[1].count, 2u);
    EXPECT_EQ(list.opaque()[2].count, 1u);
}

TEST(DrawList, OrderDoesNotDependOnTheNumbersBehindIndices) {
    const DrawItem some[] = {item(0, 5), item(1, 4), item(0, 5), item(2, 3)};
    const DrawItem same[] = {item(7, 0), item(3, 1), item(7, 0), item(1, 9)};
    DrawList a;
    DrawList b;
    a.build(some);
    b.build(same);
    EXPECT_EQ(order_of(a), order_of(b));
}

TEST(DrawList, MirroredAndDoubleSidedInstancesAreDrawsOfTheirOwn) {
    DrawItem mirrored = item(0, 0);
    mirrored.flip_winding = true;
    DrawItem both = item(0, 1);
    both.double_sided = true;
    const DrawItem items[] = {item(0, 0), mirrored, both};
    DrawList list;
    list.build(items);
    ASSERT_EQ(list.opaque().size(), 3u);
    EXPECT_EQ(list.opaque()[0].front, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    EXPECT_EQ(list.opaque()[1].front, VK_FRONT_FACE_CLOCKWISE);
    EXPECT_EQ(list.opaque()[2].cull, static_cast<VkCullModeFlags>(VK_CULL_MODE_NONE));
}

TEST(DrawList, BlendsFarthestFirstAndWhatHasNoDepthBeforeAll) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const DrawItem items[] = {item(0, 0, true, 1), item(0, 0, true, 3), item(0, 0, true, nan),
                              item(0, 0, true, 3), item(0, 0)};
    DrawList list;
    list.build(items);
    EXPECT_EQ(order_of(list), (std::vector<std::uint32_t>{4, 2, 1, 3, 0}));
    ASSERT_EQ(list.blended().size(), 1u);
    EXPECT_EQ(list.blended()[0].count, 4u);
}

TEST(DrawList, DoubleSidedBlendsDrawBackFacesFirst) {
    DrawItem both = item(0, 0, true);
    both.double_sided = true;
    const DrawItem items[] = {both, both};
    DrawList list;
    list.build(items);
    ASSERT_EQ(list.blended().size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(list.blended()[i].first, i / 2);
        EXPECT_EQ(list.blended()[i].cull,
                  static_cast<VkCullModeFlags>(i % 2 == 0 ? VK_CULL_MODE_FRONT_BIT
                                                          : VK_CULL_MODE_BACK_BIT));
    }
}

TEST(DrawList, OnlyWhatCastsIsACaster) {
    DrawItem none = item(0, 0);
    none.cast_shadows = false;
    const DrawItem items[] = {none, item(0, 0), item(0, 0, true)};
    DrawList list;
    list.build(items);
    ASSERT_EQ(list.casters().size(), 1u);
    EXPECT_EQ(list.casters()[0].first, 1u);
    EXPECT_EQ(list.casters()[0].count, 1u);
}

Bounds box(const vec3& middle, const vec3& half) {
    return {middle - half, middle + half};
}

/// Exposure of boxes of one size at \p places under \p lights.
float exposure(const std::vector<vec3>& places, std::vector<render::RenderLight> lights) {
    std::vector<Bounds> bounds;
    for (const vec3& place : places)
        bounds.push_back(box(place, vec3(0.1f)));
    render::RenderScene scene;
    scene.lights = std::move(lights);
    Lighting out;
    std::vector<float> scratch;
    prepare_lighting(scene, bounds, out, scratch);
    return out.exposure;
}

render::RenderLight sun(float lux) {
    return {.intensity = lux};
}
render::RenderLight lamp(const vec3& at, float candela) {
    return {.kind = render::LightKind::point, .position = at, .intensity = candela};
}

TEST(Exposure, IsOneForOrdinaryLights) {
    for (const float lux : {2.0f, 3.0f, 6.28f})
        EXPECT_EQ(exposure({{0, 0, 0}}, {sun(lux)}), 1);
    EXPECT_EQ(exposure({{0, 0, 0}}, {lamp({0, 2, 0}, 12)}), 1);
}

TEST(Exposure, BringsWildLightsToTheNearerEnd) {
    EXPECT_NEAR(exposure({{0, 0, 0}}, {sun(1e5f)}) * 1e5f, 2 * pi, 1e-3f);
    EXPECT_NEAR(exposure({{0, 0, 0}}, {sun(1e-3f)}) * 1e-3f, 2, 1e-3f);
    // 8000 candela from 10 metres to the box's top is about 80 lux.
    EXPECT_NEAR(exposure({{0, 0, 0}}, {lamp({0, 10.1f, 0}, 8000)}) * 80, 2 * pi, 0.05f);
}

TEST(Exposure, LooksAtTheBrightlyLitQuarterAndNotAtTheLampshade) {
    std::vector<vec3> places{{0, 5, 0}};  // around the lamp itself
    for (int i = 0; i < 7; ++i)
        places.emplace_back(static_cast<float>(i) * 0.1f, 0.0f, 0.0f);
    EXPECT_EQ(exposure(places, {lamp({0, 5, 0}, 100)}), 1);  // about 4 lux on the rest
}

TEST(Exposure, DoesNotDependOnTheOrderOfInstances) {
    std::vector<vec3> places;
    for (int i = 0; i < 50; ++i)
        places.emplace_back(static_cast<float>(i * 37 % 50), 0.0f, 3.0f);
    const float one = exposure(places, {lamp({0, 0, 0}, 1e4f)});
    std::ranges::reverse(places);
    EXPECT_EQ(exposure(places, {lamp({0, 0, 0}, 1e4f)}), one);
}

TEST(Exposure, StaysOneWithoutAnythingToJudgeBy) {
    EXPECT_EQ(exposure({}, {sun(1e5f)}), 1);
    EXPECT_EQ(exposure({{0, 0, 0}}, {sun(0)}), 1);
    EXPECT_EQ(exposure({{0, 0, 0}}, {sun(std::numeric_limits<float>::quiet_NaN())}), 1);
    EXPECT_EQ(exposure({{0, 0, 0}}, {sun(INFINITY)}), 1);
}

TEST(EstimatedIlluminance, OfASpotIsNothingOutsideItsCone) {
    render::RenderLight spot = lamp({0, 0, 0}, 100);
    spot.kind = render::LightKind::spot;
    spot.direction = {0, 0, -1};
    spot.outer_angle = 0.5f;
    EXPECT_NEAR(estimated_illuminance(spot, box({0, 0, -10}, vec3(0.01f))), 1, 0.01f);
    EXPECT_EQ(estimated_illuminance(spot, box({10, 0, -10}, vec3(0.01f))), 0);
    EXPECT_EQ(estimated_illuminance(spot, box({0, 0, 10}, vec3(0.01f))), 0);
    EXPECT_GT(estimated_illuminance(spot, box({10, 0, -10}, vec3(9))), 0);  // reaches into the cone
}

TEST(EstimatedIlluminance, EndsAtTheRange) {
    render::RenderLight light = lamp({0, 0, 0}, 100);
    light.range = 5;
    EXPECT_EQ(estimated_illuminance(light, box({0, 0, -10}, vec3(0.01f))), 0);
    EXPECT_GT(estimated_illuminance(light, box({0, 0, -4}, vec3(0.01f))), 0);
}

TEST(KeyLight, IsThereOnlyInASceneWithoutLights) {
    render::RenderScene scene;
    Lighting out;
    std::vector<float> scratch;
    prepare_lighting(scene, {}, out, scratch);
    ASSERT_EQ(out.lights.size(), 1u);
    EXPECT_LT(out.lights[0].direction.y, 0);  // from above
    EXPECT_LT(out.lights[0].direction.z, 0);  // from the viewer's side
    EXPECT_EQ(out.sky, 1);
    scene.lights = {lamp({0, 0, 0}, 1), sun(1)};
    prepare_lighting(scene, {}, out, scratch);
    EXPECT_EQ(out.lights.size(), 2u);
    EXPECT_LT(out.sky, 1);
}

/// Where \p setup's map \p i sees \p point.
vec3 seen(const ShadowSetup& setup, std::uint32_t i, const vec3& point) {
    const vec4 clip = setup.matrices[i] * vec4(point, 1);
    return vec3(clip) / clip.w;
}

TEST(Shadows, ADirectionalMapHoldsEverythingNearestGreatest) {
    for (const vec3& direction : {vec3(0, -1, 0), vec3(0.6f, -0.64f, 0.48f), vec3(1, 0, 0)}) {
        render::RenderScene scene;
        scene.lights = {{.direction = direction}};
        Lighting lighting;
        std::vector<float> scratch;
        prepare_lighting(scene, {}, lighting, scratch);
        ShadowSetup setup;
        const Bounds around = box({10, -3, 7}, {4, 2, 9});
        place_shadows(around, scene, lighting, setup);
        ASSERT_EQ(setup.count, 1u);
        EXPECT_EQ(lighting.lights[0].radiance.w, 0);
        for (int corner = 0; corner < 8; ++corner) {
            const vec3 at{(corner & 1) != 0 ? around.max.x : around.min.x,
                          (corner & 2) != 0 ? around.max.y : around.min.y,
                          (corner & 4) != 0 ? around.max.z : around.min.z};
            const vec3 clip = seen(setup, 0, at);
            EXPECT_LE(std::abs(clip.x), 1.0f);
            EXPECT_LE(std::abs(clip.y), 1.0f);
            EXPECT_GE(clip.z, 0.0f);
            EXPECT_LE(clip.z, 1.0f);
        }
        const vec3 middle{10, -3, 7};
        EXPECT_GT(seen(setup, 0, middle - direction).z, seen(setup, 0, middle + direction).z);
    }
}

TEST(Shadows, ASpotMapHoldsItsCone) {
    render::RenderScene scene;
    scene.lights = {{.kind = render::LightKind::spot,
                     .position = {1, 2, 3},
                     .direction = {0, -1, 0},
                     .outer_angle = 0.6f}};
    Lighting lighting;
    std::vector<float> scratch;
    prepare_lighting(scene, {}, lighting, scratch);
    ShadowSetup setup;
    place_shadows(box({0, 0, 0}, vec3(5)), scene, lighting, setup);
    ASSERT_EQ(setup.count, 1u);
    const float rim = 4 * std::tan(0.6f);
    const vec3 edge = seen(setup, 0, {1 + rim, -2, 3});
    EXPECT_NEAR(std::max(std::abs(edge.x), std::abs(edge.y)), 1, 0.05f);
    EXPECT_LT(glm::length(glm::vec2(seen(setup, 0, {1, -2, 3}))), 1e-4f);
    EXPECT_GT(seen(setup, 0, {1, 1, 3}).z, seen(setup, 0, {1, -2, 3}).z);
}

TEST(Shadows, GoToTheFirstFourThatCanCast) {
    render::RenderScene scene;
    scene.lights = {lamp({0, 0, 0}, 1), sun(1), sun(1), sun(1), sun(1), sun(1), sun(1)};
    scene.lights[1].cast_shadows = false;
    Lighting lighting;
    std::vector<float> scratch;
    prepare_lighting(scene, {}, lighting, scratch);
    ShadowSetup setup;
    place_shadows(box({0, 0, 0}, vec3(1)), scene, lighting, setup);
    std::vector<float> layers;
    for (const GpuLight& light : lighting.lights)
        layers.push_back(light.radiance.w);
    EXPECT_EQ(layers, (std::vector<float>{-1, -1, 0, 1, 2, 3, -1}));
    place_shadows({}, scene, lighting, setup);  // nothing is drawn
    EXPECT_EQ(setup.count, 0u);
}

TEST(Sky, IrradianceIsTheIntegralOfTheSky) {
    // Cosine-weighted, by brute force over the sphere, for a normal at 60 degrees from the top.
    const auto terms = sky_irradiance();
    for (const float y : {-1.0f, -0.4f, 0.0f, 0.5f, 1.0f}) {
        const vec3 normal{std::sqrt(1 - y * y), y, 0};
        double sum = 0;
        constexpr int kSteps = 400;
        for (int i = 0; i < kSteps; ++i) {
            const double height = (i + 0.5) * 2 / kSteps - 1;
            const double side = std::sqrt(1 - height * height);
            for (int j = 0; j < kSteps; ++j) {
                const double turn = (j + 0.5) * 2 * 3.14159265358979 / kSteps;
                const double cosine = side * std::cos(turn) * static_cast<double>(normal.x) +
                                      height * static_cast<double>(normal.y);
                if (cosine <= 0) continue;
                sum += cosine * static_cast<double>(sky_radiance(static_cast<float>(height)).g);
            }
        }
        const double expected = sum * 4 / kSteps / kSteps;  // over pi: 4 pi / count / pi
        const double got = static_cast<double>(terms[0].g + y * (terms[1].g + y * terms[2].g));
        EXPECT_NEAR(got, expected, 0.04) << "y " << y;  // three terms of an infinite series
    }
}

TEST(Sky, TableOfASmoothSurfaceIsTheSkyItself) {
    const auto table = sky_table();
    ASSERT_EQ(table.size(), std::size_t{kSkyWidth} * kSkyHeight);
    for (const std::uint32_t column : {4u, 40u, 90u, 100u}) {
        const float y = (static_cast<float>(column) + 0.5f) * 2 / kSkyWidth - 1;
        EXPECT_NEAR(table[column].g, sky_radiance(y).g, 0.02f) << column;
    }
}

TEST(Sky, ReflectanceOfASmoothSurfaceIsItsFresnel) {
    const auto table = brdf_table();
    ASSERT_EQ(table.size(), std::size_t{kBrdfSize} * kBrdfSize);
    for (const std::uint32_t column : {4u, 16u, 31u}) {  // the first row is almost a mirror
        const float v = (static_cast<float>(column) + 0.5f) / kBrdfSize;
        const float fresnel = std::pow(1 - v, 5.0f);
        EXPECT_NEAR(table[column].r, 1 - fresnel, 0.01f);
        EXPECT_NEAR(table[column].g, fresnel, 0.01f);
    }
    // Where everything is rough, single scattering loses about half: the shader adds it back.
    const vec4 rough = table[std::size_t{kBrdfSize} * (kBrdfSize - 1) + kBrdfSize / 2];
    EXPECT_GT(rough.r + rough.g, 0.4f);
    EXPECT_LT(rough.r + rough.g, 0.8f);
}

}  // namespace
}  // namespace diorama::vulkan::detail
