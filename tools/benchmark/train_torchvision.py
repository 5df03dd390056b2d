"""One epoch by torchvision's datasets and PyTorch's DataLoader: the twin of fashion_mnist.yaml or of configs/clothing.yaml.

usage: train_torchvision.py fashion_mnist FOLDER_OF_IDX_FILES WORKERS CACHE
       train_torchvision.py clothing FOLDER_WITH_train_AND_validation WORKERS
CACHE is where torchvision wants its copies of the files. Ends with 2 where torch or torchvision is missing.
"""
import gzip
import shutil
import sys
from pathlib import Path

from torchvision_import import torch
from torch import nn
from torchvision import datasets, transforms

from networks import ResNet18, SimpleCnn


def copy_files(source, cache):
    folder = Path(cache) / "FashionMNIST" / "raw"
    folder.mkdir(parents=True, exist_ok=True)
    for packed in Path(source).glob("*-ubyte.gz"):
        plain = folder / packed.stem
        if not plain.exists():
            with gzip.open(packed) as archive, open(plain, "wb") as out:
                shutil.copyfileobj(archive, out)


def train_epoch(model, loader, optimizer, schedule, loss_function):
    model.train()
    total = 0.0
    for images, labels in loader:
        optimizer.zero_grad(set_to_none=True)
        loss = loss_function(model(images), labels)
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.item()
    print(f"mean loss {total / len(loader):.4f}")


def evaluate(model, loader):
    model.eval()
    right = 0
    with torch.inference_mode():
        for images, labels in loader:
            right += (model(images).argmax(1) == labels).sum().item()
    print(f"top-1 {right / len(loader.dataset):.4f}")


def fashion_mnist(source, workers, cache):
    copy_files(source, cache)
    pipeline = transforms.Compose([transforms.RandomCrop(28, padding=2), transforms.RandomHorizontalFlip(),
                                   transforms.ToTensor(), transforms.Normalize([0.286], [0.353])])
    data = datasets.FashionMNIST(cache, train=True, transform=pipeline)
    loader = torch.utils.data.DataLoader(data, batch_size=128, shuffle=True, num_workers=workers)
    model = SimpleCnn(batch_norm=True, dropout=0.2).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.002, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.002, total_steps=len(loader))
    train_epoch(model, loader, optimizer, schedule, nn.CrossEntropyLoss())


def clothing(source, workers):
    scale = transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
    pipeline = transforms.Compose([transforms.RandomResizedCrop(96, scale=(0.35, 1.0)),
                                   transforms.RandomHorizontalFlip(), transforms.ToTensor(), scale])
    fixed = transforms.Compose([transforms.Resize(110), transforms.CenterCrop(96), transforms.ToTensor(), scale])
    loader, validation = (
        torch.utils.data.DataLoader(datasets.ImageFolder(f"{source}/{split}", transform=steps), batch_size=32,
                                    shuffle=split == "train", num_workers=workers)
        for split, steps in (("train", pipeline), ("validation", fixed)))
    model = ResNet18()  # contiguous: the faster layout of this network in Python on a CPU
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=5e-4, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.05, total_steps=len(loader))
    train_epoch(model, loader, optimizer, schedule, nn.CrossEntropyLoss(label_smoothing=0.1))
    evaluate(model, validation)


if __name__ == "__main__":
    if sys.argv[1:2] == ["fashion_mnist"] and len(sys.argv) == 5:
        torch.manual_seed(1)
        fashion_mnist(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    elif sys.argv[1:2] == ["clothing"] and len(sys.argv) == 4:
        torch.manual_seed(1)
        clothing(sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(__doc__)
