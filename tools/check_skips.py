#!/usr/bin/env python3
"""Fails when a test was skipped that may not be: see tests/allowed_skips.txt for the list and its format."""
import argparse
import fnmatch
import os
import pathlib
import re
import sys
import xml.etree.ElementTree


def read_list(path, in_ci):
    """The patterns of the list that hold now, each with its reason."""
    allowed = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fields = line.split(maxsplit=2)
        if not fields or fields[0].startswith("#"):
            continue
        if len(fields) != 3 or fields[1] not in ("always", "local"):
            sys.exit(f"{path}:{number}: expected `pattern always|local reason`, got `{line}`")
        if fields[1] == "always" or not in_ci:
            allowed[fields[0]] = fields[2]
    return allowed


def skipped_entries(report):
    """Names of the ctest entries that did not run, from ctest's JUnit report."""
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        if case.get("status") in ("notrun", "disabled") or case.find("skipped") is not None:
            yield case.get("name")


def skipped_cases(log):
    """Suite.Case of every GoogleTest case that skipped itself, from ctest's log."""
    text = log.read_text(encoding="utf-8", errors="replace")
    # With its time behind it: the list at the end of GoogleTest's output would count each twice.
    return re.findall(r"^\[  SKIPPED \] (\S+) \(\d+ ms\)$", text, flags=re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", type=pathlib.Path, required=True)
    parser.add_argument("--report", type=pathlib.Path, required=True)
    parser.add_argument("--log", type=pathlib.Path, required=True)
    options = parser.parse_args()

    allowed = read_list(options.list, os.environ.get("CI") == "true")
    skipped = [*skipped_entries(options.report), *skipped_cases(options.log)]
    refused = [name for name in skipped if not any(fnmatch.fnmatchcase(name, p) for p in allowed)]
    for name in refused:
        print(f"skipped, but not allowed to: {name}", file=sys.stderr)
    if refused:
        print(f"{len(refused)} tests were skipped that are not in {options.list.name}", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
