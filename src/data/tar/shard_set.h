#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/mapped_file.h"
#include "data/tar/tar_index.h"

namespace trainer {

/// An archive, open, and what is in it.
struct TarShard {
  std::shared_ptr<const MappedFile> file;
  TarIndex index;
};

/// Opens all shards, several at a time. An index is read from `<shard>.index`, or made and left
/// there; where that cannot be written it stays in memory. Logs progress. Throws DataError, of the
/// first shard in order, and Error (interrupted) on a request to stop.
std::vector<TarShard> open_tar_shards(const std::vector<std::string>& paths);

}  // namespace trainer
