#pragma once
#include <cstdint>
#include <variant>

namespace trainer {

/// A length of time: `90s`, `10min`, `2h`, `1.5d`.
struct Duration {
  double seconds = 0;
  bool operator==(const Duration&) const = default;
};

/// A size in bytes: `512B`, `64KiB`, `25MiB`, `4GiB` (and `kB`, `MB`, `GB` = powers of 1000).
struct ByteSize {
  std::uint64_t bytes = 0;
  bool operator==(const ByteSize&) const = default;
};

/// A part of a whole, written as `1%` or `0.01`; 0 to 1.
struct Percent {
  double fraction = 0;
  bool operator==(const Percent&) const = default;
};

enum class SpanUnit { epochs, steps };

/// A stretch of training: `5ep` or `1000step`. Epochs may be fractional, steps are whole.
struct Span {
  double count = 0;
  SpanUnit unit = SpanUnit::epochs;
  bool operator==(const Span&) const = default;
};

/// How often something happens: by training progress or by the clock.
using Interval = std::variant<Span, Duration>;

}  // namespace trainer
