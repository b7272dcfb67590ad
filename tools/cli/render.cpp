// SPDX-License-Identifier: MIT
/// \file
/// `diorama render`: a model or scene becomes a PNG.
#include <memory>
#include <string>

#include "commands.hpp"
#include "diorama/core/file.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/render_bridge.hpp"
#include "diorama/render/scene2d_bridge.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/spawn/drawn_bounds.hpp"
#include "diorama/spawn/realise.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/vulkan/renderer.hpp"
#include "error_codes.hpp"
#include "framing.hpp"
#include "report.hpp"
#include "stage.hpp"

namespace diorama::cli {
namespace {

/// Fills \p scene as seen through \p camera or, where that is null, what \p options ask for.
render::BridgeReport fill(Stage& stage, const spawn::Models& models, const RenderOptions& options,
                          Entity camera, render::RenderScene& scene) {
    render::RenderBridge bridge;
    if (!camera.is_null()) return bridge.build_from(stage.world, camera, scene);
    if (options.eye && options.target)
        return bridge.build_from(stage.world, look_at(*options.eye, *options.target), scene);
    Bounds bounds = spawn::drawn_bounds(stage.world, models, stage.base);
    const Bounds flat = render::flat_bounds(stage.world);
    const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
    if (bounds.empty() && !flat.empty())
        return bridge.build_from(stage.world, render::flat_camera(flat, aspect), scene);
    bounds.add(flat);
    return bridge.build_from(stage.world, frame(bounds, aspect), scene);
}

/// Draws what \p stage holds; what was found on the way is added to its diagnostics.
Result<texture::Image> draw(Stage& stage, const RenderOptions& options) {
    // Before the device: opening one may take a second, and a misspelt name needs none.
    Entity camera = Entity::null();
    if (options.camera != "auto") {
        const Result<Entity> found = find_camera(stage.world, options.camera);
        if (!found) return std::unexpected(found.error());
        camera = *found;
    }
    Result<std::unique_ptr<vulkan::VulkanRenderer>> renderer = vulkan::VulkanRenderer::create(
        {.width = options.width, .height = options.height, .validation = options.validation});
    if (!renderer) return std::unexpected(std::move(renderer.error()));
    spawn::Models models(**renderer);
    if (stage.model) {
        const Result<const spawn::Model*> model =
            models.put(options.input, std::move(*stage.model));
        if (!model) return std::unexpected(model.error());
    }
    spawn::RealiseReport realised =
        spawn::realise(stage.world, models, {.base = stage.base, .outside_base = true});
    if (has_error(realised.diagnostics)) {
        const Diagnostic& first = realised.diagnostics.front();
        Error error = fail(first.code, first.message, first.where, first.hint).error();
        error.diagnostics = std::move(realised.diagnostics);
        return std::unexpected(std::move(error));
    }
    propagate_transforms(stage.world);
    motion::update_joint_palettes(stage.world);
    render::RenderScene scene;
    fill(stage, models, options, camera, scene);
    render::Scene2dBridge flat(**renderer);
    if (const Result<std::uint32_t> boxes = flat.build(stage.world, scene); !boxes)
        return std::unexpected(boxes.error());
    if (const Result<> drawn = (*renderer)->draw(scene); !drawn)
        return std::unexpected(drawn.error());
    const std::vector<std::string> messages = (*renderer)->validation_messages();
    if (!messages.empty())
        return fail(codes::validation_message, messages.front(), options.input.string(),
                    "this is a fault of Diorama's renderer: report it with the file");
    return (*renderer)->read_back();
}

}  // namespace

int run_render(const RenderOptions& options) {
    const std::string file = options.input.string();
    // Asked first: a slip such as `-o fox.glb` must not replace the model by its picture.
    if (options.output.extension() != ".png")
        return report_misuse(
            fail(codes::output_extension,
                 "found extension `" + options.output.extension().string() + "`, expected .png",
                 options.output.string())
                .error(),
            file, options.json);
    Result<Stage> stage = open_stage(options.input, {.images = true});
    if (!stage) return report_failure(stage.error(), file, options.json);
    print_messages(stage->diagnostics);
    const Result<texture::Image> image = draw(*stage, options);
    if (!image) return report_failure(image.error(), file, options.json);
    const Result<std::vector<std::byte>> png = texture::encode_png(*image);
    if (!png) return report_failure(png.error(), file, options.json);
    if (const Result<> written = write_file_atomic(options.output, std::span(*png)); !written)
        return report_failure(written.error(), file, options.json);
    if (options.json) {
        JsonWriter json;
        json.begin_object().key("file").value(file).key("output").value(options.output.string());
        json.key("width").value(options.width).key("height").value(options.height);
        write_diagnostics(json, stage->diagnostics);
        return print_output(json.end_object().text()) ? kSuccess : kFault;
    }
    return print_output(options.output.string() + ": " + std::to_string(options.width) + "x" +
                        std::to_string(options.height))
               ? kSuccess
               : kFault;
}

}  // namespace diorama::cli
