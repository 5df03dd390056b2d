#!/usr/bin/env python3
"""The photos that the loader is measured on: long side at most 500 px, JPEG quality 90, 4:2:0, no metadata.

usage: make_photos.py SOURCE TARGET     SOURCE holds train/ and validation/, with a folder a class in each
       make_photos.py --large SOURCE TARGET    all photos of 2 megapixels and more under SOURCE, in their size
Needs Pillow. Does nothing where TARGET is complete.
"""
import sys
from pathlib import Path

LONGEST = 500
LARGE = 2_000_000


def make(source, target):
    done = target / "complete"
    if done.exists():
        return
    from PIL import Image
    for split in ("train", "validation"):
        for file in sorted((source / split).glob("*/*")):
            image = Image.open(file).convert("RGB")
            if max(image.size) > LONGEST:
                scale = LONGEST / max(image.size)
                image = image.resize([max(1, round(side * scale)) for side in image.size], Image.Resampling.BICUBIC)
            save(image, target / split / file.parent.name / (file.stem + ".jpg"))
    done.touch()


def make_large(source, target):
    """One class of photos, the same ones for training and validation."""
    done = target / "complete"
    if done.exists():
        return
    from PIL import Image
    files = [file for file in sorted(source.rglob("*.jpg")) if not file.is_symlink()]
    for file in files:
        image = Image.open(file)
        if image.width * image.height < LARGE:
            continue
        for split in ("train", "validation"):
            save(image.convert("RGB"), target / split / "photo" / file.name)
    done.touch()


def save(image, file):
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(file, quality=90, subsampling="4:2:0")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--large"]
    if len(words) != 2:
        sys.exit(__doc__)
    (make_large if len(words) < len(sys.argv) - 1 else make)(Path(words[0]), Path(words[1]))
