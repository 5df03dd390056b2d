#!/usr/bin/env python3
"""Batches of CIFAR-sized images out of memory (flip, pad and crop, normalise) against batched PyTorch operations.

Both sides hold 50,000 images of 32 x 32 in memory and deliver normalised float tensors in channels_last, batches of 512.
Python in the better of two ways of writing it. What counts are CPU seconds. Exit codes: 0 met, 1 missed, 2 not measured.
"""
import argparse
import statistics
import sys

import measure

GOAL, FLOOR = 5.0, 5.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", help="folder of the build (default build/release)")
    parser.add_argument("--python", default=sys.executable, help="a Python with torch")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--images", type=int, default=20_480, help="images a round")
    args = parser.parse_args()
    binary = measure.program(measure.build_folder(args.build), "resident_benchmark")
    table = measure.Table(f"batches of resident images, {args.rounds} rounds of {args.images} images")
    ours = measure.Contestant("trainer", [binary, str(measure.HERE / "resident.yaml")])
    script = str(measure.HERE / "resident_benchmark.py")
    python = [measure.Contestant(f"Python, {kind}", [args.python, script, kind]) for kind in ("gather", "windows")]
    measure.interleave([ours, *python], args.rounds, args.images, args.images)
    for one in (ours, *python):
        one.close()
        table.add(one.name, f"{1 / statistics.median(one.cpu):8.0f} images a CPU second"
                            f" {1 / statistics.median(one.wall):8.0f} a second")
    better = min(python, key=lambda one: statistics.median(one.cpu))
    ratio = measure.paired_ratio(better.cpu, ours.cpu)
    table.add_floor(f"faster than {better.name}", f"{ratio:.2f} x", ratio, GOAL, FLOOR)
    return table.exit_code()


if __name__ == "__main__":
    sys.exit(main())
