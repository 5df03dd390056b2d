"""Python's side of the training step: the protocol of step_benchmark.cpp, in plain PyTorch.

usage: step_benchmark.py simple_cnn|resnet18 contiguous|channels_last
"""
import resource
import sys
import time

import torch
from torch import nn

from networks import ResNet18, SimpleCnn

CASES = {"simple_cnn": (SimpleCnn, (128, 1, 28, 28)), "resnet18": (ResNet18, (32, 3, 96, 96))}


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main(name, layout):
    network, shape = CASES[name]
    torch.manual_seed(1)
    form = torch.channels_last if layout == "channels_last" else torch.contiguous_format
    model = network().to(memory_format=form).train()
    images = torch.randn(shape)
    if layout == "channels_last":
        # With one channel the strides do not tell the layouts apart unless they are made this way.
        images = images.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)
    labels = torch.randint(10, (shape[0],))
    loss_function = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4, fused=True)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = loss_function(model(images), labels)
        loss.backward()
        optimizer.step()
        return loss.item()

    print("ready", flush=True)
    for line in sys.stdin:
        count = int(line.split()[1])
        wall, cpu = time.perf_counter(), cpu_seconds()
        for _ in range(count):
            step()
        print(time.perf_counter() - wall, cpu_seconds() - cpu, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in CASES or sys.argv[2] not in ("contiguous", "channels_last"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
