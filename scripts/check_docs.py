#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds headers, error codes, module folders, links between pages and the code they quote to the house style.

check_docs.py [ROOT] [--list]: prints each fault as FILE:LINE: text and exits 1 if there is one; --list
also prints every page with its title.
"""
import pathlib
import re
import sys
import textwrap

from cpp_declarations import public_declarations

SPDX = "// SPDX-License-Identifier: MIT"
CODE = re.compile(r'\bErrorCode\s*\w*\s*[{(]\s*"([^"]*)"')
ENTRY = re.compile(r"^### `([^`]+)`\s*$", re.M)
# A code in running text; `doc-*` and file names are none.
NAMED = re.compile(r"(?<![\w./`*-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w*-]|\.\w)")
# ErrorCode's value before a fault has chosen one; no call answers it.
NO_CODE = "unknown"


def check_header(path, name):
    """Faults of one public header's anatomy and docstrings."""
    text = path.read_text()
    lines = text.splitlines()
    faults = []
    if not lines or lines[0] != SPDX:
        faults.append(f"{name}:1: the first line is not {SPDX}")
    if "#pragma once" not in lines:
        faults.append(f"{name}:1: no #pragma once")
    if "/// \\file" not in text.split("#pragma once")[0]:
        faults.append(f"{name}:1: no \\file comment before #pragma once")
    for declaration in public_declarations(text):
        if not declaration.documented:
            faults.append(f"{name}:{declaration.line}: no docstring: {declaration.text[:80]}")
    return faults


def error_codes(root):
    """{code: place} of every ErrorCode literal outside tests."""
    codes = {}
    for top in ("diorama", "tools"):
        for path in sorted((root / top).rglob("*.[hc]pp")):
            relative = path.relative_to(root)
            if {"test", "bench"} & set(relative.parts):
                continue
            text = path.read_text()
            for match in CODE.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                codes.setdefault(match.group(1), f"{relative}:{line}")
    codes.pop(NO_CODE, None)
    return codes


def check_used_codes(root):
    """Codes that no source outside tests and the list of codes uses."""
    constants, words = {}, set()
    for top in ("diorama", "tools"):
        for path in sorted((root / top).rglob("*")):
            relative = path.relative_to(root)
            if path.suffix not in (".cpp", ".hpp", ".inl") or {"test", "bench"} & set(relative.parts):
                continue
            text = path.read_text()
            if path.name != "error_codes.hpp":
                words.update(re.findall(r"\w+", text))
                continue
            for match in re.finditer(r"\bErrorCode (\w+)\{", text):
                constants[match.group(1)] = f"{relative}:{text.count(chr(10), 0, match.start()) + 1}"
    return [f"{place}: no source uses {name}" for name, place in constants.items() if name not in words]


def check_named_codes(path, name, codes):
    """Codes that the docstrings of one header name and that no source has."""
    first_words = {code.split("-")[0] for code in codes}
    faults, in_failure = [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        comment = re.search(r"///<? ?(.*)", line)
        if not comment:
            in_failure = False
            continue
        if label := re.match(r"([A-Z][a-z]+):", comment.group(1)):
            in_failure = label.group(1) == "Failure"
        for word in NAMED.findall(comment.group(1)):
            # Elsewhere two words are English as often as not: entity-local, fixed-point.
            meant = in_failure or (word.count("-") > 1 and word.split("-")[0] in first_words)
            if meant and word not in codes:
                faults.append(f"{name}:{number}: no source has the code {word}")
    return faults


def check_errors(root):
    """Faults between the codes in the sources and the entries of docs/errors.md."""
    text = (root / "docs/errors.md").read_text()
    faults, seen = [], set()
    entries = list(ENTRY.finditer(text))
    for entry in entries:
        name, line = entry.group(1), text.count("\n", 0, entry.start()) + 1
        if name in seen:
            faults.append(f"docs/errors.md:{line}: {name} has two entries")
        seen.add(name)
        body = re.split(r"^##", text[entry.end():], maxsplit=1, flags=re.M)[0]
        for label in ("Cause", "Remedy", "Example"):
            if not re.search(rf"^- {label}: \S", body, re.M):
                faults.append(f"docs/errors.md:{line}: {name} has no '- {label}: ...'")
    codes = error_codes(root)
    for code, place in codes.items():
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code):
            faults.append(f"{place}: {code} is not kebab-case")
        if code not in seen:
            faults.append(f"{place}: {code} has no entry in docs/errors.md")
    faults += [f"docs/errors.md: no source has the code {name}" for name in sorted(seen - set(codes))]
    return faults


def pages(root):
    """Every Markdown page of the project."""
    skip = {"build", "vendor", "out", ".git"}
    return [path for path in sorted(root.rglob("*.md"))
            if not skip & set(path.relative_to(root).parts)]


def check_links(root):
    """Links of pages that lead to no file."""
    faults = []
    for page in pages(root):
        # Code is not prose: a lambda's brackets are no link. Lines keep their numbers.
        text = re.sub(r"^ *```.*?^ *```|`[^`\n]*`", lambda code: "\n" * code.group().count("\n"),
                      page.read_text(), flags=re.S | re.M)
        for number, line in enumerate(text.splitlines(), 1):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
                if "://" not in target and not (page.parent / target).exists():
                    faults.append(f"{page.relative_to(root)}:{number}: no such file: {target}")
    return faults


def region_of(path, region):
    """The lines of a source between its two lines `// [region]`, without markers and common indent; None without."""
    parts = re.split(rf"^ *// \[{re.escape(region)}\]\n", path.read_text(), flags=re.M) if path.is_file() else []
    if len(parts) != 3:
        return None
    lines = [line for line in parts[1].splitlines(True) if not re.match(r" *// \[\w+\]$", line)]
    return textwrap.dedent("".join(lines)).strip("\n")


def check_snippets(root):
    """Faults between pages and the regions of examples that they quote; in docs/howto all C++ is quoted."""
    faults = []
    for page in pages(root):
        text = page.read_text()
        name = page.relative_to(root)
        for match in re.finditer(r"(?:<!-- (\S+) \[(\w+)\] -->\n)?^```cpp\n(.*?)^```", text, re.S | re.M):
            line = text.count("\n", 0, match.start(3)) + 1
            source, region, quoted = match.groups()
            if source is None:
                if name.parts[:2] == ("docs", "howto"):
                    faults.append(f"{name}:{line}: names no example: <!-- FILE [REGION] -->")
                continue
            told = region_of(root / source, region)
            if told is None:
                faults.append(f"{name}:{line}: {source} has no region [{region}]")
            elif told != quoted.strip("\n"):
                faults.append(f"{name}:{line}: differs from [{region}] of {source}")
    return faults


# What a header gives components a stable name by, and the row of the table that lists such names.
NAMING = re.compile(r'^DIORAMA_COMPONENT(?:_NAMED)?\("?([\w.]+)"?[,)]|'
                    r'ComponentName<[\w:]+> \{\s*static constexpr std::string_view value = "([\w.]+)"', re.M)
NAMES_PAGE = "docs/howto/saving_games.md"


def check_taken_names(root):
    """Faults between the component names that the library has taken and the table of them."""
    page = root / NAMES_PAGE
    if not page.is_file():
        return []
    taken = {}
    for path in sorted((root / "diorama").rglob("*.hpp")):
        relative = path.relative_to(root)
        if {"test", "bench"} & set(relative.parts):
            continue
        for match in NAMING.finditer(path.read_text()):
            taken[match.group(1) or match.group(2)] = relative.parts[1]
    told = {}
    for module, names in re.findall(r"^\| (\w+) \| ((?:`[\w.]+`(?:, )?)+) \|", page.read_text(), re.M):
        told.update(dict.fromkeys(re.findall(r"`([\w.]+)`", names), module))
    faults = [f"{NAMES_PAGE}: {name} is taken by {module} and not in its row"
              for name, module in taken.items() if told.get(name) != module]
    return faults + [f"{NAMES_PAGE}: {name} is in the table and not taken" for name in told if name not in taken]


def extensions_in(source, pattern):
    """The extensions that the list which `pattern` finds in `source` names."""
    listed = re.search(pattern, source.read_text(), re.S)
    return set(re.findall(r'"((?:KHR|EXT)_\w+)"', listed.group(1) if listed else ""))


def check_extensions(root):
    """Faults between the glTF extensions that are read and the table of them."""
    source, page = root / "diorama/gltf/parse/reading.cpp", root / "diorama/gltf/README.md"
    if not source.is_file():
        return []
    read = extensions_in(source, r"kSupported\{(.*?)\};")
    told = set(re.findall(r"^\| `((?:KHR|EXT)_\w+)` \|", page.read_text(), re.M))
    faults = [f"{page.relative_to(root)}: {name} is read and not in the table" for name in sorted(read - told)]
    return faults + [f"{page.relative_to(root)}: {name} is in the table and not read" for name in sorted(told - read)]


def check_undrawn(root):
    """Faults between the layers that `diorama render` names as not drawn and the table of them."""
    source, page = root / "tools/cli/findings.cpp", root / "diorama/gltf/README.md"
    if not source.is_file():
        return []
    named = extensions_in(source, r"kUndrawn\[\]\{(.*?)\n\};")
    told = set(re.findall(r"^\| `((?:KHR|EXT)_\w+)` \| not drawn \|", page.read_text(), re.M))
    faults = [f"{page.relative_to(root)}: {name} is not drawn, says findings.cpp, and the table does not"
              for name in sorted(named - told)]
    return faults + [f"{source.relative_to(root)}: {name} is not drawn, says the table, and kUndrawn does not"
                     for name in sorted(told - named)]


def check_named_files(root):
    """Pages that comments of sources name and that are not there."""
    faults = []
    for path in sorted((root / "diorama").rglob("*.[hc]pp")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for target in re.findall(r"//.*?\b(docs/[\w./-]+\.md)", line):
                if not (root / target).is_file():
                    faults.append(f"{path.relative_to(root)}:{number}: no such file: {target}")
    return faults


def check_module(folder, root):
    """Files a module must have, and headers that its target does not list."""
    name = folder.relative_to(root)
    listing = folder / "CMakeLists.txt"
    if not listing.is_file():
        return [f"{name}: no CMakeLists.txt"]
    faults = [f"{name}: no {file}" for file in ("README.md", "fwd.hpp") if not (folder / file).is_file()]
    listed = listing.read_text()
    for header in sorted(folder.glob("*.hpp")):
        if not re.search(rf"(?<![\w/]){re.escape(header.name)}\b", listed):
            faults.append(f"{header.relative_to(root)}: not in HEADERS of {name}/CMakeLists.txt")
    for header in [*folder.glob("*.hpp"), *(folder / "detail").glob("*")]:
        inside = str(header.relative_to(folder))
        if header.suffix == ".cpp" or (inside.startswith("detail/") and inside not in listed):
            continue  # not installed, so it may include what it likes
        for target in re.findall(rf'#include "{name}/(detail/[^"]+)"', header.read_text()):
            if target not in listed:
                faults.append(f"{header.relative_to(root)}: includes {target}, which is not in HEADERS")
    return faults


def check(root):
    """Every fault under `root`, as lines to print."""
    faults = check_errors(root) + check_used_codes(root) + check_links(root) + check_named_files(root)
    faults += check_extensions(root) + check_undrawn(root) + check_snippets(root) + check_taken_names(root)
    codes = error_codes(root)
    for folder in sorted(path for path in (root / "diorama").iterdir() if path.is_dir()):
        faults += check_module(folder, root)
        for path in sorted(folder.glob("*.hpp")):
            faults += check_header(path, path.relative_to(root))
            faults += check_named_codes(path, path.relative_to(root), codes)
    for top in ("diorama", "tools", "tests", "bench", "examples"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".cpp", ".inl", ".hpp") and not path.read_text().startswith(SPDX):
                faults.append(f"{path.relative_to(root)}:1: the first line is not {SPDX}")
    return list(dict.fromkeys(faults))


def main(arguments):
    words = [word for word in arguments if word != "--list"]
    root = pathlib.Path(words[0]) if words else pathlib.Path(__file__).resolve().parents[1]
    if "--list" in arguments:
        for page in pages(root):
            title = re.search(r"^# (.*)", page.read_text(), re.M)
            print(f"{str(page.relative_to(root)):40} {title.group(1) if title else ''}")
    faults = check(root)
    print("\n".join(faults) if faults else "docs: ok")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
