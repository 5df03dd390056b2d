"""Kinds of images that tests/data/decode lacks, made from those and from nothing but Python's own library."""
import struct
import zlib

WIDTH, HEIGHT = 13, 9


def exif(orientation, big=True):
    """An EXIF block that says how the picture is to be turned."""
    order = ">" if big else "<"
    return (b"MM\0*" if big else b"II*\0") + struct.pack(f"{order}IHHHIHHI", 8, 1, 274, 3, 1, orientation, 0, 0)


def png_chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def riff_chunk(kind, body):
    return kind + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)


def turned_jpeg(file, orientation):
    block = b"Exif\0\0" + exif(orientation, orientation % 2 == 0)
    return file[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + file[2:]


def turned_png(file, orientation):
    after_header = 8 + 25
    return file[:after_header] + png_chunk(b"eXIf", exif(orientation)) + file[after_header:]


def turned_webp(file, orientation):
    """A plain lossless file becomes an extended one."""
    bits = struct.unpack("<I", file[21:25])[0]
    sides = [bits & 0x3FFF, bits >> 14 & 0x3FFF]
    canvas = b"".join(struct.pack("<I", side)[:3] for side in sides)
    chunks = (b"WEBP" + riff_chunk(b"VP8X", bytes([8, 0, 0, 0]) + canvas) + file[12:]
              + riff_chunk(b"EXIF", exif(orientation)))
    return b"RIFF" + struct.pack("<I", len(chunks)) + chunks


def turned(files):
    """Pictures whose cameras say how they are to be turned."""
    made = {f"jpeg_turned_{i}.jpg": turned_jpeg(files["jpeg_420.jpg"], i) for i in range(1, 9)}
    made["jpeg_gray_turned.jpg"] = turned_jpeg(files["jpeg_gray_progressive.jpg"], 5)
    made["png_turned.png"] = turned_png(files["png_palette.png"], 6)
    made["webp_turned.webp"] = turned_webp(files["webp_lossless.webp"], 7)
    return made


def ycck(file):
    """A CMYK JPEG whose Adobe marker says that three of the inks were transformed."""
    at = file.index(b"Adobe") + 11
    return file[:at] + b"\2" + file[at + 1:]


def interlaced_png():
    """Adam7: seven smaller images one after the other."""
    rows = b""
    for x, y, dx, dy in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)):
        for row in range(y, HEIGHT, dy):
            pixels = bytes((17 * column + 5 * row) % 256 for column in range(x, WIDTH, dx))
            rows += b"\0" + pixels if pixels else b""
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 0, 0, 0, 1)
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", zlib.compress(rows))
            + png_chunk(b"IEND", b""))


def bmp(bits, compression, pixels, palette=b"", height=HEIGHT, masks=b""):
    begin = 14 + 40 + len(masks) + len(palette)
    header = struct.pack("<IiiHHIIiiII", 40, WIDTH, height, 1, bits, compression, len(pixels), 0, 0, len(palette) // 4, 0)
    return b"BM" + struct.pack("<IHHI", begin + len(pixels), 0, 0, begin) + header + masks + palette + pixels


def os2_bmp():
    pixels = bytes(range(40)) * HEIGHT
    header = struct.pack("<IHHHH", 12, WIDTH, HEIGHT, 1, 24)
    return b"BM" + struct.pack("<IHHI", 26 + len(pixels), 0, 0, 26) + header + pixels


def rare_bmps():
    palette = b"".join(bytes([i * 16, 255 - i * 16, i * 8, 0]) for i in range(16))
    # A run, then single pixels (an even number of bytes), end of row; at last the end of the image.
    runs8 = b"".join(bytes([7, y, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0]) for y in range(HEIGHT)) + b"\0\1"
    runs4 = b"".join(bytes([7, 0x12, 0, 6, 0x34, 0x56, 0x78, 0, 0, 0]) for _ in range(HEIGHT)) + b"\0\1"
    return {
        "bmp_runs_of_8.bmp": bmp(8, 1, runs8, palette),
        "bmp_runs_of_4.bmp": bmp(4, 2, runs4, palette),
        "bmp_four_bits.bmp": bmp(4, 0, bytes(range(8)) * HEIGHT, palette),
        "bmp_16.bmp": bmp(16, 0, bytes(range(28)) * HEIGHT),
        "bmp_565.bmp": bmp(16, 3, bytes(range(28)) * HEIGHT, masks=struct.pack("<III", 0xF800, 0x7E0, 0x1F)),
        "bmp_from_top.bmp": bmp(24, 0, bytes(range(40)) * HEIGHT, height=-HEIGHT),
        "bmp_os2.bmp": os2_bmp(),
    }


def tiff(samples, bits, extra_tags=(), tiled=False):
    """Big-endian, uncompressed, in one strip or one tile of 16 x 16."""
    count = 16 * 16 if tiled else WIDTH * HEIGHT
    pixels = bytes(i * 7 % 256 for i in range(count * samples * bits // 8))
    tags = {256: WIDTH, 257: HEIGHT, 258: bits, 259: 1, 262: 1 if samples == 1 else 2, 277: samples, 284: 1}
    if tiled:
        tags |= {322: 16, 323: 16, 324: 8, 325: len(pixels)}
    else:
        tags |= {278: HEIGHT, 273: 8, 279: len(pixels)}
    tags |= dict(extra_tags)
    entries = b"".join(struct.pack(">HHII", tag, 4, 1, value) for tag, value in sorted(tags.items()))
    directory = struct.pack(">H", len(tags)) + entries + bytes(4)
    return b"MM\0*" + struct.pack(">I", 8 + len(pixels)) + pixels + directory


def rare(files):
    made = {
        "jpeg_ycck.jpg": ycck(files["jpeg_cmyk.jpg"]),
        "png_interlaced.png": interlaced_png(),
        "tiff_big_endian_gray.tif": tiff(1, 8),
        "tiff_big_endian_gray_16.tif": tiff(1, 16),
        "tiff_tiled.tif": tiff(1, 8, tiled=True),
        "tiff_white_is_zero.tif": tiff(1, 8, {262: 0}),
        "tiff_upside_down.tif": tiff(1, 8, {274: 3}),
    }
    return made | rare_bmps()
