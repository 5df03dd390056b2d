#include "data/packed/pack.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

#include <trainer/error.h>

#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "base/thread_crew.h"
#include "data/packed/pack_writer.h"

namespace trainer {
namespace {

using Clock = std::chrono::steady_clock;

/// One image on its way from the workers to the file.
struct Slot {
  PackedImage packed;
  std::uint64_t source_bytes = 0;
  std::exception_ptr failure;
  bool ready = false;
};

/// Workers take the images in order and may be as far ahead of the file as there are slots.
class Workers {
 public:
  Workers(const Dataset& dataset, const PackOptions& options)
      : dataset_(dataset),
        options_(options),
        slots_(2 * static_cast<std::size_t>(options.threads)) {
    crew_.start(options.threads, [this] { work(); });
  }
  ~Workers() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// The image whose turn it is; `release` makes room for another one.
  Slot& wait() {
    std::unique_lock lock(mutex_);
    Slot& slot = slot_of(written_);
    changed_.wait(lock, [&] { return slot.ready; });
    return slot;
  }
  void release(Slot& slot) {
    {
      const std::lock_guard lock(mutex_);
      slot.failure = nullptr;
      slot.ready = false;
      ++written_;
    }
    changed_.notify_all();
  }

 private:
  Slot& slot_of(std::int64_t image) {
    return slots_[static_cast<std::size_t>(image) % slots_.size()];
  }

  void work() {
    ImagePacker packer(options_.images);
    for (;;) {
      std::int64_t image = 0;
      {
        std::unique_lock lock(mutex_);
        const auto room = static_cast<std::int64_t>(slots_.size());
        changed_.wait(
            lock, [&] { return stopped_ || next_ == dataset_.size() || next_ < written_ + room; });
        if (stopped_ || next_ == dataset_.size()) return;
        image = next_++;
      }
      Slot& slot = slot_of(image);
      try {
        SourceImage source;
        dataset_.read(image, source);
        slot.source_bytes = source.content().size();
        packer.pack(std::move(source), dataset_.name(image), slot.packed);
      } catch (...) {
        slot.failure = std::current_exception();
      }
      {
        const std::lock_guard lock(mutex_);
        slot.ready = true;
      }
      changed_.notify_all();
    }
  }

  const Dataset& dataset_;
  const PackOptions& options_;
  std::vector<Slot> slots_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::int64_t next_ = 0, written_ = 0;
  bool stopped_ = false;
  ThreadCrew crew_;  ///< last: it is joined before the rest goes
};

class Progress {
 public:
  explicit Progress(std::int64_t total) : total_(total) {}
  ~Progress() { show_progress_line(""); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::int64_t done, std::uint64_t bytes) {
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = static_cast<double>(done) / std::max(seconds, 1e-9);
    const std::string text = concat("packing ",
                                    done,
                                    "/",
                                    total_,
                                    " images, ",
                                    fixed_text(rate, 0),
                                    " images/s, ",
                                    bytes >> 20,
                                    " MiB written");
    if (progress_line_possible()) {
      next_ = now + std::chrono::milliseconds(200);
      show_progress_line(text);
    } else {
      next_ = now + std::chrono::seconds(10);
      if (seconds > 1) log_info(text);
    }
  }

 private:
  std::int64_t total_;
  Clock::time_point start_ = Clock::now(), next_ = start_ + std::chrono::seconds(1);
};

/// True where the image is bad and may be left out.
bool is_skipped(const Slot& slot, const PackOptions& options) {
  if (!slot.failure) return false;
  try {
    std::rethrow_exception(slot.failure);
  } catch (const DataError& error) {
    if (!options.skip_bad) {
      throw DataError(
          concat(error.what(), "; nothing was written (--on-bad skip leaves bad images out)"),
          error.path());
    }
    log_warning(concat(error.what(), "; left out"));
  }
  return true;
}

}  // namespace

PackReport pack_dataset(const Dataset& dataset, const PackOptions& options) {
  PackReport report;
  PackWriter writer(options.output, dataset.class_names());
  Progress progress(dataset.size());
  Workers workers(dataset, options);
  for (std::int64_t i = 0; i < dataset.size(); ++i) {
    if (stop_requested()) {
      throw Error(ExitCode::interrupted,
                  concat("stopped after ",
                         i,
                         " of ",
                         dataset.size(),
                         " images; nothing was written: start again"));
    }
    Slot& slot = workers.wait();
    if (is_skipped(slot, options)) {
      ++report.skipped;
    } else {
      writer.add(slot.packed.image, dataset.label(i), dataset.name(i));
      ++report.images;
      report.shrunk += slot.packed.shrunk ? 1 : 0;
      report.baseline += slot.packed.baseline ? 1 : 0;
      report.source_bytes += slot.source_bytes;
    }
    workers.release(slot);
    progress.show(i + 1, writer.bytes());
  }
  if (report.images == 0) {
    throw DataError(concat("every image of ", dataset.size(), " is bad; nothing was written"));
  }
  writer.finish(report.shrunk > 0);
  report.packed_bytes = writer.bytes();
  return report;
}

}  // namespace trainer
