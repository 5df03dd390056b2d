#include "data/sources/cifar.h"

#include <algorithm>
#include <vector>

#include <sys/stat.h>

#include <trainer/error.h>

#include "base/text.h"
#include "data/sources/file_dataset.h"
#include "data/sources/file_reader.h"
#include "data/sources/raw_dataset.h"

namespace trainer {
namespace {

constexpr int kSide = 32, kColors = 3;
constexpr std::size_t kPlane = kSide * kSide, kPixels = kPlane * kColors;
constexpr std::uint64_t kMaxFile = std::uint64_t{1} << 30;

/// What tells CIFAR-10 and CIFAR-100 apart.
struct Layout {
  std::vector<std::string> files;
  std::size_t label_bytes;  ///< before the pixels
  std::size_t label_at;
  int classes;
  std::string names_file;
};

bool exists(const std::string& folder, const std::string& name) {
  struct stat status {};
  return ::stat(join_path(folder, name).c_str(), &status) == 0;
}

Layout find_layout(const DatasetRequest& request, const CifarOptions& options) {
  const bool train = request.split == "train";
  if (exists(request.path, "train.bin") || exists(request.path, "test.bin")) {
    const bool fine = options.cifar_labels == "fine";
    return {{train ? "train.bin" : "test.bin"},
            2,
            fine ? 1U : 0U,
            fine ? 100 : 20,
            fine ? "fine_label_names.txt" : "coarse_label_names.txt"};
  }
  if (exists(request.path, "test_batch.bin") || exists(request.path, "data_batch_1.bin")) {
    Layout layout{{"test_batch.bin"}, 1, 0, 10, "batches.meta.txt"};
    if (train) {
      layout.files.clear();
      for (int i = 1; i <= 5; ++i) layout.files.push_back(concat("data_batch_", i, ".bin"));
    }
    return layout;
  }
  throw DataError(concat(printable(request.path),
                         ": expected the binary version of CIFAR-10 "
                         "(data_batch_1.bin … data_batch_5.bin, test_batch.bin) or of CIFAR-100 "
                         "(train.bin, test.bin); the Python and Matlab versions are not read"),
                  request.path);
}

/// Pixels stand plane by plane, and are wanted channel beside channel.
void append_records(const std::string& path, const Layout& layout, RawImages& images) {
  const std::size_t record = layout.label_bytes + kPixels;
  std::vector<std::uint8_t> bytes;
  read_whole_file(path, kMaxFile, bytes);
  if (bytes.empty() || bytes.size() % record != 0) {
    throw DataError(concat(printable(path),
                           ": expected a whole number of records of ",
                           static_cast<long long>(record),
                           " bytes, found ",
                           static_cast<long long>(bytes.size()),
                           " bytes; it was not copied whole"),
                    path);
  }
  for (std::size_t at = 0; at < bytes.size(); at += record) {
    const std::uint8_t label = bytes[at + layout.label_at];
    if (label >= layout.classes) {
      throw DataError(concat(printable(path),
                             ": record ",
                             static_cast<long long>(at / record),
                             " has the label ",
                             static_cast<int>(label),
                             ", expected 0 to ",
                             layout.classes - 1),
                      path);
    }
    images.labels.push_back(label);
    const std::uint8_t* planes = bytes.data() + at + layout.label_bytes;
    for (std::size_t i = 0; i < kPlane; ++i) {
      for (std::size_t c = 0; c < kColors; ++c) images.pixels.push_back(planes[c * kPlane + i]);
    }
  }
}

std::vector<std::string> read_names(const std::string& folder, const Layout& layout) {
  std::vector<std::string> names;
  if (exists(folder, layout.names_file)) {
    const std::string path = join_path(folder, layout.names_file);
    std::vector<std::uint8_t> bytes;
    read_whole_file(path, kMaxFile, bytes);
    for (const std::string& line : split(std::string(bytes.begin(), bytes.end()), '\n')) {
      const std::string_view name = trim(line);
      if (!name.empty()) names.emplace_back(name);
    }
    if (names.size() != static_cast<std::size_t>(layout.classes)) {
      throw DataError(concat(printable(path),
                             ": expected ",
                             layout.classes,
                             " class names, one a line, found ",
                             static_cast<long long>(names.size())),
                      path);
    }
    return names;
  }
  for (int i = 0; i < layout.classes; ++i) names.push_back(concat(i));
  return names;
}

}  // namespace

const OptionTable& CifarOptions::options() {
  static const OptionTable table = OptionTableOf<CifarOptions>()
                                       .add("cifar_labels",
                                            &CifarOptions::cifar_labels,
                                            "CIFAR-100: its 100 fine or 20 coarse classes")
                                       .choices({"fine", "coarse"});
  return table;
}

std::shared_ptr<Dataset> open_cifar(const DatasetRequest& request, const CifarOptions& options) {
  const Layout layout = find_layout(request, options);
  RawImages images;
  images.size = {kSide, kSide, kColors};
  for (const std::string& file : layout.files) {
    append_records(join_path(request.path, file), layout, images);
  }
  images.file = join_path(request.path, layout.files.front());
  if (layout.files.size() > 1) images.file = join_path(request.path, "data_batch");
  return make_raw_dataset(std::move(images), read_names(request.path, layout), request);
}

}  // namespace trainer
