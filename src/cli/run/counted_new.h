#pragma once

namespace trainer::cli {

/// From now on this program's calls of operator new are counted for allocation_count(), those of
/// LibTorch among them; what calls malloc itself (libjpeg, OpenCV's pixels, tensors) is not. Does
/// nothing in builds with sanitizers, whose own operator new finds faults.
void count_allocations();

}  // namespace trainer::cli
