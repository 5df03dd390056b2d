#include "weights/zip_reader.h"

#include <algorithm>
#include <optional>

#include <zlib.h>

#include <trainer/error.h>

#include "base/text.h"
#include "weights/zip_format.h"

namespace trainer {
namespace {

constexpr std::uint64_t kMaxEntries = 1'000'000;
constexpr std::uint64_t kMaxDirectory = std::uint64_t{256} << 20;
constexpr std::uint64_t kMaxComment = 65535;

}  // namespace

ZipReader::ZipReader(std::span<const std::byte> bytes, std::string file)
    : bytes_(bytes), file_(std::move(file)) {
  const Directory directory = find_directory();
  std::vector<Place> places;
  entries_.reserve(static_cast<std::size_t>(directory.count));
  std::uint64_t at = directory.offset;
  const std::uint64_t end = directory.offset + directory.size;
  for (std::uint64_t i = 0; i < directory.count; ++i) at = read_entry(at, end, places);
  if (at != end) fail("its directory is longer than its entries");
  check_places(std::move(places), directory.offset);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (!by_name_.emplace(entries_[i].name, i).second) {
      fail(concat("the record ", printable(entries_[i].name), " is there twice"));
    }
  }
}

void ZipReader::fail(std::string_view what) const {
  throw CheckpointError(
      concat(
          printable(file_), ": ", what, "; the file is damaged or was not written by this program"),
      file_);
}

std::uint64_t ZipReader::number(std::uint64_t at, int bytes) const {
  const auto count = static_cast<std::uint64_t>(bytes);
  if (at > bytes_.size() || bytes_.size() - at < count) fail("it ends too early");
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    value |= std::to_integer<std::uint64_t>(bytes_[static_cast<std::size_t>(at + i)]) << (8 * i);
  }
  return value;
}

std::string_view ZipReader::text(std::uint64_t at, std::uint64_t size) const {
  if (at > bytes_.size() || bytes_.size() - at < size) fail("it ends too early");
  return {reinterpret_cast<const char*>(bytes_.data()) + at, static_cast<std::size_t>(size)};
}

ZipReader::Directory ZipReader::find_directory() const {
  if (bytes_.empty()) fail("it is empty");
  if (bytes_.size() < zip::kEndSize) fail("it is too short for a zip file");
  const std::uint64_t last = bytes_.size() - zip::kEndSize;
  const std::uint64_t first = last > kMaxComment ? last - kMaxComment : 0;
  for (std::uint64_t end = last + 1; end-- > first;) {
    if (number(end, 4) != zip::kEnd) continue;
    if (number(end + 20, 2) != bytes_.size() - end - zip::kEndSize) continue;
    Directory directory{number(end + 16, 4), number(end + 12, 4), number(end + 10, 2)};
    if (number(end + 4, 4) != 0) fail("it is a part of a split zip file");
    directory = read_end64(end, directory);
    if (directory.size > end || directory.offset > end - directory.size) {
      fail("its directory lies outside the file");
    }
    if (directory.count > kMaxEntries || directory.size > kMaxDirectory ||
        directory.count * zip::kCentralHeaderSize > directory.size) {
      fail(concat("its directory claims ", directory.count, " records"));
    }
    return directory;
  }
  fail("the directory of the zip file is missing: it was cut short, or is no zip file");
}

ZipReader::Directory ZipReader::read_end64(std::uint64_t end, Directory directory) const {
  const bool needed = directory.offset == zip::kMax32 || directory.size == zip::kMax32 ||
                      directory.count == zip::kMax16;
  if (!needed || end < zip::kEnd64LocatorSize) return directory;
  const std::uint64_t locator = end - zip::kEnd64LocatorSize;
  if (number(locator, 4) != zip::kEnd64Locator) return directory;
  const std::uint64_t at = number(locator + 8, 8);
  if (at > locator || locator - at < zip::kEnd64Size || number(at, 4) != zip::kEnd64) {
    fail("its zip64 directory is damaged");
  }
  return {number(at + 48, 8), number(at + 40, 8), number(at + 32, 8)};
}

std::uint64_t ZipReader::read_entry(std::uint64_t at,
                                    std::uint64_t limit,
                                    std::vector<Place>& places) {
  if (limit - at < zip::kCentralHeaderSize || number(at, 4) != zip::kCentralHeader) {
    fail("its directory is damaged");
  }
  const std::uint64_t flags = number(at + 8, 2);
  const std::uint64_t method = number(at + 10, 2);
  std::uint64_t packed = number(at + 20, 4);
  std::uint64_t size = number(at + 24, 4);
  const std::uint64_t name_size = number(at + 28, 2);
  const std::uint64_t extra_size = number(at + 30, 2);
  const std::uint64_t comment_size = number(at + 32, 2);
  std::uint64_t local = number(at + 42, 4);
  const std::uint64_t total = zip::kCentralHeaderSize + name_size + extra_size + comment_size;
  if (limit - at < total) fail("its directory is damaged");
  ZipEntry entry;
  entry.name = text(at + zip::kCentralHeaderSize, name_size);
  entry.crc = static_cast<std::uint32_t>(number(at + 16, 4));

  std::uint64_t extra = at + zip::kCentralHeaderSize + name_size;
  const std::uint64_t extra_end = extra + extra_size;
  while (extra_end - extra >= 4) {
    const std::uint64_t id = number(extra, 2);
    const std::uint64_t field_end = extra + 4 + number(extra + 2, 2);
    if (field_end > extra_end) fail("its directory is damaged");
    std::uint64_t field = extra + 4;
    for (std::uint64_t* value : {&size, &packed, &local}) {
      if (id != zip::kExtra64 || *value != zip::kMax32) continue;
      if (field_end - field < 8) fail("its directory is damaged");
      *value = number(field, 8);
      field += 8;
    }
    extra = field_end;
  }

  const std::string shown = printable(entry.name);
  if ((flags & 1) != 0) fail(concat("the record ", shown, " is encrypted"));
  if (method != 0 || packed != size) fail(concat("the record ", shown, " is compressed"));
  if (local > bytes_.size() || bytes_.size() - local < zip::kLocalHeaderSize ||
      number(local, 4) != zip::kLocalHeader) {
    fail(concat("the record ", shown, " is not where its directory says"));
  }
  const std::uint64_t local_name = number(local + 26, 2);
  const std::uint64_t data = local + zip::kLocalHeaderSize + local_name + number(local + 28, 2);
  if (data > bytes_.size() || bytes_.size() - data < size) {
    fail(concat("the record ", shown, " ends outside the file"));
  }
  if (text(local + zip::kLocalHeaderSize, local_name) != entry.name) {
    fail(concat("the record ", shown, " has another name in its own header"));
  }
  entry.data = bytes_.subspan(static_cast<std::size_t>(data), static_cast<std::size_t>(size));
  places.push_back({local, data + size});
  entries_.push_back(std::move(entry));
  return at + total;
}

void ZipReader::check_places(std::vector<Place> places, std::uint64_t limit) const {
  std::ranges::sort(places, {}, &Place::from);
  std::uint64_t end = 0;
  for (const Place& place : places) {
    if (place.from < end) fail("two of its records overlap");
    end = place.to;
  }
  if (end > limit) fail("a record overlaps its directory");
}

const ZipEntry* ZipReader::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &entries_[found->second];
}

void ZipReader::check(const ZipEntry& entry) const {
  const auto sum = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(entry.data.data()), entry.data.size()));
  if (sum != entry.crc) {
    fail(concat("the record ", printable(entry.name), " does not have its check sum"));
  }
}

}  // namespace trainer
