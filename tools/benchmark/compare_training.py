#!/usr/bin/env python3
"""One epoch, whole processes: `trainer` against torchvision's datasets and PyTorch's DataLoader.

Same data, network and recipe: simple_cnn on Fashion-MNIST, or with `clothing` resnet18 on photos (configs/clothing.yaml,
its validation pass included). Python in its better one of 0 and 2 workers. With `resident` Fashion-MNIST against a loop
that holds the set in a tensor, without any loader. Its Python needs
  pip install torch==2.13.0 numpy pillow && pip install --no-deps torchvision==0.28.0
Exit codes: 0 met, 1 missed, 2 not measured.
"""
import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import measure

TARGETS = {"fashion_mnist": 0.9, "clothing": 1.0, "resident": 1.0}


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


def commands_of(recipe, trainer, python, folder):
    """The contestants: name -> command of one round."""
    script = str(measure.HERE / "train_torchvision.py")
    fit = [trainer, "--quiet", "fit", "--config"]
    ours = lambda i: [*fit, f"output={folder}/{i}"]
    if recipe != "clothing":
        data = measure.data_folder("FASHION_MNIST_DIR", "/usr/share/datasets/fashion-mnist")
        fit += [str(measure.HERE / "fashion_mnist.yaml")]
    if recipe == "resident":
        return {"trainer": ours, "Python, set in a tensor": lambda _: [python, str(measure.HERE / "train_tensor.py"), data]}
    if recipe == "fashion_mnist":
        theirs = lambda workers: [python, script, recipe, data, workers, f"{folder}/cache"]
    else:
        data = measure.data_folder("CLOTHING_DIR", "data/clothing-small")
        fit += [str(measure.ROOT / "configs" / "clothing.yaml"), "train.epochs=1"]
        theirs = lambda workers: [python, script, recipe, data, workers]
    return {"trainer": ours,
            "Python, 0 workers": lambda _: theirs("0"), "Python, 2 workers": lambda _: theirs("2")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe", nargs="?", choices=TARGETS, default="fashion_mnist")
    parser.add_argument("--build", help="folder of the build (default build/release)")
    parser.add_argument("--python", default=sys.executable, help="a Python with torch and torchvision")
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    trainer = measure.program(measure.build_folder(args.build), "trainer")
    with tempfile.TemporaryDirectory() as folder:
        commands = commands_of(args.recipe, trainer, args.python, folder)
        timed(list(commands.values())[1](0))  # unpacks the files, and finds out what is missing
        table = measure.Table(f"one epoch of {args.recipe}, {args.rounds} rounds")
        times = measure_all(commands, args.rounds)
    medians = {}
    for name, pairs in times.items():
        medians[name], cpu = (statistics.median(column) for column in zip(*pairs))
        table.add(name, f"{medians[name]:7.1f} s wall {cpu:7.1f} s CPU")
    better = min((name for name in medians if name != "trainer"), key=medians.get)
    for column, (kind, limit) in enumerate((("wall", TARGETS[args.recipe]), ("CPU", None))):
        ratio = measure.paired_ratio([t[column] for t in times["trainer"]], [t[column] for t in times[better]])
        table.add(f"trainer / {better}: {kind}", f"{ratio:.3f}", ratio, limit)
    return table.exit_code()


if __name__ == "__main__":
    sys.exit(main())
