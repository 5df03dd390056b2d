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

int run_version(const Arguments&) {
  write_result(concat(build_facts(),
                      "LibTorch: ",
                      TORCH_VERSION,
                      at::hasCUDA() ? " with CUDA" : "",
                      "\ndevices: cpu (",
                      at::get_cpu_capability(),
                      ", ",
                      counted(at::get_num_threads(), "thread"),
                      ")\nOpenCV: ",
                      CV_VERSION,
                      "\nLibTorch's build:\n",
                      at::show_config()));
  return static_cast<int>(ExitCode::done);
}

}  // namespace trainer::cli
