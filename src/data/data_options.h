#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <trainer/options.h>

#include "data/sources/split.h"

namespace trainer {

/// `data`
struct DataOptions {
  Component format;                             ///< `format` and its own keys
  std::optional<std::string> train, val, test;  ///< folders or files
  std::optional<SplitOptions> split;
  Or<std::vector<std::string>> classes = "auto";
  bool allow_empty_classes = false;
  std::optional<int> image_size;
  int channels = 3;
  std::string on_bad_image = "fail";  ///< fail, skip or substitute
  Percent max_bad{0.01};
  std::string exif = "ignore";   ///< or apply
  std::string decode = "exact";  ///< or fast
  Or<int> workers = "auto";
  int prefetch = 4;
  bool drop_last = false;
  std::string cache = "none";  ///< none, encoded or decoded
  ByteSize cache_size{std::uint64_t{4} << 30};
  Or<bool> resident = "auto";
  Component sampler{.name = "shuffle", .options = Node::map()};
  static const OptionTable& options();

  /// Whether there are images to validate with; empty where only the data itself tells (a csv file
  /// with a split column).
  std::optional<bool> has_validation() const;
};

/// `transforms`
struct TransformsOptions {
  std::vector<Component> train, val;
  static const OptionTable& options();
};

}  // namespace trainer
