#!/usr/bin/env bash
# test.sh PRESET [CTEST ARGUMENTS]: runs the tests of build/PRESET. A sanitizer's finding is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
# ctest takes -L for a regular expression, to which "scene" is in "scene2d" too: a bare word is meant whole.
arguments=()
while [ $# -gt 0 ]; do
    arguments+=("$1")
    if [ "$1" = -L ] && [[ ${2-} =~ ^[a-z0-9_]+$ ]]; then
        arguments+=("^$2\$")
        shift
    fi
    shift
done
export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
export ASAN_SYMBOLIZER_PATH=/usr/lib/llvm-19/bin/llvm-symbolizer
export TSAN_SYMBOLIZER_PATH=$ASAN_SYMBOLIZER_PATH
keep_loaded=$PWD/build/$preset/lib/keep_loaded.so
# A Vulkan driver that is unloaded looks like a leak: tests/sanitizers/keep_loaded.c.
[ ! -f "$keep_loaded" ] || export LD_PRELOAD=$keep_loaded
ctest=(ctest --test-dir build/"$preset" --output-on-failure --no-tests=error
    --output-junit junit.xml -j "$(nproc)" ${arguments[@]+"${arguments[@]}"})
if [ -t 1 ]; then
    exec "${ctest[@]}" --progress
fi
# In a log, the tests that pass are only worth counting.
"${ctest[@]}" | grep --line-buffered -vE '^ +Start +[0-9]+:|^ *[0-9]+/[0-9]+ Test .* Passed '
