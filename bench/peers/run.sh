#!/usr/bin/env bash
# bench/peers/run.sh [LARGEST]: builds and runs every peer that this machine can build, on shapes of up
# to LARGEST nodes (1000000); a peer that can't be built here is skipped by name. Not part of CI.
set -euo pipefail
cd "$(dirname "$0")/../.."
largest=${1-1000000}
if ! cargo --version >/dev/null 2>&1; then
    echo 'bevy: skipped: there is no cargo here'
    exit 0
fi
if ! CARGO_TARGET_DIR=$PWD/build/peers/bevy cargo build --release --locked --quiet \
    --manifest-path bench/peers/bevy/Cargo.toml; then
    echo 'bevy: skipped: it does not build here'
    exit 0
fi
echo '# bevy, one thread: benchmark, nanoseconds per entity'
build/peers/bevy/release/diorama-peer-bevy "$largest"
