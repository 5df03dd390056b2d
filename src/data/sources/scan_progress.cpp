#include "data/sources/scan_progress.h"

#include <trainer/error.h>

#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"

namespace trainer {
namespace {
constexpr std::chrono::seconds kInterval{3};
}

ScanProgress::ScanProgress(std::string place)
    : place_(std::move(place)), next_(std::chrono::steady_clock::now() + kInterval) {}

void ScanProgress::count(std::int64_t images_so_far) {
  // Clock and flag are looked at now and then: most entries cost nothing.
  constexpr std::int64_t kEvery = 64;
  if (entries_++ % kEvery != 0) return;
  if (stop_requested()) {
    throw Error(ExitCode::interrupted,
                concat(printable(place_),
                       ": stopped while the data set was being scanned; nothing "
                       "was trained yet"));
  }
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  log_info(concat("scanning ",
                  printable(place_),
                  ": ",
                  entries_,
                  " entries, ",
                  images_so_far,
                  " images so far"));
}

}  // namespace trainer
