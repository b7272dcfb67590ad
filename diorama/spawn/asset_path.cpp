// SPDX-License-Identifier: MIT
#include "diorama/spawn/asset_path.hpp"

#include <system_error>

#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {

namespace fs = std::filesystem;

Result<fs::path> asset_path(const fs::path& base, std::string_view reference, bool outside_base) {
    const fs::path relative = fs::path(reference).lexically_normal();
    if (reference.empty())
        return fail(codes::asset_outside, "asset path is empty, expected a file", std::string());
    const bool leaves = relative.is_absolute() || *relative.begin() == "..";
    if (leaves && !outside_base)
        return fail(codes::asset_outside,
                    "asset path leaves the scene's folder, expected one below it",
                    std::string(reference), "move the asset beside the scene and import it again");
    return base / relative;
}

std::string asset_reference(const fs::path& base, const fs::path& file) {
    std::error_code failed;
    const fs::path from = fs::weakly_canonical(base.empty() ? fs::path(".") : base, failed);
    if (failed) return file.generic_string();
    const fs::path to = fs::weakly_canonical(file, failed);
    if (failed) return file.generic_string();
    const fs::path relative = to.lexically_relative(from);
    return (relative.empty() ? to : relative).generic_string();
}

}  // namespace diorama::spawn
