#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds places where a file of the project names something outside the project: a path of one machine.

check_paths.py [ROOT]: prints each as FILE:LINE: text and exits 1 if there is one. Paths of a Debian
system (/usr, /tmp, /proc, /dev, /etc, /sys) are not one machine's.
"""
import pathlib
import re
import subprocess
import sys

# A place where people and build machines keep checkouts, at the start of an absolute path.
OUTSIDE = re.compile(r"(?:(?<![\w.$}/-])|(?<=-[IL]))/(?:work|home|root|workspace|Users|opt|mnt|srv)/[\w.-]+")


def check_text(text, name):
    """Faults of one file's text."""
    return [f"{name}:{number}: names {match.group(0)}"
            for number, line in enumerate(text.splitlines(), 1) for match in OUTSIDE.finditer(line)]


def project_files(root):
    """The files git knows or would add; without git, all."""
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others",
                             "--exclude-standard"], capture_output=True, check=False)
    if listed.returncode == 0:
        return [root / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in root.rglob("*") if path.is_file()]


def check(root):
    """Every fault under `root`, as lines to print."""
    faults = []
    for path in sorted(project_files(root)):
        relative = path.relative_to(root)
        # This check's own test has to name such paths.
        if not path.is_file() or relative == pathlib.Path("scripts/check_test.py"):
            continue
        if path.is_symlink() and root.resolve() not in path.resolve().parents:
            faults.append(f"{relative}: links outside the project")
        try:
            faults += check_text(path.read_text(), relative)
        except UnicodeDecodeError:
            pass  # pictures, models and fuzz seeds
    return faults


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parents[1]
    faults = check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here)
    print("\n".join(faults) if faults else "paths: ok")
    sys.exit(1 if faults else 0)
