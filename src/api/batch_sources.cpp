#include "api/batch_sources.h"

#include "base/log.h"
#include "base/text.h"
#include "config/mistakes.h"
#include "data/loader/loader.h"
#include "data/resident/resident_loader.h"

namespace trainer {
namespace {

/// What a split's batches are made of.
struct SplitParts {
  std::string name;
  std::shared_ptr<const Dataset> dataset;
  std::shared_ptr<const Sampler> sampler;
  std::shared_ptr<const Pipeline> pipeline;
  LoaderOptions options;
};

class SourceMaker {
 public:
  SourceMaker(const RunOptions& run, const Config& config)
      : run_(run), config_(config), memory_left_(run.data.cache_size.bytes) {}

  std::unique_ptr<BatchSource> make(SplitParts parts, bool required) {
    const bool wanted = !run_.data.resident.has_value() || run_.data.resident.value;
    const std::string obstacle =
        wanted ? ResidentSet::obstacle(*parts.dataset, *parts.pipeline, memory_left_) : "off";
    if (!obstacle.empty()) {
      if (required) refuse(parts, obstacle);
      return std::make_unique<Loader>(parts.dataset, parts.sampler, parts.pipeline, parts.options);
    }
    auto source = std::make_unique<ResidentLoader>(
        parts.dataset, parts.sampler, parts.pipeline, parts.options);
    memory_left_ -= source->bytes();
    log_debug(concat("data.resident: the ",
                     parts.name,
                     " images stay in memory as pixels (",
                     bytes_text(source->bytes()),
                     ")"));
    return source;
  }

 private:
  [[noreturn]] void refuse(const SplitParts& parts, const std::string& obstacle) const {
    throw ConfigError(
        mistake_at(config_.at("data.resident").position,
                   "data.resident",
                   concat("the ", parts.name, " images cannot be resident: ", obstacle),
                   "leave data.resident at auto"));
  }

  const RunOptions& run_;
  const Config& config_;
  std::uint64_t memory_left_;
};

}  // namespace

BatchSources make_batch_sources(const RunOptions& run,
                                const Config& config,
                                const TrainingData& data,
                                const Pipelines& pipelines) {
  SourceMaker maker(run, config);
  BatchSources sources;
  const bool required = run.data.resident.has_value() && run.data.resident.value;
  sources.train = maker.make({"training",
                              data.train,
                              make_train_sampler(run, *data.train),
                              pipelines.train,
                              train_loader_options(run)},
                             required);
  if (!data.val) return sources;
  sources.val = maker.make({"validation",
                            data.val,
                            make_sequential_sampler(data.val->size()),
                            pipelines.val,
                            eval_loader_options(run, run.train.batch_size)},
                           false);
  return sources;
}

}  // namespace trainer
