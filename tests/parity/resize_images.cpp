#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <trainer/error.h>

#include "data/transforms/sample_image.h"

namespace {

using namespace trainer;  // NOLINT: a program of one file

struct Job {
  std::string kernels, filter, file;
  int channels = 3, order = 13, mirror = 0;
  ResizePlan plan;
};

Job parse(const std::string& line) {
  Job job;
  std::istringstream words(line);
  ResizePlan& p = job.plan;
  words >> job.kernels >> job.filter >> job.order >> job.mirror >> job.channels >> p.source.x >>
      p.source.y >> p.source.width >> p.source.height >> p.width >> p.height >> p.window.x >>
      p.window.y >> p.window.width >> p.window.height;
  std::getline(words >> std::ws, job.file);
  if (job.file.empty()) throw UsageError("a line without a file: " + line);
  p.mirror = job.mirror != 0;
  p.order = job.order == 12 ? ResizeOrder::pillow12 : ResizeOrder::pillow13;
  p.interpolation = job.filter == "bicubic" ? Interpolation::bicubic : Interpolation::bilinear;
  return job;
}

const ResampleKernels& kernels_named(const std::string& name) {
  for (const ResampleKernels* kernels : usable_resample_kernels()) {
    if (kernels->name == name) return *kernels;
  }
  throw UsageError("this processor has no kernels named " + name);
}

std::vector<std::uint8_t> run(const Job& job) {
  std::ifstream file(job.file, std::ios::binary);
  SourceImage source;
  source.bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  DecodedImage memory;
  SampleImage image(source, {job.channels, kDefaultMaxPixels, false}, memory);
  Resampler resampler(kernels_named(job.kernels));
  const PartialImage part = image.part(resampler.needed(job.plan));
  const Box& window = job.plan.window;
  std::vector<std::uint8_t> out(static_cast<std::size_t>(window.width) *
                                static_cast<std::size_t>(window.height) *
                                static_cast<std::size_t>(job.channels));
  resampler.run(part,
                job.plan,
                {out.data(),
                 window.height,
                 window.width,
                 job.channels,
                 static_cast<std::ptrdiff_t>(window.width) * job.channels});
  return out;
}

}  // namespace

/// Resizes images as lines on the input say (compare_images.py writes them), and gives the pixels
/// one after the other. With `--kernels`: the names of the loops that this processor can run.
int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--kernels") {
    for (const ResampleKernels* kernels : usable_resample_kernels()) {
      std::cout << kernels->name << '\n';
    }
    return 0;
  }
  try {
    std::string line;
    while (std::getline(std::cin, line)) {
      const std::vector<std::uint8_t> pixels = run(parse(line));
      std::fwrite(pixels.data(), 1, pixels.size(), stdout);
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
