#!/usr/bin/env python3
"""Sums up what `llvm-cov export -summary-only` gives on stdin, for each file of one folder and for all of it.

    coverage_table.py FOLDER      such as src/data/decode; prints a Markdown table
"""
import json
import os
import sys

KINDS = ("lines", "regions", "functions")


def cells(counts):
    return " | ".join(f"{counts[kind][1]} of {counts[kind][0]} ({100 * counts[kind][1] / max(1, counts[kind][0]):.1f} %)"
                      for kind in KINDS)


def main():
    folder = sys.argv[1].strip("/")
    total = {kind: [0, 0] for kind in KINDS}
    print(f"| {folder} | " + " | ".join(KINDS) + " |\n|---|---|---|---|")
    for file in json.load(sys.stdin)["data"][0]["files"]:
        name = os.path.normpath(file["filename"])
        if f"/{folder}/" not in name:
            continue
        counts = {kind: (file["summary"][kind]["count"], file["summary"][kind]["covered"]) for kind in KINDS}
        for kind in KINDS:
            total[kind] = [a + b for a, b in zip(total[kind], counts[kind])]
        print(f"| {name.split(f'/{folder}/')[-1]} | {cells(counts)} |")
    print(f"| all | {cells(total)} |")


main()
