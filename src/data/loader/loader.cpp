#include "data/loader/loader.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

#include <trainer/error.h>

#include "base/text.h"
#include "data/loader/bad_samples.h"
#include "data/loader/epoch_order.h"
#include "data/loader/row_maker.h"
#include "data/loader/slot.h"
#include "data/loader/worker_thread.h"

namespace trainer {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::int64_t batches_in(std::int64_t samples, const LoaderOptions& options) {
  const std::int64_t size = options.batch_size;
  return options.drop_last ? samples / size : (samples + size - 1) / size;
}

/// A place in the endless row of batches.
struct Place {
  std::int64_t epoch = 1;
  std::int64_t batch = 0;
};

/// Rows of one slot that a worker makes: `begin` to before `end`.
struct Ticket {
  Slot* slot = nullptr;
  int begin = 0, end = 0;
};

}  // namespace

/// One mutex guards everything but the rows, which belong to the worker that has their ticket, and
/// complete slots, which belong to the consumer. Batches are numbered from the last seek: opened_
/// ones have had tickets, released_ ones were given back by the consumer.
struct Loader::Impl {
  Impl(std::shared_ptr<const Dataset> dataset,
       std::shared_ptr<const Sampler> sampler,
       std::shared_ptr<const Pipeline> pipeline,
       const LoaderOptions& options,
       SlotAllocator& allocator);
  ~Impl() { stop(); }

  void seek(std::int64_t epoch, std::int64_t batch);
  void stop_after(std::int64_t epoch);
  const Batch* next();

  void stop();
  void work();
  bool take_ticket(Ticket& ticket);
  void open_batch();
  void settle(Slot& slot);
  void fail_next(std::exception_ptr error);
  int rows_per_slot() const;
  void advance(Place& place) const;

  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<const Sampler> sampler_;
  std::shared_ptr<const Pipeline> pipeline_;
  const LoaderOptions options_;
  const std::int64_t batches_;
  const int ticket_rows_;
  SlotRing slots_;
  RowMaker maker_;

  std::mutex mutex_;
  std::condition_variable work_to_do_, batch_complete_, workers_idle_;
  std::atomic<bool> cancelled_{false};
  bool stopping_ = false;
  bool started_ = false;  ///< by the first next() after construction or seek
  bool held_ = false;     ///< the consumer has batch released_
  int active_ = 0;        ///< workers with a ticket
  std::int64_t opened_ = 0, released_ = 0;
  bool tickets_left_ = false;  ///< in batch opened_ - 1
  Place producer_, consumer_;
  std::int64_t last_epoch_ = 0;
  EpochOrder order_;
  std::exception_ptr failure_;
  BadSamples bad_;
  LoaderStats stats_;
  std::vector<std::thread> threads_;
};

Loader::Impl::Impl(std::shared_ptr<const Dataset> dataset,
                   std::shared_ptr<const Sampler> sampler,
                   std::shared_ptr<const Pipeline> pipeline,
                   const LoaderOptions& options,
                   SlotAllocator& allocator)
    : dataset_(std::move(dataset)),
      sampler_(std::move(sampler)),
      pipeline_(std::move(pipeline)),
      options_(options),
      batches_(batches_in(sampler_->size(), options)),
      // Small enough that every worker has a part in each batch, large enough for tiny images.
      ticket_rows_(std::clamp(options.batch_size / (4 * options.workers), 1, 16)),
      slots_(static_cast<std::size_t>(std::max(options.prefetch, 0)) + 2,
             rows_per_slot(),
             *pipeline_,
             allocator),
      maker_(*dataset_, *pipeline_, options_),
      bad_(*dataset_, options_) {
  try {
    for (int i = 0; i < options_.workers; ++i) {
      threads_.emplace_back([this] {
        prepare_worker_thread(options_.nice);
        work();
      });
    }
  } catch (...) {
    stop();
    throw;
  }
}

int Loader::Impl::rows_per_slot() const {
  return static_cast<int>(std::min<std::int64_t>(options_.batch_size, sampler_->size()));
}

void Loader::Impl::advance(Place& place) const {
  if (++place.batch == batches_) place = {place.epoch + 1, 0};
}

void Loader::Impl::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    cancelled_ = true;
  }
  work_to_do_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Loader::Impl::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    Ticket ticket;
    while (!stopping_ && !take_ticket(ticket)) {
      const bool full = started_ && opened_ - released_ == slots_.size();
      const Clock::time_point start = Clock::now();
      work_to_do_.wait(lock);
      if (full) stats_.producer_wait_seconds += seconds_since(start);
    }
    if (stopping_) return;
    ++active_;
    lock.unlock();
    for (int i = ticket.begin; i < ticket.end; ++i) {
      if (cancelled_.load(std::memory_order_relaxed)) break;
      maker_.make(*ticket.slot, i);
    }
    lock.lock();
    if (--active_ == 0 && cancelled_) workers_idle_.notify_all();
    ticket.slot->finished += ticket.end - ticket.begin;
    if (ticket.slot->complete()) batch_complete_.notify_one();
  }
}

bool Loader::Impl::take_ticket(Ticket& ticket) {
  if (!started_ || cancelled_ || failure_) return false;
  if (!tickets_left_) {
    if (opened_ - released_ == slots_.size()) return false;
    if (last_epoch_ > 0 && producer_.epoch > last_epoch_) return false;
    try {
      open_batch();
    } catch (...) {
      fail_next(std::current_exception());
      return false;
    }
  }
  Slot& slot = slots_.at(opened_ - 1);
  ticket = {&slot, slot.taken, std::min(slot.taken + ticket_rows_, slot.batch.count)};
  slot.taken = ticket.end;
  tickets_left_ = slot.taken < slot.batch.count;
  return true;
}

void Loader::Impl::open_batch() {
  order_.load(*sampler_, producer_.epoch, dataset_->size());
  Slot& slot = slots_.at(opened_);
  const std::int64_t first = producer_.batch * options_.batch_size;
  reset_slot(
      slot,
      static_cast<int>(std::min<std::int64_t>(options_.batch_size, sampler_->size() - first)));
  slot.batch.epoch = producer_.epoch;
  slot.batch.index = producer_.batch;
  slot.batch.last_of_epoch = producer_.batch + 1 == batches_;
  for (int i = 0; i < slot.batch.count; ++i) {
    Row& row = slot.rows[static_cast<std::size_t>(i)];
    row.index = order_.index(first + i);
    row.occurrence = order_.occurrence(first + i);
  }
  ++opened_;
  advance(producer_);
  work_to_do_.notify_all();
}

void Loader::Impl::fail_next(std::exception_ptr error) {
  failure_ = std::move(error);
  batch_complete_.notify_one();
}

const Batch* Loader::Impl::next() {
  std::unique_lock lock(mutex_);
  if (held_) {
    held_ = false;
    ++released_;
  }
  if (failure_) std::rethrow_exception(failure_);
  if (last_epoch_ > 0 && consumer_.epoch > last_epoch_) return nullptr;
  started_ = true;
  work_to_do_.notify_all();
  const auto ready = [this] {
    return failure_ || (opened_ > released_ && slots_.at(released_).complete());
  };
  if (!ready()) {
    const Clock::time_point start = Clock::now();
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
  held_ = true;
  advance(consumer_);
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
  if (epoch < 1 || batch < 0 || batch > batches_) {
    throw UsageError(concat("expected a batch from 0 to ",
                            batches_,
                            " of an epoch from 1, got batch ",
                            batch,
                            " of epoch ",
                            epoch));
  }
  std::unique_lock lock(mutex_);
  cancelled_ = true;
  workers_idle_.wait(lock, [this] { return active_ == 0; });
  cancelled_ = false;
  started_ = false;
  held_ = false;
  opened_ = 0;
  released_ = 0;
  tickets_left_ = false;
  failure_ = nullptr;
  producer_ = batch == batches_ ? Place{epoch + 1, 0} : Place{epoch, batch};
  consumer_ = producer_;
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
  if (sampler->size() == 0) {
    throw DataError("expected at least 1 image in the data set, got 0");
  }
  if (batches_in(sampler->size(), options) == 0) {
    throw DataError(concat("a batch of ",
                           options.batch_size,
                           " is larger than the data (",
                           counted(sampler->size(), "image"),
                           "), and data.drop_last leaves out a batch that is not full: no batch is "
                           "left; set drop_last: false or a smaller train.batch_size"));
  }
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
const Batch* Loader::next() {
  return impl_->next();
}
std::int64_t Loader::batches_per_epoch() const {
  return impl_->batches_;
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
