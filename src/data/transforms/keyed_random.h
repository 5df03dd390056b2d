#pragma once
#include <cstddef>

#include <trainer/transform.h>

#include "base/random.h"
#include "data/transforms/pipeline.h"

namespace trainer {

/// The numbers of the transform at position `operation` of its list, for one sample.
class KeyedRandom final : public RandomSource {
 public:
  KeyedRandom(const SampleKey& key, std::size_t operation)
      : random_({key.seed,
                 RandomUse::transform,
                 static_cast<std::uint64_t>(key.epoch),
                 static_cast<std::uint64_t>(key.index),
                 static_cast<std::uint32_t>(key.occurrence),
                 static_cast<std::uint32_t>(operation)}) {}
  using RandomSource::uniform;
  std::uint32_t next() override { return random_.next(); }
  double uniform() override { return random_.uniform(); }
  std::uint64_t below(std::uint64_t bound) override { return random_.below(bound); }

 private:
  Random random_;
};

}  // namespace trainer
