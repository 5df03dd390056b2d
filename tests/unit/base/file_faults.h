#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/file_system_faults.h"

namespace trainer::test {

/// Fails the Nth file operation (from 1) of a scope, counts them all, and can shorten every write.
class FileFaults {
 public:
  explicit FileFaults(int fail_at = 0,
                      int error_number = 28 /* ENOSPC */,
                      std::size_t at_most = 0) {
    set_file_fault_hook([=, this](FileOperation operation, const std::string&) {
      FileFault fault;
      ++count_;
      if (operation == FileOperation::write && at_most > 0) fault.at_most = at_most;
      if (count_ == fail_at) fault.error_number = error_number;
      return fault;
    });
  }
  ~FileFaults() { set_file_fault_hook({}); }
  FileFaults(const FileFaults&) = delete;
  FileFaults& operator=(const FileFaults&) = delete;
  int count() const { return count_; }

 private:
  int count_ = 0;
};

}  // namespace trainer::test
