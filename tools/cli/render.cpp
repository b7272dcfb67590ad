// SPDX-License-Identifier: MIT
/// \file
/// `diorama render`: a model or scene becomes a PNG.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "diorama/core/file.hpp"
#include "diorama/core/jobs.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/error_codes.hpp"
#include "diorama/render/render_bridge.hpp"
#include "diorama/render/scene2d_bridge.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/spawn/realise.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/vulkan/renderer.hpp"
#include "error_codes.hpp"
#include "findings.hpp"
#include "framing.hpp"
#include "output.hpp"
#include "printable.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "stage.hpp"

namespace diorama::cli {
namespace {

/// What a picture was drawn from, for the person who asked for it.
struct Drawn {
    texture::Image image;
    std::string device;
    std::size_t instances = 0;      // 0: only the background is there
    std::vector<Diagnostic> notes;  // what was left out
};

/// Fills \p scene as seen through \p camera or, where there is none, what \p options ask for.
void fill(Stage& stage, const spawn::Models& models, const RenderOptions& options,
          const std::optional<FoundCamera>& camera, render::RenderScene& scene) {
    render::RenderBridge bridge;
    const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
    if (camera)
        bridge.build_from(stage.world, camera->entity, scene);
    else if (options.eye && options.target)
        bridge.build_from(stage.world, look_at(*options.eye, *options.target), scene);
    else
        bridge.build_from(stage.world, framing_camera(stage.world, models, stage.base, aspect),
                          scene);
}

/// Draws what \p stage holds.
Result<Drawn> draw(Stage& stage, const RenderOptions& options,
                   const std::optional<FoundCamera>& camera, Jobs& jobs) {
    Result<std::unique_ptr<vulkan::VulkanRenderer>> renderer = vulkan::VulkanRenderer::create(
        {.width = options.width, .height = options.height, .validation = options.validation});
    if (!renderer) return std::unexpected(std::move(renderer.error()));
    gltf::ImportLimits limits;
    limits.best_effort = options.best_effort;
    spawn::Models models(**renderer, limits, &jobs);
    std::vector<Diagnostic> notes;
    const bool told = stage.model.has_value();
    if (stage.model) {
        // Basis Universal becomes what the device takes, which was not known when the stage was
        // opened.
        if (stage.document) {
            gltf::LoadOptions later;
            later.texels = (*renderer)->texel_target();
            later.jobs = &jobs;
            const std::size_t known = stage.model->diagnostics.size();
            if (Result<> loaded = gltf::load_images(*stage.model, *stage.document, later); !loaded)
                return std::unexpected(std::move(loaded.error()));
            notes.assign(stage.model->diagnostics.begin() + static_cast<std::ptrdiff_t>(known),
                         stage.model->diagnostics.end());
            stage.document.reset();
        }
        const Result<const spawn::Model*> model =
            models.put(options.input, std::move(*stage.model));
        if (!model) return std::unexpected(model.error());
    }
    spawn::RealiseReport realised =
        spawn::realise(stage.world, models, {.base = stage.base, .outside_base = true});
    std::vector<Diagnostic> faults = placed_diagnostics(stage, options.input, std::move(realised));
    if (has_error(faults)) {
        const Diagnostic& first = faults.front();
        Error error = fail(first.code, first.message, first.where, first.hint).error();
        error.diagnostics = std::move(faults);
        return std::unexpected(std::move(error));
    }
    propagate_transforms(stage.world);
    motion::update_joint_palettes(stage.world);
    render::RenderScene scene;
    std::vector<Diagnostic> broken =
        broken_promises(stage, options.input, [&] { fill(stage, models, options, camera, scene); });
    notes.insert(notes.end(), std::make_move_iterator(broken.begin()),
                 std::make_move_iterator(broken.end()));
    render::Scene2dBridge flat(**renderer);
    if (const Result<std::uint32_t> boxes = flat.build(stage.world, scene); !boxes)
        return std::unexpected(boxes.error());
    if (const Result<> drawn = (*renderer)->draw(scene); !drawn)
        return std::unexpected(drawn.error());
    const std::vector<std::string> messages = (*renderer)->validation_messages();
    if (!messages.empty())
        return fail(codes::validation_message, messages.front(), options.input.string(),
                    "this is a fault of Diorama's renderer: report it with the file");
    Result<texture::Image> image = (*renderer)->read_back();
    if (!image) return std::unexpected(std::move(image.error()));
    std::vector<Diagnostic> drawn = drawing_notes(stage, models, told);
    notes.insert(notes.end(), std::make_move_iterator(drawn.begin()),
                 std::make_move_iterator(drawn.end()));
    return Drawn{std::move(*image), (*renderer)->device_name(), scene.instances.size(),
                 std::move(notes)};
}

/// What the picture is seen through, for people.
std::string camera_text(const Stage& stage, const RenderOptions& options,
                        const std::optional<FoundCamera>& camera) {
    if (!camera) return options.eye ? "camera given by --eye and --target" : "framed automatically";
    const std::string place = place_of(stage, camera->entity);
    std::string text = "camera ";
    if (camera->name.empty())
        text.append(std::to_string(camera->index));
    else
        text.append("'").append(printable(camera->name)).append("'");
    return place.empty() ? text : text.append(" (").append(place).append(")");
}

void write_camera(JsonWriter& json, const Stage& stage, const RenderOptions& options,
                  const std::optional<FoundCamera>& camera) {
    json.key("camera").begin_object().key("from");
    if (!camera) {
        json.value(options.eye ? "options" : "framing").end_object();
        return;
    }
    json.value("file").key("index").value(camera->index);
    if (!camera->name.empty()) json.key("name").value(camera->name);
    json.key("where").value(place_of(stage, camera->entity)).end_object();
}

}  // namespace

int run_render(const RenderOptions& options) {
    const std::string file = options.input.string();
    // Asked first: a slip such as `-o fox.glb` must not replace the model by its picture, and no
    // one wants to wait for a picture that has no place to go.
    if (const auto status = refuse_output(options.output, {".png"}, file, options.json))
        return *status;
    const Outcome outcome{"not drawn",
                          options.best_effort ? "" : "--best-effort draws what is there"};
    Jobs jobs;
    Progress progress("loading " + options.input.filename().string(), options.json);
    Result<Stage> stage = open_stage(options.input, {.images = true,
                                                     .ktx2 = false,
                                                     .jobs = &jobs,
                                                     .progress = progress.teller(),
                                                     .best_effort = options.best_effort});
    progress.clear();
    if (!stage) return report_failure(stage.error(), file, options.json, outcome);
    print_messages(stage->diagnostics, options.json);
    // Before the device: opening one may take a second, and a misspelt name needs none.
    std::optional<FoundCamera> camera;
    if (options.camera != "auto") {
        Result<FoundCamera> found = find_camera(stage->world, options.camera);
        if (!found) return report_failure(found.error(), file, options.json);
        camera = std::move(*found);
    }
    const Result<Drawn> drawn = draw(*stage, options, camera, jobs);
    if (!drawn) {
        Error error = drawn.error();
        if (camera && error.code == render::codes::render_bad_camera)
            error.where = camera_place(*stage, options.input, camera->entity);
        return report_failure(error, file, options.json, outcome);
    }
    print_messages(drawn->notes, options.json);
    stage->diagnostics.insert(stage->diagnostics.end(), drawn->notes.begin(), drawn->notes.end());
    const Result<std::vector<std::byte>> png = texture::encode_png(drawn->image);
    if (!png) return report_failure(png.error(), file, options.json);
    if (const Result<> written = write_file_atomic(options.output, std::span(*png)); !written)
        return report_failure(written.error(), file, options.json);
    if (options.json) {
        JsonWriter json;
        json.begin_object().key("file").value(file).key("output").value(options.output.string());
        json.key("width").value(options.width).key("height").value(options.height);
        write_camera(json, *stage, options, camera);
        json.key("instances").value(drawn->instances);
        json.key("device").value(drawn->device);
        write_diagnostics(json, stage->diagnostics);
        return print_output(json.end_object().text()) ? kSuccess : kFault;
    }
    return print_output(printable(options.output.string()) + ": " + std::to_string(options.width) +
                        "x" + std::to_string(options.height) + " pixels, " +
                        camera_text(*stage, options, camera) +
                        (drawn->instances == 0 ? ", empty: the scene shows nothing" : "") +
                        ", drawn on " + drawn->device)
               ? kSuccess
               : kFault;
}

}  // namespace diorama::cli
