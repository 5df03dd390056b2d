#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/tar/tar_reader.h"

namespace trainer {

/// Where the images of one shard lie and what they show, in the order of the archive.
struct TarIndex {
  struct Sample {
    std::uint64_t offset = 0, bytes = 0;
    std::uint64_t name_end = 0;  ///< in `names`; it begins where the one before ends
    std::uint32_t label = 0;     ///< place in `labels`
  };
  std::vector<Sample> samples;
  std::string names;                ///< of the images in the archive, end to end
  std::vector<std::string> labels;  ///< as they were met; indices as digits
  bool numbered = false;            ///< the labels are indices of classes

  std::string_view name(std::size_t sample) const;
  void add(const TarMember& image, std::uint32_t label);
};

/// Makes the index by walking through the archive: files whose names are equal up to the first
/// point of the last part are one sample (as in WebDataset), of which one is the image and another
/// the label; without one, the folder of the image is its class. Calls `count` for each member.
/// Throws DataError naming `path` and the member on a sample without a label, with two images, or
/// where some labels are indices and others are names.
TarIndex build_tar_index(const ReadAt& read_at,
                         std::uint64_t size,
                         const std::string& path,
                         const std::function<void()>& count);

}  // namespace trainer
