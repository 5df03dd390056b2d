#!/usr/bin/env python3
"""The loader of trainer against torchvision's and timm's, on the same photos, in the same rounds.

Batches of 64 are delivered and thrown away: random resized crop to 224 and flip (train), resize to 256 and centre crop
(val). What counts are CPU seconds of all processes. Its Python needs
  pip install torch==2.13.0 numpy pillow && pip install --no-deps torchvision==0.28.0 timm
Exit codes: 0 no floor missed, 1 one missed, 2 not measured.
"""
import argparse
import statistics
import sys
import tempfile
from pathlib import Path

import make_photos
import measure

# what, against whom, goal, floor; the ratio is theirs / ours: how many times faster ours is
KINDS = {"pil": "torchvision PIL", "uint8": "torchvision uint8", "timm": "timm"}
GOALS = {
    "train": [("torchvision PIL", 4.0, 3.5), ("timm", 5.0, 4.5), ("best Python", 2.0, 1.8), ("full decode", 0.95, 0.85)],
    "val": [("torchvision PIL", 3.2, 2.7)],
}


def contestants_of(split, args, photos):
    binary = measure.program(measure.build_folder(args.build), "loader_benchmark")
    config, script = str(measure.HERE / "loader.yaml"), str(measure.HERE / "loader_benchmark.py")
    where = {"PHOTOS": str(photos)}
    workers = f"data.workers={args.workers}"
    ours = measure.Contestant("trainer", [binary, split, config, workers], where)
    bare = measure.Contestant("full decode, nothing else", [binary, "decode", config], where)
    python = {}
    for kind in args.python_kinds:
        name = KINDS[kind]
        for count in args.python_workers:
            python[name, count] = measure.Contestant(f"{name}, {count} workers",
                                                     [args.python, script, kind, split, str(photos), str(count)])
    return ours, bare, python


def better(contestants):
    return min(contestants, key=lambda one: statistics.median(one.cpu), default=None)


def compare(split, args, photos):
    table = measure.Table(f"{split} pipeline, {args.rounds} rounds of {args.images} images")
    ours, bare, python = contestants_of(split, args, photos)
    everyone = [ours, bare, *python.values()]
    measure.interleave(everyone, args.rounds, args.images, args.images)
    for one in everyone:
        one.close()
        table.add(one.name, f"{1 / statistics.median(one.cpu):8.0f} images a CPU second")
    rivals = {name: better([one for (kind, _), one in python.items() if kind == name])
              for name in ("torchvision PIL", "timm")}
    rivals = {name: one for name, one in rivals.items() if one}
    rivals["best Python"] = better(python.values())
    rivals["full decode"] = bare
    for name, goal, floor in GOALS[split]:
        if name not in rivals:
            table.add(f"faster than {name}", "not measured")
            table.met = False
            continue
        ratio = measure.paired_ratio(rivals[name].cpu, ours.cpu)
        table.add_floor(f"faster than {rivals[name].name}", f"{ratio:.2f} x", ratio, goal, floor)
    return table.exit_code()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("splits", nargs="*", default=list(GOALS), metavar="SPLIT", help="train, val")
    parser.add_argument("--build", help="folder of the build (default build/release)")
    parser.add_argument("--python", default=sys.executable, help="a Python with torch, torchvision and timm")
    parser.add_argument("--photos", help="where the prepared photos are or are to be put (default: a temporary folder)")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--images", type=int, default=512, help="images a round")
    parser.add_argument("--workers", type=int, default=2, help="decode threads of trainer")
    parser.add_argument("--python-kinds", nargs="+", choices=KINDS, default=list(KINDS), help="which of Python's loaders")
    parser.add_argument("--python-workers", type=int, nargs="+", default=[0, 2])
    args = parser.parse_args()
    unknown = [name for name in args.splits if name not in GOALS]
    if unknown:
        parser.error(f"unknown split {unknown[0]}; expected {', '.join(GOALS)}")
    source = measure.data_folder("CLOTHING_DIR", "data/clothing-small")
    with tempfile.TemporaryDirectory() as folder:
        photos = Path(args.photos or folder)
        make_photos.make(Path(source), photos)
        return max(compare(split, args, photos) for split in args.splits)


if __name__ == "__main__":
    sys.exit(main())
