#include "weights/zip_writer.h"

#include <zlib.h>

#include "weights/zip_format.h"

namespace trainer {
namespace {

constexpr std::uint16_t kVersion = 20;
constexpr std::uint16_t kVersion64 = 45;
constexpr std::uint16_t kUtf8Names = 0x0800;
constexpr std::uint16_t kDate = 0x0021;  // 1980-01-01: the same input gives the same bytes

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}
void put16(std::string& out, std::uint64_t value) {
  put(out, value, 2);
}
void put32(std::string& out, std::uint64_t value) {
  put(out, value, 4);
}
void put64(std::string& out, std::uint64_t value) {
  put(out, value, 8);
}

std::uint64_t capped(std::uint64_t value) {
  return value < zip::kMax32 ? value : zip::kMax32;
}

}  // namespace

ZipWriter::ZipWriter(std::size_t expected_size) {
  out_.reserve(expected_size);
}

void ZipWriter::add(std::string_view name, std::string_view content) {
  Entry entry{std::string(name), out_.size(), content.size(), 0};
  entry.crc = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
  const bool large = entry.size >= zip::kMax32;
  const std::size_t extra64 = large ? 20 : 0;
  const std::size_t header = zip::kLocalHeaderSize + name.size() + extra64 + 4;
  const std::size_t unaligned = (out_.size() + header) % zip::kDataAlignment;
  const std::size_t padding = unaligned == 0 ? 0 : zip::kDataAlignment - unaligned;

  put32(out_, zip::kLocalHeader);
  put16(out_, large ? kVersion64 : kVersion);
  put16(out_, kUtf8Names);
  put16(out_, 0);  // stored
  put16(out_, 0);
  put16(out_, kDate);
  put32(out_, entry.crc);
  put32(out_, capped(entry.size));
  put32(out_, capped(entry.size));
  put16(out_, name.size());
  put16(out_, extra64 + 4 + padding);
  out_ += name;
  if (large) {
    put16(out_, zip::kExtra64);
    put16(out_, 16);
    put64(out_, entry.size);
    put64(out_, entry.size);
  }
  put16(out_, zip::kExtraPadding);
  put16(out_, padding);
  out_.append(padding, 'Z');
  out_ += content;
  entries_.push_back(std::move(entry));
}

std::vector<std::uint32_t> ZipWriter::checksums() const {
  std::vector<std::uint32_t> sums;
  for (const Entry& entry : entries_) sums.push_back(entry.crc);
  return sums;
}

void ZipWriter::write_central(const Entry& entry) {
  std::string extra;
  if (entry.size >= zip::kMax32) {
    put64(extra, entry.size);
    put64(extra, entry.size);
  }
  if (entry.offset >= zip::kMax32) put64(extra, entry.offset);
  const bool large = !extra.empty();
  put32(out_, zip::kCentralHeader);
  put16(out_, large ? kVersion64 : kVersion);
  put16(out_, large ? kVersion64 : kVersion);
  put16(out_, kUtf8Names);
  put16(out_, 0);
  put16(out_, 0);
  put16(out_, kDate);
  put32(out_, entry.crc);
  put32(out_, capped(entry.size));
  put32(out_, capped(entry.size));
  put16(out_, entry.name.size());
  put16(out_, large ? extra.size() + 4 : 0);
  put16(out_, 0);  // comment
  put16(out_, 0);  // disk
  put16(out_, 0);  // attributes
  put32(out_, 0);
  put32(out_, capped(entry.offset));
  out_ += entry.name;
  if (large) {
    put16(out_, zip::kExtra64);
    put16(out_, extra.size());
    out_ += extra;
  }
}

void ZipWriter::write_end(std::uint64_t directory) {
  const std::uint64_t size = out_.size() - directory;
  const std::uint64_t count = entries_.size();
  if (directory >= zip::kMax32 || size >= zip::kMax32 || count >= zip::kMax16) {
    const std::uint64_t end64 = out_.size();
    put32(out_, zip::kEnd64);
    put64(out_, zip::kEnd64Size - 12);
    put16(out_, kVersion64);
    put16(out_, kVersion64);
    put32(out_, 0);
    put32(out_, 0);
    put64(out_, count);
    put64(out_, count);
    put64(out_, size);
    put64(out_, directory);
    put32(out_, zip::kEnd64Locator);
    put32(out_, 0);
    put64(out_, end64);
    put32(out_, 1);
  }
  const std::uint64_t count16 = count < zip::kMax16 ? count : zip::kMax16;
  put32(out_, zip::kEnd);
  put16(out_, 0);
  put16(out_, 0);
  put16(out_, count16);
  put16(out_, count16);
  put32(out_, capped(size));
  put32(out_, capped(directory));
  put16(out_, 0);
}

std::string ZipWriter::finish() {
  const std::uint64_t directory = out_.size();
  for (const Entry& entry : entries_) write_central(entry);
  write_end(directory);
  return std::move(out_);
}

}  // namespace trainer
