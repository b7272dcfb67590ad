#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the includes and link lines of the modules against the edges in docs/architecture.md.

check_layers.py [ROOT]: prints each fault as FILE:LINE: text and exits 1 if there is one.
"""
import pathlib
import re
import sys

EDGE = re.compile(r"^(\d+)\s+(\w+)\s*->\s*(\([\w, ]+\)|\w+(?:, *\w+)*)(?:\s{2,}.*)?$")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]((?:diorama|bench|tests|tools|examples)/[^">]+)[">]')
LINK = re.compile(r"\bdiorama::(\w+)")
SOURCES = {".hpp", ".cpp", ".inl", ".h", ".c"}


def read_edges(text):
    """The layers of the marked block: {module: layer}, {module: [modules]}, and its faults."""
    block = re.search(r"<!-- layers:.*?-->\s*```\n(.*?)```", text, re.S)
    if not block:
        return {}, {}, ["no block marked <!-- layers: ... -->"]
    layers, edges, faults = {}, {}, []
    for line in block.group(1).splitlines():
        if not line.strip() or line.startswith("apps:"):
            continue
        match = EDGE.match(line)
        if not match:
            faults.append(f"can't read the line: {line}")
            continue
        layer, module, targets = int(match.group(1)), match.group(2), match.group(3)
        if module in layers:
            faults.append(f"{module} has two lines")
        layers[module] = layer
        edges[module] = [] if targets.startswith("(") else re.split(r", *", targets)
    for module, targets in edges.items():
        for target in targets:
            if target not in layers:
                faults.append(f"{module} -> {target}: no such module")
            elif layers[target] >= layers[module]:
                faults.append(f"{module} -> {target}: layer {layers[target]} is not below "
                              f"layer {layers[module]}")
    return layers, edges, faults


def find_cycle(edges):
    """One cycle as a list of modules, or None."""
    done = set()
    for start in edges:
        path = []

        def visit(module):
            if module in path:
                return path[path.index(module):] + [module]
            if module in done:
                return None
            path.append(module)
            for target in edges.get(module, []):
                cycle = visit(target)
                if cycle:
                    return cycle
            done.add(path.pop())
            return None

        cycle = visit(start)
        if cycle:
            return cycle
    return None


def reachable(edges, module):
    """What `module` reaches by arrows, itself included."""
    seen, stack = set(), [module]
    while stack:
        at = stack.pop()
        if at not in seen:
            seen.add(at)
            stack.extend(edges.get(at, []))
    return seen


def check_include(module, relative, target, layers, reach):
    """The fault of one include of `target` in a module's file, or None."""
    parts = target.split("/")
    if parts[0] != "diorama":
        if parts[0] == "bench" and "bench" in relative.parts[2:]:
            return None
        if parts[:2] == ["tests", "support"] and "test" in relative.parts[2:]:
            return None
        return f"{module} includes {target}, which is not a module"
    if len(parts) < 3:
        return f"{target} is not in a module"
    if parts[1] not in layers:
        return f"{target}: {parts[1]} is not in docs/architecture.md"
    if parts[1] not in reach:
        return f"{module} includes {target}, and has no arrow that leads to {parts[1]}"
    if parts[2] == "detail" and parts[1] != module:
        return f"{module} includes {target}, which is {parts[1]}'s own"
    return None


def check(root):
    """Every fault under `root`, as lines to print."""
    page = root / "docs/architecture.md"
    layers, edges, found = read_edges(page.read_text())
    faults = [f"docs/architecture.md: {fault}" for fault in found]
    cycle = find_cycle(edges)
    if cycle:
        return faults + ["docs/architecture.md: a cycle: " + " -> ".join(cycle)]
    for folder in sorted((root / "diorama").iterdir()):
        if not folder.is_dir():
            continue
        module = folder.name
        if module not in layers:
            faults.append(f"diorama/{module}: not in docs/architecture.md")
            continue
        reach = reachable(edges, module)
        for path in sorted(folder.rglob("*")):
            relative = path.relative_to(root)
            if path.suffix in SOURCES:
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    match = INCLUDE.match(line)
                    fault = match and check_include(module, relative, match.group(1), layers, reach)
                    if fault:
                        faults.append(f"{relative}:{number}: {fault}")
            elif path.name == "CMakeLists.txt":
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    for target in LINK.findall(line.split("#")[0]):
                        if target in layers and target not in reach:
                            faults.append(f"{relative}:{number}: {module} links diorama::{target}, "
                                          f"and has no arrow that leads to it")
    return faults


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parents[1]
    faults = check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here)
    print("\n".join(faults) if faults else "layers: ok")
    sys.exit(1 if faults else 0)
