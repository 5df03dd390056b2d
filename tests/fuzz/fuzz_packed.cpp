/// Foreign packed files: whatever the bytes are, the answer is a data set or a DataError. The first
/// byte chooses whether checksums are mended first, which would hide the tables from mutations.
/// Seeds: tests/data/fuzz/packed.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <trainer/error.h>

#include "base/crc32c.h"
#include "base/file_system.h"
#include "base/little_endian.h"
#include "data/packed/format.h"

namespace {

using Bytes = std::span<const std::uint8_t>;

std::string mended(std::string file) {
  if (file.size() < trainer::kPackHeaderBytes) return file;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.data());
  const auto table = trainer::little_endian_at<std::uint64_t>(bytes + 32);
  const std::size_t at = static_cast<std::size_t>(std::min<std::uint64_t>(table, file.size()));
  file.replace(64, 64, trainer::sha256(std::string_view(file).substr(at)));
  std::string size;
  trainer::append_little_endian(static_cast<std::uint64_t>(file.size()), size);
  file.replace(16, 8, size);
  std::string crc;
  const std::size_t crc_at = trainer::kPackHeaderBytes - 4;
  trainer::append_little_endian(trainer::crc32c(std::string_view(file).substr(0, crc_at)), crc);
  return file.replace(crc_at, 4, crc);
}

void open(Bytes file) {
  const trainer::PackHeader header = trainer::read_pack_header(file, file.size(), "fuzz.pack");
  const trainer::PackTables tables(
      header, file.subspan(static_cast<std::size_t>(header.table_offset)), "fuzz.pack");
  for (std::int64_t i = 0; i < tables.size(); ++i) {
    const trainer::PackRecord record = tables.record(i);
    const bool inside = record.offset <= file.size() && record.bytes <= file.size() - record.offset;
    if (!inside || record.label >= tables.class_names().size()) std::abort();
    if (tables.name(i).size() > file.size()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string file(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0) file = mended(std::move(file));
  try {
    open({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
  } catch (const trainer::DataError&) {
    return 0;
  }
  return 0;
}
