#!/usr/bin/env python3
"""Writes the seed corpus of one fuzzer: small files of every kind that it reads, with the bytes before them that
choose options.

    make_seeds.py TARGET FOLDER      TARGET: decode, image_pipeline, image_packer, yaml, packed, tar or pt
"""
import argparse
import io
import pathlib
import pickle
import re
import zipfile

import made_images

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"


def images():
    """Every format and colour mode: the images of tests/data/decode and those of made_images.py, by name."""
    found = {path.name: path.read_bytes() for path in sorted((DATA / "decode").iterdir())
             if path.suffix in {".jpg", ".png", ".webp", ".bmp", ".tif"}}
    return found | made_images.turned(found) | made_images.rare(found)


def number_of_lists():
    """How many lists of transforms the fuzzer of the pipeline has."""
    text = (HERE / "fuzz_image_pipeline.cpp").read_text()
    table = re.search(r"kLists = \{(.*?)\n\};", text, re.DOTALL).group(1)
    return len(re.findall(r'"\[', table))


def pipeline_seeds():
    """Each image through three of the lists, so that all lists and options occur with all formats."""
    lists, count = number_of_lists(), 0
    for name, content in images().items():
        for turn in range(3):
            channels, exif, fast = count & 1, 2 if "turned" in name else 0, 4 if turn == 2 else 0
            yield f"{name}-{turn}", bytes([channels | exif | fast, count % lists, turn, count % 256]) + content
            count += 1


def packer_seeds():
    for count, (name, content) in enumerate(images().items()):
        yield name, bytes([0]) + content
        yield f"{name}-other", bytes([1 + count % 63]) + content


def folder_seeds(folder, pattern="*"):
    for path in sorted(folder.glob(pattern)):
        yield path.name, path.read_bytes()


def pickled_tensor():
    """What torch.save writes for {"w": a tensor of 2 x 2}: a call on a storage that lies elsewhere."""
    return (b"\x80\x02}q\x00X\x01\x00\x00\x00wq\x01ctorch._utils\n_rebuild_tensor_v2\nq\x02((X\x07\x00\x00\x00storage"
            b"q\x03ctorch\nFloatStorage\nq\x04X\x01\x00\x00\x000q\x05X\x03\x00\x00\x00cpuq\x06K\x04tq\x07QK\x00K\x02K\x02\x86"
            b"q\x08K\x02K\x01\x86q\t\x89ccollections\nOrderedDict\nq\n)Rq\x0btq\x0cRq\rs.")


def weights_seeds():
    plain = {"epoch": 3, "lr": [0.1, -2, None, True], "name": ("a", "\u00e9"), 7: {}}
    for name, content in {"plain": pickle.dumps(plain, protocol=2), "tensor": pickled_tensor()}.items():
        yield f"pickle-{name}", b"\1" + content
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("archive/data.pkl", content)
            archive.writestr("archive/byteorder", "little")
            archive.writestr("archive/data/0", bytes(16))
            archive.writestr("archive/version", "3\n")
        yield f"file-{name}", b"\0" + out.getvalue()


TARGETS = {
    "decode": lambda: images().items(),
    "image_pipeline": pipeline_seeds,
    "image_packer": packer_seeds,
    "yaml": lambda: folder_seeds(HERE.parent.parent / "configs", "*.yaml"),
    "packed": lambda: folder_seeds(DATA / "fuzz" / "packed"),
    "tar": lambda: folder_seeds(DATA / "fuzz" / "tar"),
    "pt": weights_seeds,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, content in TARGETS[arguments.target]():
        (arguments.folder / name).write_bytes(content)


main()
