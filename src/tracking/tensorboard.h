#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_system.h"

namespace trainer {

/// A TensorBoard event file with scalars: records framed by length and masked CRC-32C around
/// protobuf messages (tensorflow/core/util/event.proto). Throws FileError.
class TensorBoardWriter {
 public:
  /// Makes a new file in `folder`, named so that TensorBoard reads it after those that are there.
  /// TensorBoard then drops what it has of steps after `resume_step`; unset: of all steps.
  explicit TensorBoardWriter(const std::string& folder,
                             std::optional<std::int64_t> resume_step = {});
  /// Adds one event with all values; NaN and infinity are recorded as they are.
  void add_scalars(std::int64_t step, const std::vector<std::pair<std::string, double>>& values);
  void flush() { file_.flush(); }
  void sync() { file_.sync(); }
  const std::string& path() const { return path_; }

 private:
  void add_record(const std::string& message);

  std::string path_;
  AppendFile file_;
};

}  // namespace trainer
