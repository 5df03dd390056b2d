#!/usr/bin/env python3
"""Crops, resizes and flips by this project against Pillow: every pixel must be the same.

usage: compare_images.py PROGRAM [FOLDER]
PROGRAM is resize_images; FOLDER holds photos (else only images made here are compared). Both orders of the passes are
compared where this Pillow has them: the vertical pass goes first for some sizes from Pillow 13 on. Exit codes: 0 all
the same, 1 a difference, 77 Pillow or numpy is missing.
"""
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import PIL
    from PIL import Image, features
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

BOXES = 240
FILTERS = {"bilinear": Image.Resampling.BILINEAR, "bicubic": Image.Resampling.BICUBIC}


def picture(width, height, seed):
    """Smooth colours, hard edges and noise."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:height, :width]
    planes = [x * 255 // max(1, width - 1), y * 255 // max(1, height - 1), (x // 7 + y // 5) % 3 * 120]
    pixels = np.stack(planes, -1) + rng.integers(-9, 10, (height, width, 3))
    return Image.fromarray(pixels.clip(0, 255).astype(np.uint8))


def made_images(folder):
    """One file of each colour mode and format."""
    base = picture(173, 131, 1)
    alpha = base.copy()
    alpha.putalpha(base.convert("L"))
    kinds = {
        "420.jpg": (base, {"quality": 90, "subsampling": "4:2:0"}),
        "422.jpg": (base, {"quality": 90, "subsampling": "4:2:2"}),
        "444.jpg": (base, {"quality": 95, "subsampling": "4:4:4"}),
        "progressive.jpg": (base, {"quality": 90, "progressive": True}),
        "gray.jpg": (base.convert("L"), {"quality": 90}),
        "cmyk.jpg": (base.convert("CMYK"), {"quality": 90}),
        "rgb.png": (base, {}), "gray.png": (base.convert("L"), {}), "rgba.png": (alpha, {}),
        "la.png": (alpha.convert("LA"), {}), "palette.png": (base.quantize(64), {}),
        "one_bit.png": (base.convert("1"), {}), "rgb.bmp": (base, {}), "rgb.tif": (base, {}),
        "lossless.webp": (base, {"lossless": True}),
    }
    for name, (image, options) in kinds.items():
        image.save(folder / name, **options)
    return [folder / name for name in kinds]


def vertical_first(w, h, out_w, out_h):
    return h > out_h and h - out_h > 2 * (w - out_w)


def jobs_of(files, count, rng):
    """Random boxes, and Resize with CenterCrop, of each file in turn."""
    for index in range(count):
        file = files[index % len(files)]
        with Image.open(file) as image:
            width, height = image.size
        if index % 4 == 3:  # torchvision's Resize and CenterCrop
            short = rng.choice([32, 64, 96, 256])
            w, h = (short, short * height // width) if width <= height else (short * width // height, short)
            side = min(w, h, rng.choice([30, 56, 224]))
            box = (0, 0, width, height)
            window = (round((w - side) / 2), round((h - side) / 2), side, side)
        else:
            bw, bh = rng.randint(1, width), rng.randint(1, height)
            box = (rng.randint(0, width - bw), rng.randint(0, height - bh), bw, bh)
            w, h = rng.choice([(224, 224), (96, 96), (rng.randint(1, 300), rng.randint(1, 300))])
            window = (0, 0, w, h)
        yield file, box, (w, h), window


def by_pillow(image, box, size, window, filter_name, mirror):
    x, y, w, h = box
    part = image.crop((x, y, x + w, y + h)).resize(size, FILTERS[filter_name])
    part = part.crop((window[0], window[1], window[0] + window[2], window[1] + window[3]))
    return np.asarray(part.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if mirror else part)


def main(program, photos):
    version = int(PIL.__version__.split(".")[0])
    print(f"Pillow {PIL.__version__}, libjpeg-turbo {features.version('libjpeg_turbo')}")
    kernels = subprocess.run([program, "--kernels"], check=True, capture_output=True, text=True).stdout.split()
    rng = random.Random(4)
    worst = compared = turned = 0
    with tempfile.TemporaryDirectory() as name:
        made = made_images(Path(name))
        sets = [made] + ([sorted(photos)[:: max(1, len(photos) // 60)]] if photos else [])
        process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for file, box, size, window in (job for files in sets for job in jobs_of(files, BOXES, rng)):
            first = vertical_first(box[2], box[3], *size)
            turned += first
            for channels, mode in ((3, "RGB"), (1, "L")):
                with Image.open(file) as image:
                    converted = image.convert("RGB").convert(mode) if image.mode != mode else image.copy()
                filter_name, mirror = rng.choice(list(FILTERS)), rng.randint(0, 1)
                expected = by_pillow(converted, box, size, window, filter_name, mirror)
                # Where the orders agree on a size, both are this Pillow's.
                orders = [13 if version >= 13 else 12] + ([] if first else [12 if version >= 13 else 13])
                for kernel in kernels:
                    for order in orders:
                        line = [kernel, filter_name, order, mirror, channels, *box, *size, *window, file]
                        process.stdin.write((" ".join(map(str, line)) + "\n").encode())
                        process.stdin.flush()
                        pixels = np.frombuffer(process.stdout.read(expected.size), np.uint8)
                        if pixels.size != expected.size:
                            sys.exit(f"resize_images stopped at {line}")
                        difference = int(np.abs(pixels.reshape(expected.shape).astype(int) - expected).max())
                        if difference and not worst:
                            print(f"difference {difference}: {line}")
                        worst = max(worst, difference)
                        compared += 1
        process.stdin.close()
        process.wait()
    print(f"{compared} results of {', '.join(kernels)}: largest difference {worst}"
          f" ({turned} sizes where the vertical pass goes first)")
    return 1 if worst else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], list(Path(sys.argv[2]).glob("*/*/*.jpg")) if len(sys.argv) == 3 else []))
