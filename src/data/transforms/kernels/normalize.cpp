#include "data/transforms/kernels/normalize.h"

#include <cstddef>
#include <cstring>
#include <vector>

#include <trainer/error.h>

#include "data/transforms/pipeline.h"

namespace trainer {
namespace {

NormalizeTables tables_of(const Normalization& normalization) {
  const std::size_t channels = normalization.mean.size();
  TRAINER_ASSERT(channels >= 1 && channels <= 4 && normalization.std.size() == channels,
                 "mean and std for each of 1 to 4 channels");
  NormalizeTables tables{};
  tables.channels = static_cast<int>(channels);
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t i = 0; i < 256; ++i) {
      const float scaled = static_cast<float>(i) / 255.0F;
      const float result = (scaled - normalization.mean[c]) / normalization.std[c];
      tables.floats[c][i] = result;
      tables.bfloats[c][i] = to_bfloat16(result);
    }
  }
  for (std::size_t i = 0; i < NormalizeTables::kPeriod; ++i) {
    const float std = normalization.std[i % channels];
    const double inverse = 1.0 / static_cast<double>(std);
    tables.mean[i] = normalization.mean[i % channels];
    tables.inverse[i] = static_cast<float>(inverse);
    tables.inverse_rest[i] = static_cast<float>(inverse - static_cast<double>(tables.inverse[i]));
  }
  return tables;
}

/// Every value that a pixel can have, in every channel.
std::vector<std::uint8_t> every_pixel(int channels) {
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < 256; ++i) {
    pixels.insert(pixels.end(), static_cast<std::size_t>(channels), static_cast<std::uint8_t>(i));
  }
  return pixels;
}

template <class Number>
bool same_bits(const std::vector<Number>& a, const std::vector<Number>& b) {
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(Number)) == 0;
}

bool is_exact(const NormalizeKernels& kernels, const NormalizeTables& tables) {
  const std::vector<std::uint8_t> in = every_pixel(tables.channels);
  const NormalizeKernels& table = table_normalize_kernels();
  std::vector<float> floats(in.size()), expected_floats(in.size());
  kernels.to_float(tables, in.data(), floats.data(), 256);
  table.to_float(tables, in.data(), expected_floats.data(), 256);
  std::vector<Bfloat16> bfloats(in.size()), expected_bfloats(in.size());
  kernels.to_bfloat16(tables, in.data(), bfloats.data(), 256);
  table.to_bfloat16(tables, in.data(), expected_bfloats.data(), 256);
  return same_bits(floats, expected_floats) && same_bits(bfloats, expected_bfloats);
}

}  // namespace

BatchNormalizer::BatchNormalizer(const Normalization& normalization,
                                 const NormalizeKernels& kernels)
    : tables_(tables_of(normalization)),
      kernels_(is_exact(kernels, tables_) ? &kernels : &table_normalize_kernels()) {}

}  // namespace trainer
