#include <iostream>
#include <string>
#include <vector>

#include <trainer/config.h>
#include <trainer/error.h>

#include "api/batch_sources.h"
#include "api/run_options.h"
#include "base/clock.h"
#include "engine/device_stage.h"
#include "engine/torch_setup.h"

namespace {

using namespace trainer;

/// Answers lines "round N" on its input with the wall and CPU seconds of N images, as normalised
/// tensors.
int answer_rounds(const std::string& file, const std::vector<std::string>& overrides) {
  set_up_torch({});
  const Config config = load_config(file, overrides);
  const RunOptions run = read_run_options(config);
  const TrainingData data = open_training_data(run);
  const Pipelines pipelines = make_pipelines(run, *data.train, {});
  const BatchSources batches = make_batch_sources(run, config, data, pipelines);
  DeviceStage stage(c10::Device(c10::kCPU), pipelines.train->normalization(), true);
  std::cout << "ready" << std::endl;
  std::string word;
  long count = 0;
  while (std::cin >> word >> count) {
    const double wall = wall_seconds();
    const double cpu = cpu_seconds();
    long done = 0;
    while (done < count) done += stage.put(*batches.train->next()).images.size(0);
    const double share = static_cast<double>(count) / static_cast<double>(done);
    std::cout << (wall_seconds() - wall) * share << ' ' << (cpu_seconds() - cpu) * share
              << std::endl;
  }
  return 0;
}

}  // namespace

/// Batches of small images on the device, as a process that a script can run beside Python's.
int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    std::cerr << "usage: resident_benchmark CONFIG [key=value ...]\n";
    return 2;
  }
  try {
    return answer_rounds(words[0], {words.begin() + 1, words.end()});
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
