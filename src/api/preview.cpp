#include "api/preview.h"

#include <trainer/error.h>

#include "api/data_set_up.h"
#include "config/load.h"
#include "data/preview.h"

namespace trainer {
namespace {

void preview_split(const Config& config,
                   const std::string& split,
                   std::int64_t epoch,
                   std::int64_t count,
                   const std::string& output) {
  const RunOptions run = read_run_options(config);
  const bool train = split == "train";
  const TrainingData data = open_training_data(run);
  std::shared_ptr<const Dataset> dataset = train ? data.train : split == "val" ? data.val : nullptr;
  if (!dataset) dataset = open_split(run, split, data.classes);
  const auto seed = static_cast<std::uint64_t>(run.seed);
  // Pixels are shown before normalisation: statistics need not be measured.
  const Normalization any{std::vector<float>(static_cast<std::size_t>(run.data.channels), 0.0F),
                          std::vector<float>(static_cast<std::size_t>(run.data.channels), 1.0F)};
  const Pipelines pipelines = make_pipelines(run, *data.train, any);
  const std::unique_ptr<Sampler> sampler =
      train ? make_train_sampler(run, *dataset) : make_sequential_sampler(dataset->size());
  PreviewOptions options;
  options.output = output;
  options.epoch = epoch;
  options.count = count;
  options.seed = seed;
  if (train) {
    options.batch_size = run.train.batch_size;
    options.mix = mix_options(run);
  }
  write_preview(*dataset, train ? *pipelines.train : *pipelines.val, *sampler, options);
}

}  // namespace

void write_preview(const Config& config,
                   const std::string& split,
                   std::int64_t epoch,
                   std::int64_t count,
                   const std::string& output) {
  try {
    preview_split(config, split, epoch, count, output);
  } catch (const ConfigError& error) {
    throw explained(config, error);
  }
}

}  // namespace trainer
