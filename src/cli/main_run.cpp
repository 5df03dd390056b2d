#include <new>

#include <c10/util/Exception.h>
#include <opencv2/core/utility.hpp>

#include <trainer/error.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/failure.h"
#include "cli/output.h"
#include "cli/run/run.h"

namespace trainer::cli {
namespace {

/// LibTorch's own exceptions. Its allocator on the CPU says with a plain c10::Error that memory ran
/// out.
int report_torch_error() {
  try {
    throw;
  } catch (const c10::OutOfMemoryError& error) {
    return report_out_of_memory(error.what_without_backtrace());
  } catch (const c10::Error& error) {
    const std::string what = error.what_without_backtrace();
    if (what.find("DefaultCPUAllocator: can't allocate memory") != std::string::npos) {
      return report_out_of_memory(what.c_str());
    }
    return report_bug(what.c_str());
  } catch (...) {
    return -1;
  }
}

}  // namespace
}  // namespace trainer::cli

/// The program that does the work; started by the thin one, or on its own with the same arguments.
int main(int argc, char** argv) {
  using namespace trainer::cli;
  secure_standard_streams();
  // Images are decoded by threads of our own; each asking OpenCV for a team of its own would be
  // many. For the whole process, so it is the program's to say and not the library's.
  cv::setNumThreads(1);
  return guarded(
      [&] {
        const CommandLine line = parse_command_line({argv + 1, argv + argc});
        if (!line.reply.empty()) {
          write_result(line.reply);
          return static_cast<int>(trainer::ExitCode::done);
        }
        apply_global_arguments(line.arguments.global);
        const Command& command = *find_command(line.arguments.command);
        if (command.answer) {
          write_result(command.answer(line.arguments));
          return static_cast<int>(trainer::ExitCode::done);
        }
        return run_command(line.arguments);
      },
      report_torch_error);
}
