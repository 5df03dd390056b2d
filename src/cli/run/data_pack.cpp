#include "api/data_pack.h"

#include <filesystem>

#include <trainer/config.h>
#include <trainer/error.h>

#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/run/run.h"

namespace trainer::cli {
namespace {

std::string mebibytes(std::uint64_t bytes) {
  return concat(fixed_text(static_cast<double>(bytes) / (1 << 20), 1), " MiB");
}

std::string report_text(const PackReport& report, const std::string& output) {
  std::string text = concat("packed ",
                            counted(report.images, "image"),
                            " into ",
                            printable(output),
                            ": ",
                            mebibytes(report.packed_bytes),
                            " from ",
                            mebibytes(report.source_bytes));
  if (report.shrunk > 0) text += concat("; ", report.shrunk, " made smaller");
  if (report.baseline > 0) text += concat("; ", report.baseline, " progressive made baseline");
  if (report.skipped > 0) text += concat("; ", report.skipped, " bad, left out");
  return text + "\n";
}

}  // namespace

int run_data_pack(const Arguments& arguments) {
  const DataPackArguments& pack = arguments.data_pack;
  DataPackOptions options;
  options.output = pack.output;
  options.split = pack.split;
  options.images.max_side = pack.max_side;
  options.images.quality = pack.quality;
  options.images.raw = pack.raw;
  options.images.size = pack.size;
  options.on_bad = pack.on_bad;
  options.workers = pack.workers;
  PackReport report;
  std::error_code error;
  const bool folder = std::filesystem::is_directory(pack.place, error);
  // A signal must not leave the half-written file behind.
  install_stop_handlers();
  try {
    write_result_files([&] {
      report = folder ? pack_data(pack.place, options)
                      : pack_data(load_config(pack.place, pack.overrides), options);
    });
  } catch (const Error& stopped) {
    if (stopped.exit_code() != ExitCode::interrupted) throw;
    // Not 75: there is nothing that could be gone on with.
    log_error(stopped.what());
    return 128 + stop_signal();
  }
  if (report.shrunk > 0 && !pack.raw && report.packed_bytes > report.source_bytes) {
    log_warning(
        "the packed file is larger than its images: they were compressed more than --quality asks "
        "for; a lower --quality or --max-side, or neither of them, serves better");
  }
  write_result(report_text(report, pack.output));
  return static_cast<int>(ExitCode::done);
}

}  // namespace trainer::cli
