#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sums ctest's JUnit reports into one closing line: N passed, M failed, K skipped.

test_totals.py FAILED_STEPS REPORT...: a failed step that no report shows counts as a failure of its own,
so the line never says that all is well when a build broke. A report that is missing counts nothing.
"""
import pathlib
import sys
import xml.etree.ElementTree as xml


def totals(reports):
    """(passed, failed, skipped) over the reports that exist."""
    passed = failed = skipped = 0
    for report in reports:
        if not pathlib.Path(report).is_file():
            continue
        suite = xml.parse(report).getroot()
        count = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "skipped", "disabled")}
        left_out = count["skipped"] + count["disabled"]
        failed += count["failures"]
        skipped += left_out
        passed += count["tests"] - count["failures"] - left_out
    return passed, failed, skipped


if __name__ == "__main__":
    passed, failed, skipped = totals(sys.argv[2:])
    if failed == 0:
        failed = int(sys.argv[1])
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
