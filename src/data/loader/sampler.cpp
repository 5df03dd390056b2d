#include "data/loader/sampler.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <trainer/error.h>

#include "base/random.h"
#include "data/loader/split_sampler.h"

namespace trainer {
namespace {

class SequentialSampler final : public SplitSampler {
 public:
  using SplitSampler::SplitSampler;
  std::vector<std::int64_t> epoch(std::int64_t) const override { return part_of(in_order()); }
};

/// The whole is shuffled, the same on every rank; then each takes its part.
class ShuffleSampler : public SplitSampler {
 public:
  ShuffleSampler(std::int64_t samples, std::uint64_t seed, SamplerPlace place)
      : SplitSampler(samples, place), seed_(seed) {}

  std::vector<std::int64_t> epoch(std::int64_t epoch) const override {
    return part_of(whole(epoch));
  }

 protected:
  virtual std::vector<std::int64_t> whole(std::int64_t epoch) const {
    std::vector<std::int64_t> order = in_order();
    shuffle(order, epoch_key(seed_, epoch));
    return order;
  }
  std::uint64_t seed() const { return seed_; }

 private:
  std::uint64_t seed_;
};

class RepeatedSampler final : public ShuffleSampler {
 public:
  RepeatedSampler(std::int64_t samples, int times, std::uint64_t seed, SamplerPlace place)
      : ShuffleSampler(samples, seed, place), times_(static_cast<std::size_t>(times)) {
    TRAINER_ASSERT(times >= 1, "at least one turn");
  }

 protected:
  std::vector<std::int64_t> whole(std::int64_t epoch) const override {
    const std::vector<std::int64_t> order = ShuffleSampler::whole(epoch);
    std::vector<std::int64_t> repeated(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) repeated[i] = order[i / times_];
    return repeated;
  }

 private:
  std::size_t times_;
};

class ClassSampler final : public ShuffleSampler {
 public:
  ClassSampler(const std::vector<std::int64_t>& labels,
               const std::vector<double>& weights,
               std::uint64_t seed,
               SamplerPlace place)
      : ShuffleSampler(std::ssize(labels), seed, place), members_(weights.size()) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      members_.at(static_cast<std::size_t>(labels[i])).push_back(static_cast<std::int64_t>(i));
    }
    set_quotas(weights, std::ssize(labels));
  }

 protected:
  std::vector<std::int64_t> whole(std::int64_t epoch) const override {
    std::vector<std::int64_t> order;
    for (std::size_t c = 0; c < members_.size(); ++c) append_turns(c, epoch, order);
    shuffle(order, epoch_key(seed(), epoch));
    return order;
  }

 private:
  /// Whole numbers that sum up to `total`, by the largest remainders, ties to the earlier class.
  void set_quotas(const std::vector<double>& weights, std::int64_t total) {
    double sum = 0;
    for (std::size_t c = 0; c < weights.size(); ++c) sum += members_[c].empty() ? 0 : weights[c];
    if (total > 0 && !(sum > 0)) {
      throw UsageError("expected a class with images and a weight above 0");
    }
    std::vector<std::pair<double, std::size_t>> rest;
    quotas_.assign(weights.size(), 0);
    std::int64_t left = total;
    for (std::size_t c = 0; c < weights.size() && total > 0; ++c) {
      if (members_[c].empty() || !(weights[c] > 0)) continue;
      const double exact = static_cast<double>(total) * weights[c] / sum;
      quotas_[c] = static_cast<std::int64_t>(exact);
      left -= quotas_[c];
      rest.emplace_back(exact - static_cast<double>(quotas_[c]), c);
    }
    std::stable_sort(
        rest.begin(), rest.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; left > 0; ++i, --left) ++quotas_[rest[i % rest.size()].second];
  }

  /// The class's samples stand in an endless row of rounds, each in an order of its own; an epoch
  /// takes the next ones.
  void append_turns(std::size_t c, std::int64_t epoch, std::vector<std::int64_t>& order) const {
    const std::int64_t count = std::ssize(members_[c]);
    std::int64_t round = -1;
    std::vector<std::int64_t> turn;
    for (std::int64_t i = 0; i < quotas_[c]; ++i) {
      const std::int64_t at = (epoch - 1) * quotas_[c] + i;
      if (at / count != round) {
        round = at / count;
        turn = members_[c];
        Random::Key key = epoch_key(seed(), round);
        key.index = c;
        key.operation = 1;
        shuffle(turn, key);
      }
      order.push_back(turn[static_cast<std::size_t>(at % count)]);
    }
  }

  std::vector<std::vector<std::int64_t>> members_;  ///< samples of each class
  std::vector<std::int64_t> quotas_;                ///< how many of them an epoch has
};

}  // namespace

std::unique_ptr<Sampler> make_shuffle_sampler(std::int64_t samples,
                                              std::uint64_t seed,
                                              SamplerPlace place) {
  return std::make_unique<ShuffleSampler>(samples, seed, place);
}

std::unique_ptr<Sampler> make_sequential_sampler(std::int64_t samples, SamplerPlace place) {
  return std::make_unique<SequentialSampler>(samples, place);
}

std::unique_ptr<Sampler> make_class_sampler(const std::vector<std::int64_t>& labels,
                                            const std::vector<double>& class_weights,
                                            std::uint64_t seed,
                                            SamplerPlace place) {
  return std::make_unique<ClassSampler>(labels, class_weights, seed, place);
}

std::unique_ptr<Sampler> make_repeated_sampler(std::int64_t samples,
                                               int times,
                                               std::uint64_t seed,
                                               SamplerPlace place) {
  return std::make_unique<RepeatedSampler>(samples, times, seed, place);
}

}  // namespace trainer
