#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>

#include <trainer/error.h>

#include "base/stop.h"
#include "base/text.h"
#include "base/thread_crew.h"
#include "data/transforms/pipeline.h"

namespace trainer {
namespace {

constexpr std::int64_t kBlock = 64;

/// Sums over the images of one block of samples, taken in order by one thread: adding blocks in
/// order gives the same rounding whatever the number of threads.
struct BlockSums {
  std::int64_t images = 0;
  std::array<double, 4> mean{}, square{};
};

void add_image(const std::uint8_t* pixels, std::int64_t count, int channels, BlockSums& sums) {
  std::array<std::uint64_t, 4> sum{}, square{};
  const std::uint8_t* p = pixels;
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c, ++p) {
      sum[c] += *p;
      square[c] += static_cast<std::uint64_t>(*p) * *p;
    }
  }
  for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c) {
    const auto n = static_cast<double>(count);
    sums.mean[c] += static_cast<double>(sum[c]) / 255.0 / n;
    sums.square[c] += static_cast<double>(square[c]) / (255.0 * 255.0) / n;
  }
  ++sums.images;
}

/// The work shared by the threads.
struct Survey {
  Survey(const Dataset& of_dataset, const Pipeline& of_pipeline, const StatisticsOptions& with)
      : dataset(of_dataset),
        pipeline(of_pipeline),
        options(with),
        blocks(static_cast<std::size_t>((of_dataset.size() + kBlock - 1) / kBlock)) {}

  const Dataset& dataset;
  const Pipeline& pipeline;
  const StatisticsOptions& options;
  std::vector<BlockSums> blocks;
  std::atomic<std::int64_t> next_block{0};
  std::mutex mutex;
  std::condition_variable changed;
  std::int64_t blocks_done = 0;   ///< by mutex
  std::exception_ptr error;       ///< by mutex
  std::int64_t error_block = -1;  ///< by mutex
  std::atomic<bool> cancelled{false};

  void block(std::int64_t number) {
    thread_local SourceImage image;
    thread_local std::vector<std::uint8_t> pixels;
    const std::int64_t end = std::min((number + 1) * kBlock, dataset.size());
    for (std::int64_t i = number * kBlock; i < end && !cancelled; ++i) {
      try {
        int height = 0;
        int width = 0;
        image.reset();
        dataset.read(i, image);
        pipeline.run_fixed_part(image, dataset.name(i), pixels, height, width);
        add_image(pixels.data(),
                  std::int64_t{height} * width,
                  pipeline.channels(),
                  blocks[static_cast<std::size_t>(number)]);
      } catch (const DataError&) {
        if (!options.ignore_bad) throw;
      }
    }
  }

  void work() {
    for (;;) {
      const std::int64_t number = next_block++;
      if (cancelled || number >= static_cast<std::int64_t>(blocks.size())) return;
      std::exception_ptr failure;
      try {
        block(number);
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      ++blocks_done;
      if (failure && (error_block < 0 || number < error_block)) {
        error = failure;
        error_block = number;
        cancelled = true;
      }
      changed.notify_one();
    }
  }
};

void wait_for(Survey& survey) {
  const auto total = static_cast<std::int64_t>(survey.blocks.size());
  std::unique_lock lock(survey.mutex);
  std::int64_t told = -1;
  while (survey.blocks_done < total && !survey.cancelled) {
    survey.changed.wait_for(lock, std::chrono::milliseconds(100));
    if (stop_requested()) survey.cancelled = true;
    if (!survey.options.progress || told == survey.blocks_done) continue;
    told = survey.blocks_done;
    const std::int64_t done = std::min(told * kBlock, survey.dataset.size());
    lock.unlock();
    survey.options.progress(done, survey.dataset.size());
    lock.lock();
  }
}

Normalization summary(const Survey& survey, int channels) {
  BlockSums all;
  for (const BlockSums& block : survey.blocks) {
    all.images += block.images;
    for (std::size_t c = 0; c < all.mean.size(); ++c) {
      all.mean[c] += block.mean[c];
      all.square[c] += block.square[c];
    }
  }
  if (all.images == 0) throw DataError("normalize: auto: no image of the training split is usable");
  Normalization result;
  for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c) {
    const double mean = all.mean[c] / static_cast<double>(all.images);
    const double square = all.square[c] / static_cast<double>(all.images);
    const double std = std::sqrt(std::max(square - mean * mean, 0.0));
    result.mean.push_back(static_cast<float>(mean));
    result.std.push_back(std < 1e-6 ? 1.0F : static_cast<float>(std));
  }
  return result;
}

}  // namespace

Normalization compute_statistics(const Dataset& dataset,
                                 const Pipeline& pipeline,
                                 int workers,
                                 const StatisticsOptions& options) {
  Survey survey(dataset, pipeline, options);
  {
    ThreadCrew crew;
    try {
      crew.start(workers, [&survey] { survey.work(); });
      wait_for(survey);
    } catch (...) {
      survey.cancelled = true;
      throw;
    }
  }
  if (survey.error) std::rethrow_exception(survey.error);
  if (survey.cancelled) {
    throw Error(ExitCode::interrupted, "stopped while measuring the training images");
  }
  return summary(survey, pipeline.channels());
}

}  // namespace trainer
