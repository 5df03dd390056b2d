#!/usr/bin/env python3
"""Writes small images of every kind that the decoder reads, and what Pillow makes of them.

    make_fixtures.py [FOLDER_WITH_PHOTOS]

expected.txt: file, width, height, SHA-256 of the RGB bytes, SHA-256 of the gray bytes. With a folder
of photos (TRAINER_TEST_DATA), photos.txt gets the same for some of them, by relative path.
Pillow is the authority but for samples of 16 bits, where the high byte counts.
"""
import hashlib
import pathlib
import struct
import sys
import zlib

import numpy as np
from PIL import Image

HERE = pathlib.Path(__file__).parent
EXPECTED = []


def pattern(width, height):
    y, x = np.mgrid[0:height, 0:width]
    random = np.random.default_rng(7).integers(0, 40, (height, width, 3))
    rgb = np.stack([x * 255 // width, y * 255 // height, (x * y) % 256], axis=2)
    return Image.fromarray(np.clip(rgb + random - 20, 0, 255).astype(np.uint8), "RGB")


def digest(image):
    return hashlib.sha256(image.tobytes()).hexdigest()


def expect(name, image=None):
    image = image or Image.open(HERE / name)
    rgb = image.convert("RGB")
    EXPECTED.append(f"{name} {rgb.width} {rgb.height} {digest(rgb)} {digest(image.convert('L'))}")


def save(name, image, **options):
    image.save(HERE / name, **options)
    expect(name)


def png(name, width, height, depth, color, rows, extra=b"", interlace=0):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    raw = b"".join(b"\0" + row for row in rows)
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    (HERE / name).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra
                              + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def main():
    rgb = pattern(29, 23)
    gray = rgb.convert("L")
    alpha = gray.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    rgba = rgb.copy()
    rgba.putalpha(alpha)
    la = Image.merge("LA", (gray, alpha))
    palette = rgb.quantize(30)
    for name, sub in (("444", 0), ("422", 1), ("420", 2)):
        save(f"jpeg_{name}.jpg", rgb, quality=85, subsampling=sub)
    save("jpeg_progressive.jpg", rgb, quality=80, progressive=True)
    save("jpeg_restart.jpg", rgb, quality=80, restart_marker_blocks=2)
    save("jpeg_optimized.jpg", rgb, quality=60, optimize=True)
    save("jpeg_gray.jpg", gray, quality=80)
    save("jpeg_gray_progressive.jpg", gray, quality=80, progressive=True)
    save("jpeg_cmyk.jpg", rgb.convert("CMYK"), quality=90)
    save("jpeg_rgb.jpg", rgb, quality=90, keep_rgb=True)
    save("jpeg_one_pixel.jpg", rgb.crop((0, 0, 1, 1)))
    save("jpeg_tall.jpg", pattern(3, 300), quality=70)
    save("png_rgb.png", rgb)
    save("png_rgba.png", rgba)
    save("png_gray.png", gray)
    save("png_gray_alpha.png", la)
    save("png_one_bit.png", gray.convert("1"))
    save("png_palette.png", palette)
    save("png_palette_four_bits.png", rgb.quantize(12), bits=4)
    save("png_palette_transparent.png", palette, transparency=3)
    save("png_rgb_transparent_color.png", rgb, transparency=rgb.getpixel((5, 5)))
    save("png_gray_transparent_level.png", gray, transparency=100)
    levels = np.asarray(gray, dtype=np.uint16) * 257
    levels ^= 0x00A5
    png("png_gray_16.png", 29, 23, 16, 0, [row.astype(">u2").tobytes() for row in levels])
    expect("png_gray_16.png", gray)
    wide = np.asarray(rgb, dtype=np.uint16) * 256 + 0x5A
    png("png_rgb_16.png", 29, 23, 16, 2, [row.astype(">u2").tobytes() for row in wide])
    expect("png_rgb_16.png", rgb)
    wide = np.asarray(rgba, dtype=np.uint16) * 256 + 0x5A
    png("png_rgba_16.png", 29, 23, 16, 6, [row.astype(">u2").tobytes() for row in wide])
    expect("png_rgba_16.png", rgb)
    two_bits = [bytes([0b00011011, 0b11100100]), bytes([0b01010101, 0b10101010])]
    png("png_gray_two_bits.png", 8, 2, 2, 0, two_bits)
    expect("png_gray_two_bits.png")
    save("webp_lossy.webp", rgb, quality=80)
    save("webp_lossless.webp", rgb, lossless=True)
    save("webp_alpha.webp", rgba, quality=80)
    save("webp_alpha_lossless.webp", rgba, lossless=True, exact=True)
    save("bmp_rgb.bmp", rgb)
    save("bmp_rgba.bmp", rgba)
    save("bmp_gray.bmp", gray)
    save("bmp_one_bit.bmp", gray.convert("1"))
    save("bmp_palette.bmp", palette)
    save("tiff_rgb.tif", rgb)
    save("tiff_rgba.tif", rgba)
    save("tiff_gray.tif", gray)
    save("tiff_gray_alpha.tif", la)
    save("tiff_one_bit.tif", gray.convert("1"))
    save("tiff_one_bit_fax.tif", gray.convert("1"), compression="group4")
    save("tiff_palette.tif", palette)
    save("tiff_cmyk.tif", rgb.convert("CMYK"))
    save("tiff_lzw.tif", rgb, compression="tiff_lzw")
    save("tiff_deflate.tif", rgb, compression="tiff_adobe_deflate")
    save("tiff_jpeg.tif", rgb, compression="jpeg")
    save("tiff_turned.tif", rgb, tiffinfo={274: 6})
    Image.fromarray(levels).save(HERE / "tiff_gray_16.tif")
    expect("tiff_gray_16.tif", gray)
    (HERE / "expected.txt").write_text("\n".join(EXPECTED) + "\n")
    if len(sys.argv) > 1:
        root = pathlib.Path(sys.argv[1])
        EXPECTED.clear()
        for path in sorted(root.glob("clothing-small/test/*/*"))[::16]:
            expect(str(path.relative_to(root)), Image.open(path))
        (HERE / "photos.txt").write_text("\n".join(EXPECTED) + "\n")


main()
