#include "data/data_options.h"

#include "base/thread_crew.h"
#include "data/loader/sampler_catalog.h"
#include "data/sources/catalog.h"
#include "data/transforms/catalog.h"

namespace trainer {

const OptionTable& DataOptions::options() {
  using O = DataOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .variant(
              "format", &O::format, dataset_catalog(), "image_folder", "how the images are stored")
          .add("train", &O::train, "training data: a folder or file; needed unless synthetic")
          .path()
          .free_to_change()
          .add("val", &O::val, "validation data")
          .path()
          .free_to_change()
          .add("test", &O::test, "test data")
          .path()
          .free_to_change()
          .add("split", &O::split, "take validation images out of the training data")
          .add("classes", &O::classes, "class names in their order; auto: as the data names them")
          .words({"auto"})
          .items(1)
          .add("allow_empty_classes",
               &O::allow_empty_classes,
               "keep a class that has no image, instead of an error")
          .add("image_size",
               &O::image_size,
               "pixels a side, for transforms that leave their size out")
          .range(1, 16384)
          .add("channels", &O::channels, "1 (gray) or 3 (RGB); images are converted")
          .range(1, 3)
          .add("on_bad_image",
               &O::on_bad_image,
               "stop, shorten the batch, or take another image of the class")
          .choices({"fail", "skip", "substitute"})
          .changeable_on_request()
          .add("max_bad",
               &O::max_bad,
               "share of bad images above which skip and substitute stop; above 0% one may be bad")
          .free_to_change()
          .add("exif",
               &O::exif,
               "pictures as they are stored, as PIL and torchvision see them, or turned upright as "
               "their cameras say")
          .choices({"ignore", "apply"})
          .add("decode",
               &O::decode,
               "fast: training JPEGs much larger than what becomes of them are decoded at 1/2, 1/4 "
               "or 1/8 of their size, close to the exact pixels")
          .choices({"exact", "fast"})
          .add("workers", &O::workers, "decode threads; auto: as many as there are CPUs")
          .words({"auto"})
          .range(1, kMaxWorkers)
          .free_to_change()
          .add("prefetch", &O::prefetch, "batches made ahead")
          .range(1, 1024)
          .free_to_change()
          .add("drop_last", &O::drop_last, "leave out the short last batch of an epoch")
          .add("cache",
               &O::cache,
               "keep images in memory once read: as they are in the file, or as pixels")
          .choices({"none", "encoded", "decoded"})
          .free_to_change()
          .add("cache_size",
               &O::cache_size,
               "memory for the cache, training and validation together; the rest is read anew")
          .at_least(1 << 20)
          .free_to_change()
          .add("resident",
               &O::resident,
               "keep all images as pixels in memory and cut batches out of them, for images of up "
               "to 64 pixels a side; auto: where the transforms allow it and cache_size is enough")
          .words({"auto"})
          .free_to_change()
          .add("sampler", &O::sampler, "which training images an epoch has, and in which order")
          .from(sampler_catalog());
  return table;
}

std::optional<bool> DataOptions::has_validation() const {
  if (val || split || format.name == "synthetic") return true;
  if (format.name == "csv") return std::nullopt;
  return false;
}

const OptionTable& TransformsOptions::options() {
  using O = TransformsOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("train", &O::train, "from image file to network input, in order; normalize last")
          .from(transform_catalog())
          .add("val", &O::val, "the same for validation, test and predictions: nothing random")
          .from(transform_catalog());
  return table;
}

}  // namespace trainer
