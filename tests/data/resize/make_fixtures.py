"""Writes the resize fixtures: what Pillow 13 makes of images that the test computes itself.

Each record of fixtures.bin: nine little-endian int32 (height, width, channels, output height, output width, filter
(0 bilinear, 1 bicubic), pass order (12 or 13), seed, bytes), then the pixels [output height, output width, channels].
The source pixels are a function of (seed, byte position): see source_pixels here and in resample_test.cpp.

photo.txt: the FNV-1a hash (64 bits, hexadecimal) of a 4000x3000 image after torchvision's Resize(256) and
CenterCrop(224), which are Image.resize and Image.crop on a PIL image.

Pillow 12's order (always horizontal first) is reached as two calls of Pillow 13, one an axis.

Run with Pillow 13:  python make_fixtures.py
"""

import pathlib
import struct

import numpy
import PIL
from PIL import Image

FILTERS = (Image.Resampling.BILINEAR, Image.Resampling.BICUBIC)

# height, width, channels, output height, output width
SHAPES = [
    (37, 53, 3, 16, 24),
    (53, 37, 3, 24, 16),
    (120, 20, 3, 16, 16),   # vertical first
    (64, 48, 3, 32, 40),    # vertical first
    (64, 48, 3, 32, 31),
    (20, 120, 3, 16, 16),
    (16, 16, 3, 41, 29),    # up
    (16, 90, 3, 40, 12),    # up and down
    (90, 16, 3, 12, 40),
    (33, 33, 1, 28, 28),
    (28, 28, 1, 32, 32),
    (7, 5, 3, 7, 3),        # one axis only
    (7, 5, 3, 3, 5),
    (1, 9, 3, 4, 4),
    (9, 1, 1, 4, 4),
    (1, 1, 3, 5, 7),
    (200, 150, 1, 3, 2),
    (31, 29, 3, 31, 29),
]


def source_pixels(height, width, channels, seed):
    n = height * width * channels
    state = (numpy.arange(n, dtype=numpy.uint64) + numpy.uint64(seed) * numpy.uint64(1000003)) & numpy.uint64(0xFFFFFFFF)
    state = (state * numpy.uint64(2654435761)) & numpy.uint64(0xFFFFFFFF)
    state = state ^ (state >> numpy.uint64(15))
    state = (state * numpy.uint64(2246822519)) & numpy.uint64(0xFFFFFFFF)
    noise = (state >> numpy.uint64(24)).astype(numpy.uint8)
    if seed % 2:  # hard edges: where bicubic overshoots and is clipped
        noise = numpy.where(noise > 127, 255, 0).astype(numpy.uint8)
    return noise.reshape(height, width, channels)


def resized(pixels, out_height, out_width, kind, order):
    image = Image.fromarray(pixels.squeeze(2) if pixels.shape[2] == 1 else pixels)
    if order == 12:
        image = image.resize((out_width, image.height), kind)
    return numpy.asarray(image.resize((out_width, out_height), kind))


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def main():
    assert int(PIL.__version__.split(".")[0]) >= 13, PIL.__version__
    records = []
    for seed, shape in enumerate(SHAPES):
        height, width, channels, out_height, out_width = shape
        pixels = source_pixels(height, width, channels, seed)
        for kind in range(2):
            for order in (12, 13):
                data = resized(pixels, out_height, out_width, FILTERS[kind], order).tobytes()
                records.append(struct.pack("<9i", *shape, kind, order, seed, len(data)) + data)
    folder = pathlib.Path(__file__).parent
    (folder / "fixtures.bin").write_bytes(b"".join(records))
    photo = Image.fromarray(source_pixels(3000, 4000, 3, 40)).resize((341, 256), Image.Resampling.BILINEAR)
    left, top = round((341 - 224) / 2), round((256 - 224) / 2)
    kept = photo.crop((left, top, left + 224, top + 224))
    (folder / "photo.txt").write_text(f"{fnv1a(kept.tobytes()):016x}\n")


if __name__ == "__main__":
    main()
