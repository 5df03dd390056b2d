#include "data/check/sample_check.h"

#include <algorithm>
#include <string_view>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/text.h"
#include "data/decode/sniff.h"
#include "data/sources/file_dataset.h"

namespace trainer {
namespace {

constexpr std::int64_t kTinySide = 16;
constexpr std::int64_t kElongation = 5;

bool mentions(const std::string& text, std::string_view words) {
  return text.find(words) != text.npos;
}

/// The message without the path before it, which a report shows beside it.
std::string bare_reason(const std::string& message) {
  for (const std::string_view mark : {"cannot be decoded: ", "cannot be read: "}) {
    const std::size_t at = message.find(mark);
    if (at != message.npos) return message.substr(at + mark.size());
  }
  return message;
}

ContentHash content_hash(std::span<const std::uint8_t> bytes) {
  const std::string hex =
      sha256({reinterpret_cast<const char*>(bytes.data()), bytes.size()});  // NOLINT: bytes as text
  constexpr std::size_t kDigits = 16;
  return {std::stoull(hex.substr(0, kDigits), nullptr, 16),
          std::stoull(hex.substr(kDigits, kDigits), nullptr, 16)};
}

std::string_view format_of_extension(std::string_view name) {
  const std::string extension = extension_of(name);
  if (extension == ".png") return "PNG";
  if (extension == ".webp") return "WebP";
  if (extension == ".bmp") return "BMP";
  if (extension == ".tif" || extension == ".tiff") return "TIFF";
  return has_image_extension(name) ? "JPEG" : "";
}

DataFindingKind kind_of_read_error(const std::string& message) {
  return mentions(message, "it is longer than") ? DataFindingKind::too_large
                                                : DataFindingKind::unreadable;
}

/// Of a header that could not be understood.
DataFindingKind kind_of_header_error(std::span<const std::uint8_t> bytes,
                                     const std::string& reason) {
  if (bytes.empty()) return DataFindingKind::empty_file;
  if (!sniff_image_format(bytes)) return DataFindingKind::not_an_image;
  if (mentions(reason, "an animated")) return DataFindingKind::animated;
  if (mentions(reason, "not supported")) return DataFindingKind::not_an_image;
  const bool short_header = mentions(reason, "it ends before") || mentions(reason, "has no whole");
  return short_header ? DataFindingKind::truncated : DataFindingKind::corrupt;
}

DataFindingKind kind_of_size_error(const ImageInfo& info, std::int64_t max_pixels) {
  if (info.width <= 0 || info.height <= 0) return DataFindingKind::corrupt;
  const bool large =
      std::max(info.width, info.height) > kMaxImageSide || info.width * info.height > max_pixels;
  return large ? DataFindingKind::too_large : DataFindingKind::truncated;
}

DataFindingKind kind_of_decode_error(const std::string& reason) {
  return reason.starts_with("a truncated") ? DataFindingKind::truncated : DataFindingKind::corrupt;
}

/// Warnings about an image that training accepts.
void judge_shape(const SampleRecord& record, std::vector<SampleFinding>& findings) {
  const std::int64_t shorter = std::min(record.width, record.height);
  const std::int64_t longer = std::max(record.width, record.height);
  const std::string size = concat(record.width, " x ", record.height, " pixels");
  if (shorter < kTinySide) {
    findings.push_back({DataFindingKind::tiny, concat(size, "; a side of fewer than ", kTinySide)});
  }
  if (longer > kElongation * shorter) {
    findings.push_back({DataFindingKind::elongated,
                        concat(size, "; one side more than ", kElongation, " times the other")});
  }
}

void judge_file(const std::string& name,
                const SampleRecord& record,
                std::vector<SampleFinding>& findings) {
  const std::string_view said = format_of_extension(name);
  const std::string_view found = image_format_name(*record.format);
  if (!said.empty() && said != found) {
    findings.push_back({DataFindingKind::wrong_extension,
                        concat("named ", extension_of(name), ", but the content is ", found)});
  }
  if (record.facts.several && record.usable) {
    findings.push_back({DataFindingKind::first_frame_only,
                        concat("a ", found, " with several frames or pages; the first is used")});
  }
}

void check_encoded(std::span<const std::uint8_t> bytes,
                   const SampleLimits& limits,
                   DecodedImage& decoded,
                   SampleRecord& record,
                   std::vector<SampleFinding>& findings) {
  ImageInfo info;
  try {
    info = read_image_info(bytes);
  } catch (const DataError& error) {
    findings.push_back({kind_of_header_error(bytes, error.what()), error.what()});
    return;
  }
  record.format = info.format;
  record.facts = read_header_facts(bytes, info.format);
  try {
    check_image_size(info, bytes.size(), limits.max_pixels);
  } catch (const DataError& error) {
    findings.push_back({kind_of_size_error(info, limits.max_pixels), error.what()});
    return;
  }
  record.width = static_cast<std::int32_t>(info.width);
  record.height = static_cast<std::int32_t>(info.height);
  try {
    decode_image(bytes, limits.channels, limits.max_pixels, {}, decoded);
  } catch (const DataError& error) {
    const std::string reason = bare_reason(error.what());
    findings.push_back({kind_of_decode_error(reason), reason});
    return;
  }
  record.width = decoded.width;
  record.height = decoded.height;
  record.bytes = content_hash(bytes);
  record.pixels = content_hash(std::span(decoded.pixels).first(decoded.bytes()));
  record.usable = true;
  judge_shape(record, findings);
}

void check_raw(const SourceImage& image, SampleRecord& record) {
  record.width = image.width;
  record.height = image.height;
  record.facts.gray = image.channels == 1;
  record.bytes = record.pixels = content_hash(image.content());
  record.usable = true;
}

/// One huge image must not keep its memory for the rest of the check.
void release_excess(SampleScratch& scratch) {
  constexpr std::size_t kKept = std::size_t{128} << 20;
  if (scratch.decoded.pixels.capacity() > kKept) scratch.decoded = {};
  if (scratch.image.bytes.capacity() > kKept) scratch.image = {};
}

}  // namespace

SampleRecord check_sample(const Dataset& dataset,
                          std::int64_t index,
                          const SampleLimits& limits,
                          SampleScratch& scratch,
                          std::vector<SampleFinding>& findings) {
  SampleRecord record;
  SourceImage& image = scratch.image;
  image.reset();
  try {
    dataset.read(index, image);
  } catch (const DataError& error) {
    findings.push_back({kind_of_read_error(error.what()), bare_reason(error.what())});
    return record;
  }
  if (image.encoded) {
    check_encoded(image.content(), limits, scratch.decoded, record, findings);
    if (record.format) judge_file(dataset.name(index), record, findings);
  } else {
    check_raw(image, record);
  }
  release_excess(scratch);
  return record;
}

}  // namespace trainer
