#pragma once
#include <cstdint>

namespace trainer::testing {

/// Calls of operator new in this program so far, but for those of threads and times that do not
/// count. Libraries in C that call malloc themselves, as libjpeg does for each image, are not seen:
/// the number is that of the allocations of our own.
std::int64_t allocations();

/// While one lives, its thread is not counted.
class NotCounted {
 public:
  NotCounted();
  ~NotCounted();
  NotCounted(const NotCounted&) = delete;
  NotCounted& operator=(const NotCounted&) = delete;
};

}  // namespace trainer::testing
