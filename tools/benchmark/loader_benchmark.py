"""Python's side of the loader: the protocol of loader_benchmark.cpp, `round N` in images.

usage: loader_benchmark.py pil|uint8|timm train|val|start FOLDER WORKERS
  pil    torchvision's ImageFolder on PIL images, ToTensor and Normalize: what the documentation shows
  uint8  torchvision's decoder and transforms on uint8 tensors, normalised on the batch: torchvision's fastest
  timm   timm's create_loader, uint8 until its prefetcher normalises
  start  of train: makes a loader and takes one batch, each time anew
FOLDER holds train/ and validation/. Ends with 2 where a package is missing.
"""
import os
import sys
import time
from pathlib import Path

from torchvision_import import torch, torchvision
from torchvision import datasets
from torchvision.transforms import v2

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
BATCH, SIZE, RESIZED = 64, 224, 256


def ticks(pid):
    """CPU seconds of a live process and of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def workers_now():
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()


def cpu_seconds():
    """CPU seconds of this process and its workers."""
    return ticks("self") + sum(ticks(child) for child in workers_now())


def settled_cpu_seconds():
    """The same once the workers have filled their queues again, so that a round pays for what it takes out."""
    before, now = -1.0, cpu_seconds()
    while now - before > 0.005:
        time.sleep(0.05)
        before, now = now, cpu_seconds()
    return now


def steps(train):
    if train:
        return [v2.RandomResizedCrop(SIZE, antialias=True), v2.RandomHorizontalFlip()]
    return [v2.Resize(RESIZED, antialias=True), v2.CenterCrop(SIZE)]


def torchvision_loader(kind, split, folder, workers):
    train = split == "train"
    if kind == "pil":
        pipeline = v2.Compose([*steps(train), v2.PILToTensor(), v2.ToDtype(torch.float32, scale=True),
                               v2.Normalize(MEAN, STD)])
        data = datasets.ImageFolder(folder, transform=pipeline)
    else:
        read = torchvision.io.decode_image
        rgb = torchvision.io.ImageReadMode.RGB
        data = datasets.ImageFolder(folder, transform=v2.Compose(steps(train)), loader=lambda path: read(path, rgb))
    more = {"persistent_workers": True, "prefetch_factor": 4} if workers else {}
    loader = torch.utils.data.DataLoader(data, batch_size=BATCH, shuffle=train, num_workers=workers, **more)
    if kind == "pil":
        return loader
    normalize = v2.Compose([v2.ToDtype(torch.float32, scale=True), v2.Normalize(MEAN, STD)])
    return Normalized(loader, normalize)


class Normalized:
    def __init__(self, loader, normalize):
        self.loader = loader
        self.normalize = normalize

    def __iter__(self):
        for images, labels in self.loader:
            yield self.normalize(images), labels


def timm_loader(split, folder, workers):
    try:
        from timm.data import create_dataset, create_loader
    except ImportError as error:
        print(f"{error}; pip install --no-deps timm", file=sys.stderr)
        sys.exit(2)
    data = create_dataset("", folder)
    return create_loader(data, input_size=(3, SIZE, SIZE), batch_size=BATCH, is_training=split == "train",
                         use_prefetcher=False, num_workers=workers, persistent_workers=workers > 0,
                         interpolation="bilinear", crop_pct=SIZE / RESIZED, color_jitter=None, mean=MEAN, std=STD)


def main(kind, split, folder, workers):
    torch.manual_seed(1)
    torch.set_num_threads(1)  # one image is too little work to share: with more, they mostly wait for each other
    part = "val" if split == "val" else "train"
    folder = str(Path(folder) / {"train": "train", "val": "validation"}[part])

    def make():
        if kind == "timm":
            return timm_loader(part, folder, workers)
        return torchvision_loader(kind, part, folder, workers)

    answer_rounds(starts(make) if split == "start" else endless(make()))


def endless(loader):
    """Batch after batch, as a number of images."""
    while True:
        for _, labels in loader:
            yield len(labels)


def starts(make):
    """First batches of loaders made anew; the last loader is ended before the next is timed."""
    while True:
        iterator = iter(make())
        next(iterator)
        yield 1
        del iterator


def answer_rounds(work):
    print("ready", flush=True)
    for line in sys.stdin:
        wanted = int(line.split()[1])
        wall, cpu, done = time.perf_counter(), cpu_seconds(), 0
        while done < wanted:
            done += next(work)
        share, wall = wanted / done, time.perf_counter() - wall
        print(wall * share, (settled_cpu_seconds() - cpu) * share, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 5 or sys.argv[1] not in ("pil", "uint8", "timm") or sys.argv[2] not in ("train", "val", "start"):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
