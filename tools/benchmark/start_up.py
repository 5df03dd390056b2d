#!/usr/bin/env python3
"""Time until `trainer --help` and a configuration error have answered: below 50 ms each.

The two are started in turn; the figure is the median. Exit codes: 0 met, 1 missed, 2 not measured.
"""
import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import measure

TARGET_MS = 50
MISTAKEN = "data: {format: synthetic}\nmodel: resnet18\noptimiser: {name: sgd}\n"


def timed(command, expected):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != expected:
        measure.skip(f"{' '.join(command)} ended with {done.returncode}, expected {expected}")
    return 1e3 * wall, 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", help="folder of the build (default build/release)")
    parser.add_argument("--rounds", type=int, default=25)
    args = parser.parse_args()
    trainer = measure.program(measure.build_folder(args.build), "trainer")
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "mistaken.yaml"
        config.write_text(MISTAKEN)
        cases = {"trainer --help": ([trainer, "--help"], 0),
                 "a configuration error": ([trainer, "--config", str(config)], 2)}
        table = measure.Table(f"start-up, {args.rounds} rounds")
        times = {name: [] for name in cases}
        for _ in range(args.rounds):
            for name, (command, expected) in cases.items():
                times[name].append(timed(command, expected))
    for name, pairs in times.items():
        wall, cpu = (statistics.median(column) for column in zip(*pairs))
        table.add(name, f"{wall:6.1f} ms wall {cpu:6.1f} ms CPU", wall, TARGET_MS)
    return table.exit_code()


if __name__ == "__main__":
    sys.exit(main())
