#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds modules that promise the same bits everywhere to having no floating point type in their sources.

check_no_float.py [ROOT]: prints each fault as FILE:LINE: text and exits 1 if there is one. A module's
test/ and bench/ are not part of it: they may measure with what the module must not use.
"""
import pathlib
import re
import sys

MODULES = ("scene2d",)
SOURCES = {".hpp", ".cpp", ".inl"}
OWN = {"test", "bench"}
# Comments and strings may speak of floats; code may not. An escaped quote stays inside its string.
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)
TYPES = re.compile(r"\b(?:float|double|float_t|double_t|_Float\d+x?|__float128|float(?:16|32|64|128)_t|bfloat16_t"
                   r"|__m(?:128|256|512)d?|vec[234]|quat|mat[34](?:x[234])?)\b")
LITERALS = re.compile(r"(?<![\w.])(?:\d[\d']*\.[\d']*(?:[eE][-+]?\d+)?|\.\d[\d']*(?:[eE][-+]?\d+)?|\d[\d']*[eE][-+]?\d+)[fFlL]?(?![\w.])")
INCLUDES = re.compile(r'^\s*#\s*include\s*[<"]((?:c?math|cmath|cfloat|float\.h|complex|random|numbers|glm/[^>"]*|diorama/core/math\.hpp))[>"]')


def blanked(text):
    """`text` with comments, strings and characters replaced by spaces, line by line as long."""
    return NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


def check_text(text, name):
    """Faults of one file's text."""
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        if include := INCLUDES.match(line):
            faults.append(f"{name}:{number}: includes {include.group(1)}, which is floating point")
    for number, line in enumerate(blanked(text).splitlines(), 1):
        if line.lstrip().startswith("#include"):
            continue
        for pattern, kind in ((TYPES, "type"), (LITERALS, "literal")):
            for match in pattern.finditer(line):
                faults.append(f"{name}:{number}: floating point {kind} {match.group(0)}")
    return faults


def check(root):
    """Every fault under `root`, as lines to print."""
    faults = []
    for module in MODULES:
        folder = root / "diorama" / module
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCES and not OWN & set(path.relative_to(folder).parts):
                faults += check_text(path.read_text(), path.relative_to(root))
    return faults


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parents[1]
    faults = check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here)
    print("\n".join(faults) if faults else "no float: ok")
    sys.exit(1 if faults else 0)
