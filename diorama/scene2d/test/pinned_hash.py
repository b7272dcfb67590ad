#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the pinned play of scene2d with every compiler at hand, with and without optimisation, runs each
and reports whether all agree on the pinned hash. Takes minutes; what one configuration of the project gives
is a test of its own (PinnedHash).

pinned_hash.py [COMPILER...]: by default g++ and clang++-19, as far as they are installed.
"""
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODULE = ROOT / "diorama/scene2d"
SOURCES = [MODULE / name for name in (
    "angle.cpp", "fixed.cpp", "space.cpp", "detail/kernels.cpp", "detail/pass.cpp",
    "detail/place_rows_baseline.cpp", "detail/state_hash.cpp", "test/pinned_play.cpp")]
SOURCES += [ROOT / "diorama/core" / name for name in ("error.cpp", "jobs.cpp")]
KERNELS = {
    MODULE / "detail/place_rows_avx2.cpp": ["-mavx2"],
    MODULE / "detail/place_rows_avx512.cpp": ["-mavx512f", "-mavx512dq", "-mavx512bw", "-mavx512vl"],
}
LEVELS = ("-O0", "-O3")


def play(compiler, level):
    """Builds and runs one configuration; its output, and whether it agreed."""
    files = {source: [] for source in SOURCES}
    if platform.machine() in ("x86_64", "AMD64"):
        files |= KERNELS
    with tempfile.TemporaryDirectory() as scratch:
        objects = []
        for number, (source, flags) in enumerate(files.items()):
            objects.append(f"{scratch}/{number}.o")
            subprocess.run([compiler, "-std=c++23", level, "-w", "-pthread", f"-I{ROOT}", *flags, "-c", source,
                            "-o", objects[-1]], check=True)
        program = f"{scratch}/play"
        subprocess.run([compiler, "-pthread", *objects, "-o", program], check=True)
        done = subprocess.run([program], capture_output=True, text=True, check=False)
        return done.stdout.strip(), done.returncode == 0


def main(arguments):
    compilers = arguments or [name for name in ("g++", "clang++-19") if shutil.which(name)]
    agree = True
    for compiler in compilers:
        for level in LEVELS:
            output, same = play(compiler, level)
            print(f"{compiler} {level}: {output}", flush=True)
            agree = agree and same
    return 0 if agree and compilers else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
