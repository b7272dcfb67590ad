// SPDX-License-Identifier: MIT
#include "diorama/spawn/asset_path.hpp"

#include <system_error>

#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {

namespace fs = std::filesystem;

Result<fs::path> asset_path(const fs::path& base, std::string_view reference, bool outside_base) {
    const fs::path relative = fs::path(reference).lexically_normal();
    if (reference.empty())
        return fail(codes::asset_outside, "asset path is empty, expected a file", std::string(),
                    "give `asset` the model's file, relative to the scene's");
    const bool leaves = relative.is_absolute() || *relative.begin() == "..";
    if (leaves && !outside_base)
        return fail(codes::asset_outside,
                    "asset path leaves the scene's folder, expected one below it",
                    std::string(reference),
                    "keep models beside or below their scenes, or set "
                    "RealiseOptions::outside_base for scenes that you trust");
    return base / relative;
}

std::string asset_reference(const fs::path& base, const fs::path& file) {
    std::error_code failed;
    // Absolute first: of a relative path that is not there yet, weakly_canonical makes no way.
    const auto whole = [&](const fs::path& path) {
        const fs::path absolute = fs::absolute(path, failed);
        return failed ? path : fs::weakly_canonical(absolute, failed);
    };
    const fs::path from = whole(base.empty() ? fs::path(".") : base);
    if (failed) return file.generic_string();
    const fs::path to = whole(file);
    if (failed) return file.generic_string();
    const fs::path relative = to.lexically_relative(from);
    return (relative.empty() ? to : relative).generic_string();
}

}  // namespace diorama::spawn
