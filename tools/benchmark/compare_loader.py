#!/usr/bin/env python3
"""The loader of trainer against torchvision's and timm's, on the same photos, in the same rounds.

Batches of 64 are delivered, normalised and thrown away: random resized crop to 224 and flip (train, cache, fast), resize
to 256 and centre crop (val). What counts are CPU seconds of all processes, on each side with the better number of
threads or workers. Parts:
  train, val   files of about 500 px, bit-exact, against Python
  cache        train with `data.cache: decoded`, once all images are in it
  fast         `data.decode: fast` against exact, on photos of 2 megapixels and more (LARGE_PHOTOS, such as those of
               Debian's package mate-backgrounds)
  start        seconds until a new loader's first batch, against Python's with workers
  memory       the most that all processes have while batches are delivered
  threads      images a second with two decode threads against one
Its Python needs
  pip install torch==2.13.0 numpy pillow && pip install --no-deps torchvision==0.28.0 timm
torchvision's own JPEG decoder (uint8) only loads beside a CUDA build of torch. Exit codes: 0 no floor missed, 1 one
missed, 2 not measured.
"""
import argparse
import statistics
import sys
import tempfile
from pathlib import Path

import make_photos
import measure

KINDS = {"pil": "torchvision PIL", "uint8": "torchvision uint8", "timm": "timm"}


class Comparison:
    """One part: a table, and the processes that are measured for it."""

    def __init__(self, part, args, photos):
        self.args = args
        self.photos = photos
        self.table = measure.Table(f"{part}, {args.rounds} rounds of {args.images} images")

    def ours(self, name, split, *overrides, workers=2, photos=None):
        binary = measure.program(measure.build_folder(self.args.build), "loader_benchmark")
        command = [binary, split, str(measure.HERE / "loader.yaml"), f"data.workers={workers}", *overrides]
        return measure.Contestant(name, command, {"PHOTOS": str(photos or self.photos)})

    def python(self, kind, split, workers):
        script = str(measure.HERE / "loader_benchmark.py")
        return measure.Contestant(f"{KINDS[kind]}, {workers} workers",
                                  [self.args.python, script, kind, split, str(self.photos), str(workers)])

    def all_ours(self, split):
        return [self.ours(f"trainer, {workers} thread{'s' * (workers > 1)}", split, workers=workers)
                for workers in self.args.workers]

    def all_python(self, split):
        return {(kind, workers): self.python(kind, split, workers)
                for kind in self.args.python_kinds for workers in self.args.python_workers}

    def run(self, contestants, images=None, warm_up=None):
        """Rounds, then the rate of each contestant."""
        images = images or self.args.images
        measure.interleave(contestants, self.args.rounds, images, warm_up or images)
        for one in contestants:
            one.close()

    def rates(self, contestants):
        for one in contestants:
            self.table.add(one.name, f"{1 / statistics.median(one.cpu):8.0f} images a CPU second")

    def faster(self, ours, rival, goal, floor, column="cpu"):
        ratio = measure.paired_ratio(getattr(rival, column), getattr(ours, column))
        self.table.add_floor(f"{ours.name}: faster than {rival.name}", f"{ratio:.2f} x", ratio, goal, floor)

    def share(self, what, ratio, limit):
        self.table.add(what, f"{ratio:.3f}", ratio, limit)


def better(contestants):
    return min(contestants, key=lambda one: statistics.median(one.cpu), default=None)


def best_of(python, kind):
    return better([one for (name, _), one in python.items() if name == kind])


def train(comparison):
    candidates = comparison.all_ours("train")
    bare = comparison.ours("full decode, nothing else", "decode")
    python = comparison.all_python("train")
    everyone = [*candidates, bare, *python.values()]
    comparison.run(everyone)
    comparison.rates(everyone)
    ours = better(candidates)
    rivals = [(best_of(python, "pil"), 4.0, 3.5), (best_of(python, "timm"), 5.0, 4.5),
              (better(python.values()), 2.0, 1.8), (bare, 0.95, 0.85)]
    for rival, goal, floor in rivals:
        if rival:
            comparison.faster(ours, rival, goal, floor)


def val(comparison):
    candidates = comparison.all_ours("val")
    python = {("pil", workers): comparison.python("pil", "val", workers) for workers in comparison.args.python_workers}
    everyone = [*candidates, *python.values()]
    comparison.run(everyone)
    comparison.rates(everyone)
    comparison.faster(better(candidates), better(python.values()), 3.2, 2.7)


def cache(comparison):
    ours = comparison.ours("trainer, decoded cache", "train", "data.cache=decoded")
    python = {("pil", workers): comparison.python("pil", "train", workers) for workers in comparison.args.python_workers}
    # Fills the cache: an epoch and what is prefetched.
    ours.round(len(list((comparison.photos / "train").rglob("*.jpg"))), keep=False)
    comparison.run([ours, *python.values()])
    comparison.rates([ours, *python.values()])
    comparison.faster(ours, better(python.values()), 10.0, 10.0)


def fast(comparison):
    with tempfile.TemporaryDirectory() as folder:
        source = measure.data_folder("LARGE_PHOTOS", "/usr/share/backgrounds/mate")
        make_photos.make_large(Path(source), Path(folder))
        small = "train.batch_size=8"
        ours = comparison.ours("trainer, fast", "train", "data.decode=fast", small, photos=folder)
        exact = comparison.ours("trainer, exact", "train", small, photos=folder)
        comparison.run([ours, exact], images=64)
        comparison.rates([ours, exact])
        comparison.faster(ours, exact, 1.2, 1.2)


def start(comparison):
    ours = comparison.ours("trainer", "start")
    python = comparison.python("pil", "start", 2)
    comparison.run([ours, python], images=1)
    for one in (ours, python):
        comparison.table.add(one.name, f"{1e3 * statistics.median(one.wall):8.0f} ms to the first batch")
    comparison.share("trainer / Python", measure.paired_ratio(ours.wall, python.wall), 0.2)


def memory(comparison):
    everyone = [comparison.ours("trainer", "train"), comparison.python("pil", "train", 2)]
    measure.interleave(everyone, 1, comparison.args.images, comparison.args.images)
    peaks = [[one.peak_memory(comparison.args.images) for _ in range(comparison.args.rounds)] for one in everyone]
    for one, bytes_of in zip(everyone, peaks):
        comparison.table.add(one.name, f"{statistics.median(bytes_of) / 2**20:8.0f} MiB at most")
        one.close()
    comparison.share("trainer / Python", measure.paired_ratio(*peaks), 0.3)


def threads(comparison):
    one, two = (comparison.ours(f"trainer, {count} threads", "train", workers=count) for count in (1, 2))
    # Long rounds: what is ready when one begins comes for nothing.
    comparison.run([one, two], images=8 * comparison.args.images)
    for contestant in (one, two):
        comparison.table.add(contestant.name, f"{1 / statistics.median(contestant.wall):8.0f} images a second")
    comparison.faster(two, one, 1.9, 1.7, "wall")


PARTS = {part.__name__: part for part in (train, val, cache, fast, start, memory, threads)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--build", help="folder of the build (default build/release)")
    parser.add_argument("--python", default=sys.executable, help="a Python with torch, torchvision and timm")
    parser.add_argument("--photos", help="where the prepared photos are or are to be put (default: a temporary folder)")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--images", type=int, default=512, help="images a round")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="decode threads of trainer")
    parser.add_argument("--python-kinds", nargs="+", choices=KINDS, default=list(KINDS), help="which of Python's loaders")
    parser.add_argument("--python-workers", type=int, nargs="+", default=[0, 2])
    args = parser.parse_args()
    unknown = [name for name in args.parts if name not in PARTS]
    if unknown:
        parser.error(f"unknown part {unknown[0]}; expected {', '.join(PARTS)}")
    source = measure.data_folder("CLOTHING_DIR", "data/clothing-small")
    code = 0
    with tempfile.TemporaryDirectory() as folder:
        photos = Path(args.photos or folder)
        make_photos.make(Path(source), photos)
        for part in args.parts:
            comparison = Comparison(part, args, photos)
            PARTS[part](comparison)
            code = max(code, comparison.table.exit_code())
    return code


if __name__ == "__main__":
    sys.exit(main())
