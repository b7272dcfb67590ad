#!/usr/bin/env bash
# format.sh [--check]: formats every C++ file of the project, or names those that are not.
set -euo pipefail
cd "$(dirname "$0")/.."
how=(-i)
[ "${1-}" = --check ] && how=(--dry-run --Werror)
git ls-files -z --cached --others --exclude-standard '*.hpp' '*.cpp' '*.inl' |
    xargs -0 -r -n 40 -P "$(nproc)" clang-format-19 "${how[@]}"
