#!/usr/bin/env bash
# build.sh PRESET [TARGET...]: configures build/PRESET where it is not, and builds all of it or TARGETs.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
# Ninja runs CMake again by itself when a CMake file has changed; presets it does not see.
if [ ! build/"$preset"/build.ninja -nt CMakePresets.json ]; then
    mkdir -p build
    cmake --preset "$preset" >build/"$preset"-configure.log 2>&1 || {
        cat build/"$preset"-configure.log
        exit 1
    }
fi
cmake --build build/"$preset" ${1:+--target "$@"}
