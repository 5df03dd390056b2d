#include "metrics/evaluation_accumulator.h"

#include <algorithm>

#include <trainer/error.h>

#include "base/text.h"
#include "metrics/top_k.h"

namespace trainer {

EvaluationAccumulator::EvaluationAccumulator(std::int64_t classes)
    : support_(index(classes)), hits_(index(classes)) {}

void EvaluationAccumulator::add(std::span<const float> logits,
                                std::span<const std::int64_t> labels,
                                std::span<const std::uint8_t> valid) {
  const std::size_t width = support_.size();
  TRAINER_ASSERT(logits.size() == labels.size() * width, "one row of logits a label");
  TRAINER_ASSERT(valid.empty() || valid.size() == labels.size(), "one mark a row");
  const auto reach = std::min<std::int64_t>(5, classes());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!valid.empty() && valid[i] == 0) continue;
    const std::int64_t label = labels[i];
    if (label < 0 || label >= classes()) {
      throw DataError(concat("expected labels from 0 to ", classes() - 1, ", found label ", label));
    }
    const std::int64_t rank = rank_of_label(logits.subspan(i * width, width), label);
    ++count_;
    ++support_[index(label)];
    if (rank == 0) {
      ++top1_;
      ++hits_[index(label)];
    }
    if (rank < reach) ++top5_;
  }
}

void EvaluationAccumulator::merge(const EvaluationAccumulator& other) {
  TRAINER_ASSERT(classes() == other.classes(), "counts of the same classes");
  count_ += other.count_;
  top1_ += other.top1_;
  top5_ += other.top5_;
  loss_.add(other.loss_);
  for (std::size_t i = 0; i < support_.size(); ++i) {
    support_[i] += other.support_[i];
    hits_[i] += other.hits_[i];
  }
}

double EvaluationAccumulator::recall(std::int64_t label) const {
  const std::int64_t all = support(label);
  return all == 0 ? 0 : static_cast<double>(hits_[index(label)]) / static_cast<double>(all);
}

double EvaluationAccumulator::macro_recall() const {
  double sum = 0;
  std::int64_t present = 0;
  for (std::int64_t label = 0; label < classes(); ++label) {
    if (support(label) == 0) continue;
    sum += recall(label);
    ++present;
  }
  return present == 0 ? 0 : sum / static_cast<double>(present);
}

}  // namespace trainer
