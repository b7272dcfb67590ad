#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the benchmarks of build/release and keeps docs/performance.md.

bench.py [MODULE]   runs bench_MODULE, or all; prints a table and writes it into docs/performance.md
bench.py --check    runs every benchmark of less than a million once, briefly, and reports only whether its
                    result is right
A benchmark whose result differs from its reference fails the run.
"""
import json
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/performance.md"
# What Google Benchmark says of every benchmark; what is left are the benchmark's own counters.
STANDARD = {
    "name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions",
    "repetition_index", "threads", "iterations", "real_time", "cpu_time", "time_unit", "aggregate_name",
    "aggregate_unit", "error_occurred", "error_message", "label", "items_per_second", "bytes_per_second"}


def run(program, arguments):
    """The results of one benchmark program; ends the script if it breaks off or a result is wrong."""
    done = subprocess.run([program, "--benchmark_format=json", *arguments], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{program.name}: exit {done.returncode}\n{done.stderr}")
    results = json.loads(done.stdout)["benchmarks"]
    wrong = [f"{row['name']}: {row['error_message']}" for row in results if row.get("error_occurred")]
    if wrong:
        sys.exit("\n".join(wrong))
    return results


def time_text(nanoseconds):
    """Three digits and a unit."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def table(results):
    """Markdown lines: name, median time, spread and the benchmark's own counters."""
    unit = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    rows = {}
    for row in results:
        rows.setdefault(row["run_name"], {})[row.get("aggregate_name", "median")] = row
    lines = ["| benchmark | time | spread | counters |", "| --- | ---: | ---: | --- |"]
    for name, by_kind in rows.items():
        median = by_kind["median"]
        spread = f"{100 * by_kind['cv']['real_time']:.0f} %" if "cv" in by_kind else ""
        counters = ", ".join(f"{key} {value:.4g}" for key, value in median.items() if key not in STANDARD)
        time = time_text(median["real_time"] * unit[median["time_unit"]])
        lines.append(f"| {name} | {time} | {spread} | {counters} |")
    return lines


def machine():
    """The processor's name and count, for a reader to compare with theirs."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text()
        names = re.findall(r"^model name\s*: (.*)", text, re.M)
        return f"{len(names)} x {names[0]}" if names else platform.machine()
    except OSError:
        return platform.machine()


def write_page(module, lines):
    """Replaces what stands between the module's marks, or adds them at the end; all else is by hand."""
    first, last = f"<!-- ./run bench {module} -->\n", f"<!-- end of ./run bench {module} -->\n"
    table_text = f"{first}Measured on {machine()}.\n\n" + "\n".join(lines) + f"\n{last}"
    text = PAGE.read_text()
    if first in text:
        before, rest = text.split(first, 1)
        text = before + table_text + rest.split(last, 1)[1]
    else:
        text += f"\n## bench_{module}\n\n{table_text}"
    PAGE.write_text(text)


def main(arguments):
    programs = sorted((ROOT / "build/release/bin").glob("bench_*"))
    if arguments == ["--check"]:
        for program in programs:
            # Millions of rows take long to build and are no other case.
            count = len(run(program, ["--benchmark_min_time=0.001",
                                      "--benchmark_filter=-/[0-9]{7,}(/|$)"]))
            print(f"{program.name}: {count} results are right")
        return 0
    if arguments:
        programs = [program for program in programs if program.name == f"bench_{arguments[0]}"]
        if not programs:
            print(f"no benchmarks of a module called {arguments[0]}", file=sys.stderr)
            return 2
    for program in programs:
        module = program.name.removeprefix("bench_")
        lines = table(run(program, ["--benchmark_repetitions=5", "--benchmark_report_aggregates_only"]))
        print("\n".join(lines), flush=True)
        write_page(module, lines)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
