#include "data/loader/epoch_batches.h"

#include <algorithm>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {

EpochBatches::EpochBatches(std::int64_t samples, const LoaderOptions& options)
    : samples_(samples),
      batch_size_(options.batch_size),
      count_(options.drop_last ? samples / batch_size_
                               : (samples + batch_size_ - 1) / batch_size_) {
  if (samples == 0) throw DataError("expected at least 1 image in the data set, got 0");
  if (count_ > 0) return;
  throw DataError(concat("a batch of ",
                         batch_size_,
                         " is larger than the data (",
                         counted(samples, "image"),
                         "), and data.drop_last leaves out a batch that is not full: no batch is "
                         "left; set drop_last: false or a smaller train.batch_size"));
}

int EpochBatches::most_images() const {
  return static_cast<int>(std::min(batch_size_, samples_));
}

BatchPlace EpochBatches::place(std::int64_t epoch, std::int64_t batch) const {
  if (epoch < 1 || batch < 0 || batch > count_) {
    throw UsageError(concat("expected a batch from 0 to ",
                            count_,
                            " of an epoch from 1, got batch ",
                            batch,
                            " of epoch ",
                            epoch));
  }
  return batch == count_ ? BatchPlace{epoch + 1, 0} : BatchPlace{epoch, batch};
}

void EpochBatches::advance(BatchPlace& place) const {
  if (++place.batch == count_) place = {place.epoch + 1, 0};
}

int EpochBatches::images(std::int64_t batch) const {
  return static_cast<int>(std::min(batch_size_, samples_ - first(batch)));
}

void EpochBatches::label(const BatchPlace& place, Batch& batch) const {
  batch.epoch = place.epoch;
  batch.index = place.batch;
  batch.last_of_epoch = place.batch + 1 == count_;
}

void mix_batch(const LoaderOptions& options, std::int64_t classes, Batch& batch) {
  batch.soft_labels.clear();
  batch.mix =
      batch.count < 2
          ? BatchMix{}
          : draw_batch_mix(
                options.mix, options.seed, batch.epoch, batch.index, batch.height, batch.width);
  if (batch.mix.kind == BatchMix::Kind::none) return;
  mix_labels(batch.mix, batch.labels, classes, batch.soft_labels);
}

}  // namespace trainer
