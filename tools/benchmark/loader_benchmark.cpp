#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <trainer/config.h>
#include <trainer/error.h>

#include "api/data_set_up.h"
#include "api/run_options.h"
#include "base/clock.h"
#include "data/decode/decode.h"
#include "data/loader/loader.h"
#include "data/transforms/kernels/normalize.h"

namespace {

constexpr std::string_view kUsage =
    "usage: loader_benchmark train|val|start|decode CONFIG [key=value ...]\n"
    "Reads batches of the split, normalises them and throws them away; `decode` only reads and\n"
    "decodes each file whole, on one thread; `start` makes a training loader and takes one batch.\n"
    "Answers lines \"round N\" on its input with the wall and CPU seconds of N images (or "
    "starts).\n";

/// Something that goes through images; `images` gives back how many it did, `wanted` or a few more.
class Work {
 public:
  virtual ~Work() = default;
  virtual long images(long wanted) = 0;
  /// What is not measured.
  virtual void clean_up() {}
};

class Batches final : public Work {
 public:
  Batches(trainer::RunOptions run, const std::string& split) : run_(std::move(run)) {
    const trainer::TrainingData data =
        trainer::with_caches(run_, trainer::open_training_data(run_));
    const trainer::Pipelines pipelines = trainer::make_pipelines(run_, *data.train, {});
    const auto seed = static_cast<std::uint64_t>(run_.seed);
    const bool train = split == "train";
    const auto dataset = train ? data.train : data.val;
    std::shared_ptr<const trainer::Sampler> sampler =
        train ? trainer::make_shuffle_sampler(dataset->size(), seed)
              : trainer::make_sequential_sampler(dataset->size());
    trainer::LoaderOptions options =
        train ? trainer::train_loader_options(run_)
              : trainer::eval_loader_options(run_, run_.train.batch_size);
    options.nice = 0;
    loader_ = std::make_unique<trainer::Loader>(
        dataset, std::move(sampler), train ? pipelines.train : pipelines.val, options);
    normalizer_.emplace(pipelines.train->normalization());
  }
  long images(long wanted) override {
    long done = 0;
    while (done < wanted) {
      const trainer::Batch& batch = *loader_->next();
      normalise(batch);
      done += batch.count;
    }
    return done;
  }

 private:
  void normalise(const trainer::Batch& batch) {
    const std::int64_t pixels = std::int64_t{batch.count} * batch.height * batch.width;
    // As torch::empty does it: nothing is written twice.
    if (!floats_) floats_.reset(new float[static_cast<std::size_t>(pixels * batch.channels)]);
    normalizer_->run(batch.images, floats_.get(), pixels);
  }

  trainer::RunOptions run_;
  std::unique_ptr<trainer::Loader> loader_;
  std::optional<trainer::BatchNormalizer> normalizer_;
  std::unique_ptr<float[]> floats_;  // of the first batch, the largest
};

class Starts final : public Work {
 public:
  explicit Starts(const trainer::RunOptions& run) : run_(run) {}
  long images(long wanted) override {
    for (long i = 0; i < wanted; ++i) {
      batches_ = std::make_unique<Batches>(run_, "train");
      batches_->images(1);
    }
    return wanted;
  }
  void clean_up() override { batches_.reset(); }

 private:
  trainer::RunOptions run_;
  std::unique_ptr<Batches> batches_;
};

class BareDecode final : public Work {
 public:
  explicit BareDecode(const trainer::RunOptions& run)
      : dataset_(trainer::open_training_data(run).train) {}
  long images(long wanted) override {
    for (long i = 0; i < wanted; ++i, ++next_) {
      image_.reset();
      dataset_->read(next_ % dataset_->size(), image_);
      trainer::decode_image(image_.content(), 3, trainer::kDefaultMaxPixels, "image", decoded_);
    }
    return wanted;
  }

 private:
  std::shared_ptr<const trainer::Dataset> dataset_;
  trainer::SourceImage image_;
  trainer::DecodedImage decoded_;
  std::int64_t next_ = 0;
};

/// CPU seconds once the threads have filled their slots again, so that a round pays for what it
/// takes out.
double settled_cpu_seconds() {
  double before = -1;
  double now = trainer::cpu_seconds();
  while (now - before > 0.005) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    before = now;
    now = trainer::cpu_seconds();
  }
  return now;
}

std::unique_ptr<Work> make_work(const std::string& what, trainer::RunOptions run) {
  if (what == "decode") return std::make_unique<BareDecode>(run);
  if (what == "start") return std::make_unique<Starts>(run);
  return std::make_unique<Batches>(std::move(run), what);
}

int answer_rounds(const std::string& what,
                  const std::string& config,
                  const std::vector<std::string>& overrides) {
  trainer::RunOptions run = trainer::read_run_options(trainer::load_config(config, overrides));
  const std::unique_ptr<Work> work = make_work(what, std::move(run));
  std::cout << "ready" << std::endl;
  std::string word;
  long count = 0;
  while (std::cin >> word >> count) {
    const double wall = trainer::wall_seconds();
    const double cpu = trainer::cpu_seconds();
    const auto done = static_cast<double>(work->images(count));
    const double share = static_cast<double>(count) / done;
    const double waited = trainer::wall_seconds() - wall;
    work->clean_up();
    std::cout << waited * share << ' ' << (settled_cpu_seconds() - cpu) * share << std::endl;
  }
  return 0;
}

}  // namespace

/// The loader as a process that a script can run beside Python's.
int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  constexpr std::array<std::string_view, 4> kWorks = {"train", "val", "start", "decode"};
  if (words.size() < 2 || std::find(kWorks.begin(), kWorks.end(), words[0]) == kWorks.end()) {
    std::cerr << kUsage;
    return 2;
  }
  try {
    return answer_rounds(words[0], words[1], {words.begin() + 2, words.end()});
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
