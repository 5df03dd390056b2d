#include "cli/failure.h"

#include <exception>
#include <new>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "cli/version.h"

namespace trainer::cli {

namespace {

constexpr const char* kReportWith =
    "add the command line, the configuration and the output of `trainer version --verbose` to the "
    "report";

}  // namespace

int report_bug(const char* what) {
  log_error(concat(
      "this is a bug in trainer: ", what, "; please report it with this message\n", kReportWith));
  return static_cast<int>(ExitCode::internal);
}

int report_out_of_memory(const char* what) {
  log_error(
      concat("memory ran out: ",
             what,
             "; use a smaller train.batch_size or train.micro_batch, a smaller image size, or "
             "fewer data.workers"));
  return static_cast<int>(ExitCode::out_of_memory);
}

int guarded(const std::function<int()>& work, const std::function<int()>& foreign) {
  try {
    return work();
  } catch (const ConfigError& error) {
    const std::size_t count = error.mistakes().size();
    log_error(concat(counted(static_cast<long long>(count), "mistake"),
                     " in the configuration\n",
                     error.what()));
    return static_cast<int>(error.exit_code());
  } catch (const Error& error) {
    // The library's own messages already say what to do.
    const bool bug = error.exit_code() == ExitCode::internal;
    log_error(concat(error.what(), bug ? "\n" : "", bug ? kReportWith : ""));
    return static_cast<int>(error.exit_code());
  } catch (...) {
    if (const int code = foreign ? foreign() : -1; code >= 0) return code;
    try {
      throw;
    } catch (const std::bad_alloc& error) {
      return report_out_of_memory(error.what());
    } catch (const std::exception& error) {
      return report_bug(error.what());
    } catch (...) {
      return report_bug("an exception of an unknown type");
    }
  }
}

}  // namespace trainer::cli
