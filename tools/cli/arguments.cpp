// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "diorama/core/spelling.hpp"
#include "printable.hpp"

namespace diorama::cli {
namespace {

constexpr std::uint32_t kMaxSide = 16384;  // of a picture

std::string quoted(std::string_view text) {
    return std::string("\"").append(printable(text)).append("\"");
}

/// The one of \p words that was most likely meant by \p typed; empty when none is near.
std::string_view nearest(std::string_view typed, std::span<const std::string> words) {
    return nearest_word(typed, std::vector<std::string_view>(words.begin(), words.end()));
}

std::string did_you_mean(std::string_view word) {
    return word.empty() ? std::string() : "; did you mean " + quoted(word) + "?";
}

Misuse unknown_command(std::string_view word, std::span<const CommandWords> commands) {
    std::vector<std::string> names;
    for (const CommandWords& command : commands)
        names.push_back(command.name);
    std::string text = "unknown command " + quoted(word);
    if (word.find_first_of("./") != std::string_view::npos)
        text.append("; a command comes first, as in `diorama info ")
            .append(printable(word))
            .append("`");
    else
        text.append(did_you_mean(nearest(word, names)));
    return text.append("\n`diorama --help` lists the commands");
}

Misuse unknown_option(std::string_view word, const CommandWords& command) {
    // What other programs call it, and by which name it goes here.
    constexpr std::pair<std::string_view, std::string_view> kElsewhere[]{
        {"--width", "--size"},    {"--height", "--size"}, {"--resolution", "--size"},
        {"--position", "--eye"},  {"--from", "--eye"},    {"--look-at", "--target"},
        {"--center", "--target"}, {"--out", "--output"},
    };
    std::vector<std::string> names;
    for (const OptionWords& option : command.options)
        names.push_back(option.names.back());
    std::string_view meant = nearest(word, names);
    std::vector<std::string> elsewhere;
    for (const auto& [theirs, ours] : kElsewhere)
        if (std::ranges::find(names, ours) != names.end()) elsewhere.emplace_back(theirs);
    if (const std::string_view theirs = nearest(word, elsewhere);
        !theirs.empty() &&
        (meant.empty() || edit_distance(word, theirs) < edit_distance(word, meant)))
        meant = std::ranges::find(kElsewhere, theirs,
                                  &std::pair<std::string_view, std::string_view>::first)
                    ->second;
    std::string text =
        "unknown option " + quoted(word) + " for " + quoted(command.name) + did_you_mean(meant);
    return text.append("\n`diorama ").append(command.name).append(" --help` lists its options");
}

/// Whether \p text after an option is its value although it starts with a minus: -1,2,3 or -.5.
bool is_negative(std::string_view text) {
    return text.size() > 1 && text[0] == '-' &&
           (text[1] == '.' || (text[1] >= '0' && text[1] <= '9') ||
            text.find(',') != std::string_view::npos);
}

/// An option whose value is one word of several numbers, and what stands between them.
struct JoinedOption {
    std::string_view name;
    char between = ',';
    std::size_t count = 3;
};
constexpr JoinedOption kJoined[]{{"--size", 'x', 2}, {"--eye", ',', 3}, {"--target", ',', 3}};

bool is_one_number(std::string_view text) {
    float number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end;
}

/// The arguments of one command, read from front to back.
class Reader {
  public:
    Reader(const CommandWords& command, std::span<const std::string> arguments)
        : command_(command), arguments_(arguments), given_(command.options.size()) {}

    /// Appends what was read to \p to, or says what is wrong.
    std::optional<Misuse> read(std::vector<std::string>& to) {
        while (next_ < arguments_.size()) {
            const std::string& word = arguments_[next_++];
            if (word == "--help" || word == "-h" || word == "--version") {
                to.push_back(word);
                return std::nullopt;
            }
            if (word == "--") {
                to.push_back(word);
                while (next_ < arguments_.size())
                    if (auto wrong = file(arguments_[next_++], to)) return wrong;
                break;
            }
            const bool dashed = word.size() > 1 && word[0] == '-';
            if (auto wrong = dashed ? option(word, to) : file(word, to)) return wrong;
        }
        return missing();
    }

  private:
    std::optional<Misuse> file(const std::string& word, std::vector<std::string>& to) {
        if (files_ == command_.files.size() && !command_.any_files) {
            const std::string count =
                files_ == 1 ? "one file" : std::to_string(files_).append(" files");
            const std::string text =
                quoted(command_.name) + " takes " + count + "; found also " + quoted(word);
            // The output was most likely meant, where the command has one and it is still to come.
            for (std::size_t i = 0; i < given_.size(); ++i) {
                const OptionWords& option = command_.options[i];
                if (option.required && !given_[i] && option.names.front() == "-o")
                    return text + did_you_mean("-o " + word);
            }
            return text;
        }
        files_ = std::min(files_ + 1, command_.files.size());
        to.push_back(word);
        return std::nullopt;
    }

    std::optional<Misuse> option(const std::string& word, std::vector<std::string>& to) {
        const bool is_long = word.starts_with("--");
        const std::size_t equals = is_long ? word.find('=') : std::string::npos;
        const std::string name = is_long ? word.substr(0, equals) : word.substr(0, 2);
        const auto known = std::ranges::find_if(command_.options, [&](const OptionWords& each) {
            return std::ranges::find(each.names, name) != each.names.end();
        });
        if (known == command_.options.end() ||
            (word.size() > 2 && !is_long && known->wants.empty()))
            return unknown_option(is_long ? name : word, command_);
        const auto index = static_cast<std::size_t>(known - command_.options.begin());
        const bool twice = given_[index];
        given_[index] = true;
        if (known->wants.empty()) {
            if (equals != std::string::npos) return quoted(name) + " takes no value";
            to.push_back(word);
            return std::nullopt;
        }
        if (twice) return quoted(name) + " is given twice";
        if (equals != std::string::npos || (!is_long && word.size() > 2)) {
            if (equals + 1 == word.size()) return without_value(name, known->wants);
            to.push_back(word);
            return std::nullopt;
        }
        if (next_ == arguments_.size() || arguments_[next_].empty() ||
            (arguments_[next_][0] == '-' && !is_negative(arguments_[next_])))
            return without_value(name, known->wants);
        if (auto apart = numbers_apart(known->names.back())) return apart;
        // One word, or the parser would take -1,2,3 for an option.
        to.push_back(known->names.back() + "=" + arguments_[next_++]);
        return std::nullopt;
    }

    /// What is wrong where the value of \p option is `1 2 3` and should be `1,2,3`.
    std::optional<Misuse> numbers_apart(std::string_view option) const {
        const auto joined = std::ranges::find(kJoined, option, &JoinedOption::name);
        if (joined == std::end(kJoined)) return std::nullopt;
        std::string meant(option);
        for (std::size_t i = 0; i < joined->count; ++i) {
            if (next_ + i >= arguments_.size() || !is_one_number(arguments_[next_ + i]))
                return std::nullopt;
            meant.append(1, i == 0 ? ' ' : joined->between).append(arguments_[next_ + i]);
        }
        return std::string(option) + " wants its numbers in one word" + did_you_mean(meant);
    }

    static Misuse without_value(const std::string& name, const std::string& wants) {
        return name + " wants " + wants + "; found nothing";
    }

    [[nodiscard]] std::optional<Misuse> missing() const {
        std::string missing;
        if (files_ < command_.files.size()) missing = command_.files[files_];
        for (std::size_t i = 0; i < given_.size(); ++i) {
            const OptionWords& option = command_.options[i];
            if (!option.required || given_[i]) continue;
            missing.append(missing.empty() ? "" : " and ").append(option.names.front());
            missing.append(" (").append(option.wants).append(")");
        }
        if (missing.empty()) return std::nullopt;
        return quoted(command_.name) + " wants " + missing + "\n`diorama " + command_.name +
               " --help` shows how it is called";
    }

    const CommandWords& command_;
    std::span<const std::string> arguments_;
    std::vector<bool> given_;  // per option
    std::size_t next_ = 0;
    std::size_t files_ = 0;
};

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end;
}

}  // namespace

std::expected<std::vector<std::string>, Misuse> checked_arguments(
    std::span<const std::string> arguments, std::span<const CommandWords> commands) {
    if (arguments.empty()) return std::vector<std::string>{};
    const std::string& first = arguments.front();
    if (first == "--help" || first == "-h" || first == "--version")
        return std::vector<std::string>{first};
    if (first == "help") {
        if (arguments.size() == 1) return std::vector<std::string>{"--help"};
        if (std::ranges::find(commands, arguments[1], &CommandWords::name) == commands.end())
            return std::unexpected(unknown_command(arguments[1], commands));
        return std::vector<std::string>{arguments[1], "--help"};
    }
    if (first.starts_with("-"))
        return std::unexpected("unknown option " + quoted(first) +
                               "; a command comes first\n`diorama --help` lists the commands");
    const auto command = std::ranges::find(commands, first, &CommandWords::name);
    if (command == commands.end()) return std::unexpected(unknown_command(first, commands));
    std::vector<std::string> result{first};
    if (auto wrong = Reader(*command, arguments.subspan(1)).read(result))
        return std::unexpected(std::move(*wrong));
    return result;
}

std::expected<glm::uvec2, Misuse> read_size(std::string_view text) {
    glm::uvec2 size{0};
    const std::size_t by = text.find('x');
    const auto is_side = [](std::uint32_t side) { return side >= 1 && side <= kMaxSide; };
    if (by == std::string_view::npos || !read_number(text.substr(0, by), size.x) ||
        !read_number(text.substr(by + 1), size.y) || !is_side(size.x) || !is_side(size.y))
        return std::unexpected(
            "--size wants width and height in pixels, each 1 to 16384, as in 1280x720; found " +
            quoted(text));
    return size;
}

std::expected<vec3, Misuse> read_point(std::string_view option, std::string_view text) {
    const std::string wants = std::string(option).append(" wants three numbers, x,y,z; found ");
    const auto parts = std::ranges::count(text, ',') + 1;
    if (parts != 3) return std::unexpected(wants + std::to_string(parts));
    vec3 point{0};
    std::string_view rest = text;
    for (int axis = 0; axis < 3; ++axis) {
        std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        while (part.starts_with(' '))
            part.remove_prefix(1);
        if (!read_number(part, point[axis]) || !std::isfinite(point[axis]))
            return std::unexpected(wants + quoted(part));
    }
    return point;
}

std::expected<std::int32_t, Misuse> read_index(std::string_view option, std::string_view text) {
    std::int32_t index = 0;
    if (!read_number(text, index) || index < 0)
        return std::unexpected(
            std::string(option).append(" wants 0 or a positive whole number; found ") +
            quoted(text));
    return index;
}

}  // namespace diorama::cli
