#!/usr/bin/env python3
"""One epoch of Fashion-MNIST, whole processes: `trainer` against torchvision's dataset and PyTorch's DataLoader.

Same network and recipe; Python in its better one of 0 and 2 workers. Its Python needs
  pip install torch==2.13.0 numpy pillow && pip install --no-deps torchvision==0.28.0
Exit codes: 0 met, 1 missed, 2 not measured.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import measure

TARGET = 0.9


def timed(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        measure.skip(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure_all(commands, rounds):
    """Wall and CPU seconds of each command, {command: [(wall, cpu), ...]}; the order turns with the rounds."""
    names = list(commands)
    times = {name: [] for name in names}
    for index in range(rounds):
        turn = index % len(names)
        for name in names[turn:] + names[:turn]:
            times[name].append(timed(commands[name](index)))
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", help="folder of the build (default build/release)")
    parser.add_argument("--python", default=sys.executable, help="a Python with torch and torchvision")
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    trainer = measure.program(measure.build_folder(args.build), "trainer")
    data = os.environ.get("FASHION_MNIST_DIR", "/usr/share/datasets/fashion-mnist")
    if not Path(data).is_dir():
        measure.skip(f"{data} is not there; install dataset-fashion-mnist or set FASHION_MNIST_DIR")
    with tempfile.TemporaryDirectory() as folder:
        config, script = str(measure.HERE / "fashion_mnist.yaml"), str(measure.HERE / "train_torchvision.py")
        ours = lambda i: [trainer, "--quiet", "fit", "--config", config, f"output={folder}/{i}"]
        python = lambda workers: lambda _: [args.python, script, data, workers, f"{folder}/cache"]
        commands = {"trainer": ours, "Python, 0 workers": python("0"), "Python, 2 workers": python("2")}
        timed(commands["Python, 0 workers"](0))  # unpacks the files, and finds out what is missing
        table = measure.Table(f"one epoch of Fashion-MNIST, {args.rounds} rounds")
        times = measure_all(commands, args.rounds)
    medians = {}
    for name, pairs in times.items():
        medians[name], cpu = (statistics.median(column) for column in zip(*pairs))
        table.add(name, f"{medians[name]:7.1f} s wall {cpu:7.1f} s CPU")
    better = min((name for name in medians if name != "trainer"), key=medians.get)
    for column, (kind, limit) in enumerate((("wall", TARGET), ("CPU", None))):
        ratio = measure.paired_ratio([t[column] for t in times["trainer"]], [t[column] for t in times[better]])
        table.add(f"trainer / {better}: {kind}", f"{ratio:.3f}", ratio, limit)
    return table.exit_code()


if __name__ == "__main__":
    sys.exit(main())
