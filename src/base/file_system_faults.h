#pragma once
#include <cstddef>
#include <functional>
#include <limits>
#include <string>

namespace trainer {

enum class FileOperation { open, write, sync, rename, link, remove, truncate };

/// What a test does to one file operation.
struct FileFault {
  int error_number = 0;  ///< the operation fails with this errno and does nothing
  std::size_t at_most = std::numeric_limits<std::size_t>::max();  ///< a write takes only so much
};

/// Asked before every operation of file_system.h, from the thread that runs it.
using FileFaultHook = std::function<FileFault(FileOperation operation, const std::string& path)>;

/// For tests: sets the hook, or removes it when empty. Not while other threads use files.
void set_file_fault_hook(FileFaultHook hook);

}  // namespace trainer
