#include "cli/environment.h"

#include <cstdlib>

namespace trainer::cli {
namespace {

struct Setting {
  const char* name;
  const char* value;
};

// OpenMP's waiting threads spin for milliseconds and take the cores from the decode threads, or
// from whatever else the machine does; passive, they sleep. A short spin first keeps the pace
// between the small kernels of a step: 1000 turns, what libgomp itself takes once there are more
// threads than cores.
constexpr Setting kWaiting[] = {{"OMP_WAIT_POLICY", "PASSIVE"}, {"GOMP_SPINCOUNT", "1000"}};

// A training step frees and asks for the same large blocks again. By default glibc hands them back
// to the kernel each time, which fills them with zeros page by page on the next use.
constexpr Setting kAllocation[] = {{"MALLOC_MMAP_THRESHOLD_", "1073741824"},
                                   {"MALLOC_TRIM_THRESHOLD_", "4294967296"},
                                   {"MALLOC_TOP_PAD_", "268435456"}};

}  // namespace

void set_run_environment() {
  // The two say one thing together: a choice of the user's for one is left alone as a whole.
  if (std::getenv("OMP_WAIT_POLICY") == nullptr && std::getenv("GOMP_SPINCOUNT") == nullptr) {
    for (const Setting& setting : kWaiting) setenv(setting.name, setting.value, 0);
  }
  for (const Setting& setting : kAllocation) setenv(setting.name, setting.value, 0);
}

}  // namespace trainer::cli
