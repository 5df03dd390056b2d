#include "data/decode/sniff.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "data/decode/byte_view.h"

namespace trainer {
namespace {

using std::string_view_literals::operator""sv;

struct Signature {
  std::size_t at;
  std::string_view bytes;
  std::string_view meaning;
};

constexpr std::array kForeign = {
    Signature{0, "GIF87a"sv, "a GIF, which is not supported; convert it to PNG"},
    Signature{0, "GIF89a"sv, "a GIF, which is not supported; convert it to PNG"},
    Signature{0,
              "version https://git-lfs"sv,
              "a git-lfs pointer, not the image itself; run `git lfs pull`"},
    Signature{4, "ftypavif"sv, "an AVIF image, which is not supported; convert it to PNG"},
    Signature{4, "ftypheic"sv, "a HEIC photo, which is not supported; convert it to JPEG"},
    Signature{4, "ftypheix"sv, "a HEIC photo, which is not supported; convert it to JPEG"},
    Signature{4, "ftypmif1"sv, "a HEIF photo, which is not supported; convert it to JPEG"},
    Signature{4, "ftyp"sv, "a video (MP4 family), not an image"},
    Signature{0, "\xff\x0a"sv, "a JPEG XL image, which is not supported; convert it to PNG"},
    Signature{0, "\0\0\0\x0cJXL "sv, "a JPEG XL image, which is not supported; convert it to PNG"},
    Signature{
        0, "\0\0\0\x0cjP  "sv, "a JPEG 2000 image, which is not supported; convert it to PNG"},
    Signature{0, "II\x2b\0"sv, "a BigTIFF, which is not supported; convert it to plain TIFF"},
    Signature{0, "MM\0\x2b"sv, "a BigTIFF, which is not supported; convert it to plain TIFF"},
    Signature{0, "\0\0\1\0"sv, "a Windows icon, which is not supported; convert it to PNG"},
    Signature{0, "8BPS"sv, "a Photoshop document, which is not supported; convert it to PNG"},
    Signature{0, "%PDF"sv, "a PDF document, not an image"},
    Signature{0, "PK\x03\x04"sv, "a zip archive, not an image"},
    Signature{0, "\x1f\x8b"sv, "a gzip archive, not an image"},
    Signature{0, "RIFF"sv, "a RIFF file (audio or video), not an image"},
};

std::string first_word(std::span<const std::uint8_t> bytes) {
  std::string head(
      bytes.begin(),
      bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes.size(), 256)));
  return lower_case(trim(head));
}

bool is_text(std::span<const std::uint8_t> bytes) {
  const auto head = bytes.first(std::min<std::size_t>(bytes.size(), 256));
  return std::all_of(head.begin(), head.end(), [](std::uint8_t c) {
    return (c >= 0x20 && c != 0x7f) || c == '\n' || c == '\r' || c == '\t';
  });
}

}  // namespace

std::optional<ImageFormat> sniff_image_format(std::span<const std::uint8_t> bytes) {
  const ByteView view(bytes);
  if (view.has(0, "\xff\xd8\xff"sv)) return ImageFormat::jpeg;
  if (view.has(0, "\x89PNG\r\n\x1a\n"sv)) return ImageFormat::png;
  if (view.has(0, "RIFF"sv) && view.has(8, "WEBP"sv)) return ImageFormat::webp;
  if (view.has(0, "BM"sv)) return ImageFormat::bmp;
  if (view.has(0, "II\x2a\0"sv) || view.has(0, "MM\0\x2a"sv)) return ImageFormat::tiff;
  return std::nullopt;
}

std::string describe_foreign_content(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return "the file is empty (0 bytes)";
  const ByteView view(bytes);
  for (const Signature& signature : kForeign) {
    if (view.has(signature.at, signature.bytes)) return std::string(signature.meaning);
  }
  const bool zeros = std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t c) { return c == 0; });
  if (zeros) {
    return concat("only zero bytes (",
                  counted(static_cast<long long>(bytes.size()), "byte"),
                  "): an interrupted copy or a failed disk; copy the file again");
  }
  const std::string head = first_word(bytes);
  if (head.starts_with("<!doctype html") || head.starts_with("<html")) {
    return "an HTML page, not an image: the download probably failed; fetch the file again";
  }
  if (head.starts_with("<svg") || (head.starts_with("<?xml") && head.find("<svg") != head.npos)) {
    return "an SVG drawing, which is not supported; convert it to PNG";
  }
  std::string start;
  if (is_text(bytes)) {
    start = concat("text (\"", printable(head.substr(0, 24)), head.size() > 24 ? "…\")" : "\")");
  } else {
    start =
        concat("unknown content, ", counted(static_cast<long long>(bytes.size()), "byte"), " long");
  }
  return concat(start, ", not an image; expected JPEG, PNG, WebP, BMP or TIFF");
}

}  // namespace trainer
