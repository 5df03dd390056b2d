#include <filesystem>

#include <trainer/config.h>
#include <trainer/data_check.h>
#include <trainer/error.h>

#include "base/file_system.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/run/data_report_json.h"
#include "cli/run/data_report_text.h"
#include "cli/run/run.h"

namespace trainer::cli {
namespace {

DataReport report_of(const DataCheckArguments& arguments, bool quiet) {
  DataCheckOptions options;
  options.workers = arguments.workers;
  options.show_progress = !quiet;
  std::error_code error;
  if (std::filesystem::is_directory(arguments.place, error)) {
    return check_data(arguments.place, options);
  }
  return check_data(load_config(arguments.place, arguments.overrides), options);
}

}  // namespace

int run_data_check(const Arguments& arguments) {
  const DataCheckArguments& check = arguments.data_check;
  const DataReport report = report_of(check, arguments.global.quiet);
  // First what may have taken an hour to find out: the file may be one that cannot be written.
  write_result(check.json ? data_report_json(report) : data_report_text(report, check.all));
  if (!check.output.empty()) {
    write_result_files([&] { write_file_atomic(check.output, data_report_csv(report)); });
    log_info(concat("wrote ", printable(check.output)));
  }
  if (report.problems() == 0) return static_cast<int>(ExitCode::done);
  log_error(concat(counted(report.problems(), "problem"),
                   " that would stop a training; each is named in the result"));
  return static_cast<int>(ExitCode::data);
}

}  // namespace trainer::cli
