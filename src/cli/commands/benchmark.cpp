#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/configuration_check.h"
#include "cli/option_checks.h"

namespace trainer::cli {

Command benchmark_command() {
  Command command;
  command.name = "benchmark";
  command.summary = "images per second of the loader, of the training steps, and of both together";
  command.usage = "--config FILE [key=value ...]";
  command.example = "trainer benchmark --config resnet.yaml --part loader data.workers=4";
  command.define = [](CLI::App& app, Arguments& arguments) {
    BenchmarkArguments& benchmark = arguments.benchmark;
    app.add_option("-c,--config", benchmark.config, "the run's configuration")->type_name("FILE");
    add_choice(app,
               "--part",
               benchmark.part,
               {"all", "loader", "compute", "end-to-end"},
               "what is measured: batches alone, steps on one batch, a training")
        ->capture_default_str();
    app.add_option("--seconds", benchmark.seconds, "how long each part is measured")
        ->type_name("S")
        ->check(CLI::Range(0.01, 86400.0))
        ->capture_default_str();
    app.add_flag("--json", benchmark.json, "the result as JSON");
    add_overrides(app, benchmark.overrides);
  };
  command.check = [](const Arguments& arguments) {
    const BenchmarkArguments& benchmark = arguments.benchmark;
    require_given(benchmark.config, "benchmark", "--config FILE");
    check_configuration(benchmark.config, benchmark.overrides);
  };
  return command;
}

}  // namespace trainer::cli
