"""One epoch of Fashion-MNIST by torchvision's dataset and PyTorch's DataLoader: the recipe of fashion_mnist.yaml.

usage: train_torchvision.py FOLDER_OF_IDX_FILES WORKERS CACHE
CACHE is where torchvision wants its copies of the files. Ends with 2 where torch or torchvision is missing.
"""
import gzip
import shutil
import sys
from pathlib import Path

try:
    import torch

    # Beside a CPU build of torch, torchvision's own operators are absent; its import only wants their names.
    library = torch.library.Library("torchvision", "DEF")
    library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    from torchvision import datasets, transforms
except ImportError as error:
    print(f"{error}; pip install torch==2.13.0 numpy pillow && pip install --no-deps torchvision==0.28.0",
          file=sys.stderr)
    sys.exit(2)
from torch import nn

from networks import SimpleCnn


def copy_files(source, cache):
    folder = Path(cache) / "FashionMNIST" / "raw"
    folder.mkdir(parents=True, exist_ok=True)
    for packed in Path(source).glob("*-ubyte.gz"):
        plain = folder / packed.stem
        if not plain.exists():
            with gzip.open(packed) as archive, open(plain, "wb") as out:
                shutil.copyfileobj(archive, out)


def main(source, workers, cache):
    copy_files(source, cache)
    torch.manual_seed(1)
    pipeline = transforms.Compose([transforms.RandomCrop(28, padding=2), transforms.RandomHorizontalFlip(),
                                   transforms.ToTensor(), transforms.Normalize([0.286], [0.353])])
    data = datasets.FashionMNIST(cache, train=True, transform=pipeline)
    loader = torch.utils.data.DataLoader(data, batch_size=128, shuffle=True, num_workers=workers)
    model = SimpleCnn(batch_norm=True, dropout=0.2).to(memory_format=torch.channels_last).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.002, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.002, total_steps=len(loader))
    loss_function = nn.CrossEntropyLoss()
    total = 0.0
    for images, labels in loader:
        optimizer.zero_grad(set_to_none=True)
        loss = loss_function(model(images), labels)
        loss.backward()
        optimizer.step()
        schedule.step()
        total += loss.item()
    print(f"mean loss {total / len(loader):.4f}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
