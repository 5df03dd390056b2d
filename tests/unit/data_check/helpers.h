#pragma once
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/data_check.h>
#include <trainer/dataset.h>
#include <trainer/error.h>

#include "unit/base/temp_folder.h"
#include "unit/decode/made_jpeg.h"
#include "unit/decode/made_png.h"

namespace trainer::test {

/// A small photo; another seed, another picture.
inline Bytes photo(int seed, int width = 40, int height = 32) {
  JpegKind kind;
  kind.width = width;
  kind.height = height;
  return make_jpeg(kind, [seed](int x, int y, int c) {
    return (x * (7 + c) + y * y / 3 + x * y * (seed % 5 + 1) + 11 * seed) & 255;
  });
}

inline Bytes plain_png(std::uint8_t gray, std::size_t side = 20, const Bytes& extra = {}) {
  return make_plain_png({side, side, 8, 2}, {gray, gray, gray}, extra);
}

/// A folder of images: `write("train/cat/1.jpg", bytes)`.
class ImageTree {
 public:
  void write(const std::string& name, const Bytes& bytes) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  /// `count` photos `folder/0.jpg`, …, unlike those of any other first seed.
  void fill(const std::string& folder, int count, int first_seed) const {
    for (int i = 0; i < count; ++i) {
      write(folder + "/" + std::to_string(i) + ".jpg", photo(first_seed + i));
    }
  }
  std::string operator/(const std::string& name) const { return folder_ / name; }
  const std::string& path() const { return folder_.path(); }

 private:
  TempFolder folder_;
};

/// "kind split class path", the path relative to `root`, of every finding, in order.
inline std::vector<std::string> listing(const DataReport& report, const std::string& root = {}) {
  std::vector<std::string> lines;
  for (const DataFinding& finding : report.findings) {
    std::string path = finding.path;
    if (!root.empty() && path.starts_with(root + "/")) path = path.substr(root.size() + 1);
    lines.push_back(std::string(data_finding_name(finding.kind)) + " " + finding.split + " " +
                    finding.class_name + " " + path);
  }
  return lines;
}

/// The only finding of a kind.
inline DataFinding only(const DataReport& report, DataFindingKind kind) {
  const auto is_kind = [kind](const DataFinding& finding) { return finding.kind == kind; };
  const auto found = std::find_if(report.findings.begin(), report.findings.end(), is_kind);
  EXPECT_EQ(std::count_if(report.findings.begin(), report.findings.end(), is_kind), 1)
      << data_finding_name(kind);
  return found == report.findings.end() ? DataFinding{} : *found;
}

inline std::int64_t count_of(const std::vector<DataCount>& counts, const std::string& name) {
  for (const DataCount& count : counts) {
    if (count.name == name) return count.images;
  }
  return 0;
}

/// Raw images of one pixel value each, in memory; a negative value cannot be read.
class FakeDataset : public Dataset {
 public:
  struct Sample {
    int value;
    std::int64_t label;
  };
  FakeDataset(std::string name, std::vector<std::string> classes, std::vector<Sample> samples)
      : name_(std::move(name)), classes_(std::move(classes)), samples_(std::move(samples)) {}

  std::int64_t size() const override { return static_cast<std::int64_t>(samples_.size()); }
  std::int64_t label(std::int64_t index) const override { return at(index).label; }
  std::string name(std::int64_t index) const override {
    return name_ + "#" + std::to_string(index);
  }
  const std::vector<std::string>& class_names() const override { return classes_; }
  void read(std::int64_t index, SourceImage& image) const override {
    const int value = at(index).value;
    if (value < 0) throw DataError(name(index) + ": cannot be read: Permission denied");
    image.encoded = false;
    image.height = image.width = 20;
    image.channels = 1;
    image.bytes.assign(400, static_cast<std::uint8_t>(value & 255));
    image.bytes[0] = static_cast<std::uint8_t>(value >> 8);
  }

 private:
  const Sample& at(std::int64_t index) const {
    return samples_.at(static_cast<std::size_t>(index));
  }

  std::string name_;
  std::vector<std::string> classes_;
  std::vector<Sample> samples_;
};

}  // namespace trainer::test
