#include "data/preview.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <vector>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "data/contact_sheet.h"
#include "data/decode/png_writer.h"
#include "data/loader/epoch_order.h"
#include "data/preview_folder.h"

namespace trainer {
namespace {

constexpr std::int64_t kOnSheet = 400;

/// The samples of one epoch as the loader would make them.
class EpochSamples {
 public:
  EpochSamples(const Dataset& dataset,
               const Pipeline& pipeline,
               const Sampler& sampler,
               const PreviewOptions& options)
      : dataset_(dataset), pipeline_(pipeline), options_(options), size_(sampler.size()) {
    order_.load(sampler, options.epoch, dataset.size());
  }

  std::int64_t size() const { return size_; }
  std::int64_t sample(std::int64_t position) const { return order_.index(position); }

  /// Throws DataError on a bad image.
  void make(std::int64_t position, std::uint8_t* pixels) {
    const std::int64_t index = sample(position);
    image_.reset();
    dataset_.read(index, image_);
    pipeline_.run(image_,
                  dataset_.name(index),
                  {options_.seed, options_.epoch, index, order_.occurrence(position)},
                  pixels);
  }

  /// Makes the image that the one at `position` is mixed with: the good one before it in its batch,
  /// around the batch's end. Its position, or -1 where there is none.
  std::int64_t make_partner(std::int64_t position, std::uint8_t* pixels) {
    const std::int64_t first = batch_of(position) * options_.batch_size;
    const std::int64_t count = std::min<std::int64_t>(options_.batch_size, size_ - first);
    for (std::int64_t back = 1; back < count; ++back) {
      const std::int64_t partner = first + (position - first - back + count) % count;
      try {
        make(partner, pixels);
        return partner;
      } catch (const DataError&) {
        continue;  // it is named when its own turn comes
      }
    }
    return -1;
  }

  BatchMix mix(std::int64_t position) const {
    return draw_batch_mix(options_.mix,
                          options_.seed,
                          options_.epoch,
                          batch_of(position),
                          pipeline_.height(),
                          pipeline_.width());
  }

 private:
  std::int64_t batch_of(std::int64_t position) const { return position / options_.batch_size; }

  const Dataset& dataset_;
  const Pipeline& pipeline_;
  const PreviewOptions& options_;
  std::int64_t size_;
  EpochOrder order_;
  SourceImage image_;
};

std::string share_text(double share) {
  return fixed_text(100 * share, 0) + " %";
}

}  // namespace

std::int64_t write_preview(const Dataset& dataset,
                           const Pipeline& pipeline,
                           const Sampler& sampler,
                           const PreviewOptions& options) {
  const std::filesystem::path folder(options.output);
  prepare_preview_folder(options.output);
  EpochSamples samples(dataset, pipeline, sampler, options);
  const std::int64_t count = std::min(options.count, samples.size());
  const ImageShape shape = {pipeline.height(), pipeline.width(), pipeline.channels()};
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(shape.height) *
                                   static_cast<std::size_t>(shape.width) *
                                   static_cast<std::size_t>(shape.channels));
  std::vector<std::uint8_t> others(options.mix.on() ? pixels.size() : 0);
  ContactSheet sheet(shape, std::min(count, kOnSheet), options.mix.on() ? 2 : 1);
  std::string index =
      concat(kPreviewIndexHeader, options.mix.on() ? kMixedPreviewColumns : "", "\n");
  // From now on the folder is known as a preview, also where this one does not come to its end.
  write_file_atomic((folder / "index.csv").string(), index);
  const auto class_of = [&](std::int64_t position) {
    const std::int64_t label = dataset.label(samples.sample(position));
    return dataset.class_names().at(static_cast<std::size_t>(label));
  };
  std::int64_t written = 0;
  for (std::int64_t i = 0; i < count && !stop_requested(); ++i) {
    const std::int64_t sample = samples.sample(i);
    try {
      samples.make(i, pixels.data());
    } catch (const DataError& error) {
      log_warning(concat("bad image left out: ", error.what()));
      continue;
    }
    const std::string file = preview_image_name(i);
    std::vector<std::string> caption = {printable(class_of(i))};
    index += concat(file,
                    ",",
                    csv_field(dataset.name(sample)),
                    ",",
                    dataset.label(sample),
                    ",",
                    csv_field(class_of(i)));
    if (options.mix.on()) {
      const BatchMix mix = samples.mix(i);
      const bool mixed = mix.kind != BatchMix::Kind::none;
      const std::int64_t partner = mixed ? samples.make_partner(i, others.data()) : -1;
      if (partner >= 0) {
        mix_pixels(mix, shape.height, shape.width, shape.channels, others.data(), pixels.data());
        caption = {concat(share_text(mix.share), " ", caption.front()),
                   concat(share_text(1 - mix.share), " ", printable(class_of(partner)))};
        index += concat(",", mix.share, ",", csv_field(dataset.name(samples.sample(partner))));
      } else {
        index += ",1,";
      }
    }
    index += "\n";
    save_png((folder / file).string(), pixels.data(), shape.height, shape.width, shape.channels);
    if (written < kOnSheet) sheet.add(pixels.data(), caption);
    ++written;
  }
  if (written == 0)
    throw DataError(concat("expected images to show, found no usable one among ", count));
  write_file_atomic((folder / "index.csv").string(), index);
  sheet.save((folder / "contact_sheet.png").string());
  return written;
}

}  // namespace trainer
