#!/usr/bin/env python3
"""The training step of trainer against plain PyTorch in Python, in the same rounds.

Each runs in the environment that a user has: ours as `trainer` starts trainer-run, Python with its defaults. Python is
measured in both memory layouts and compared in its better one. Exit codes: 0 met, 1 missed, 2 not measured.
"""
import argparse
import multiprocessing
import statistics
import sys

import measure

# network, steps a round, steps of warm-up
CASES = {"simple_cnn": (20, 40), "resnet18": (3, 3)}
TARGET = 1.03


def spin():
    while True:
        pass


def contestants_of(name, args, folder):
    binary = measure.program(folder, "step_benchmark")
    config = str(measure.HERE / f"step_{name}.yaml")
    script = str(measure.HERE / "step_benchmark.py")
    ours = measure.Contestant("trainer", [binary, config])
    others = []
    if args.variants:
        others = [measure.Contestant("trainer, bare step", [binary, "--bare", config]),
                  measure.Contestant("trainer, environment untouched", [binary, "--own-environment", config])]
    python = [measure.Contestant(f"Python, {layout}", [args.python, script, name, layout])
              for layout in ("contiguous", "channels_last")]
    return ours, others, python


def compare(name, args, folder):
    steps, warm_up = CASES[name]
    if args.steps:
        steps = warm_up = args.steps
    table = measure.Table(f"training step of {name}, {args.rounds} rounds of {steps} steps"
                          + (", beside a busy process" if args.busy else ""))
    ours, others, python = contestants_of(name, args, folder)
    everyone = [ours, *others, *python]
    measure.interleave(everyone, args.rounds, steps, warm_up)
    for one in everyone:
        one.close()
        table.add(one.name, f"{1e3 * statistics.median(one.wall):8.2f} ms wall"
                            f" {1e3 * statistics.median(one.cpu):8.2f} ms CPU")
    better = min(python, key=lambda one: statistics.median(one.wall))
    wall = measure.paired_ratio(ours.wall, better.wall)
    table.add(f"trainer / {better.name}: wall", f"{wall:.3f}", wall, None if args.busy else TARGET)
    table.add(f"trainer / {better.name}: CPU", f"{measure.paired_ratio(ours.cpu, better.cpu):.3f}")
    for other in others:
        table.add(f"{other.name} / {better.name}: wall",
                  f"{measure.paired_ratio(other.wall, better.wall):.3f}")
    return table.exit_code()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", default=list(CASES), metavar="NETWORK", help="simple_cnn, resnet18")
    parser.add_argument("--build", help="folder of the build (default build/release)")
    parser.add_argument("--python", default=sys.executable, help="a Python with torch of the same version")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--steps", type=int, help="steps a round (default 20 and 3)")
    parser.add_argument("--variants", action="store_true", help="also ours without its extras and its environment")
    parser.add_argument("--busy", action="store_true", help="beside one process that keeps a core busy; no target")
    args = parser.parse_args()
    unknown = [name for name in args.networks if name not in CASES]
    if unknown:
        parser.error(f"unknown network {unknown[0]}; expected {', '.join(CASES)}")
    folder = measure.build_folder(args.build)
    busy = multiprocessing.Process(target=spin, daemon=True) if args.busy else None
    if busy:
        busy.start()
    codes = [compare(name, args, folder) for name in args.networks]
    if busy:
        busy.terminate()
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
