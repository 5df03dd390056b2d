#!/usr/bin/env python3
"""The photos that the loader is measured on: long side at most 500 px, JPEG quality 90, 4:2:0, no metadata.

usage: make_photos.py SOURCE TARGET     SOURCE holds train/ and validation/, with a folder a class in each
Needs Pillow. Does nothing where TARGET is complete.
"""
import sys
from pathlib import Path

LONGEST = 500


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
            out = target / split / file.parent.name / (file.stem + ".jpg")
            out.parent.mkdir(parents=True, exist_ok=True)
            image.save(out, quality=90, subsampling="4:2:0")
    done.touch()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    make(Path(sys.argv[1]), Path(sys.argv[2]))
