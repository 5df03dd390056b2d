#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <trainer/config.h>
#include <trainer/error.h>

#include "api/data_set_up.h"
#include "api/run_options.h"
#include "base/clock.h"
#include "data/decode/decode.h"
#include "data/loader/loader.h"

namespace {

constexpr std::string_view kUsage =
    "usage: loader_benchmark train|val|decode CONFIG [key=value ...]\n"
    "Reads batches of the split and throws them away; `decode` only reads and decodes each file\n"
    "whole, on one thread. Answers lines \"round N\" on its input with the wall and CPU seconds "
    "of\n"
    "N images.\n";

/// Something that goes through images; `images` gives back how many it did, `wanted` or a few more.
class Work {
 public:
  virtual ~Work() = default;
  virtual long images(long wanted) = 0;
};

class Batches final : public Work {
 public:
  Batches(trainer::RunOptions run, const std::string& split) : run_(std::move(run)) {
    const trainer::TrainingData data = trainer::open_training_data(run_);
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
  }
  long images(long wanted) override {
    long done = 0;
    while (done < wanted) done += loader_->next()->count;
    return done;
  }

 private:
  trainer::RunOptions run_;
  std::unique_ptr<trainer::Loader> loader_;
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

int answer_rounds(const std::string& what,
                  const std::string& config,
                  const std::vector<std::string>& overrides) {
  trainer::RunOptions run = trainer::read_run_options(trainer::load_config(config, overrides));
  std::unique_ptr<Work> work;
  if (what == "decode") {
    work = std::make_unique<BareDecode>(run);
  } else {
    work = std::make_unique<Batches>(std::move(run), what);
  }
  std::cout << "ready" << std::endl;
  std::string word;
  long count = 0;
  while (std::cin >> word >> count) {
    const double wall = trainer::wall_seconds();
    const double cpu = trainer::cpu_seconds();
    const auto done = static_cast<double>(work->images(count));
    const double share = static_cast<double>(count) / done;
    std::cout << (trainer::wall_seconds() - wall) * share << ' '
              << (trainer::cpu_seconds() - cpu) * share << std::endl;
  }
  return 0;
}

}  // namespace

/// The loader as a process that a script can run beside Python's.
int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 2 || (words[0] != "train" && words[0] != "val" && words[0] != "decode")) {
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
