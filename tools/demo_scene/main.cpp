// SPDX-License-Identifier: MIT
// demo_scene -o OUT.glb: writes the demo scene.
#include <cstdio>
#include <string_view>

#include "demo_scene.hpp"
#include "diorama/core/file.hpp"
#include "glb_writer.hpp"

int main(int argc, char** argv) {
    if (argc != 3 || std::string_view(argv[1]) != "-o") {
        std::fputs("usage: demo_scene -o OUT.glb\n", stderr);
        return 2;
    }
    using namespace diorama;
    const Result<std::vector<std::byte>> file = demo::write_glb(demo::make_demo_scene());
    const Result<> written =
        file ? write_file_atomic(argv[2], *file) : std::unexpected(file.error());
    if (written) return 0;
    std::fprintf(stderr, "%s\n", to_string(written.error()).c_str());
    return 1;
}
