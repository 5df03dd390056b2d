#include "api/benchmark.h"

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/run/counted_new.h"
#include "cli/run/run.h"

namespace trainer::cli {
namespace {

std::string percent_of(double part, double whole) {
  return concat(fixed_text(100 * part / whole, 0), " %");
}

std::string growth_text(std::int64_t bytes) {
  return concat(bytes < 0 ? "" : "+", bytes / 1024, " KiB");
}

std::string part_text(const BenchmarkPart& part, bool resident) {
  std::string text = concat(part.name,
                            ": ",
                            fixed_text(part.images_per_second(), 1),
                            " images/s, ",
                            fixed_text(part.images_per_cpu_second(), 1),
                            " images per CPU second (",
                            counted(part.images, "image"),
                            " in ",
                            fixed_text(part.seconds, 1),
                            " s; ",
                            fixed_text(1000 * part.first_batch_seconds, 0),
                            " ms to the first batch)\n");
  text += concat("  memory: ",
                 part.allocations ? concat(fixed_text(*part.allocations_per_image(), 3),
                                           " allocations an image, ")
                                  : std::string(),
                 "heap ",
                 growth_text(part.heap_growth),
                 ", resident ",
                 growth_text(part.resident_growth),
                 "\n");
  if (part.consumer_wait_seconds && !resident) {
    text += concat("  waits: ",
                   percent_of(*part.consumer_wait_seconds, part.seconds),
                   " of the time for a batch; decode threads ",
                   fixed_text(*part.producer_wait_seconds, 1),
                   " thread-seconds for room\n");
  }
  return text;
}

std::string report_text(const BenchmarkReport& report) {
  const bool resident = report.workers == 0;
  std::string text = concat("batches of ",
                            report.batch_size,
                            resident ? ", images resident in memory"
                                     : concat(", ", counted(report.workers, "decode thread")),
                            "\n");
  for (const BenchmarkPart& part : report.parts) text += part_text(part, resident);
  text += concat("peak memory: ", report.peak_memory >> 20, " MiB\n");
  if (const auto efficiency = report.efficiency()) {
    text += concat("together: ",
                   fixed_text(100 * *efficiency, 0),
                   " % of the slower one of loader and compute alone\n");
  }
  const std::string bottleneck = report.bottleneck();
  if (bottleneck == "loader") {
    text +=
        "bottleneck: the loader. More data.workers, data.cache, trainer data pack, or fewer "
        "transforms\n";
  } else if (bottleneck == "compute") {
    text += "bottleneck: the training step; the loader keeps up\n";
  }
  return text;
}

nlohmann::ordered_json report_json(const BenchmarkReport& report) {
  nlohmann::ordered_json json = {{"workers", report.workers}, {"batch_size", report.batch_size}};
  for (const BenchmarkPart& part : report.parts) {
    nlohmann::ordered_json entry = {{"images", part.images},
                                    {"seconds", part.seconds},
                                    {"cpu_seconds", part.cpu_seconds},
                                    {"images_per_s", part.images_per_second()},
                                    {"images_per_cpu_s", part.images_per_cpu_second()},
                                    {"first_batch_s", part.first_batch_seconds},
                                    {"allocations_per_image", nullptr},
                                    {"heap_growth_bytes", part.heap_growth},
                                    {"resident_growth_bytes", part.resident_growth}};
    if (part.allocations) entry["allocations_per_image"] = *part.allocations_per_image();
    if (part.consumer_wait_seconds) {
      entry["consumer_wait_s"] = *part.consumer_wait_seconds;
      entry["producer_wait_s"] = *part.producer_wait_seconds;
    }
    json["parts"][part.name] = std::move(entry);
  }
  json["peak_memory_bytes"] = report.peak_memory;
  if (const auto efficiency = report.efficiency()) json["efficiency"] = *efficiency;
  if (!report.bottleneck().empty()) json["bottleneck"] = report.bottleneck();
  return json;
}

}  // namespace

int run_benchmark(const Arguments& arguments) {
  const BenchmarkArguments& asked = arguments.benchmark;
  count_allocations();
  const BenchmarkReport report = trainer::run_benchmark(
      load_config(asked.config, asked.overrides), {.part = asked.part, .seconds = asked.seconds});
  write_result(asked.json ? report_json(report).dump(2) + "\n" : report_text(report));
  return static_cast<int>(ExitCode::done);
}

}  // namespace trainer::cli
