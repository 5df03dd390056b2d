#include "data/sources/idx.h"

#include <algorithm>
#include <array>
#include <vector>

#include <sys/stat.h>

#include <trainer/error.h>

#include "base/text.h"
#include "data/sources/class_list.h"
#include "data/sources/file_dataset.h"
#include "data/sources/gzip_file.h"
#include "data/sources/raw_dataset.h"

namespace trainer {
namespace {

struct IdxContent {
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint8_t> bytes;
};

bool exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

/// The file as it is usually named, with `-` or `.` before idx, plain or packed.
std::string find_file(const std::string& folder, const std::string& part, const std::string& kind) {
  const std::string dashed = concat(part, "-", kind), dotted = concat(part, ".", kind);
  for (const std::string& name : {dashed, dotted, dashed + ".gz", dotted + ".gz"}) {
    const std::string path = join_path(folder, name);
    if (exists(path)) return path;
  }
  throw DataError(concat(printable(folder),
                         ": expected the file ",
                         dashed,
                         " or ",
                         dashed,
                         ".gz; data.format: idx takes the folder with the four files of the MNIST "
                         "family"),
                  folder);
}

[[noreturn]] void fail(const std::string& path, const std::string& problem) {
  throw DataError(concat(printable(path), ": ", problem), path);
}

/// Header: two zero bytes, the type (8: bytes), the number of sizes; then the sizes, big-endian.
std::vector<std::uint32_t> read_header(GzipFile& file, std::size_t dimensions) {
  constexpr std::uint8_t kBytes = 8;
  std::array<std::uint8_t, 4> word{};
  const auto next_word = [&] {
    if (file.read(word.data(), word.size()) != word.size()) {
      fail(file.path(), "the file ends in its header");
    }
  };
  next_word();
  if (word[0] != 0 || word[1] != 0 || word[2] != kBytes || word[3] != dimensions) {
    fail(file.path(),
         concat("expected an idx file of bytes with ",
                counted(static_cast<long long>(dimensions), "dimension"),
                ", found the first bytes ",
                int{word[0]},
                " ",
                int{word[1]},
                " ",
                int{word[2]},
                " ",
                int{word[3]}));
  }
  std::vector<std::uint32_t> sizes;
  for (std::size_t i = 0; i < dimensions; ++i) {
    next_word();
    sizes.push_back((std::uint32_t{word[0]} << 24) | (std::uint32_t{word[1]} << 16) |
                    (std::uint32_t{word[2]} << 8) | word[3]);
  }
  return sizes;
}

IdxContent read_idx(const std::string& path, std::size_t dimensions) {
  constexpr std::uint32_t kMaxSide = 65'535;
  GzipFile file(path);
  IdxContent content{read_header(file, dimensions), {}};
  std::uint64_t expected = content.sizes[0];
  for (std::size_t i = 1; i < dimensions; ++i) {
    const std::uint32_t side = content.sizes[i];
    if (side == 0 || side > kMaxSide) {
      fail(path, concat("its header says images of side ", side, ", expected 1 to ", kMaxSide));
    }
    // At most 2^32 * 2^16 * 2^16: no overflow in 64 bits.
    expected *= side;
  }
  // Memory grows with what the file really holds, not with what its header says.
  constexpr std::uint64_t kStep = std::uint64_t{1} << 26;
  while (content.bytes.size() < expected) {
    const std::size_t have = content.bytes.size();
    const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(kStep, expected - have));
    content.bytes.resize(have + step);
    const std::size_t got = file.read(content.bytes.data() + have, step);
    if (got < step) {
      fail(path,
           concat("its header says ",
                  static_cast<unsigned long long>(expected),
                  " bytes of data, but it has ",
                  static_cast<unsigned long long>(have + got),
                  "; it was not copied whole"));
    }
  }
  std::uint8_t beyond = 0;
  if (file.read(&beyond, 1) != 0) {
    fail(path,
         concat("its header says ",
                static_cast<unsigned long long>(expected),
                " bytes of data, but it has more"));
  }
  return content;
}

}  // namespace

std::shared_ptr<Dataset> open_idx(const DatasetRequest& request) {
  const std::string part = request.split == "train" ? "train" : "t10k";
  const std::string image_path = find_file(request.path, part + "-images", "idx3-ubyte");
  const std::string label_path = find_file(request.path, part + "-labels", "idx1-ubyte");
  IdxContent labels = read_idx(label_path, 1);
  IdxContent images = read_idx(image_path, 3);
  if (labels.sizes[0] != images.sizes[0]) {
    fail(label_path,
         concat("it has ",
                labels.sizes[0],
                " labels, but ",
                printable(image_path),
                " has ",
                images.sizes[0],
                " images"));
  }
  if (labels.bytes.empty()) fail(image_path, "it has no images");
  const int last = *std::max_element(labels.bytes.begin(), labels.bytes.end());
  std::vector<std::string> names;
  for (int i = 0; i <= last; ++i) names.push_back(concat(i));

  RawImages raw;
  raw.size = {static_cast<int>(images.sizes[1]), static_cast<int>(images.sizes[2]), 1};
  raw.pixels = std::move(images.bytes);
  raw.labels = std::move(labels.bytes);
  raw.file = image_path;
  return make_raw_dataset(std::move(raw), names, request);
}

}  // namespace trainer
