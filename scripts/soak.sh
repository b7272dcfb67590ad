#!/usr/bin/env bash
# soak.sh [NAME]: a proof that takes minutes; with no name, lists them. CI runs a short form of each.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1-}" in
    '')
        echo 'fuzz       every fuzz entry for ten minutes (CI: thirty seconds)'
        echo 'hierarchy  1,000,000 random operations at 1, 2 and 4 workers against the naive reference (CI: 20,000)'
        echo 'scene2d    the pinned play by every compiler and level; sines at all 2^32 angles'
        ;;
    fuzz)
        scripts/build.sh asan fuzzers
        scripts/fuzz.sh 600
        ;;
    hierarchy)
        scripts/build.sh release test_scene
        DIORAMA_SOAK_OPERATIONS=1000000 build/release/bin/test_scene --gtest_filter='HierarchyProperty.*'
        ;;
    scene2d)
        diorama/scene2d/test/pinned_hash.py
        scripts/build.sh release scene2d_direction_error
        build/release/bin/scene2d_direction_error
        ;;
    *)
        echo "no soak called $1; ./run soak lists them" >&2
        exit 2
        ;;
esac
