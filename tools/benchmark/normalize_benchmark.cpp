// normalize_benchmark [ROUNDS]: images per CPU second of each kernel that normalises uint8 batches,
// to float32 and to bfloat16, and their ratio to the table; the median over rounds that interleave
// all of them. Exits 1 where one that calculates is slower than the table. See docs/performance.md.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <vector>

#include "data/transforms/kernels/normalize.h"
#include "data/transforms/pipeline.h"

namespace {

using namespace trainer;

constexpr double kLeastSeconds = 0.02;  ///< of one measurement

struct Images {
  const char* what;
  int side, count;
  Normalization numbers;
  std::int64_t pixels() const { return std::int64_t{side} * side * count; }
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Images per CPU second.
template <class Number>
double measured(const BatchNormalizer& normalizer,
                const Images& images,
                const std::vector<std::uint8_t>& in,
                std::vector<Number>& out) {
  const double start = cpu_seconds();
  double seconds = 0;
  int batches = 0;
  for (; seconds < kLeastSeconds; seconds = cpu_seconds() - start, ++batches) {
    normalizer.run(in.data(), out.data(), images.pixels());
  }
  return static_cast<double>(batches) * images.count / seconds;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Prints a line for each kernel; whether none is slower than the table.
template <class Number>
bool compare(const Images& images, const char* type, int rounds) {
  std::vector<std::uint8_t> in(static_cast<std::size_t>(images.pixels()) *
                               images.numbers.mean.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<std::uint8_t>(i * 2654435761U >> 9);
  std::vector<Number> out(in.size());
  const std::vector<const NormalizeKernels*> kernels = usable_normalize_kernels();
  std::vector<std::vector<double>> speeds(kernels.size()), ratios(kernels.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const BatchNormalizer normalizer(images.numbers, *kernels[i]);
      speeds[i].push_back(measured(normalizer, images, in, out));
      ratios[i].push_back(speeds[i].back() / speeds[0].back());  // the table is the first
    }
  }
  bool fast = true;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    std::printf("%-20s %-9s %-7s %11.0f images/CPU-s  %5.2f x table\n",
                images.what,
                type,
                kernels[i]->name,
                median(speeds[i]),
                median(ratios[i]));
    fast = fast && median(ratios[i]) >= 1;
  }
  return fast;
}

bool measure(int rounds) {
  const Images all[] = {
      {"64 of 224 px RGB", 224, 64, {{0.485F, 0.456F, 0.406F}, {0.229F, 0.224F, 0.225F}}},
      {"256 of 28 px gray", 28, 256, {{0.286F}, {0.353F}}},
  };
  bool fast = true;
  for (const Images& images : all) {
    fast = compare<float>(images, "float32", rounds) && fast;
    fast = compare<Bfloat16>(images, "bfloat16", rounds) && fast;
  }
  return fast;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (measure(argc > 1 ? std::max(1, std::atoi(argv[1])) : 9)) return 0;
    std::fprintf(stderr, "a kernel is slower than the table\n");
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
