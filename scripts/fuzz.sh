#!/usr/bin/env bash
# fuzz.sh SECONDS [NAME...]: runs the fuzz entries of build/asan, or those named, for SECONDS each, as many
# at a time as there are processors. What is found is left in build/fuzz/NAME/.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
names=("$@")
if [ $# -eq 0 ]; then
    for program in build/asan/bin/fuzz_*; do
        [[ $program == *.dict ]] || names+=("${program#build/asan/bin/fuzz_}")
    done
fi
for name in "${names[@]}"; do
    [ -x "build/asan/bin/fuzz_$name" ] || {
        echo "no fuzz entry called $name; there are: $(ls tests/fuzz | sed -n 's/_fuzz.cpp$//p' | tr '\n' ' ')" >&2
        exit 2
    }
done
export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
export ASAN_SYMBOLIZER_PATH=/usr/lib/llvm-19/bin/llvm-symbolizer

fuzz() {
    local seconds=$1 name=$2 program=build/asan/bin/fuzz_$2 found=build/fuzz/$2
    mkdir -p "$found/corpus"
    local dictionary=()
    [ -f "$program.dict" ] && dictionary=("-dict=$program.dict")
    # New inputs go to the first folder, so the seeds stay as they are.
    "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$found/" "${dictionary[@]}" "$found/corpus" "tests/fuzz/corpus/$name" \
        >"$found/log" 2>&1 || {
        tail -n 60 "$found/log"
        echo "fuzz $name: FAILED; the input is in $found/" >&2
        return 1
    }
    echo "fuzz $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$found/log") inputs, nothing found"
}
export -f fuzz
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I {} bash -euo pipefail -c 'fuzz "$@"' fuzz "$seconds" {}
