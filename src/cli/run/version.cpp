#include "cli/version.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <opencv2/core/version.hpp>
#include <torch/headeronly/version.h>

#include <trainer/error.h>

#include "base/text.h"
#include "cli/output.h"
#include "cli/run/run.h"

namespace trainer::cli {

int run_version(const Arguments& arguments) {
  std::string text = concat(build_facts(),
                            "LibTorch: ",
                            TORCH_VERSION,
                            at::hasCUDA() ? " with CUDA" : "",
                            "\nOpenCV: ",
                            CV_VERSION,
                            "\ndevices: cpu (",
                            at::get_cpu_capability(),
                            ", ",
                            counted(at::get_num_threads(), "thread"),
                            ")\n");
  if (arguments.global.verbose) text += concat("LibTorch's build:\n", at::show_config());
  write_result(text);
  return static_cast<int>(ExitCode::done);
}

}  // namespace trainer::cli
