#include "data/sources/raw_dataset.h"

#include <memory>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "data/sources/class_list.h"

namespace trainer {

RawDataset::RawDataset(RawImages images,
                       std::vector<std::string> class_names,
                       std::vector<std::int64_t> class_of)
    : images_(std::move(images)),
      class_names_(std::move(class_names)),
      class_of_(std::move(class_of)) {}

std::int64_t RawDataset::label(std::int64_t index) const {
  return class_of_[images_.labels.at(static_cast<std::size_t>(index))];
}

std::string RawDataset::name(std::int64_t index) const {
  return concat(images_.file, "#", index);
}

void RawDataset::read(std::int64_t index, SourceImage& image) const {
  TRAINER_ASSERT(index >= 0 && index < size(), concat("image ", index, " of ", size()));
  const auto begin =
      images_.pixels.begin() +
      static_cast<std::ptrdiff_t>(static_cast<std::size_t>(index) * images_.image_bytes());
  image.bytes.assign(begin, begin + static_cast<std::ptrdiff_t>(images_.image_bytes()));
  image.encoded = false;
  image.height = images_.size.height;
  image.width = images_.size.width;
  image.channels = images_.size.channels;
}

std::shared_ptr<Dataset> make_raw_dataset(RawImages images,
                                          const std::vector<std::string>& names,
                                          const DatasetRequest& request) {
  FoundClasses found;
  found.place = images.file;
  for (const std::string& name : names) found.classes.push_back({name, 0});
  for (const std::uint8_t label : images.labels) ++found.classes.at(label).images;
  ClassMap map = map_numbered_classes(found, request);
  log_info(concat(request.split,
                  ": ",
                  counted(static_cast<long long>(images.labels.size()), "image"),
                  " of ",
                  images.size.height,
                  "x",
                  images.size.width,
                  "x",
                  images.size.channels,
                  " in ",
                  counted(static_cast<long long>(map.names.size()), "class", "classes"),
                  " (",
                  printable(images.file),
                  ")"));
  return std::make_shared<RawDataset>(
      std::move(images), std::move(map.names), std::move(map.index_of));
}

}  // namespace trainer
