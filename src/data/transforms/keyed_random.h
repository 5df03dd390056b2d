#pragma once
#include <cstddef>
#include <cstdint>

#include <trainer/transform.h>

#include "base/random.h"
#include "data/transforms/pipeline.h"

namespace trainer {

/// The numbers of a key.
class RandomStream : public RandomSource {
 public:
  explicit RandomStream(const Random::Key& key) : random_(key) {}
  using RandomSource::uniform;
  std::uint32_t next() override { return random_.next(); }
  double uniform() override { return random_.uniform(); }
  std::uint64_t below(std::uint64_t bound) override { return random_.below(bound); }

 private:
  Random random_;
};

/// The numbers of the transform at position `operation` of its list, for one sample.
class KeyedRandom final : public RandomStream {
 public:
  KeyedRandom(const SampleKey& key, std::size_t operation)
      : KeyedRandom(Random::Key{key.seed,
                                RandomUse::transform,
                                static_cast<std::uint64_t>(key.epoch),
                                static_cast<std::uint64_t>(key.index),
                                static_cast<std::uint32_t>(key.occurrence),
                                static_cast<std::uint32_t>(operation)}) {}
  std::int64_t epoch() const override { return static_cast<std::int64_t>(key_.epoch); }
  std::uint32_t sample_bits() const override {
    Random::Key of_sample = key_;
    of_sample.epoch = 0;  // epochs count from 1: no other number has this key
    return Random(of_sample).next();
  }

 private:
  explicit KeyedRandom(const Random::Key& key) : RandomStream(key), key_(key) {}

  Random::Key key_;
};

}  // namespace trainer
