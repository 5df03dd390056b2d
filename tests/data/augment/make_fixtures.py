"""Writes what Pillow 13 and torchvision make of small images with each augmentation.

usage: make_fixtures.py OUTPUT [--random N] [--torchvision]
Without --random: the committed fixtures.bin. With it: N random images and parameters for each operation. With
--torchvision the results come from torchvision's own functions where it has them, else from the same steps written here
with Pillow and numpy alone.

Each record: int32 length of the name, the name, seven little-endian int32 (height, width, channels, seed, least value,
greatest value, number of parameters), the parameters as float64, then the expected pixels [height, width, channels].
The source pixels are a function of (seed, byte position), see source_pixels here and in augmentations_fixture.h.
A record `magnitude` has no pixels; its last parameter is the expected number.
"""
import argparse
import math
import random
import struct

import numpy
import PIL
from PIL import Image, ImageEnhance, ImageOps

FILTERS = (Image.Resampling.NEAREST, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC)
OPERATIONS = ("Identity", "ShearX", "ShearY", "TranslateX", "TranslateY", "Rotate", "Brightness", "Color", "Contrast",
              "Sharpness", "Posterize", "Solarize", "AutoContrast", "Equalize", "Invert")
SPACES = ("RandAugment", "TrivialAugmentWide", "AutoAugment", "AugMix")


def source_pixels(height, width, channels, seed, least, greatest):
    n = height * width * channels
    state = (numpy.arange(n, dtype=numpy.uint64) + numpy.uint64(seed) * numpy.uint64(1000003)) & numpy.uint64(0xFFFFFFFF)
    state = (state * numpy.uint64(2654435761)) & numpy.uint64(0xFFFFFFFF)
    state = state ^ (state >> numpy.uint64(15))
    state = (state * numpy.uint64(2246822519)) & numpy.uint64(0xFFFFFFFF)
    noise = (state >> numpy.uint64(24)).astype(numpy.int64)
    if seed % 2:
        noise = numpy.where(noise > 127, 255, 0)
    pixels = least + noise * (greatest - least) // 255
    return pixels.astype(numpy.uint8).reshape(height, width, channels)


def to_image(pixels):
    return Image.fromarray(pixels.squeeze(2) if pixels.shape[2] == 1 else pixels)


def to_pixels(image):
    pixels = numpy.asarray(image)
    return pixels[:, :, None] if pixels.ndim == 2 else pixels


class Plain:
    """torchvision's steps on a PIL image, with Pillow and numpy alone."""

    def hue(self, image, turns):
        if image.mode == "L":
            return image
        hue, saturation, value = image.convert("HSV").split()
        turned = (numpy.asarray(hue).astype(numpy.int64) + int(turns * 255)) % 256
        return Image.merge("HSV", (Image.fromarray(turned.astype(numpy.uint8)), saturation, value)).convert("RGB")

    def blur(self, image, width, height, sigma):
        def taps(size):
            z = numpy.arange(size) - size // 2
            weights = numpy.exp(-0.5 * (z / sigma) ** 2)
            return weights / weights.sum()
        pixels = to_pixels(image).astype(numpy.float64)
        padded = numpy.pad(pixels, ((height // 2,) * 2, (width // 2,) * 2, (0, 0)), mode="reflect")
        rows = sum(w * padded[:, k:k + pixels.shape[1]] for k, w in enumerate(taps(width)))
        both = sum(w * rows[k:k + pixels.shape[0]] for k, w in enumerate(taps(height)))
        return to_image(numpy.round(both).astype(numpy.uint8))

    def affine(self, image, degrees, translate, scale, shear, center, kind, fill):
        x, y = center if center else (image.width * 0.5, image.height * 0.5)
        matrix = affine_matrix(degrees, translate, scale, shear, (x, y))
        return image.transform(image.size, Image.Transform.AFFINE, matrix, FILTERS[kind], fillcolor=fill)

    def perspective_numbers(self, start, end):
        rows, right = [], []
        for (x, y), (u, v) in zip(end, start):
            rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
            right += [u, v]
        numbers = numpy.linalg.solve(numpy.array(rows, numpy.float64), numpy.array(right, numpy.float64))
        return [float(n) for n in numbers.astype(numpy.float32)]

    def perspective(self, image, start, end, kind, fill):
        numbers = self.perspective_numbers(start, end)
        return image.transform(image.size, Image.Transform.PERSPECTIVE, numbers, FILTERS[kind], fillcolor=fill)

    def operation(self, image, name, magnitude, kind):
        def affine(**changes):
            given = dict(degrees=0.0, translate=(0, 0), scale=1.0, shear=(0.0, 0.0), center=None, kind=kind, fill=0)
            return self.affine(image, **{**given, **changes})
        slope = math.degrees(math.atan(magnitude))
        corner = (0.0, 0.0)
        enhance = {"Brightness": ImageEnhance.Brightness, "Color": ImageEnhance.Color,
                   "Contrast": ImageEnhance.Contrast, "Sharpness": ImageEnhance.Sharpness}
        if name in enhance:
            return enhance[name](image).enhance(1.0 + magnitude)
        return {"Identity": lambda: image,
                "ShearX": lambda: affine(shear=(slope, 0.0), center=corner),
                "ShearY": lambda: affine(shear=(0.0, slope), center=corner),
                "TranslateX": lambda: affine(translate=(int(magnitude), 0)),
                "TranslateY": lambda: affine(translate=(0, int(magnitude))),
                "Rotate": lambda: image.rotate(magnitude, FILTERS[kind]),
                "Posterize": lambda: ImageOps.posterize(image, int(magnitude)),
                "Solarize": lambda: ImageOps.solarize(image, magnitude),
                "AutoContrast": lambda: ImageOps.autocontrast(image),
                "Equalize": lambda: ImageOps.equalize(image),
                "Invert": lambda: ImageOps.invert(image)}[name]()

    def magnitude(self, space, operation, index, bins, height, width):
        def evenly(first, last):
            first, last = numpy.float32(first), numpy.float32(last)
            step = float(numpy.float32(last - first) / numpy.float32(bins - 1))
            # In double, then rounded once: as the fused multiply-adds that PyTorch has with AVX2.
            value = float(first) + step * index if index < bins // 2 else float(last) - step * (bins - 1 - index)
            return float(numpy.float32(value))
        wide, mix = space == "TrivialAugmentWide", space == "AugMix"
        if operation in ("Brightness", "Color", "Contrast", "Sharpness"):
            return evenly(0, 0.99 if wide else 0.9)
        if operation in ("TranslateX", "TranslateY"):
            side = width if operation == "TranslateX" else height
            return evenly(0, 32.0 if wide else side / 3.0 if mix else 150.0 / 331.0 * side)
        if operation in ("ShearX", "ShearY"):
            return evenly(0, 0.99 if wide else 0.3)
        if operation == "Rotate":
            return evenly(0, 135.0 if wide else 30.0)
        if operation == "Solarize":
            return evenly(255.0, 0.0)
        if operation == "Posterize":
            step = numpy.float32((bins - 1) / (6 if wide else 4))
            return float((4 if mix else 8) - int(numpy.round(numpy.float32(index) / step)))
        return 0.0


def affine_matrix(degrees, translate, scale, shear, center):
    angle, x, y = math.radians(degrees), math.radians(shear[0]), math.radians(shear[1])
    a = math.cos(angle - y) / math.cos(y)
    b = -math.cos(angle - y) * math.tan(x) / math.cos(y) - math.sin(angle)
    c = math.sin(angle - y) / math.cos(y)
    d = -math.sin(angle - y) * math.tan(x) / math.cos(y) + math.cos(angle)
    m = [d / scale, -b / scale, 0.0, -c / scale, a / scale, 0.0]
    left, up = -center[0] - translate[0], -center[1] - translate[1]
    m[2] += m[0] * left + m[1] * up
    m[5] += m[3] * left + m[4] * up
    return m[:2] + [m[2] + center[0]] + m[3:5] + [m[5] + center[1]]


class Torchvision(Plain):
    """torchvision's own functions; beside a CPU build of torch its import only wants two operators' names."""

    def __init__(self):
        import torch
        library = torch.library.Library("torchvision", "DEF")
        try:
            library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
            library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        except RuntimeError:
            pass  # defined already: torchvision's own operators are there
        from torchvision import transforms
        from torchvision.transforms import autoaugment, functional
        self.library, self.F, self.transforms, self.auto = library, functional, transforms, autoaugment
        modes = transforms.InterpolationMode
        self.modes = (modes.NEAREST, modes.BILINEAR, modes.BICUBIC)

    def hue(self, image, turns):
        return self.F.adjust_hue(image, turns)

    def blur(self, image, width, height, sigma):
        return self.F.gaussian_blur(image, [width, height], [sigma, sigma])

    def affine(self, image, degrees, translate, scale, shear, center, kind, fill):
        return self.F.affine(image, degrees, list(translate), scale, list(shear), self.modes[kind], fill, center)

    def perspective_numbers(self, start, end):
        return self.F._get_perspective_coeffs(start, end)

    def perspective(self, image, start, end, kind, fill):
        return self.F.perspective(image, start, end, self.modes[kind], fill)

    def operation(self, image, name, magnitude, kind):
        return self.auto._apply_op(image, name, magnitude, self.modes[kind], None)

    def magnitude(self, space, operation, index, bins, height, width):
        made = getattr(self.transforms, space)()
        size = () if space == "TrivialAugmentWide" else ((height, width),)
        numbers = made._augmentation_space(bins, *size)[operation][0]
        return float(numbers[index]) if numbers.ndim else 0.0


class Writer:
    def __init__(self, path, reference):
        self.file, self.reference, self.seed = open(path, "wb"), reference, 0

    def write(self, name, shape, parameters, make, levels=(0, 255)):
        """`make` gets the source image and a fill of its channels."""
        self.seed += 1
        source = source_pixels(*shape, self.seed, *levels)
        fill = 37 if shape[2] == 1 else (37, 200, 5)
        self.record(name, shape, self.seed, levels, parameters, to_pixels(make(to_image(source), fill)).tobytes())

    def record(self, name, shape, seed, levels, parameters, pixels):
        header = struct.pack("<i", len(name)) + name.encode() + struct.pack("<7i", *shape, seed, *levels, len(parameters))
        self.file.write(header + struct.pack(f"<{len(parameters)}d", *parameters) + pixels)

    def operation(self, shape, index, magnitude, kind, levels=(0, 255)):
        name = OPERATIONS[index]
        self.write("operation", shape, (index, magnitude, kind),
                   lambda image, fill: self.reference.operation(image, name, magnitude, kind), levels)

    def rotate(self, shape, degrees, kind):
        self.write("rotate", shape, (degrees, kind),
                   lambda image, fill: image.rotate(degrees, FILTERS[kind], fillcolor=fill))

    def affine(self, shape, degrees, translate, scale, shear, kind):
        self.write("affine", shape, (degrees, *translate, scale, *shear, kind),
                   lambda image, fill: self.reference.affine(image, degrees, translate, scale, shear, None, kind, fill))

    def perspective(self, shape, end, kind):
        height, width, _ = shape
        start = [[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]]
        numbers = self.reference.perspective_numbers(start, end)
        self.write("perspective", shape, (*[n for corner in end for n in corner], *numbers, kind),
                   lambda image, fill: self.reference.perspective(image, start, end, kind, fill))

    def hue(self, shape, turns):
        self.write("hue", shape, (turns,), lambda image, fill: self.reference.hue(image, turns))

    def blur(self, shape, width, height, sigma):
        self.write("blur", shape, (width, height, sigma),
                   lambda image, fill: self.reference.blur(image, width, height, sigma))

    def grayscale(self, shape):
        self.write("grayscale", shape, (), lambda image, fill: image.convert("L").convert(image.mode))

    def magnitude(self, space, index, bin_, bins, height, width):
        expected = self.reference.magnitude(SPACES[space], OPERATIONS[index], bin_, bins, height, width)
        self.record("magnitude", (height, width, 0), 0, (0, 255), (space, index, bin_, bins, expected), b"")


RGB, GRAY, TALL, LINE = (13, 18, 3), (11, 9, 1), (19, 7, 3), (1, 9, 3)
MAGNITUDES = {"ShearX": (0.3, -0.21, 0.99), "ShearY": (0.12, -0.3), "TranslateX": (4.6, -3.9, 40), "TranslateY": (2, -7.3),
              "Rotate": (30, -12.5, 135, 90, 180), "Brightness": (0.9, -0.9, 0.05), "Color": (0.6, -0.45, -1),
              "Contrast": (0.72, -0.9), "Sharpness": (0.9, -0.9, 3), "Posterize": (1, 4, 8), "Solarize": (0, 110.5, 255)}


def write_committed(writer):
    for index, name in enumerate(OPERATIONS):
        for magnitude in MAGNITUDES.get(name, (0,)):
            for shape in (RGB, GRAY):
                writer.operation(shape, index, magnitude, 0)
    for index in (OPERATIONS.index("AutoContrast"), OPERATIONS.index("Equalize"), OPERATIONS.index("Contrast")):
        for levels in ((40, 180), (7, 7), (0, 3)):
            writer.operation((31, 29, 1), index, 0.4, 0, levels)
        writer.operation(LINE, index, 0.4, 0)
    writer.operation(LINE, OPERATIONS.index("Sharpness"), 0.4, 0)
    for kind in range(3):
        for shape in (RGB, GRAY, LINE, (17, 17, 3)):
            for degrees in (17.25, -90, 180):
                writer.rotate(shape, degrees, kind)
            writer.affine(shape, 20.0, (3, -2), 0.8, (10.0, -5.0), kind)
            writer.affine(shape, 0.0, (0, 1), 1.37, (0.0, 0.0), kind)
        for shape in (RGB, GRAY):
            height, width, _ = shape
            writer.perspective(shape, [[2, 1], [width - 2, 3], [width - 3, height - 1], [1, height - 4]], kind)
    for turns in (0.1, -0.25, 0.5):
        for shape in (RGB, GRAY):
            writer.hue(shape, turns)
    for shape in (RGB, GRAY, TALL):
        writer.blur(shape, 5, 5, 0.7)
        writer.blur(shape, 3, 9, 2.0)
        writer.grayscale(shape)
    write_magnitudes(writer, bins=(10, 31))


def write_magnitudes(writer, bins):
    for space in range(len(SPACES)):
        for index in range(1, 14):
            for n in bins:
                n = 10 if space >= 2 else n
                for bin_ in range(1, n, 7 if n > 10 else 4):
                    writer.magnitude(space, index, bin_, n, 224, 131)


def write_random(writer, count):
    draw = random.Random(20261130)
    for _ in range(count):
        shape = (draw.randint(8, 60), draw.randint(8, 60), draw.choice((1, 3)))
        height, width, _ = shape
        kind = draw.randrange(3)
        low = draw.randint(0, 250)
        levels = draw.choice(((0, 255), (low, draw.randint(low, 255))))
        for index, name in enumerate(OPERATIONS):
            magnitudes = MAGNITUDES.get(name, (0,))
            magnitude = draw.uniform(min(magnitudes), max(magnitudes))
            writer.operation(shape, index, round(magnitude) if name == "Posterize" else magnitude, kind, levels)
        writer.rotate(shape, draw.uniform(-360, 360), kind)
        writer.affine(shape, draw.uniform(-180, 180), (draw.randint(-20, 20), draw.randint(-20, 20)),
                      draw.uniform(0.3, 3), (draw.uniform(-60, 60), draw.uniform(-60, 60)), kind)
        x, y = width // 3, height // 3
        writer.perspective(shape, [[draw.randint(0, x), draw.randint(0, y)],
                                   [draw.randint(width - 1 - x, width - 1), draw.randint(0, y)],
                                   [draw.randint(width - 1 - x, width - 1), draw.randint(height - 1 - y, height - 1)],
                                   [draw.randint(0, x), draw.randint(height - 1 - y, height - 1)]], kind)
        writer.hue(shape, draw.uniform(-0.5, 0.5))
        reach_x, reach_y = min(width - 1, 12), min(height - 1, 12)
        writer.blur(shape, 2 * draw.randint(0, reach_x) + 1, 2 * draw.randint(0, reach_y) + 1, draw.uniform(0.1, 4))
        writer.grayscale(shape)
    write_magnitudes(writer, bins=(2, 5, 10, 31, 100))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--torchvision", action="store_true")
    arguments = parser.parse_args()
    if int(PIL.__version__.split(".")[0]) < 13:
        print(f"Pillow {PIL.__version__}; the fixtures are those of 13")
    writer = Writer(arguments.output, Torchvision() if arguments.torchvision else Plain())
    write_random(writer, arguments.random) if arguments.random else write_committed(writer)


main()
