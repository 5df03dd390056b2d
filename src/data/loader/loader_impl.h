#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/thread_crew.h"
#include "data/loader/bad_samples.h"
#include "data/loader/epoch_batches.h"
#include "data/loader/epoch_order.h"
#include "data/loader/loader.h"
#include "data/loader/row_maker.h"
#include "data/loader/slot.h"

namespace trainer {

/// Rows of one slot that a worker makes: `begin` to before `end`.
struct Ticket {
  Slot* slot = nullptr;
  int begin = 0, end = 0;
};

using LoaderClock = std::chrono::steady_clock;
inline double seconds_since(LoaderClock::time_point start) {
  return std::chrono::duration<double>(LoaderClock::now() - start).count();
}

/// One mutex guards everything but the rows, which belong to the worker that has their ticket, and
/// complete slots, which belong to the consumer. Batches are numbered from the last seek: opened_
/// ones have had tickets, released_ ones were given back by the consumer.
struct Loader::Impl {
  Impl(std::shared_ptr<const Dataset> dataset,
       std::shared_ptr<const Sampler> sampler,
       std::shared_ptr<const Pipeline> pipeline,
       const LoaderOptions& options,
       SlotAllocator& allocator);
  ~Impl();

  void seek(std::int64_t epoch, std::int64_t batch);
  void stop_after(std::int64_t epoch);
  const Batch* next();

  void let_go(std::unique_lock<std::mutex>& lock);
  void start_workers();
  void stop_workers();
  void work();
  bool take_ticket(Ticket& ticket);
  void open_batch();
  void settle(Slot& slot);
  void fail_next(std::exception_ptr error);

  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<const Sampler> sampler_;
  std::shared_ptr<const Pipeline> pipeline_;
  const LoaderOptions options_;
  const EpochBatches batches_;
  const int ticket_rows_;
  SlotRing slots_;
  RowMaker maker_;

  std::mutex mutex_;
  std::condition_variable work_to_do_, batch_complete_, workers_idle_;
  std::atomic<bool> cancelled_{false};
  bool stopping_ = false;
  bool started_ = false;  ///< by the first next() after construction or seek
  bool held_ = false;     ///< the consumer has batch released_
  std::function<void(const Batch&)> wait_until_free_;
  int active_ = 0;  ///< workers with a ticket
  std::int64_t opened_ = 0, released_ = 0;
  bool tickets_left_ = false;  ///< in batch opened_ - 1
  BatchPlace producer_, consumer_;
  std::int64_t last_epoch_ = 0;
  EpochOrder order_;
  std::exception_ptr failure_;
  BadSamples bad_;
  LoaderStats stats_;
  ThreadCrew crew_;
};

}  // namespace trainer
