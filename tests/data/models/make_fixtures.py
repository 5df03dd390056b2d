"""Writes the fixtures of this folder from torchvision 0.28 beside torch 2.13.

<model>.state_dict.txt   one line a state_dict entry: key, extents, dtype
<model>.seed7.txt        torch.manual_seed(7), 10 classes: key, first, middle and last value of each float entry
<model>.logits.txt       logits of formula weights and images (see fill), 64 px, in evaluation mode; of resnet18 then in
                         training mode
"""
import os
import sys

import numpy
import torch

# Without torchvision's C++ part its Python part wants to find these two operators declared.
library = torch.library.Library("torchvision", "DEF")
library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
import torchvision.models as models  # noqa: E402

FOLDER = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))


def write(name, lines):
    with open(os.path.join(FOLDER, name), "w", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


def wave(tensor, offset, scale, phase):
    index = numpy.arange(tensor.numel(), dtype=numpy.float64)
    values = offset + scale * numpy.sin(index * 0.37 + phase)
    return torch.from_numpy(values.astype(numpy.float32)).reshape(tensor.shape)


def fill(state):
    for phase, (key, tensor) in enumerate(state.items()):
        if not tensor.is_floating_point():
            continue
        if tensor.dim() > 1:
            tensor.copy_(wave(tensor, 0.0, (2.0 / tensor[0].numel()) ** 0.5, phase))
        elif key.endswith(("running_var", "weight")):
            tensor.copy_(wave(tensor, 1.0, 0.2, phase))
        else:
            tensor.copy_(wave(tensor, 0.0, 0.1, phase))


OTHERS = ("vgg11_bn", "densenet121", "mobilenet_v3_small", "mobilenet_v3_large", "efficientnet_b0", "convnext_tiny",
          "vit_b_32")

for name in ("resnet18", "resnet50", "resnext50_32x4d", *OTHERS):
    entries = getattr(models, name)().state_dict().items()
    write(f"{name}.state_dict.txt",
          [f"{key} {'x'.join(map(str, t.shape)) or '-'} {str(t.dtype).split('.')[1]}" for key, t in entries])

for name in ("resnet18", "resnet50", "densenet121", "mobilenet_v3_small", "efficientnet_b0", "convnext_tiny"):
    torch.manual_seed(7)
    lines = []
    for key, tensor in getattr(models, name)(num_classes=10).state_dict().items():
        if tensor.is_floating_point():
            flat = tensor.flatten()
            lines.append(f"{key} " + " ".join(f"{flat[i].item():.9g}" for i in (0, len(flat) // 2, len(flat) - 1)))
    write(f"{name}.seed7.txt", lines)


def logits(name, training=False, **options):
    with torch.no_grad():
        model = getattr(models, name)(num_classes=10, **options)
        fill(model.state_dict())
        images = wave(torch.empty(4, 3, 64, 64), 0.0, 1.0, 0.5)
        rows = list(model.eval()(images)) + (list(model.train()(images)) if training else [])
    write(f"{name}.logits.txt", [" ".join(f"{v.item():.9g}" for v in row) for row in rows])


logits("resnet18", training=True)
for name in OTHERS[1:]:  # VGG's weights take longer than all others
    logits(name, **({"image_size": 64} if name.startswith("vit") else {}))
