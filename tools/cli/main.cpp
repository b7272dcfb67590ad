// SPDX-License-Identifier: MIT
/// \file
/// The `diorama` command: reads the arguments and hands them to one subcommand.
/// The only file that includes CLI11, which is slow to compile.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <functional>

#include "commands.hpp"
#include "diorama/core/version.hpp"

namespace diorama::cli {
namespace {

std::string version_line() {
    return "diorama " + std::string(version());
}

/// Reads `WxH`, as in 1280x720.
struct Size {
    std::uint32_t width = 1280;
    std::uint32_t height = 720;
};

bool read_size(const std::string& text, Size& size) {
    unsigned width = 0, height = 0;
    int used = 0;
    if (std::sscanf(text.c_str(), "%5ux%5u%n", &width, &height, &used) != 2) return false;
    if (static_cast<std::size_t>(used) != text.size()) return false;
    if (width == 0 || height == 0 || width > 16384 || height > 16384) return false;
    size = {width, height};
    return true;
}

vec3 to_vec3(const std::vector<float>& values) {
    return {values[0], values[1], values[2]};
}

class Parser {
  public:
    Parser() {
        // Not 1: CLI11 would then complain of a missing subcommand instead of naming a wrong one.
        app_.require_subcommand(0, 1);
        app_.set_version_flag("--version", version_line());
        app_.failure_message(CLI::FailureMessage::simple);
        add_info();
        add_check();
        add_tree();
        add_import();
        add_export();
        add_convert();
        add_render();
    }

    int run(int argc, char** argv) {
        try {
            app_.parse(argc, argv);
        } catch (const CLI::ParseError& error) {
            // CLI11 has a status per kind of mistake; ours are 0 (help, version) and 2.
            return app_.exit(error) == 0 ? kSuccess : kUsage;
        }
        if (chosen_) return chosen_();
        std::fputs("no subcommand given\nRun with --help for more information.\n", stderr);
        return kUsage;
    }

  private:
    CLI::App* add(const char* name, const char* what, bool& json) {
        CLI::App* command = app_.add_subcommand(name, what);
        command->set_version_flag("--version", version_line());
        command->add_flag("--json", json, "print one JSON value instead of text");
        return command;
    }

    void add_info() {
        CLI::App* command = add("info", "say what a model or scene holds", info_.json);
        command->add_option("FILE", info_.file, "a .gltf, .glb or scene file")->required();
        command->add_flag("--no-bounds", info_.no_bounds, "read no vertex data");
        command->callback([this] { chosen_ = [this] { return run_info(info_); }; });
    }

    void add_check() {
        CLI::App* command = add("check", "validate files; exit 1 if any has an error", check_.json);
        command->add_option("FILE", check_.files, ".gltf, .glb or scene files")->required();
        command->callback([this] { chosen_ = [this] { return run_check(check_); }; });
    }

    void add_tree() {
        CLI::App* command =
            add("tree", "show the hierarchy with components and world positions", tree_.json);
        command->add_option("FILE", tree_.file, "a model or scene")->required();
        command->callback([this] { chosen_ = [this] { return run_tree(tree_); }; });
    }

    void add_import() {
        CLI::App* command = add("import", "turn a model into a scene", import_.json);
        command->add_option("IN", import_.input, "a .gltf or .glb file")->required();
        command->add_option("-o,--output", import_.output, "the scene to write, .cscn or .cscnb")
            ->required();
        command->add_option("--scene", import_.scene, "index of the model's scene")
            ->check(CLI::NonNegativeNumber);
        command->callback([this] { chosen_ = [this] { return run_import(import_); }; });
    }

    void add_export() {
        CLI::App* command = add("export", "write a model or scene as glTF", export_.json);
        command->add_option("IN", export_.input, "a model or scene")->required();
        command->add_option("-o,--output", export_.output, "the model to write, .glb or .gltf")
            ->required();
        command->callback([this] { chosen_ = [this] { return run_export(export_); }; });
    }

    void add_convert() {
        CLI::App* command =
            add("convert", "rewrite a scene as text (.cscn) or binary (.cscnb)", convert_.json);
        command->add_option("IN", convert_.input, "a scene")->required();
        command->add_option("OUT", convert_.output, "the scene to write")->required();
        command->callback([this] { chosen_ = [this] { return run_convert(convert_); }; });
    }

    void add_render() {
        CLI::App* command = add("render", "draw a model or scene into a PNG", render_.json);
        command->add_option("FILE", render_.input, "a model or scene")->required();
        command->add_option("-o,--output", render_.output, "the PNG to write")->required();
        command->add_option("--size", size_, "WxH in pixels (default 1280x720)")
            ->check([](const std::string& text) {
                Size size;
                return read_size(text, size) ? "" : "expected WxH, each 1 to 16384";
            });
        auto* camera = command->add_option("--camera", render_.camera,
                                           "a camera's name or index, or `auto` to frame all");
        auto* eye = command->add_option("--eye", eye_, "x,y,z of a camera of your own")
                        ->delimiter(',')
                        ->expected(3)
                        ->excludes(camera);
        auto* target = command->add_option("--target", target_, "x,y,z it looks at")
                           ->delimiter(',')
                           ->expected(3)
                           ->needs(eye);
        eye->needs(target);
        command->add_flag("--validation", render_.validation,
                          "run under the Vulkan validation layers; a message is an error");
        command->callback([this] {
            chosen_ = [this] {
                Size size;
                if (!size_.empty()) read_size(size_, size);
                render_.width = size.width;
                render_.height = size.height;
                if (!eye_.empty()) render_.eye = to_vec3(eye_);
                if (!target_.empty()) render_.target = to_vec3(target_);
                if (render_.eye && render_.eye == render_.target) {
                    std::fputs("--eye and --target are the same point, expected two\n", stderr);
                    return kUsage;
                }
                return run_render(render_);
            };
        });
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
    std::string size_;
    std::vector<float> eye_, target_;
};

}  // namespace
}  // namespace diorama::cli

int main(int argc, char** argv) {
    return diorama::cli::Parser().run(argc, argv);
}
