#include <iostream>
#include <limits>

#include <trainer/error.h>

#include "tracking/run_tracker.h"

/// Writes the logs of a run that was killed after step 40 and resumed from step 20, for
/// tensorboard_reads_it.py.
int main(int argc, char** argv) {
  using namespace trainer;
  if (argc != 2) return 2;
  try {
    const auto record = [](RunTracker& tracker, std::int64_t step, double loss) {
      tracker.add({step, 1, "train", {{"loss", loss}, {"top1", 0.5}}});
    };
    {
      RunTracker tracker({.folder = argv[1], .csv = true, .samples = true});
      for (const int step : {10, 20, 30, 40}) record(tracker, step, 100 + step);
      tracker.add({20, 1, "val", {{"loss", std::numeric_limits<double>::quiet_NaN()}}});
      tracker.sync();
    }
    RunTracker tracker({.folder = argv[1], .csv = true, .samples = true, .resume_step = 20});
    for (const int step : {20, 30}) record(tracker, step, 200 + step);
    tracker.sync();
    return 0;
  } catch (const Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
