#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <trainer/config.h>

namespace trainer {

struct BenchmarkOptions {
  std::string part = "all";  ///< loader, compute, end-to-end or all
  double seconds = 10;       ///< each part is measured for about this long
};

/// How fast one part was. Waits are of the loader: workers with every slot full, and the consumer
/// without a batch.
struct BenchmarkPart {
  std::string name;
  std::int64_t images = 0;
  double seconds = 0;
  double cpu_seconds = 0;  ///< of the whole process
  double first_batch_seconds = 0;
  std::optional<double> producer_wait_seconds, consumer_wait_seconds;
  /// Calls of operator new while it was measured; empty where the program does not count them.
  std::optional<std::uint64_t> allocations;
  /// Bytes more at the end than when measuring began: in use of the heap, and of the process in
  /// memory.
  std::int64_t heap_growth = 0, resident_growth = 0;

  double images_per_second() const { return static_cast<double>(images) / seconds; }
  double images_per_cpu_second() const { return static_cast<double>(images) / cpu_seconds; }
  std::optional<double> allocations_per_image() const;
};

struct BenchmarkReport {
  int workers = 0;  ///< decode threads; 0: images are resident and need none
  int batch_size = 0;
  std::vector<BenchmarkPart> parts;
  std::uint64_t peak_memory = 0;  ///< bytes resident

  const BenchmarkPart* find(const std::string& name) const;
  /// End to end against the slower of loader and compute; empty unless all were measured.
  std::optional<double> efficiency() const;
  /// "loader" or "compute": which side the other waits for; empty where end to end was not
  /// measured.
  std::string bottleneck() const;
};

/// Measures what a training by this configuration would do, without a run folder: the loader alone
/// (batches are thrown away), training steps on one batch, and both together. A first batch, and a
/// first step, are not counted. Throws what `fit` would.
BenchmarkReport run_benchmark(const Config& config, const BenchmarkOptions& options);

}  // namespace trainer
