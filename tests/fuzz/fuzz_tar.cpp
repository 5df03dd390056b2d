/// Foreign archives and indices of archives: the answer is samples that lie inside of the file, or
/// a DataError. The first byte chooses: an archive whose checksums are mended, an index, or an
/// archive as it is. Seeds: tests/data/fuzz/tar.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <trainer/error.h>

#include "base/log.h"
#include "data/tar/tar_index.h"
#include "data/tar/tar_index_file.h"

namespace {

void check(const trainer::TarIndex& index, std::uint64_t size) {
  for (std::size_t i = 0; i < index.samples.size(); ++i) {
    const trainer::TarIndex::Sample& sample = index.samples[i];
    const bool inside = sample.offset <= size && sample.bytes <= size - sample.offset;
    if (!inside || sample.label >= index.labels.size()) std::abort();
    if (index.name(i).size() > size) std::abort();
  }
}

/// The sums of all headers, which mutations would never hit, are made right.
std::string mended(std::string archive) {
  constexpr std::size_t kBlock = 512, kAt = 148;
  for (std::size_t begin = 0; begin + kBlock <= archive.size(); begin += kBlock) {
    if (archive.compare(begin + 257, 5, "ustar") != 0) continue;
    archive.replace(begin + kAt, 8, "        ");
    unsigned sum = 0;
    for (std::size_t i = 0; i < kBlock; ++i) sum += static_cast<unsigned char>(archive[begin + i]);
    for (std::size_t i = 6; i-- > 0; sum /= 8) {
      archive[begin + kAt + i] = static_cast<char>('0' + sum % 8);
    }
    archive[begin + kAt + 6] = '\0';
  }
  return archive;
}

void index_archive(const std::string& archive) {
  const trainer::ReadAt read_at = [&](std::uint64_t offset, std::span<std::uint8_t> to) {
    if (offset > archive.size() || to.size() > archive.size() - offset) std::abort();
    if (!to.empty()) std::memcpy(to.data(), archive.data() + offset, to.size());
  };
  check(trainer::build_tar_index(read_at, archive.size(), "fuzz.tar", [] {}), archive.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  trainer::set_log_level(trainer::LogLevel::error);
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] % 3 == 1) {
      const trainer::TarShardState shard = {std::uint64_t{1} << 20, 77};
      if (const auto index = trainer::read_tar_index(rest, shard)) check(*index, shard.bytes);
    } else {
      index_archive(data[0] % 3 == 0 ? mended(std::string(rest)) : std::string(rest));
    }
  } catch (const trainer::DataError&) {
    return 0;
  }
  return 0;
}
