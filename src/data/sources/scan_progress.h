#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace trainer {

/// Says every few seconds how far a long scan has come, and lets a request to stop end it.
class ScanProgress {
 public:
  explicit ScanProgress(std::string place);
  /// Call for each entry. Throws Error (interrupted) on a request to stop.
  void count(std::int64_t images_so_far);

 private:
  std::string place_;
  std::int64_t entries_ = 0;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace trainer
