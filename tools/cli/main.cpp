// SPDX-License-Identifier: MIT
/// \file
/// The `diorama` command: reads the arguments and hands them to one subcommand.
/// The only file that includes CLI11, which is slow to compile.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <expected>
#include <functional>
#include <iostream>
#include <new>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "commands.hpp"
#include "diorama/core/version.hpp"
#include "error_codes.hpp"
#include "report.hpp"

namespace diorama::cli {
namespace {

std::string version_line() {
    return "diorama " + std::string(version());
}

int misused(const Misuse& what) {
    std::fprintf(stderr, "%s\n", what.c_str());
    return kUsage;
}

/// What checked_arguments() must know of \p command.
CommandWords words_of(const CLI::App& command) {
    CommandWords words;
    words.name = command.get_name();
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional()) {
            words.files.push_back(option->get_name() + " (" + option->get_description() + ")");
            words.any_files = option->get_items_expected_max() > 1;
            continue;
        }
        OptionWords& each = words.options.emplace_back();
        for (const std::string& name : option->get_snames())
            each.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames())
            each.names.push_back("--" + name);
        if (option->get_items_expected_max() > 0) each.wants = option->get_description();
        each.required = option->get_required();
    }
    return words;
}

class Parser {
  public:
    Parser() {
        app_.require_subcommand(0, 1);
        app_.set_version_flag("--version", version_line(), "print the version");
        // The commands take these over.
        app_.set_help_flag("-h,--help", "print this help");
        app_.get_formatter()->label("SUBCOMMAND", "COMMAND ...");
        app_.get_formatter()->label("Subcommands", "Commands");
        app_.get_formatter()->label("Positionals", "Files");
        app_.get_formatter()->label("REQUIRED", "(required)");
        app_.footer(
            "`diorama COMMAND --help` says more. The exit status is 0 for success, 1 for a fault "
            "in\n"
            "what was given or a file that can't be written, 2 for wrong usage.");
        add_info();
        add_check();
        add_tree();
        add_import();
        add_export();
        add_convert();
        add_render();
    }

    int run(std::span<char* const> typed) {
        const std::vector<std::string> arguments(typed.begin(), typed.end());
        std::vector<CommandWords> commands;
        for (const CLI::App* command : app_.get_subcommands({}))
            commands.push_back(words_of(*command));
        auto checked = checked_arguments(arguments, commands);
        if (!checked) return misused(checked.error());
        try {
            std::ranges::reverse(*checked);  // as CLI11 wants them
            app_.parse(std::move(*checked));
        } catch (const CLI::ParseError& error) {
            // CLI11 has a status per kind of mistake; ours are 0 (help, version) and 2.
            std::ostringstream said;
            if (app_.exit(error, said, std::cerr) != 0) return kUsage;
            std::string text = std::move(said).str();
            if (text.ends_with('\n')) text.pop_back();
            return print_output(text) ? kSuccess : kFault;
        }
        if (chosen_) return chosen_();
        return misused(app_.help());
    }

  private:
    CLI::App* add(const char* name, const char* what, bool& json) {
        CLI::App* command = app_.add_subcommand(name, what);
        command->set_version_flag("--version", version_line(), "print the version");
        command->footer("");
        command->add_flag("--json", json, "print one JSON value instead of text");
        return command;
    }

    void add_info() {
        CLI::App* command = add("info", "say what a model, scene or texture holds", info_.json);
        command->add_option("FILE", info_.file, "a .gltf, .glb, .cscn, .cscnb or .ktx2 file")
            ->type_name("")
            ->required();
        command->add_flag("--no-bounds", info_.no_bounds, "read no vertex data: faster, no bounds");
        command->callback([this] { chosen_ = [this] { return run_info(info_); }; });
    }

    void add_check() {
        CLI::App* command =
            add("check", "name every fault of some files; exit 1 if one has an error", check_.json);
        command
            ->add_option("FILE", check_.files,
                         "a .gltf, .glb, .cscn, .cscnb or .ktx2 file, or several; of a folder all "
                         "scenes and models in it")
            ->type_name("")
            ->required();
        command->add_flag("--migrate", check_.migrate,
                          "count a scene that is out of date as a fault");
        command->callback([this] { chosen_ = [this] { return run_check(check_); }; });
    }

    void add_tree() {
        CLI::App* command =
            add("tree", "show the hierarchy with components and world positions", tree_.json);
        command->add_option("FILE", tree_.file, "a .gltf, .glb, .cscn or .cscnb file")
            ->type_name("")
            ->required();
        command->callback([this] { chosen_ = [this] { return run_tree(tree_); }; });
    }

    void add_import() {
        CLI::App* command =
            add("import", "turn a model into a scene that refers to it", import_.json);
        command->add_option("IN", import_.input, "a .gltf or .glb file")->type_name("")->required();
        output(command, import_.output, "OUT",
               "the scene to write, .cscn (text) or .cscnb (binary)");
        command
            ->add_option("--scene", scene_,
                         "the number of the scene in the model, from 0 (default: the model's own)")
            ->type_name("N");
        command
            ->add_option("--variant", import_.variant, "the material variant to wear, by its name")
            ->type_name("NAME");
        command->add_flag("--one-renderable", import_.one_renderable,
                          "make what a node shows at many places (EXT_mesh_gpu_instancing) one "
                          "entity, not one for each place");
        command->add_flag("--best-effort", import_.best_effort,
                          "leave out what is wrong with the model and import the rest");
        command->callback([this] {
            chosen_ = [this] {
                if (!scene_.empty()) {
                    const auto scene = read_index("--scene", scene_);
                    if (!scene) return misused(scene.error());
                    import_.scene = *scene;
                }
                return run_import(import_);
            };
        });
    }

    void add_export() {
        CLI::App* command = add("export", "write a model or scene as glTF", export_.json);
        command->add_option("IN", export_.input, "a .gltf, .glb, .cscn or .cscnb file")
            ->type_name("")
            ->required();
        output(command, export_.output, "OUT", "the model to write, .glb or .gltf");
        command->add_flag("--best-effort", export_.best_effort,
                          "leave out what is wrong with models and export the rest");
        command->callback([this] { chosen_ = [this] { return run_export(export_); }; });
    }

    void add_convert() {
        CLI::App* command =
            add("convert", "rewrite a scene as text (.cscn) or binary (.cscnb)", convert_.json);
        command->add_option("IN", convert_.input, "a .cscn or .cscnb file")
            ->type_name("")
            ->required();
        command->add_option("OUT", convert_.output, "the scene to write, .cscn or .cscnb")
            ->type_name("")
            ->required();
        command->add_flag("--migrate", convert_.migrate,
                          "bring the scene and its components up to date");
        command->callback([this] { chosen_ = [this] { return run_convert(convert_); }; });
    }

    void add_render() {
        CLI::App* command = add("render", "draw a model or scene into a PNG", render_.json);
        command->add_option("FILE", render_.input, "a .gltf, .glb, .cscn or .cscnb file")
            ->type_name("")
            ->required();
        output(command, render_.output, "PNG", "the picture to write, .png");
        command
            ->add_option("--size", size_,
                         "width and height in pixels, as in 1280x720 (the default)")
            ->type_name("WxH");
        command
            ->add_option(
                "--camera", camera_,
                "a camera of the file, by name or number (0 is the first); `auto` frames all")
            ->type_name("NAME|N");
        command
            ->add_option("--eye", eye_, "the point to look from: three numbers, x,y,z, in metres")
            ->type_name("X,Y,Z");
        command->add_option("--target", target_, "the point to look at, with --eye: x,y,z")
            ->type_name("X,Y,Z");
        command->add_flag("--validation", render_.validation,
                          "run under the Vulkan validation layers; a message is an error");
        command->add_flag("--best-effort", render_.best_effort,
                          "leave out what is wrong with models and draw the rest");
        command->callback([this] {
            chosen_ = [this] {
                const std::expected<void, Misuse> read = read_render_options();
                return read ? run_render(render_) : misused(read.error());
            };
        });
    }

    static void output(CLI::App* command, std::filesystem::path& path, const char* type,
                       const char* what) {
        command->add_option("-o,--output", path, what)->type_name(type)->required();
    }

    std::expected<void, Misuse> read_render_options() {
        if (!size_.empty()) {
            const auto size = read_size(size_);
            if (!size) return std::unexpected(size.error());
            render_.width = size->x;
            render_.height = size->y;
        }
        if (!camera_.empty()) render_.camera = camera_;
        if (!camera_.empty() && !eye_.empty())
            return std::unexpected("--camera and --eye are two cameras, expected one of them");
        if (eye_.empty() && target_.empty()) return {};
        // A point that can't be read is said before one that is missing.
        const auto eye =
            eye_.empty() ? std::expected<vec3, Misuse>(vec3(0)) : read_point("--eye", eye_);
        if (!eye) return std::unexpected(eye.error());
        const auto target = target_.empty() ? std::expected<vec3, Misuse>(vec3(0))
                                            : read_point("--target", target_);
        if (!target) return std::unexpected(target.error());
        if (eye_.empty())
            return std::unexpected("--target is given without --eye, the point to look from");
        if (target_.empty())
            return std::unexpected("--eye is given without --target, the point to look at");
        if (*eye == *target)
            return std::unexpected("--eye and --target are the same point, expected two");
        render_.eye = *eye;
        render_.target = *target;
        return {};
    }

    CLI::App app_{"Diorama: the scene and asset layer for real-time 3D", "diorama"};
    std::function<int()> chosen_;
    InfoOptions info_;
    CheckOptions check_;
    TreeOptions tree_;
    ImportOptions import_;
    ExportOptions export_;
    ConvertOptions convert_;
    RenderOptions render_;
    std::string scene_, size_, camera_, eye_, target_;  // as typed; empty where not given
};

}  // namespace
}  // namespace diorama::cli

int main(int argc, char** argv) {
    // A file that may grow no more is a fault to report, after what was begun is taken away again.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return diorama::cli::Parser().run(std::span(argv + 1, argv + argc));
    } catch (const std::bad_alloc&) {
        // All that was taken has been given back on the way here, so there is room for a message.
        return diorama::cli::report_failure(
            diorama::fail(diorama::cli::codes::out_of_memory,
                          "found no more memory, expected as much as the file asks for",
                          argc > 2 ? argv[2] : "",
                          "close other programs, or lift the limit that holds this one")
                .error(),
            argc > 2 ? argv[2] : "", false);
    }
}
