#include "data/loader/loader.h"

#include <algorithm>
#include <cstddef>

#include <trainer/error.h>

#include "base/text.h"
#include "data/loader/loader_impl.h"

namespace trainer {

Loader::Impl::Impl(std::shared_ptr<const Dataset> dataset,
                   std::shared_ptr<const Sampler> sampler,
                   std::shared_ptr<const Pipeline> pipeline,
                   const LoaderOptions& options,
                   SlotAllocator& allocator)
    : dataset_(std::move(dataset)),
      sampler_(std::move(sampler)),
      pipeline_(std::move(pipeline)),
      options_(options),
      batches_(sampler_->size(), options),
      // Small enough that every worker has a part in each batch, large enough for tiny images.
      ticket_rows_(std::clamp(options.batch_size / (4 * options.workers), 1, 16)),
      slots_(static_cast<std::size_t>(std::max(options.prefetch, 0)) + 2,
             batches_.most_images(),
             *pipeline_,
             allocator),
      maker_(*dataset_, *pipeline_, options_),
      bad_(*dataset_, options_) {}

Loader::Impl::~Impl() {
  {
    std::unique_lock lock(mutex_);
    let_go(lock);
  }
  stop_workers();
}

/// Takes the last batch back from the consumer, which may be waited for; the workers go on.
void Loader::Impl::let_go(std::unique_lock<std::mutex>& lock) {
  if (!held_) return;
  if (wait_until_free_) {
    const Batch& batch = slots_.at(released_).batch;
    lock.unlock();
    wait_until_free_(batch);
    lock.lock();
  }
  held_ = false;
}

const Batch* Loader::Impl::next() {
  std::unique_lock lock(mutex_);
  if (held_) {
    let_go(lock);
    ++released_;
  }
  if (failure_) std::rethrow_exception(failure_);
  if (last_epoch_ > 0 && consumer_.epoch > last_epoch_) {
    // A validation loader has nothing to do for a whole epoch of training.
    lock.unlock();
    stop_workers();
    return nullptr;
  }
  if (crew_.empty()) {
    lock.unlock();
    start_workers();
    lock.lock();
  }
  started_ = true;
  work_to_do_.notify_all();
  const auto ready = [this] {
    return failure_ || (opened_ > released_ && slots_.at(released_).complete());
  };
  if (!ready()) {
    const LoaderClock::time_point start = LoaderClock::now();
    batch_complete_.wait(lock, ready);
    stats_.consumer_wait_seconds += seconds_since(start);
  }
  if (failure_) std::rethrow_exception(failure_);
  Slot& slot = slots_.at(released_);
  try {
    settle(slot);
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
  mix_batch(options_, static_cast<std::int64_t>(dataset_->class_names().size()), slot.batch);
  held_ = true;
  batches_.advance(consumer_);
  stats_.samples += slot.batch.count;
  return &slot.batch;
}

/// Applies the policy to the rows in their order, so that logs and errors do not depend on threads.
void Loader::Impl::settle(Slot& slot) {
  bool short_of_rows = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(slot.batch.count); ++i) {
    const Row& row = slot.rows[i];
    for (const BadSample& sample : row.bad) bad_.meet(sample);
    if (row.fatal) std::rethrow_exception(row.fatal);
    if (row.filled) continue;
    if (options_.on_bad_image == BadImagePolicy::substitute) {
      throw DataError(concat("found no good image to put in place of a bad one after ",
                             row.bad.size(),
                             " tries: ",
                             row.bad.front().reason),
                      dataset_->name(row.index));
    }
    short_of_rows = true;
  }
  if (short_of_rows) drop_unfilled_rows(slot);
  stats_.bad = bad_.count();
}

void Loader::Impl::seek(std::int64_t epoch, std::int64_t batch) {
  const BatchPlace place = batches_.place(epoch, batch);
  std::unique_lock lock(mutex_);
  let_go(lock);
  cancelled_ = true;
  workers_idle_.wait(lock, [this] { return active_ == 0; });
  cancelled_ = false;
  started_ = false;
  opened_ = 0;
  released_ = 0;
  tickets_left_ = false;
  failure_ = nullptr;
  producer_ = place;
  consumer_ = place;
}

void Loader::Impl::stop_after(std::int64_t epoch) {
  const std::lock_guard lock(mutex_);
  last_epoch_ = epoch;
  work_to_do_.notify_all();
}

Loader::Loader(std::shared_ptr<const Dataset> dataset,
               std::shared_ptr<const Sampler> sampler,
               std::shared_ptr<const Pipeline> pipeline,
               LoaderOptions options,
               SlotAllocator& allocator) {
  TRAINER_ASSERT(dataset && sampler && pipeline, "a loader's parts");
  TRAINER_ASSERT(options.batch_size >= 1 && options.workers >= 1, "a batch size and workers");
  impl_ = std::make_unique<Impl>(
      std::move(dataset), std::move(sampler), std::move(pipeline), options, allocator);
}

Loader::~Loader() = default;

void Loader::seek(std::int64_t epoch, std::int64_t batch) {
  impl_->seek(epoch, batch);
}
void Loader::stop_after(std::int64_t epoch) {
  impl_->stop_after(epoch);
}
void Loader::guard_reuse(std::function<void(const Batch&)> wait_until_free) {
  impl_->wait_until_free_ = std::move(wait_until_free);
}
const Batch* Loader::next() {
  return impl_->next();
}
std::int64_t Loader::batches_per_epoch() const {
  return impl_->batches_.count();
}

int Loader::workers() const {
  return impl_->options_.workers;
}

LoaderStats Loader::stats() const {
  const std::lock_guard lock(impl_->mutex_);
  return impl_->stats_;
}

std::vector<std::pair<std::string, std::string>> Loader::bad_samples() const {
  const std::lock_guard lock(impl_->mutex_);
  return impl_->bad_.list();
}

}  // namespace trainer
