#include <algorithm>

#include "data/loader/loader_impl.h"
#include "data/loader/thread_priority.h"

namespace trainer {

void Loader::Impl::start_workers() {
  crew_.start(options_.workers, [this] {
    lower_priority(options_.nice);
    work();
  });
}

void Loader::Impl::stop_workers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    cancelled_ = true;
  }
  work_to_do_.notify_all();
  crew_.join();
  stopping_ = false;
  cancelled_ = false;
}

void Loader::Impl::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    Ticket ticket;
    while (!stopping_ && !take_ticket(ticket)) {
      const bool full = started_ && opened_ - released_ == slots_.size();
      const LoaderClock::time_point start = LoaderClock::now();
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
  const std::int64_t first = batches_.first(producer_.batch);
  reset_slot(slot, batches_.images(producer_.batch));
  batches_.label(producer_, slot.batch);
  for (int i = 0; i < slot.batch.count; ++i) {
    Row& row = slot.rows[static_cast<std::size_t>(i)];
    row.index = order_.index(first + i);
    row.occurrence = order_.occurrence(first + i);
  }
  ++opened_;
  batches_.advance(producer_);
  work_to_do_.notify_all();
}

void Loader::Impl::fail_next(std::exception_ptr error) {
  failure_ = std::move(error);
  batch_complete_.notify_one();
}

}  // namespace trainer
