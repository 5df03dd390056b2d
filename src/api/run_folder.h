#pragma once
#include <optional>
#include <string>

#include "base/file_system.h"

namespace trainer {

/// The folder of a run while the run is at work in it: made where it is not there, locked, with its
/// log open. One that was made for a run that could not start is removed again, since it would only
/// be in the way.
class RunFolder {
 public:
  /// Throws UsageError when another process is at work there, FileError when it cannot be made.
  explicit RunFolder(std::string path);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  std::string checkpoints() const { return path_ + "/checkpoints"; }
  /// From here on the folder stays, whatever happens.
  void keep() { kept_ = true; }

 private:
  void remove_if_useless() const;

  std::string path_;
  bool kept_;
  std::optional<FolderLock> lock_;
};

}  // namespace trainer
