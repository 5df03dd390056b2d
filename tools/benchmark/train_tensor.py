"""One epoch of Fashion-MNIST with the whole set in a tensor: the twin of fashion_mnist.yaml, written for speed.

usage: train_tensor.py FOLDER_OF_IDX_FILES
No DataLoader: an index operation takes the mirrored and shifted windows of a batch out of the padded set.
"""
import gzip
import sys
from pathlib import Path

import numpy
import torch
from torch import nn

from networks import SimpleCnn

SIDE, PAD, BATCH = 28, 2, 128


def read_idx(path, header):
    with gzip.open(path) as archive:
        return torch.from_numpy(numpy.frombuffer(archive.read(), numpy.uint8, offset=header).copy())


def batches(images, labels):
    padded = nn.functional.pad(images, (PAD,) * 4)
    scale, shift = 1 / (255 * 0.353), -0.286 / 0.353
    reach = torch.arange(SIDE)
    for index in torch.randperm(len(images)).split(BATCH):
        count = len(index)
        y = torch.randint(2 * PAD + 1, (count, 1)) + reach
        x = torch.randint(2 * PAD + 1, (count, 1)) + reach
        x = torch.where(torch.rand(count, 1) < 0.5, x.flip(1), x)
        pixels = padded[index[:, None, None], y[:, :, None], x[:, None, :]]
        # One channel: made as channels_last, or the strides would not tell.
        yield pixels.float().mul_(scale).add_(shift).unsqueeze(-1).permute(0, 3, 1, 2), labels[index]


def main(folder):
    torch.manual_seed(1)
    images = read_idx(Path(folder) / "train-images-idx3-ubyte.gz", 16).view(-1, SIDE, SIDE)
    labels = read_idx(Path(folder) / "train-labels-idx1-ubyte.gz", 8).long()
    model = SimpleCnn(batch_norm=True, dropout=0.2).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.002, weight_decay=0.01, fused=True)
    steps = -(-len(images) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.002, total_steps=steps)
    loss_function = nn.CrossEntropyLoss()
    total = 0.0
    for pixels, targets in batches(images, labels):
        optimizer.zero_grad(set_to_none=True)
        loss = loss_function(model(pixels), targets)
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.item()
    print(f"mean loss {total / steps:.4f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
