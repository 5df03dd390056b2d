#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <trainer/error.h>

#include "checkpoint/checkpoint_store.h"

namespace trainer {

/// What `manifest.json` says: the format version and every file of the checkpoint.
struct Manifest {
  static constexpr const char* kFile = "manifest.json";
  static constexpr std::int64_t kVersion = 1;
  struct Entry {
    std::uint64_t size = 0;
    std::string sha256;
  };
  std::int64_t step = 0;
  std::map<std::string, Entry> files;
};

Manifest make_manifest(std::int64_t step, const std::vector<CheckpointFile>& files);
std::string manifest_text(const Manifest& manifest);
/// The text carries its own check sum, so that a damaged one is told from one of a later version.
/// Throws CheckpointError when it is missing or damaged, NewerFormatError when it is of a version
/// after kVersion.
Manifest read_manifest(const std::string& folder);

/// A checkpoint that a later version of the program wrote.
class NewerFormatError : public CheckpointError {
 public:
  using CheckpointError::CheckpointError;
};

}  // namespace trainer
