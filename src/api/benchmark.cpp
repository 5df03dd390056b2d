#include "api/benchmark.h"

#include <algorithm>
#include <fstream>

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <trainer/error.h>

#include "api/data_set_up.h"
#include "api/fit_parts.h"
#include "base/allocation_count.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"

namespace trainer {
namespace {

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::int64_t heap_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

std::int64_t resident_memory() {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;  // the second number
  return pages * sysconf(_SC_PAGESIZE);
}

class Benchmark {
 public:
  Benchmark(const Config& config, const BenchmarkOptions& options)
      : options_(options),
        run_(read_run_options(config)),
        parts_(build_fit_parts(run_, config, {}, {})) {}

  BenchmarkReport run() {
    BenchmarkReport report;
    report.workers = parts_.batches.train->workers();
    report.batch_size = run_.train.batch_size;
    const bool all = options_.part == "all";
    if (all || options_.part == "loader") report.parts.push_back(loader());
    if (all || options_.part == "compute") report.parts.push_back(compute());
    if (all || options_.part == "end-to-end") report.parts.push_back(end_to_end());
    report.peak_memory = peak_memory();
    return report;
  }

 private:
  /// Does `work`, which gives the number of its images, until the time is up.
  template <class Work>
  BenchmarkPart measure(const std::string& name, Work work) {
    BenchmarkPart part;
    part.name = name;
    double start = wall_seconds();
    work();
    part.first_batch_seconds = wall_seconds() - start;
    const LoaderStats before = parts_.batches.train->stats();
    const std::int64_t heap = heap_in_use();
    const std::int64_t resident = resident_memory();
    const std::optional<std::uint64_t> allocations = allocation_count();
    const double cpu = cpu_seconds();
    double shown = 0;
    start = wall_seconds();
    do {
      part.images += work();
      part.seconds = wall_seconds() - start;
      if (part.seconds > shown + 0.2) {
        shown = part.seconds;
        show_progress_line(
            concat(name, ": ", fixed_text(part.images_per_second(), 0), " images/s"));
      }
      if (stop_requested()) {
        throw Error(ExitCode::interrupted, "stopped while measuring");
      }
    } while (part.seconds < options_.seconds);
    part.cpu_seconds = cpu_seconds() - cpu;
    if (allocations) part.allocations = *allocation_count() - *allocations;
    part.heap_growth = heap_in_use() - heap;
    part.resident_growth = resident_memory() - resident;
    const LoaderStats after = parts_.batches.train->stats();
    part.producer_wait_seconds = after.producer_wait_seconds - before.producer_wait_seconds;
    part.consumer_wait_seconds = after.consumer_wait_seconds - before.consumer_wait_seconds;
    show_progress_line("");
    return part;
  }

  BenchmarkPart loader() {
    parts_.batches.train->seek(1, 0);
    return measure("loader", [&] {
      const Batch& batch = *parts_.batches.train->next();
      // A batch of resident images has no pixels before they are put where the network takes them.
      if (batch.resident != nullptr) parts_.train_stage->put(batch);
      return std::int64_t{batch.count};
    });
  }

  BenchmarkPart compute() {
    parts_.batches.train->seek(1, 0);
    const Batch batch =
        *parts_.batches.train->next();  // its pixels stay: no other one is asked for
    BenchmarkPart part = measure("compute", [&] { return step(batch); });
    part.producer_wait_seconds.reset();
    part.consumer_wait_seconds.reset();
    return part;
  }

  BenchmarkPart end_to_end() {
    parts_.batches.train->seek(1, 0);
    return measure("end-to-end", [&] { return step(*parts_.batches.train->next()); });
  }

  /// With a rate of 0: the same work, and no weights that run away on the same batch.
  std::int64_t step(const Batch& batch) {
    if (batch.count > 0) parts_.step->run(batch, step_++, 0.0, {});
    return batch.count;
  }

  BenchmarkOptions options_;
  RunOptions run_;
  FitParts parts_;
  std::int64_t step_ = 0;
};

}  // namespace

std::optional<double> BenchmarkPart::allocations_per_image() const {
  if (!allocations || images == 0) return {};
  return static_cast<double>(*allocations) / static_cast<double>(images);
}

const BenchmarkPart* BenchmarkReport::find(const std::string& name) const {
  const auto found = std::find_if(
      parts.begin(), parts.end(), [&](const BenchmarkPart& part) { return part.name == name; });
  return found == parts.end() ? nullptr : &*found;
}

std::optional<double> BenchmarkReport::efficiency() const {
  const BenchmarkPart* loader = find("loader");
  const BenchmarkPart* compute = find("compute");
  const BenchmarkPart* both = find("end-to-end");
  if (!loader || !compute || !both) return {};
  return both->images_per_second() /
         std::min(loader->images_per_second(), compute->images_per_second());
}

std::string BenchmarkReport::bottleneck() const {
  const BenchmarkPart* both = find("end-to-end");
  if (!both) return {};
  return *both->consumer_wait_seconds > 0.05 * both->seconds ? "loader" : "compute";
}

BenchmarkReport run_benchmark(const Config& config, const BenchmarkOptions& options) {
  if (!(options.seconds > 0)) {
    throw UsageError(concat("expected a number of seconds above 0, got ", options.seconds));
  }
  return Benchmark(config, options).run();
}

}  // namespace trainer
