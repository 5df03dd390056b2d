"""Python's side of compare_resident.py: the protocol of resident_benchmark.cpp, a set held in a tensor, in batched ops.

usage: resident_benchmark.py gather|windows
  gather   one index operation takes the mirrored and shifted windows out of the padded set
  windows  the batch is padded, flipped by torch.where, and its windows are copied shift by shift
"""
import resource
import sys
import time

import torch

IMAGES, SIDE, PAD, BATCH = 50_000, 32, 4, 512
MEAN, STD = [0.491, 0.482, 0.447], [0.247, 0.243, 0.262]


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def by_gather(images, mean, std):
    """`images` uint8 [N, H, W, C]: pixels stay together, and the result is channels_last without a copy."""
    padded = torch.nn.functional.pad(images, (0, 0, PAD, PAD, PAD, PAD))
    scale, shift = 1 / (255 * std), -mean / std
    reach = torch.arange(SIDE)

    def batch(index):
        count = len(index)
        y = torch.randint(2 * PAD + 1, (count, 1)) + reach
        x = torch.randint(2 * PAD + 1, (count, 1)) + reach
        x = torch.where(torch.rand(count, 1) < 0.5, x.flip(1), x)
        pixels = padded[index[:, None, None], y[:, :, None], x[:, None, :]]
        return torch.addcmul(shift, pixels.float(), scale).permute(0, 3, 1, 2)

    return batch


def by_windows(images, mean, std):
    """`images` as [N, C, H, W]: what trainers of CIFAR in one file do."""
    planes = images.permute(0, 3, 1, 2).contiguous()
    scale, shift = (1 / (255 * std)).view(1, 3, 1, 1), (-mean / std).view(1, 3, 1, 1)

    def batch(index):
        chosen = planes[index]
        flipped = torch.where(torch.rand(len(index), 1, 1, 1) < 0.5, chosen.flip(-1), chosen)
        padded = torch.nn.functional.pad(flipped, (PAD,) * 4)
        y, x = torch.randint(2 * PAD + 1, (2, len(index)))
        rows = torch.empty(len(index), 3, SIDE, SIDE + 2 * PAD, dtype=torch.uint8)
        out = torch.empty_like(chosen)
        for step in range(2 * PAD + 1):
            rows[y == step] = padded[y == step, :, step:step + SIDE]
        for step in range(2 * PAD + 1):
            out[x == step] = rows[x == step, :, :, step:step + SIDE]
        return (out.float() * scale + shift).contiguous(memory_format=torch.channels_last)

    return batch


def main(kind):
    torch.manual_seed(1)
    images = torch.randint(256, (IMAGES, SIDE, SIDE, 3), dtype=torch.uint8)
    make = by_gather if kind == "gather" else by_windows
    batch = make(images, torch.tensor(MEAN), torch.tensor(STD))
    order, place = torch.randperm(IMAGES), 0
    print("ready", flush=True)
    for line in sys.stdin:
        wanted, done = int(line.split()[1]), 0
        wall, cpu = time.perf_counter(), cpu_seconds()
        while done < wanted:
            if place + BATCH > IMAGES:
                order, place = torch.randperm(IMAGES), 0
            done += len(batch(order[place:place + BATCH]))
            place += BATCH
        share = wanted / done
        print((time.perf_counter() - wall) * share, (cpu_seconds() - cpu) * share, flush=True)


if __name__ == "__main__":
    if sys.argv[1:] not in (["gather"], ["windows"]):
        sys.exit(__doc__)
    main(sys.argv[1])
