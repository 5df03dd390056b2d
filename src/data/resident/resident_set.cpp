#include "data/resident/resident_set.h"

#include <algorithm>
#include <cstring>
#include <new>

#include <trainer/error.h>
#include <trainer/units.h>

#include "base/stop.h"
#include "base/text.h"
#include "data/transforms/kernels/packed_view.h"

namespace trainer {
namespace {

std::size_t bytes_of(const ImageShape& shape) {
  return static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width) *
         static_cast<std::size_t>(shape.channels);
}

}  // namespace

std::string ResidentSet::obstacle(const Dataset& dataset,
                                  const Pipeline& pipeline,
                                  std::uint64_t most_bytes) {
  const RawSize raw = dataset.raw_size();
  if (raw == RawSize{}) {
    return "its images are encoded or differ in size; idx, cifar and packs of pixels of one size "
           "can be";
  }
  if (std::max({raw.height, raw.width, pipeline.height(), pipeline.width()}) > kMostSide) {
    return concat("its images have ",
                  raw.width,
                  "x",
                  raw.height,
                  " pixels (",
                  pipeline.width(),
                  "x",
                  pipeline.height(),
                  " after the transforms), expected at most ",
                  kMostSide,
                  " a side");
  }
  if (std::string obstacle = pipeline.window_obstacle(); !obstacle.empty()) return obstacle;
  const ImageShape result{pipeline.height(), pipeline.width(), pipeline.channels()};
  const std::uint64_t bytes =
      static_cast<std::uint64_t>(dataset.size()) *
      std::max(bytes_of(result), bytes_of({raw.height, raw.width, pipeline.channels()}));
  if (bytes > most_bytes) {
    return concat(
        "its images need ", bytes_text(bytes), ", and data.cache_size is ", bytes_text(most_bytes));
  }
  return {};
}

ResidentSet::ResidentSet(const Dataset& dataset, const Pipeline& pipeline) {
  SourceImage image;
  std::vector<std::uint8_t> fixed;
  const std::int64_t size = dataset.size();
  try {
    for (std::int64_t i = 0; i < size; ++i) {
      if (i % 4096 == 0 && stop_requested()) {
        throw Error(ExitCode::interrupted, "stopped while reading the images into memory");
      }
      image.reset();
      dataset.read(i, image);
      ImageShape shape{0, 0, pipeline.channels()};
      pipeline.run_fixed_part(image, dataset.name(i), fixed, shape.height, shape.width);
      if (i == 0) {
        shape_ = shape;
        pixels_.resize(bytes_of(shape) * static_cast<std::size_t>(size));
      }
      TRAINER_ASSERT(shape == shape_, "raw images of one size stay so");
      std::memcpy(pixels_.data() + bytes_of(shape) * static_cast<std::size_t>(i),
                  fixed.data(),
                  bytes_of(shape));
    }
  } catch (const std::bad_alloc&) {
    throw OutOfMemoryError(
        concat("no memory for ", counted(size, "image"), "; set data.resident: false"));
  }
}

ImageView ResidentSet::image(std::int64_t index) const {
  return packed_view(pixels_.data() + bytes_of(shape_) * static_cast<std::size_t>(index), shape_);
}

}  // namespace trainer
