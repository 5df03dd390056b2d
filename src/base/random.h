#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace trainer {

/// What a random number is for. Part of the key, so that two uses never share a stream; new uses
/// are appended, never reordered: the numbers are part of every recorded run.
enum class RandomUse : std::uint32_t {
  shuffle = 1,
  transform = 2,
  substitute = 3,
  split = 4,
  initialise = 5,
  torch_generator = 6,
  synthetic = 7,
  batch_mix = 8,
};

/// Random numbers as a pure function of their key: counter-based Philox4x32-10 (Salmon et al.,
/// "Parallel random numbers: as easy as 1, 2, 3", 2011). The same key gives the same stream on any
/// thread, in any order, after any restart. A value type; not for sharing between threads.
class Random {
 public:
  struct Key {
    std::uint64_t seed = 0;
    RandomUse use = RandomUse::transform;
    std::uint64_t epoch = 0;       ///< or step
    std::uint64_t index = 0;       ///< sample index in the data set
    std::uint32_t occurrence = 0;  ///< how often the sample came before in this epoch
    std::uint32_t operation = 0;   ///< position of the transform in its list
  };

  /// The function under all this: ten rounds over a counter and a key.
  static constexpr std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c,
                                                       std::array<std::uint32_t, 2> k) {
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t p0 = std::uint64_t{0xD2511F53U} * c[0];
      const std::uint64_t p1 = std::uint64_t{0xCD9E8D57U} * c[2];
      c = {high(p1) ^ c[1] ^ k[0], low(p1), high(p0) ^ c[3] ^ k[1], low(p0)};
      k[0] += 0x9E3779B9U;
      k[1] += 0xBB67AE85U;
    }
    return c;
  }

  explicit Random(const Key& key) {
    const std::uint64_t a =
        mix(key.seed + 0x9E3779B97F4A7C15ULL * static_cast<std::uint64_t>(key.use));
    const std::uint64_t b = mix(a ^ mix(key.epoch + 0xD1B54A32D192ED03ULL));
    key_ = {low(b), high(b)};
    const std::uint64_t c = mix(key.occurrence + (static_cast<std::uint64_t>(key.operation) << 32));
    counter_ = {0, low(key.index), high(key.index) ^ low(c), high(c)};
  }

  /// 32 uniform bits.
  std::uint32_t next() {
    if (used_ == 4) {
      block_ = philox(counter_, key_);
      ++counter_[0];
      used_ = 0;
    }
    return block_[used_++];
  }

  /// Uniform in [0, 1), 53 bits.
  double uniform() {
    const std::uint64_t bits = (static_cast<std::uint64_t>(next()) << 32) | next();
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
  }
  double uniform(double from, double to) { return from + (to - from) * uniform(); }

  /// Uniform in 0 … bound-1, without bias; bound >= 1.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = bound * ((~std::uint64_t{0}) / bound);
    for (;;) {
      const std::uint64_t bits = (static_cast<std::uint64_t>(next()) << 32) | next();
      if (bits < limit) return bits % bound;
    }
  }

 private:
  static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
  }

  /// SplitMix64's finaliser: spreads keys that differ in few bits.
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  }

  std::array<std::uint32_t, 2> key_{};
  std::array<std::uint32_t, 4> counter_{};
  std::array<std::uint32_t, 4> block_{};
  std::size_t used_ = 4;
};

}  // namespace trainer
