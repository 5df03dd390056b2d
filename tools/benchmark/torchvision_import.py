"""Imports torch and torchvision for the benchmarks; ends the script with 2 where they are missing."""
import sys

try:
    import torch

    # Beside a CPU build of torch, torchvision's own operators are absent; its import only wants their names.
    library = torch.library.Library("torchvision", "DEF")
    library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    import torchvision  # noqa: F401
except ImportError as error:
    print(f"{error}; pip install torch==2.13.0 numpy pillow && pip install --no-deps torchvision==0.28.0",
          file=sys.stderr)
    sys.exit(2)
