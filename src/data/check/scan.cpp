#include "data/check/scan.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <mutex>

#include <trainer/error.h>

#include "base/stop.h"
#include "base/text.h"
#include "base/thread_crew.h"

namespace trainer {
namespace {

/// Samples that a thread takes at once.
constexpr std::size_t kTicket = 16;

/// The work shared by the threads.
struct Work {
  Work(const std::vector<CheckedSplit>& of_splits, const ScanOptions& with, ScanResult& into)
      : splits(of_splits), options(with), result(into), total(into.records.size()) {}

  const std::vector<CheckedSplit>& splits;
  const ScanOptions& options;
  ScanResult& result;
  const std::size_t total;
  std::atomic<std::size_t> next{0}, done{0}, found{0};
  std::atomic<bool> cancelled{false};
  std::mutex mutex;
  std::condition_variable changed;
  int finished = 0;          ///< threads, by mutex
  std::exception_ptr error;  ///< by mutex

  void check(std::size_t sample, SampleScratch& scratch, std::vector<ScanResult::Said>& said) {
    const std::size_t split = result.split_of(sample);
    std::vector<SampleFinding> findings;
    result.records[sample] = check_sample(*splits[split].dataset,
                                          static_cast<std::int64_t>(sample - result.first[split]),
                                          options.limits,
                                          scratch,
                                          findings);
    for (SampleFinding& finding : findings) said.push_back({sample, std::move(finding)});
    found += findings.size();
    ++done;
  }

  void run() {
    SampleScratch scratch;
    std::vector<ScanResult::Said> said;
    std::exception_ptr failure;
    try {
      for (;;) {
        const std::size_t begin = next.fetch_add(kTicket);
        if (begin >= total) break;
        for (std::size_t i = begin; i < std::min(begin + kTicket, total) && !cancelled; ++i) {
          check(i, scratch, said);
        }
      }
    } catch (...) {
      failure = std::current_exception();
      cancelled = true;
    }
    const std::lock_guard lock(mutex);
    std::move(said.begin(), said.end(), std::back_inserter(result.findings));
    if (failure && !error) error = failure;
    ++finished;
    changed.notify_one();
  }

  void wait(int threads) {
    std::unique_lock lock(mutex);
    while (finished < threads) {
      changed.wait_for(lock, std::chrono::milliseconds(100));
      if (stop_requested()) cancelled = true;
      if (!options.progress || finished == threads || cancelled) continue;
      lock.unlock();
      options.progress(static_cast<std::int64_t>(done),
                       static_cast<std::int64_t>(total),
                       static_cast<std::int64_t>(found));
      lock.lock();
    }
  }
};

}  // namespace

std::size_t ScanResult::split_of(std::size_t sample) const {
  const auto after = std::upper_bound(first.begin(), first.end(), sample);
  return static_cast<std::size_t>(after - first.begin()) - 1;
}

ScanResult scan_splits(const std::vector<CheckedSplit>& splits, const ScanOptions& options) {
  ScanResult result;
  result.first.push_back(0);
  for (const CheckedSplit& split : splits) {
    result.first.push_back(result.first.back() + static_cast<std::size_t>(split.dataset->size()));
  }
  result.records.resize(result.first.back());
  Work work(splits, options, result);
  {
    ThreadCrew crew;
    try {
      work.wait(crew.start(options.workers, [&work] { work.run(); }));
    } catch (...) {
      work.cancelled = true;
      throw;
    }
  }
  if (work.error) std::rethrow_exception(work.error);
  if (work.cancelled) {
    throw Error(ExitCode::interrupted,
                concat("stopped after checking ",
                       work.done.load(),
                       " of ",
                       counted(static_cast<long long>(work.total), "image"),
                       "; the same command starts anew"));
  }
  std::sort(result.findings.begin(), result.findings.end(), [](const auto& a, const auto& b) {
    return a.sample != b.sample ? a.sample < b.sample : a.finding.kind < b.finding.kind;
  });
  return result;
}

}  // namespace trainer
