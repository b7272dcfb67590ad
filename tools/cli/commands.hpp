// SPDX-License-Identifier: MIT
/// \file
/// The subcommands of `diorama`, one function and one options struct each.
/// Every function returns the exit status: 0 success, 1 a fault in the input, 2 wrong usage.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "diorama/core/math.hpp"

namespace diorama::cli {

/// Exit statuses.
inline constexpr int kSuccess = 0;
inline constexpr int kFault = 1;
inline constexpr int kUsage = 2;

/// `diorama info FILE`
struct InfoOptions {
    std::filesystem::path file;
    bool no_bounds = false;  ///< reads no vertex data
    bool json = false;
};
int run_info(const InfoOptions& options);

/// `diorama check FILE...`
struct CheckOptions {
    std::vector<std::filesystem::path> files;  ///< or folders, whose scenes and models are checked
    bool migrate = false;                      ///< a scene that is out of date is a fault
    bool json = false;
};
int run_check(const CheckOptions& options);

/// `diorama tree FILE`
struct TreeOptions {
    std::filesystem::path file;
    bool json = false;
};
int run_tree(const TreeOptions& options);

/// `diorama import IN -o OUT`
struct ImportOptions {
    std::filesystem::path input;
    std::filesystem::path output;
    std::int32_t scene = -1;  ///< -1: the file's default
    std::string variant;      ///< a material variant by name; empty for the materials as they are
    bool one_renderable = false;  ///< instances as one renderable, not as entities
    bool best_effort = false;     ///< leaves out what is wrong with the model
    bool json = false;
};
int run_import(const ImportOptions& options);

/// `diorama export IN -o OUT`
struct ExportOptions {
    std::filesystem::path input;
    std::filesystem::path output;
    bool best_effort = false;  ///< leaves out what is wrong with models
    bool json = false;
};
int run_export(const ExportOptions& options);

/// `diorama convert IN OUT`
struct ConvertOptions {
    std::filesystem::path input;
    std::filesystem::path output;
    bool migrate = false;  ///< brings the document and its components up to date
    bool json = false;
};
int run_convert(const ConvertOptions& options);

/// `diorama render FILE -o OUT.png`
struct RenderOptions {
    std::filesystem::path input;
    std::filesystem::path output;
    std::uint32_t width = 1280;
    std::uint32_t height = 720;
    std::string camera = "auto";  ///< a camera's name, its index, or `auto`
    std::optional<vec3> eye;      ///< with `target`: a camera of one's own
    std::optional<vec3> target;
    bool validation = false;   ///< Vulkan validation layers; any message is a fault
    bool best_effort = false;  ///< leaves out what is wrong with models
    bool json = false;
};
int run_render(const RenderOptions& options);

}  // namespace diorama::cli
