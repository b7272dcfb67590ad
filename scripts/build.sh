#!/usr/bin/env bash
# build.sh PRESET [TARGET...]: configures build/PRESET where it is not, and builds all of it or TARGETs.
# It says how far it is; what compilers say goes to build/PRESET-build.log, and here where one fails.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh
preset=$1
shift
configured=build/$preset-configure.log
built=build/$preset-build.log

# Reads Ninja's output; prints how much is done: one line that changes on a terminal; in a log, at first and
# every quarter.
show_progress() {
    local start line quarter=0 changes=0
    start=$(date +%s%N)
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        local done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
        if [ -t 1 ]; then
            changes=1
            printf '\r    built %d of %d files, %s \e[K' "$done" "$all" "$(seconds_since "$start")"
        elif [ "$done" -eq 1 ] || [ $((done * 4 / all)) -gt $quarter ]; then
            quarter=$((done * 4 / all))
            printf '    built %d of %d files, %s\n' "$done" "$all" "$(seconds_since "$start")"
        fi
    done
    [ $changes -eq 0 ] || echo
}

# Ninja runs CMake again by itself when a CMake file has changed; presets it does not see.
if [ ! build/"$preset"/build.ninja -nt CMakePresets.json ]; then
    mkdir -p build
    echo "    configuring build/$preset"
    cmake --preset "$preset" >"$configured" 2>&1 || {
        cat "$configured"
        exit 1
    }
fi
cmake --build build/"$preset" ${1:+--target "$@"} 2>&1 | tee "$built" | show_progress || {
    # What failed said why; what else was built meanwhile is of no interest.
    sed -n '/^FAILED: /,/^\[/ { /^\[/! p }' "$built" >&2
    grep -E '^(ninja:|CMake Error)' "$built" >&2 || true
    echo "build: all that was said is in $PWD/$built" >&2
    exit 1
}
