#include "engine/train_step.h"

#include <algorithm>
#include <cmath>

#include <ATen/Context.h>
#include <torch/types.h>

#include <trainer/error.h>

#include "base/random.h"
#include "base/text.h"
#include "metrics/top_k.h"
#include "network/rules.h"

namespace trainer {
namespace {

/// torch's own generator draws dropout masks; seeding it for each forward pass makes them a
/// function of the step, whatever ran before.
void seed_forward_pass(std::uint64_t seed, std::int64_t step, std::int64_t micro_step, int rank) {
  Random random({.seed = seed,
                 .use = RandomUse::torch_generator,
                 .epoch = static_cast<std::uint64_t>(step),
                 .index = static_cast<std::uint64_t>(micro_step),
                 .occurrence = static_cast<std::uint32_t>(rank)});
  at::manual_seed(random.next());
}

void count_hits(const at::Tensor& logits, const std::int64_t* labels, TrainTotals& totals) {
  const at::Tensor rows = logits.to(torch::kCPU, torch::kFloat32).contiguous();
  const auto classes = static_cast<std::size_t>(rows.size(1));
  const float* row = rows.const_data_ptr<float>();
  for (std::int64_t i = 0; i < rows.size(0); ++i, row += classes) {
    const std::int64_t rank = rank_of_label({row, classes}, labels[i]);
    totals.top1 += rank < 1 ? 1 : 0;
    totals.top5 += rank < 5 ? 1 : 0;
  }
}

}  // namespace

TrainStep::TrainStep(NetworkModule& network,
                     const Loss& loss,
                     Optimizer& optimizer,
                     Ema* ema,
                     DeviceStage& stage,
                     TrainStepOptions options)
    : network_(network),
      loss_(loss),
      optimizer_(optimizer),
      ema_(ema),
      stage_(stage),
      options_(options) {
  const std::vector<std::string> norms = batch_norm_on_single_value(network.network());
  if (!norms.empty()) single_value_norm_ = norms.front();
}

TrainTotals TrainStep::run(const Batch& batch,
                           std::int64_t step,
                           double lr,
                           std::optional<double> momentum) {
  TrainTotals totals;
  totals.images = batch.count;
  totals.normaliser = batch.soft_labels.empty() ? loss_.normaliser(batch.labels)
                                                : loss_.soft_normaliser(batch.count);
  totals.steps = 1;

  optimizer_.zero_grad();
  forward_and_backward(batch, step, totals);
  totals.grad_norm_sum =
      clip_grad_norm(optimizer_.groups(), options_.clip_grad_norm).item<double>();
  if (!std::isfinite(totals.loss_sum) || !std::isfinite(totals.grad_norm_sum)) {
    throw NumericError(
        concat("step ",
               step + 1,
               " (epoch ",
               batch.epoch,
               ", batch ",
               batch.index + 1,
               "): loss ",
               totals.loss_sum / totals.normaliser,
               ", gradient norm ",
               totals.grad_norm_sum,
               "; the weights were left as they were before it. Lower "
               "optimizer.lr, set train.clip_grad_norm, or look for bad labels or images"));
  }
  optimizer_.step(lr, momentum);
  if (ema_ != nullptr) ema_->update(step + 1);
  return totals;
}

void TrainStep::forward_and_backward(const Batch& batch, std::int64_t step, TrainTotals& totals) {
  const DeviceStage::Inputs inputs = stage_.put(batch);
  const std::int64_t count = inputs.images.size(0);
  const std::int64_t micro =
      options_.micro_batch > 0 ? std::min(options_.micro_batch, count) : count;
  if (!single_value_norm_.empty() && (count % micro == 1 || micro == 1)) {
    throw DataError(
        concat("step ",
               step + 1,
               ": without its bad images the batch ends in a single one, and batch norm ",
               printable(single_value_norm_),
               " sees a 1x1 map: it cannot be normalised over one value. Repair the "
               "images, set data.on_bad_image: substitute, or choose another batch size"));
  }
  for (std::int64_t start = 0, index = 0; start < count; start += micro, ++index) {
    const std::int64_t size = std::min(micro, count - start);
    const at::Tensor images = inputs.images.narrow(0, start, size);
    const at::Tensor labels = inputs.labels.narrow(0, start, size);
    seed_forward_pass(options_.seed, step, index, options_.rank);
    const at::Tensor logits = network_.forward(images);
    const at::Tensor sum = loss_.sum(logits, labels);
    (sum / totals.normaliser).backward();
    totals.loss_sum += sum.item<double>();
    count_hits(logits.detach(), batch.labels.data() + start, totals);
  }
}

}  // namespace trainer
