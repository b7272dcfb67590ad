// SPDX-License-Identifier: MIT
/// \file
/// What was typed, held against what there is, in words that help: OptionWords, CommandWords,
/// checked_arguments, read_size, read_point, read_index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <glm/ext/vector_uint2.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/math.hpp"

namespace diorama::cli {

/// An option of a command.
struct OptionWords {
    std::vector<std::string> names;  ///< with their dashes, the long one last
    std::string wants;               ///< its value, for people; empty for a flag
    bool required = false;
};

/// A command, its options and its files.
struct CommandWords {
    std::string name;
    std::vector<OptionWords> options;
    std::vector<std::string> files;  ///< what each stands for, for people; all are required
    bool any_files = false;          ///< the last of them may be repeated
};

/// What is wrong with how the command was called: a line for people, or two.
using Misuse = std::string;

/// Checks \p arguments, without the program's own name, against \p commands and returns them so
/// that a value that starts with a minus can't be taken for an option.
///
/// `--help` and `--version` end the check: what follows them does not count.
[[nodiscard]] std::expected<std::vector<std::string>, Misuse> checked_arguments(
    std::span<const std::string> arguments, std::span<const CommandWords> commands);

/// Reads the value of `--size`: `WxH`, as in 1280x720.
[[nodiscard]] std::expected<glm::uvec2, Misuse> read_size(std::string_view text);

/// Reads the value of \p option: `x,y,z`, three finite numbers.
[[nodiscard]] std::expected<vec3, Misuse> read_point(std::string_view option,
                                                     std::string_view text);

/// Reads the value of \p option: 0 or a positive whole number.
[[nodiscard]] std::expected<std::int32_t, Misuse> read_index(std::string_view option,
                                                             std::string_view text);

}  // namespace diorama::cli
