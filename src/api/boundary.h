#pragma once
#include <new>
#include <string>

#include <c10/util/Exception.h>

#include <trainer/error.h>

namespace trainer {

/// Runs `work` so that no exception type but the library's own leaves: LibTorch's errors become
/// OutOfMemoryError or InternalError with their first lines, not their stack.
template <class Work>
auto at_boundary(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const c10::OutOfMemoryError& error) {
    throw OutOfMemoryError(std::string("memory ran out: ") + error.what_without_backtrace() +
                           "; lower train.batch_size, or set train.micro_batch");
  } catch (const c10::Error& error) {
    const std::string text = error.what_without_backtrace();
    // The CPU allocator reports exhaustion as a plain error.
    if (text.find("DefaultCPUAllocator") != std::string::npos) {
      throw OutOfMemoryError("memory ran out: " + text +
                             "; lower train.batch_size, or set train.micro_batch");
    }
    throw InternalError("LibTorch refused an operation: " + text +
                        "; this is a bug in trainer or in an own component: please report it");
  } catch (const std::bad_alloc&) {
    throw OutOfMemoryError("memory ran out; lower train.batch_size, or set train.micro_batch");
  }
}

}  // namespace trainer
