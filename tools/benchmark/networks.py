"""The networks of the benchmarks in Python: plain PyTorch, without torchvision."""
import torch
from torch import nn


class SimpleCnn(nn.Module):
    def __init__(self, channels=1, size=28, width=32, hidden=128, classes=10, batch_norm=False, dropout=0.0):
        super().__init__()
        layers = []
        for before, after in ((channels, width), (width, 2 * width)):
            layers.append(nn.Conv2d(before, after, 3, padding=1, bias=not batch_norm))
            if batch_norm:
                layers.append(nn.BatchNorm2d(after))
            layers += [nn.ReLU(inplace=True), nn.MaxPool2d(2)]
        self.features = nn.Sequential(*layers)
        head = [nn.Linear(2 * width * (size // 4) ** 2, hidden), nn.ReLU(inplace=True), nn.Linear(hidden, classes)]
        if dropout:
            head = [nn.Dropout(dropout), *head[:2], nn.Dropout(dropout), head[2]]
        self.head = nn.Sequential(*head)

    def forward(self, x):
        return self.head(torch.flatten(self.features(x), 1))


class BasicBlock(nn.Module):
    def __init__(self, before, after, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(after)
        self.conv2 = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(after)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = None
        if stride != 1 or before != after:
            self.downsample = nn.Sequential(nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after))

    def forward(self, x):
        shortcut = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += shortcut
        return self.relu(out)


class ResNet18(nn.Module):
    def __init__(self, channels=3, classes=10):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(channels, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64),
                                  nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1))
        blocks = []
        before = 64
        for after, stride in ((64, 1), (128, 2), (256, 2), (512, 2)):
            blocks += [BasicBlock(before, after, stride), BasicBlock(after, after, 1)]
            before = after
        self.blocks = nn.Sequential(*blocks)
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(512, classes)

    def forward(self, x):
        return self.fc(torch.flatten(self.pool(self.blocks(self.stem(x))), 1))
