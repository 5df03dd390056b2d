#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <trainer/data_check.h>
#include <trainer/dataset.h>

#include "data/check/header_facts.h"
#include "data/decode/decode.h"

namespace trainer {

/// 128 bits of a SHA-256: no two contents that are not equal share them.
using ContentHash = std::array<std::uint64_t, 2>;

/// What is kept of a sample: little enough for millions.
struct SampleRecord {
  ContentHash bytes{}, pixels{};
  std::int32_t width = 0, height = 0;  ///< 0: the header could not be read
  std::optional<ImageFormat> format;   ///< empty: raw pixels, or no image
  HeaderFacts facts;
  bool usable = false;
};

/// Something about one sample, by its place in the data set.
struct SampleFinding {
  DataFindingKind kind;
  std::string reason;
};

struct SampleLimits {
  int channels = 3;
  std::int64_t max_pixels = kDefaultMaxPixels;
};

/// Memory of one thread, reused from sample to sample.
struct SampleScratch {
  SourceImage image;
  DecodedImage decoded;
};

/// Reads and decodes one sample as training does. Appends what is to be said about it; throws only
/// what is no fault of the sample (OutOfMemoryError).
SampleRecord check_sample(const Dataset& dataset,
                          std::int64_t index,
                          const SampleLimits& limits,
                          SampleScratch& scratch,
                          std::vector<SampleFinding>& findings);

}  // namespace trainer
