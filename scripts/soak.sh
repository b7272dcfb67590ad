#!/usr/bin/env bash
# soak.sh [NAME]: a proof that takes minutes; with no name, lists them. CI runs a short form of each.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1-}" in
    '')
        echo 'fuzz    every fuzz entry for ten minutes (CI: ten seconds)'
        ;;
    fuzz)
        scripts/build.sh asan fuzzers
        scripts/fuzz.sh 600
        ;;
    *)
        echo "no soak called $1; ./run soak lists them" >&2
        exit 2
        ;;
esac
