#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include <trainer/config.h>
#include <trainer/error.h>

#include "api/fit_parts.h"
#include "api/run_options.h"
#include "base/clock.h"
#include "cli/environment.h"

namespace {

constexpr std::string_view kUsage =
    "usage: step_benchmark [--bare] [--own-environment] CONFIG [key=value ...]\n"
    "Trains on one batch again and again, with the parts that `trainer fit` makes. Answers lines\n"
    "\"round N\" on its input with the wall and CPU seconds of N steps.\n"
    "  --bare             only forward, loss, backward and update, on images that are ready\n"
    "  --own-environment  leaves the environment as it is; else as `trainer` sets it\n";

struct Arguments {
  bool bare = false;
  bool own_environment = false;
  std::vector<std::string> rest;
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--bare") {
      arguments.bare = true;
    } else if (word == "--own-environment") {
      arguments.own_environment = true;
    } else {
      arguments.rest.emplace_back(word);
    }
  }
  return arguments;
}

class Steps {
 public:
  Steps(const trainer::Config& config, bool bare)
      : run_(trainer::read_run_options(config)),
        parts_(trainer::build_fit_parts(run_, config, {}, {})),
        batch_(*parts_.batches.train->next()),
        inputs_(parts_.train_stage->put(batch_)),
        bare_(bare) {}

  void run(long count) {
    for (long i = 0; i < count; ++i) {
      if (bare_) {
        bare_step();
      } else {
        parts_.step->run(batch_, step_, run_.optimizer.lr, {});
      }
      ++step_;
    }
  }

 private:
  void bare_step() {
    parts_.optimizer->zero_grad();
    const at::Tensor sum =
        parts_.loss->sum(parts_.network->forward(inputs_.images), inputs_.labels);
    (sum / static_cast<double>(batch_.count)).backward();
    parts_.optimizer->step(run_.optimizer.lr);
  }

  trainer::RunOptions run_;
  trainer::FitParts parts_;
  trainer::Batch batch_;  // its pixels stay the loader's, which is not asked for another one
  trainer::DeviceStage::Inputs inputs_;
  bool bare_;
  std::int64_t step_ = 0;
};

int answer_rounds(const Arguments& arguments) {
  const std::vector<std::string> overrides(arguments.rest.begin() + 1, arguments.rest.end());
  Steps steps(trainer::load_config(arguments.rest.front(), overrides), arguments.bare);
  std::cout << "ready" << std::endl;
  std::string word;
  long count = 0;
  while (std::cin >> word >> count) {
    const double wall = trainer::wall_seconds();
    const double cpu = trainer::cpu_seconds();
    steps.run(count);
    std::cout << trainer::wall_seconds() - wall << ' ' << trainer::cpu_seconds() - cpu << std::endl;
  }
  return 0;
}

}  // namespace

/// The training step as a process that a script can run beside Python's.
int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv);
  if (arguments.rest.empty()) {
    std::cerr << kUsage;
    return 2;
  }
  if (!arguments.own_environment) {
    // libgomp and malloc read their variables before main.
    trainer::cli::set_run_environment();
    std::vector<char*> words(argv, argv + argc);
    std::string last = "--own-environment";
    words.push_back(last.data());
    words.push_back(nullptr);
    execv("/proc/self/exe", words.data());
    std::cerr << "cannot start again in the environment of a run\n";
    return 1;
  }
  try {
    return answer_rounds(arguments);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
