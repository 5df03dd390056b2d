#pragma once
#include <cstdio>
#include <cstdlib>

namespace trainer::fuzz {

/// Ends the program where something does not hold that holds for all bytes: a finding.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace trainer::fuzz
