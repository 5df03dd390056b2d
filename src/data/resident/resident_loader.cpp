#include "data/resident/resident_loader.h"

#include <cstddef>

#include <trainer/error.h>

namespace trainer {

ResidentLoader::ResidentLoader(std::shared_ptr<const Dataset> dataset,
                               std::shared_ptr<const Sampler> sampler,
                               std::shared_ptr<const Pipeline> pipeline,
                               LoaderOptions options)
    : dataset_(std::move(dataset)),
      sampler_(std::move(sampler)),
      pipeline_(std::move(pipeline)),
      options_(options),
      batches_(sampler_->size(), options),
      images_(*dataset_, *pipeline_) {
  batch_.height = pipeline_->height();
  batch_.width = pipeline_->width();
  batch_.channels = pipeline_->channels();
  batch_.resident = &images_;
}

void ResidentLoader::seek(std::int64_t epoch, std::int64_t batch) {
  place_ = batches_.place(epoch, batch);
}

const Batch* ResidentLoader::next() {
  if (last_epoch_ > 0 && place_.epoch > last_epoch_) return nullptr;
  order_.load(*sampler_, place_.epoch, dataset_->size());
  batches_.label(place_, batch_);
  batch_.count = batches_.images(place_.batch);
  const auto count = static_cast<std::size_t>(batch_.count);
  batch_.ids.resize(count);
  batch_.labels.resize(count);
  batch_.windows.resize(count);
  batch_.valid.assign(count, 1);
  const std::int64_t first = batches_.first(place_.batch);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t position = first + static_cast<std::int64_t>(i);
    const std::int64_t index = order_.index(position);
    const ImageView image = images_.image(index);
    batch_.ids[i] = index;
    batch_.labels[i] = dataset_->label(index);
    batch_.windows[i] =
        pipeline_->plan_window({options_.seed, place_.epoch, index, order_.occurrence(position)},
                               image.height,
                               image.width);
  }
  mix_batch(options_, static_cast<std::int64_t>(dataset_->class_names().size()), batch_);
  batches_.advance(place_);
  stats_.samples += batch_.count;
  return &batch_;
}

}  // namespace trainer
