#include "data/tar/tar_source.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

#include <trainer/error.h>

#include "base/log.h"
#include "base/mapped_file.h"
#include "base/text.h"
#include "data/sources/class_list.h"
#include "data/tar/shard_paths.h"
#include "data/tar/shard_set.h"

namespace trainer {
namespace {

class TarDataset : public Dataset {
 public:
  TarDataset(std::vector<TarShard> shards,
             ClassMap map,
             std::vector<std::vector<std::int64_t>> classes)
      : shards_(std::move(shards)), class_names_(std::move(map.names)) {
    std::int64_t count = 0;
    for (std::size_t s = 0; s < shards_.size(); ++s) {
      starts_.push_back(count);
      count += static_cast<std::int64_t>(shards_[s].index.samples.size());
      for (const TarIndex::Sample& sample : shards_[s].index.samples) {
        const std::int64_t found = classes[s][sample.label];
        labels_.push_back(static_cast<std::int32_t>(map.index_of[static_cast<std::size_t>(found)]));
      }
    }
  }

  std::int64_t size() const override { return static_cast<std::int64_t>(labels_.size()); }
  std::int64_t label(std::int64_t index) const override {
    return labels_.at(static_cast<std::size_t>(index));
  }
  std::string name(std::int64_t index) const override {
    const auto [shard, sample] = place_of(index);
    return concat(shard->file->path(), "#", shard->index.name(sample));
  }
  const std::vector<std::string>& class_names() const override { return class_names_; }
  std::vector<std::int64_t> shard_starts() const override {
    std::vector<std::int64_t> starts;
    for (const TarShard& shard : shards_) {
      const std::int64_t start = starts_[static_cast<std::size_t>(&shard - shards_.data())];
      if (!shard.index.samples.empty()) starts.push_back(start);
    }
    return starts;
  }

  void read(std::int64_t index, SourceImage& image) const override {
    const auto [shard, sample] = place_of(index);
    const TarIndex::Sample& place = shard->index.samples[sample];
    image.reset();
    image.lend(shard->file, shard->file->prepare(place.offset, place.bytes));
  }

 private:
  std::pair<const TarShard*, std::size_t> place_of(std::int64_t index) const {
    TRAINER_ASSERT(index >= 0 && index < size(), concat("image ", index, " of ", size()));
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), index);
    const auto shard = static_cast<std::size_t>(after - starts_.begin()) - 1;
    return {&shards_[shard], static_cast<std::size_t>(index - starts_[shard])};
  }

  std::vector<TarShard> shards_;
  std::vector<std::int64_t> starts_;
  std::vector<std::int32_t> labels_;
  std::vector<std::string> class_names_;
};

/// Index and names must not be mixed over the shards either.
bool are_numbered(const std::vector<TarShard>& shards) {
  const TarShard* first = nullptr;
  for (const TarShard& shard : shards) {
    if (shard.index.samples.empty()) continue;
    if (first == nullptr) first = &shard;
    if (shard.index.numbered != first->index.numbered) {
      throw DataError(concat(printable(shard.file->path()),
                             ": expected ",
                             first->index.numbered ? "indices" : "names",
                             " of classes, as in ",
                             printable(first->file->path()),
                             ", found ",
                             shard.index.numbered ? "indices" : "names"),
                      shard.file->path());
    }
  }
  return first != nullptr && first->index.numbered;
}

/// The classes over all shards: `FoundClasses`, and for each shard where its labels are in them.
struct ShardClasses {
  FoundClasses found;
  std::vector<std::vector<std::int64_t>> of_labels;
};

ShardClasses number_classes(const std::vector<TarShard>& shards) {
  ShardClasses classes;
  std::size_t count = 0;
  for (const TarShard& shard : shards) {
    std::vector<std::int64_t> places;
    for (const std::string& label : shard.index.labels) {
      std::int64_t value = 0;
      std::from_chars(label.data(), label.data() + label.size(), value);
      places.push_back(value);
      count = std::max(count, static_cast<std::size_t>(value) + 1);
    }
    classes.of_labels.push_back(std::move(places));
  }
  for (std::size_t i = 0; i < count; ++i) classes.found.classes.push_back({concat(i), 0});
  return classes;
}

ShardClasses name_classes(const std::vector<TarShard>& shards) {
  ShardClasses classes;
  std::unordered_map<std::string, std::int64_t> known;
  for (const TarShard& shard : shards) {
    std::vector<std::int64_t> places;
    for (const std::string& label : shard.index.labels) {
      const auto [place, is_new] =
          known.emplace(label, static_cast<std::int64_t>(classes.found.classes.size()));
      if (is_new) classes.found.classes.push_back({label, 0});
      places.push_back(place->second);
    }
    classes.of_labels.push_back(std::move(places));
  }
  return classes;
}

}  // namespace

std::shared_ptr<Dataset> open_tar(const DatasetRequest& request) {
  std::vector<TarShard> shards = open_tar_shards(find_shards(request.path));
  const bool numbered = are_numbered(shards);
  ShardClasses classes = numbered ? number_classes(shards) : name_classes(shards);
  classes.found.place = request.path;
  std::int64_t count = 0;
  for (std::size_t s = 0; s < shards.size(); ++s) {
    for (const TarIndex::Sample& sample : shards[s].index.samples) {
      const auto place = static_cast<std::size_t>(classes.of_labels[s][sample.label]);
      ++classes.found.classes[place].images;
      ++count;
    }
  }
  if (count == 0) {
    throw DataError(concat(printable(request.path),
                           ": expected images (.jpg, .png, .webp) with labels, found none in ",
                           counted(static_cast<long long>(shards.size()), "archive")),
                    request.path);
  }
  ClassMap map =
      numbered ? map_numbered_classes(classes.found, request) : map_classes(classes.found, request);
  log_info(concat(request.split,
                  ": ",
                  counted(count, "image"),
                  " in ",
                  counted(static_cast<long long>(map.names.size()), "class", "classes"),
                  " and ",
                  counted(static_cast<long long>(shards.size()), "archive"),
                  " (",
                  printable(request.path),
                  ")"));
  return std::make_shared<TarDataset>(
      std::move(shards), std::move(map), std::move(classes.of_labels));
}

}  // namespace trainer
